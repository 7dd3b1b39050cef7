import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail } from "~/lib/result";
import type { Limit } from "~/platform/rate-limit/rate-limit";

/**
 * Rate limits of failed attempts. Successful ones are not counted. A mobile carrier puts thousands of phones behind one
 * address, so no limit locks an account or an address: attempts over a limit are delayed. A known device, a recent
 * password reset or (for addresses) a proof of work avoids the delay. At most 25 guesses in 15 minutes reach an account
 * from unknown devices.
 */
export const accountLimits = {
	signInPerAccountAndClient: {
		limit: 5,
		windowMs: 15 * MINUTE,
		delay: { firstMs: 30 * SECOND, maxMs: 4 * MINUTE },
	},
	/** Limits guesses from many addresses. */
	signInPerAccount: { limit: 15, windowMs: 15 * MINUTE, delay: { firstMs: 10 * SECOND, maxMs: 2 * MINUTE } },
	/** For known devices and after a password reset. Counted separately from strangers' guesses. */
	signInByOwner: { limit: 10, windowMs: 15 * MINUTE, delay: { firstMs: 10 * SECOND, maxMs: 2 * MINUTE } },
	/** A hash takes 100 ms of CPU time, so this limits a flood to a tenth of the CPU. */
	signInBurst: { limit: 10, windowMs: 10 * SECOND },
	/** Limits guesses at many accounts from one address. */
	signInPerAddress: { limit: 100, windowMs: 15 * MINUTE, delay: { firstMs: SECOND, maxMs: 10 * SECOND } },
	/** Signatures are cheap to check and can't be guessed, so this only slows down a flood. */
	passkeyPerAddress: { limit: 100, windowMs: 15 * MINUTE, delay: { firstMs: SECOND, maxMs: 5 * SECOND } },
	registerPerAddress: { limit: 60, windowMs: 15 * MINUTE, delay: { firstMs: SECOND, maxMs: 10 * SECOND } },
	/** Requests for emails to any address. */
	askPerAddress: { limit: 60, windowMs: 15 * MINUTE, delay: { firstMs: SECOND, maxMs: 10 * SECOND } },
	/**
	 * Emails with a link of one kind to one mailbox. The delay is shorter than the shortest lifetime of a link (an hour),
	 * so that the owner always has a valid link or can get one, even while strangers request links.
	 */
	emailsPerMailbox: { limit: 3, windowMs: DAY, delay: { firstMs: 10 * MINUTE, maxMs: 50 * MINUTE } },
	/** Unknown links. Tokens can't be guessed, so this only slows down a flood. */
	invalidLinkPerAddress: { limit: 100, windowMs: 15 * MINUTE, delay: { firstMs: SECOND, maxMs: 5 * SECOND } },
	/** Uses of one existing link. Each may cost a few hashes. */
	perLink: { limit: 30, windowMs: 15 * MINUTE, delay: { firstMs: 10 * SECOND, maxMs: MINUTE } },
} as const satisfies Record<string, Limit>;

/** How long after a password reset attempts count as the owner's. */
export const recentResetMs = HOUR;

/** @param retryAfter seconds */
export function tooMany(retryAfter: number) {
	return fail("rate_limited", `Too many attempts. Try again in ${formatSeconds(retryAfter)}.`, { retryAfter });
}
