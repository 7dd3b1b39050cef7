import { hmac } from "@oslojs/crypto/hmac";
import { SHA256, SHA512 } from "@oslojs/crypto/sha2";
import { constantTimeEqual } from "@oslojs/crypto/subtle";
import { encodeBase64, encodeHexLowerCase } from "@oslojs/encoding";

const bytes = (text: string) => new TextEncoder().encode(text);

/** HMAC-SHA-256, hex. */
export function hmacSha256Hex(key: string, message: Uint8Array): string {
	return encodeHexLowerCase(hmac(SHA256, bytes(key), message));
}

/** HMAC-SHA-256 with a key that is not a text, base64. */
export const hmacSha256Base64 = (key: Uint8Array, message: Uint8Array): string =>
	encodeBase64(hmac(SHA256, key, message));

/** HMAC-SHA-512, hex. */
export function hmacSha512Hex(key: string, message: Uint8Array): string {
	return encodeHexLowerCase(hmac(SHA512, bytes(key), message));
}

/** Compares in a time that doesn't depend on where the texts differ. */
export const equalInConstantTime = (a: string, b: string): boolean => constantTimeEqual(bytes(a), bytes(b));
