import { sha256 } from "@oslojs/crypto/sha2";

/** Work that a browser has to do before an attempt is accepted. */
export interface ProofRequest {
	readonly challenge: string;
	/** Leading zero bits that SHA-256 of `<challenge>:<number>` must have. Each bit doubles the work. */
	readonly bits: number;
}

/** Whether the hash with this number has enough zero bits. */
export function isProof({ challenge, bits }: ProofRequest, number: string): boolean {
	return zeroBits(sha256(new TextEncoder().encode(`${challenge}:${number}`))) >= bits;
}

/** Finds a proof, `<challenge>:<number>`. Yields after each slice of numbers, so that the page stays responsive. */
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
