import { MINUTE, SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail, ok, type Result } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { readable } from "./readable";

/** Changes of one domain. Beyond the limit they are made more slowly. */
export const changeLimit = {
	limit: 30,
	windowMs: 10 * MINUTE,
	delay: { firstMs: 5 * SECOND, mostMs: MINUTE },
} as const;

/** Counts a change of a domain. Call it only after checking the owner, so that no one else can use up the limit. */
export async function countChange(
	rateLimiter: RateLimiter,
	{ id, name }: { readonly id: string; readonly name: string },
): Promise<Result<null>> {
	const { allowed, retryAfter } = await rateLimiter.take(["domain-change", id], changeLimit);
	if (allowed) return ok(null);
	const wait = `Try again in ${formatSeconds(retryAfter)}.`;
	return fail("rate_limited", `${readable(name)} was changed many times in a short time. ${wait}`, { retryAfter });
}
