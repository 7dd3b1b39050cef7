import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail } from "~/lib/result";
import type { Limit } from "~/platform/rate-limit/rate-limit";

/**
 * What failed attempts cost; successes are given back. A mobile carrier puts thousands of phones behind one address, so
 * nothing here closes an account or an address: beyond a limit attempts slow down, and a device that signed in before,
 * a fresh password reset or (for addresses) a proof of work goes ahead. At most 25 guesses in a quarter of an hour reach
 * an account from devices that it does not know, wherever they come from.
 */
export const accountLimits = {
	signInPerAccountAndClient: {
		limit: 5,
		windowMs: 15 * MINUTE,
		delay: { firstMs: 30 * SECOND, maxMs: 4 * MINUTE },
	},
	/** Guessing from many addresses at once. */
	signInPerAccount: { limit: 15, windowMs: 15 * MINUTE, delay: { firstMs: 10 * SECOND, maxMs: 2 * MINUTE } },
	/** On a device that knows the account, and after a password reset: counted apart from strangers' guesses. */
	signInByOwner: { limit: 10, windowMs: 15 * MINUTE, delay: { firstMs: 10 * SECOND, maxMs: 2 * MINUTE } },
	/** A hash holds the processor for 100 ms: a flood may take a tenth of it, not all. */
	signInBurst: { limit: 10, windowMs: 10 * SECOND },
	/** Trying many accounts from one address. */
	signInPerAddress: { limit: 100, windowMs: 15 * MINUTE, delay: { firstMs: SECOND, maxMs: 10 * SECOND } },
	/** A signature costs little to check and can't be guessed: this only slows a flood down. */
	passkeyPerAddress: { limit: 100, windowMs: 15 * MINUTE, delay: { firstMs: SECOND, maxMs: 5 * SECOND } },
	registerPerAddress: { limit: 60, windowMs: 15 * MINUTE, delay: { firstMs: SECOND, maxMs: 10 * SECOND } },
	/** Asking for mails to any address. */
	askPerAddress: { limit: 60, windowMs: 15 * MINUTE, delay: { firstMs: SECOND, maxMs: 10 * SECOND } },
	/**
	 * Mails with a link of one kind to one mailbox. The delay stays below the shortest life of a link (an hour), so
	 * that the owner always has a link that works or can get one, even while strangers ask for links.
	 */
	emailsPerMailbox: { limit: 3, windowMs: DAY, delay: { firstMs: 10 * MINUTE, maxMs: 50 * MINUTE } },
	/** Links that don't exist: their tokens can't be guessed, so this only slows a flood down. */
	invalidLinkPerAddress: { limit: 100, windowMs: 15 * MINUTE, delay: { firstMs: SECOND, maxMs: 5 * SECOND } },
	/** Presenting one link that exists: each time may cost a few hashes. */
	perLink: { limit: 30, windowMs: 15 * MINUTE, delay: { firstMs: 10 * SECOND, maxMs: MINUTE } },
} as const satisfies Record<string, Limit>;

/** For how long after a password reset its owner is counted apart (ms). */
export const recentResetMs = HOUR;

/** The refusal, with when to come back. */
export function tooMany(retryAfter: number) {
	return fail("rate_limited", `Too many attempts. Try again in ${formatSeconds(retryAfter)}.`, { retryAfter });
}
