import { MINUTE, SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail, ok, type Result } from "~/lib/result";
import type { Limit, RateLimiter, Take } from "~/platform/rate-limit/rate-limit";
import { toUnicode } from "./to-unicode";

const windowMs = 10 * MINUTE;
const delay = { firstMs: 5 * SECOND, maxMs: MINUTE };

/** Limits changes of one domain. Over the limit, one more is allowed after each delay. */
export const changeLimit = { limit: 30, windowMs, delay } as const satisfies Limit;

/** Limits DNS changes of one domain, because each asks the registry. A manual setup takes a few dozen changes. */
export const dnsChangeLimit = { limit: 60, windowMs, delay } as const satisfies Limit;

/** Limits the domains that a customer refreshes from their registries. Enough for every page of 1,000 domains. */
export const refreshLimit = {
	limit: 1_000,
	windowMs,
	delay: { firstMs: 20 * SECOND, maxMs: MINUTE },
} as const satisfies Limit;

interface ChangedDomain {
	readonly id: string;
	readonly name: string;
}

/** Counts a change of a domain. Call it only after checking the owner, so that no one else can use up the limit. */
export const countChange = (rateLimiter: RateLimiter, domain: ChangedDomain): Promise<Result<null>> =>
	count(rateLimiter, { key: ["domain-change", domain.id], ...changeLimit }, tooManyChanges(domain));

/** Counts a change of a domain's DNS records. Call it only after checking the owner. */
export const countDnsChange = (rateLimiter: RateLimiter, domain: ChangedDomain): Promise<Result<null>> =>
	count(rateLimiter, { key: ["dns-change", domain.id], ...dnsChangeLimit }, tooManyChanges(domain));

/** Counts the domains that a customer is about to refresh. */
export const countRefresh = (rateLimiter: RateLimiter, userId: string, domains: number): Promise<Result<null>> =>
	count(
		rateLimiter,
		{ key: ["domain-refresh", userId], ...refreshLimit, cost: domains },
		"You refreshed your domains too many times.",
	);

const tooManyChanges = ({ name }: ChangedDomain) => `${toUnicode(name)} was changed too many times.`;

async function count(rateLimiter: RateLimiter, take: Take, refusal: string): Promise<Result<null>> {
	const { allowed, retryAfter } = await rateLimiter.takeAll([take]);
	if (allowed) return ok(null);
	return fail("rate_limited", `${refusal} Try again in ${formatSeconds(retryAfter)}.`, { retryAfter });
}
