import { MINUTE } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail, ok, type Result } from "~/lib/result";
import type { RateLimiter, Take } from "~/platform/rate-limit/rate-limit";
import { tooMany } from "./account-limits";
import type { Proofs } from "./proofs";

/** Longer than a proof is accepted. */
const oncePerProof = { limit: 1, windowMs: 15 * MINUTE };

interface Attempt {
	/** Limits of the account or mailbox, narrowest first. */
	readonly own: readonly Take[];
	/** Limits of the network address, narrowest first: a proof of work takes their place. */
	readonly address: readonly Take[];
	/** What a proof must be for: the action, the address and the account. */
	readonly subject: string;
	readonly proof?: string | undefined;
}

/** What was counted, to be given back after a success. */
export type Counted = readonly Take["key"][];

export type Attempts = ReturnType<typeof createAttempts>;

/** Attempts that are limited for each account and for each network address. */
export function createAttempts({ rateLimiter, proofs }: { rateLimiter: RateLimiter; proofs: Proofs }) {
	return {
		/**
		 * Counts an attempt, or refuses it: with when to come back and, if only the address has had too many, a proof of
		 * work that lets it go ahead now. A limit of its own can be told apart by `refusedBy`.
		 */
		async begin({
			own,
			address,
			subject,
			proof,
		}: Attempt): Promise<Result<Counted> & { readonly refusedBy?: string | undefined }> {
			const challenge = proofs.verify(subject, proof);
			const replaced: readonly Take[] = challenge === null ? address : [{ key: ["proof", challenge], ...oncePerProof }];
			const { allowed, retryAfter, refusedBy } = await rateLimiter.takeAll([...own, ...replaced]);
			// A proof stays spent.
			if (allowed) return ok([...own, ...(challenge === null ? address : [])].map(({ key }) => key));
			const ownRefused = own.some(({ key }) => key[0] === refusedBy);
			if (ownRefused) return { ...tooMany(retryAfter), refusedBy };
			const wait = `Try again in ${formatSeconds(challenge === null ? retryAfter : 1)}.`;
			const refusal = fail("rate_limited", `There were too many attempts from your network. ${wait}`, {
				code: "proof_required",
				retryAfter: challenge === null ? retryAfter : 1,
				proof: proofs.request(subject),
			});
			return { ...refusal, refusedBy };
		},

		/** The attempt succeeded, or a service failed. */
		giveBack: (counted: Counted) => rateLimiter.giveBack(counted),
	};
}
