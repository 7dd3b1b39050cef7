import { MINUTE } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import { isProof, type ProofRequest } from "~/lib/proof-of-work";
import type { Secrets } from "~/lib/secrets";

/** About 65,000 hashes: one to two seconds on a phone, which is more than a password hash costs us. */
export const usualProofBits = 16;
const lifetimeMs = 10 * MINUTE;

export interface Proofs {
	/** @param subject what the proof is for. It is not valid for anything else. */
	request(subject: string): ProofRequest;
	/** Returns the solved challenge, or null if the proof is wrong, too old or for another subject. */
	verify(subject: string, proof: string | undefined): string | null;
}

/**
 * Proofs of work for attempts over an address's limit, which a stranger behind the same address can't use up. Nothing is
 * stored: the challenge is signed and contains its expiry time. The caller must make sure that each is used once.
 */
export function createProofs(deps: {
	readonly secrets: Secrets;
	readonly clock: () => number;
	readonly random: () => string;
	readonly bits: number;
}): Proofs {
	const { secrets, clock, random, bits } = deps;
	const sign = (secret: string, body: string, subject: string) =>
		hmacSha256Hex(secret, new TextEncoder().encode(`proof:${body}:${subject}`)).slice(0, 32);

	return {
		request(subject) {
			const body = `${(clock() + lifetimeMs).toString(36)}.${random().slice(0, 16)}`;
			return { challenge: `${body}.${sign(secrets[0], body, subject)}`, bits };
		},
		verify(subject, proof = "") {
			const [challenge = "", number = ""] = proof.split(":");
			const [until = "", id = "", signature = ""] = challenge.split(".");
			const ours = secrets.some((secret) => equalInConstantTime(signature, sign(secret, `${until}.${id}`, subject)));
			if (!ours || !(Number.parseInt(until, 36) > clock())) return null;
			return isProof({ challenge, bits }, number) ? challenge : null;
		},
	};
}
