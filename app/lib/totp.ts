import { hmac } from "@oslojs/crypto/hmac";
import { SHA1 } from "@oslojs/crypto/sha1";
import { constantTimeEqual } from "@oslojs/crypto/subtle";

/** Authenticator apps (RFC 6238): six digits of HMAC-SHA-1, a new code every 30 seconds. Milliseconds. */
const period = 30_000;
const digits = 6;

/** 160 bits, as RFC 4226 recommends. */
export const secretBytes = 20;

/** The time step (RFC 6238) of a time in ms. */
export const totpStep = (now: number): number => Math.floor(now / period);

/** The code of a time step. @param step half minutes since 1970 */
export function totpCode(secret: Uint8Array, step: number): string {
	const counter = new Uint8Array(8);
	new DataView(counter.buffer).setBigUint64(0, BigInt(step));
	const hash = hmac(SHA1, secret, counter);
	const offset = (hash.at(-1) ?? 0) & 15;
	const number = new DataView(hash.buffer, hash.byteOffset).getUint32(offset) & 0x7fffffff;
	return (number % 10 ** digits).toString().padStart(digits, "0");
}

/**
 * The time step whose code this is: the current one, or the one before or after it, for clocks that are a little off.
 * Null if the code matches none of them.
 */
export function matchingStep(secret: Uint8Array, code: string, now: number): number | null {
	if (!/^\d{6}$/.test(code)) return null;
	const given = new TextEncoder().encode(code);
	const matches = (step: number) => constantTimeEqual(given, new TextEncoder().encode(totpCode(secret, step)));
	const current = totpStep(now);
	return [current, current - 1, current + 1].filter(matches)[0] ?? null;
}
