import type { Client } from "~/features/accounts/client";
import { MINUTE } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail, ok, type Result } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";

/**
 * Names that registries may be asked about. A search over every extension is about twenty. One browser behind a shared
 * address gets a tenth of what the address gets.
 */
export const lookupLimits = {
	perBrowser: { limit: 600, windowMs: MINUTE },
	perAddress: { limit: 6_000, windowMs: MINUTE },
} as const;

/** Who asks for look-ups: the browser as far as it can be told without a cookie, and its network address. */
export type LookupClient = Pick<Client, "key" | "userAgent">;

/** What the registries' own limits tell askers apart by. */
export const lookupClientKey = ({ key, userAgent }: LookupClient): string => `${key} ${userAgent}`;

export type LookupLimits = ReturnType<typeof createLookupLimits>;

/** Exact counts of the names that are looked up; lookups continue if the counter fails. */
export function createLookupLimits({ rateLimiter }: { readonly rateLimiter: RateLimiter }) {
	return {
		/** Counts so many names, or refuses all of them and says when to come back. */
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
				console.warn("look-up limits", error);
				return ok(null);
			}
		},
	};
}
