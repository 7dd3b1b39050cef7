import { HOUR, MINUTE, SECOND } from "../../lib/durations";
import { inWords } from "../../lib/in-words";
import { fail } from "../../lib/result";

/**
 * How often each may be tried. Nothing locks an account for good, and a stranger's attempts from elsewhere don't keep
 * its owner out: the tight limit is per account and client together.
 */
export const accountLimits = {
	/** Offices and mobile networks share addresses. */
	signInPerClient: { limit: 60, windowMs: 15 * MINUTE },
	/** A hash holds the processor for 100 ms: a flood may take a tenth of it, not all. */
	signInBurst: { limit: 10, windowMs: 10 * SECOND },
	signInPerAccountAndClient: { limit: 5, windowMs: 15 * MINUTE },
	/** Guessing from many addresses at once. */
	signInPerAccount: { limit: 100, windowMs: HOUR },
	registerPerClient: { limit: 30, windowMs: HOUR },
	/** Asking for mails to any address. */
	askPerClient: { limit: 30, windowMs: HOUR },
	/** Mails of one kind to one address. */
	mailPerAddress: { limit: 3, windowMs: HOUR },
	/** Presenting links. */
	linkPerClient: { limit: 30, windowMs: 15 * MINUTE },
} as const;

/** The refusal, with when to come back. */
export function tooMany(retryAfter: number) {
	return fail("rate_limited", `Too many attempts. Try again in ${inWords(retryAfter)}.`, { retryAfter });
}
