import { MINUTE } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import { isProof, type ProofRequest } from "~/lib/proof-of-work";

/** About 65,000 hashes: one to two seconds on a phone, more than a password hash costs us. */
export const usualProofBits = 16;
const lifetimeMs = 10 * MINUTE;

export interface Proofs {
	/** @param subject what the work is for: it counts for nothing else. */
	request(subject: string): ProofRequest;
	/** The challenge that this proof solves; null if it is not for this subject, too old or wrong. */
	verify(subject: string, proof: string | undefined): string | null;
}

/**
 * Proofs of work for attempts beyond an address's limit: a stranger behind the same address can't use them up. Nothing is
 * stored: the challenge is signed and says until when it counts. That it counts once is for the caller's limits.
 */
export function createProofs(deps: {
	readonly secret: string;
	readonly clock: () => number;
	readonly random: () => string;
	readonly bits: number;
}): Proofs {
	const { secret, clock, random, bits } = deps;
	const sign = (body: string, subject: string) =>
		hmacSha256Hex(secret, new TextEncoder().encode(`proof:${body}:${subject}`)).slice(0, 32);

	return {
		request(subject) {
			const body = `${(clock() + lifetimeMs).toString(36)}.${random().slice(0, 16)}`;
			return { challenge: `${body}.${sign(body, subject)}`, bits };
		},
		verify(subject, proof = "") {
			const [challenge = "", number = ""] = proof.split(":");
			const [until = "", id = "", signature = ""] = challenge.split(".");
			const ours = equalInConstantTime(signature, sign(`${until}.${id}`, subject));
			if (!ours || !(Number.parseInt(until, 36) > clock())) return null;
			return isProof({ challenge, bits }, number) ? challenge : null;
		},
	};
}
