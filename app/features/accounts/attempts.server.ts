import { MINUTE } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { fail, ok, type Result } from "~/lib/result";
import type { RateLimiter, Take } from "~/platform/rate-limit/rate-limit";
import { tooMany } from "./account-limits";
import type { Proofs } from "./proofs";

/** Longer than a proof is valid. */
const oncePerProof = { limit: 1, windowMs: 15 * MINUTE };

interface Attempt {
	/** Limits of the account or mailbox, narrowest first. */
	readonly own: readonly Take[];
	/** Limits of the network address, narrowest first. A proof of work replaces them. */
	readonly address: readonly Take[];
	/** The action, the network address and the account that a proof must be for. */
	readonly subject: string;
	readonly proof?: string | undefined;
}

/** Keys of the limits that counted the attempt. Pass them to `giveBack` after a success. */
export type Counted = readonly Take["key"][];

export type Attempts = ReturnType<typeof createAttempts>;

/** Limits attempts per account and per network address. */
export function createAttempts({ rateLimiter, proofs }: { rateLimiter: RateLimiter; proofs: Proofs }) {
	return {
		/**
		 * Counts an attempt, or refuses it with the time to wait. If only the address is over its limits, the failure has a
		 * proof of work that allows the attempt now. `refusedBy` is the first part of the key of the limit that was exceeded.
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
			// A used proof is not given back.
			if (allowed) return ok([...own, ...(challenge === null ? address : [])].map(({ key }) => key));
			const ownRefused = own.some(({ key }) => key[0] === refusedBy);
			if (ownRefused) return { ...tooMany(retryAfter), refusedBy };
			const wait = `Try again in ${formatSeconds(challenge === null ? retryAfter : 1)}.`;
			const refusal = fail("rate_limited", `Too many attempts from your network. ${wait}`, {
				code: "proof_required",
				retryAfter: challenge === null ? retryAfter : 1,
				proof: proofs.request(subject),
			});
			return { ...refusal, refusedBy };
		},

		/** Call it after a success, or if a service failed. Also deletes all attempts of the keys in `cleared`. */
		giveBack: (counted: Counted, cleared?: Counted) => rateLimiter.giveBack(counted, cleared),
	};
}
