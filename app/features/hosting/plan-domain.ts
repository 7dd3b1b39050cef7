import { hmacSha256Hex } from "~/lib/hmac";

/** A TXT record that shows who controls a domain. */
export interface ProofRecord {
	/** Absolute, without a closing dot. */
	readonly name: string;
	readonly value: string;
}

/**
 * The record that proves that the customer controls the domain. Its text is made for this customer and domain, so that
 * one who reads it in the DNS proves nothing with it.
 */
export const proofRecord = (secret: string, { userId, domain }: { userId: string; domain: string }): ProofRecord => ({
	name: `_hosting-check.${domain}`,
	value: `hosting-check=${hmacSha256Hex(secret, new TextEncoder().encode(`hosting-domain ${userId} ${domain}`)).slice(0, 32)}`,
});
