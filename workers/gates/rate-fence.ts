import type { MiddlewareHandler } from "hono";
import { clientKey } from "../../app/lib/client-key";
import type { HttpEnv } from "../http";
import { canonicalPath } from "./canonical-path";
import { refuse } from "./refuse";

/** Pages and API calls that cost a password hash or a mail. */
const auth =
	/^\/(?:api\/userauth\/|(?:api\/)?enquiries\/|(?:login|register|forgot-password|reset-password|verify-email|confirm-email)$)/;
const search = /^\/(?:api\/)?domains\/search$/;

/**
 * The outer fence: approximate, per location, cheap. Exact counts stand behind it where they matter. When the
 * binding itself fails, browsing goes on (the exact counts still guard sign-in).
 */
export const rateFence: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const path = canonicalPath(new URL(c.req.url).pathname);
	const write = c.req.method !== "GET" && c.req.method !== "HEAD";
	const [fence, name] =
		write && auth.test(path)
			? [c.env.RATE_AUTH, "auth"]
			: search.test(path)
				? [c.env.RATE_SEARCH, "search"]
				: [c.env.RATE_PAGES, "pages"];
	const { success } = await fence.limit({ key: `${name}:${clientKey(c.req.raw.headers)}` }).catch((error: unknown) => {
		console.warn("rate fence", error);
		return { success: true };
	});
	if (success) return next();
	return refuse(c, 429, "Too many requests from your network. Wait a minute, then try again.", { "Retry-After": "60" });
};
