import type { Client } from "~/features/accounts/client";
import { MINUTE } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail, ok, type Result } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";

/**
 * Limits the names that are looked up. A search under every extension looks up about twenty. A browser gets a tenth of
 * the limit of its network address, which many may share.
 */
export const lookupLimits = {
	perBrowser: { limit: 600, windowMs: MINUTE },
	perAddress: { limit: 6_000, windowMs: MINUTE },
} as const;

/** Identifies a browser without a cookie: its network address and its user agent. */
export type LookupClient = Pick<Client, "key" | "userAgent">;

export const lookupClientKey = ({ key, userAgent }: LookupClient): string => `${key} ${userAgent}`;

export type LookupLimits = ReturnType<typeof createLookupLimits>;

/** Counts the names that are looked up. Allows lookups if the counter fails. */
export function createLookupLimits({ rateLimiter }: { readonly rateLimiter: RateLimiter }) {
	return {
		/** Counts `names` lookups, or fails with `rate_limited` and the seconds to wait. A failure counts none of them. */
		async take(asker: LookupClient, names: number): Promise<Result<null>> {
			try {
				const { allowed, retryAfter } = await rateLimiter.takeAll([
					{ key: ["lookups:browser", lookupClientKey(asker)], ...lookupLimits.perBrowser, cost: names },
					{ key: ["lookups:address", asker.key], ...lookupLimits.perAddress, cost: names },
				]);
				if (allowed) return ok(null);
				const message = `Too many names were looked up from your network. Try again in ${formatSeconds(retryAfter)}.`;
				return fail("rate_limited", message, { retryAfter });
			} catch (error) {
				console.warn("lookup limits", error);
				return ok(null);
			}
		},
	};
}
