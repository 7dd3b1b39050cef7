import { hmac } from "@oslojs/crypto/hmac";
import { SHA256 } from "@oslojs/crypto/sha2";
import { constantTimeEqual } from "@oslojs/crypto/subtle";
import { encodeHexLowerCase } from "@oslojs/encoding";

const bytes = (text: string) => new TextEncoder().encode(text);

/** HMAC-SHA-256, hex. */
export function hmacSha256Hex(key: string, message: Uint8Array): string {
	return encodeHexLowerCase(hmac(SHA256, bytes(key), message));
}

/** Compares in a time that doesn't depend on where the texts differ. */
export const equalInConstantTime = (a: string, b: string): boolean => constantTimeEqual(bytes(a), bytes(b));
