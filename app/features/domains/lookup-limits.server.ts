import type { Client } from "~/features/accounts/client";
import { MINUTE } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { logger } from "~/lib/log.server";
import { fail, ok, type Result } from "~/lib/result";
import type { AnswerCache } from "~/platform/answer-cache/answer-cache";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import type { CachedAnswers } from "./domains.server";

/**
 * Limits the names that registries are asked for. A search under every extension asks for about twenty. A browser gets a tenth of
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

interface Dependencies {
	readonly rateLimiter: RateLimiter;
	readonly cache: AnswerCache;
}

/** Counts the names that registries are asked for. Allows lookups if the counter fails. */
export function createLookupLimits({ rateLimiter, cache }: Dependencies) {
	/** Counts `names` lookups, or fails with `rate_limited` and the seconds to wait. A failure counts none of them. */
	async function takeFresh(asker: LookupClient, names: number): Promise<Result<null>> {
		if (names === 0) return ok(null);
		try {
			const { allowed, retryAfter } = await rateLimiter.takeAll([
				{ key: ["lookups:browser", lookupClientKey(asker)], ...lookupLimits.perBrowser, cost: names },
				{ key: ["lookups:address", asker.key], ...lookupLimits.perAddress, cost: names },
			]);
			if (allowed) return ok(null);
			const message = `Too many names were looked up from your network. Try again in ${formatSeconds(retryAfter)}.`;
			return fail("rate_limited", message, { retryAfter });
		} catch (error) {
			logger.warn("lookup_limits_failed", { error });
			return ok(null);
		}
	}

	return {
		takeFresh,
		/** The same for lookups that may be answered from the cache. Only the other names count. Returns the cached answers. */
		async take(asker: LookupClient, names: readonly string[]): Promise<Result<CachedAnswers>> {
			const cached = await cache.get(names);
			const counted = await takeFresh(asker, names.filter((name) => !cached.has(name)).length);
			return counted.ok ? ok(cached) : counted;
		},
	};
}
