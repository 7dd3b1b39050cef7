import { sha256 } from "@oslojs/crypto/sha2";
import { encodeBase32LowerCaseNoPadding, encodeBase64urlNoPadding } from "@oslojs/encoding";

type IdPrefix =
	| "usr"
	| "ses"
	| "ord"
	| "lin"
	| "inv"
	| "pay"
	| "job"
	| "dom"
	| "dns"
	| "dnc"
	| "hst"
	| "add"
	| "prj"
	| "tsk"
	| "pst"
	| "fil"
	| "msg"
	| "out"
	| "act"
	| "ntf"
	| "rev"
	| "led"
	| "crd"
	| "enq"
	| "sev"
	| "op";

/**
 * `usr_` and 26 characters: 48 bits of time, so that rows of about the same time are together in an index, then 80 random
 * bits. Ids do not sort by age, because base32's digits come after its letters. `now` in ms.
 */
export function createId(prefix: IdPrefix, now: number = Date.now()): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	new DataView(bytes.buffer).setUint16(0, Math.floor(now / 2 ** 32));
	new DataView(bytes.buffer).setUint32(2, now >>> 0);
	return `${prefix}_${encodeBase32LowerCaseNoPadding(bytes)}`;
}

/** The same words give the same id, so that a repeated request is stored once. They contain no time. */
export function derivedId(prefix: IdPrefix, ...words: readonly string[]): string {
	const hash = sha256(new TextEncoder().encode(JSON.stringify([prefix, ...words])));
	return `${prefix}_${encodeBase32LowerCaseNoPadding(hash.subarray(0, 16))}`;
}

/** 256 random bits, base64url: a session token or a one-time link. */
export function randomToken(): string {
	return encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(32)));
}
