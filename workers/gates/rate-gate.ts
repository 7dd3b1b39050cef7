import type { MiddlewareHandler } from "hono";
import { deviceIdOf, deviceOf } from "~/features/accounts/known-devices";
import { canonicalPath } from "~/lib/canonical-path";
import { clientKey } from "~/lib/client-key";
import { logger } from "~/lib/log.server";
import { tooManyRequests } from "~/lib/unreachable";
import { secretsOf } from "~/platform/config";
import type { HttpEnv } from "../http-env";
import { refuse } from "./refuse";

/** Pages and API calls that hash a password, or send an email or a request to a phone. */
const auth =
	/^\/(?:api\/userauth\/|(?:api\/)?enquiries\/|(?:desk\/sign-in|desk\/invitation|login|register|checkout|forgot-password|reset-password|verify-email|confirm-email|pay-link)$)/;
const search = /^\/(?:api\/)?domains\/search$/;

/**
 * Approximate rate limit per location, cheap enough for every request. Exact limits follow where they matter. A device
 * that signed in before is counted separately, because thousands of phones may share an address. If the binding fails,
 * requests pass: the exact limits still protect sign-in.
 */
export const rateGate: MiddlewareHandler<HttpEnv> = async (c, next) => {
	const path = canonicalPath(new URL(c.req.url).pathname);
	const write = c.req.method !== "GET" && c.req.method !== "HEAD";
	const [limiter, name] =
		write && auth.test(path)
			? [c.env.RATE_AUTH, "auth"]
			: search.test(path)
				? [c.env.RATE_SEARCH, "search"]
				: [c.env.RATE_PAGES, "pages"];
	const { headers } = c.req.raw;
	const config = c.get("config");
	const device = deviceIdOf(secretsOf(config), deviceOf(config.APP_ORIGIN, headers.get("Cookie")));
	const who = device === null ? clientKey(headers) : `device:${device}`;
	const { success } = await limiter.limit({ key: `${name}:${who}` }).catch((error: unknown) => {
		logger.warn("rate_limit_failed", { error });
		return { success: true };
	});
	if (success) return next();
	return refuse(c, 429, tooManyRequests, { "Retry-After": "60" });
};
