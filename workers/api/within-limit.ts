import type { Context } from "hono";
import { clientKey } from "~/lib/client-key";
import { fail, ok, type Result } from "~/lib/result";
import type { Limit } from "~/platform/rate-limit/rate-limit";
import type { HttpEnv } from "../http";

/**
 * Counts one of what asks the registries. A counter that can't be reached stops nobody: the outer fence still stands.
 * @param what in the plural, for the customer: "searches"
 */
export async function withinLimit(
	c: Context<HttpEnv>,
	{ action, what, ...limit }: Limit & { readonly action: string; readonly what: string },
): Promise<Result<null>> {
	try {
		const client = clientKey(c.req.raw.headers);
		const { allowed, retryAfter } = await c.get("services").rateLimiter.take([action, client], limit);
		if (allowed) return ok(null);
		return fail("rate_limited", `Too many ${what} at once. Try again in ${retryAfter} seconds.`, { retryAfter });
	} catch (error) {
		console.warn(action, "limit", error);
		return ok(null);
	}
}
