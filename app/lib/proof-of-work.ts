import { sha256 } from "@oslojs/crypto/sha2";

/** What a browser is asked to compute before an attempt is let through. */
export interface ProofRequest {
	readonly challenge: string;
	/** Leading zero bits that SHA-256 of `<challenge>:<number>` must have: each one doubles the work. */
	readonly bits: number;
}

/** Has this number the zero bits? */
export function isProof({ challenge, bits }: ProofRequest, number: string): boolean {
	return zeroBits(sha256(new TextEncoder().encode(`${challenge}:${number}`))) >= bits;
}

/** The first number that is a proof, tried in slices so that the page stays responsive. */
export async function findProof(request: ProofRequest, slice = 2_000): Promise<string> {
	for (let start = 0; ; start += slice) {
		for (let number = start; number < start + slice; number += 1) {
			if (isProof(request, String(number))) return `${request.challenge}:${number}`;
		}
		await new Promise((resolve) => setTimeout(resolve, 0));
	}
}

function zeroBits(hash: Uint8Array): number {
	const first = hash.findIndex((byte) => byte !== 0);
	return first === -1 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24;
}
