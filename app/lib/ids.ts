import { sha256 } from "@oslojs/crypto/sha2";
import { encodeBase32LowerCaseNoPadding, encodeBase64urlNoPadding } from "@oslojs/encoding";

type IdPrefix =
	| "usr"
	| "bem"
	| "mem"
	| "ses"
	| "ord"
	| "lin"
	| "inv"
	| "pay"
	| "job"
	| "dom"
	| "psh"
	| "dns"
	| "dnc"
	| "hst"
	| "hlp"
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
	| "rfd"
	| "cno"
	| "cnl"
	| "crd"
	| "fsd"
	| "tck"
	| "tkm"
	| "can"
	| "sev"
	| "stf"
	| "apr"
	| "aud"
	| "not"
	| "prp"
	| "sav"
	| "blk"
	| "tst"
	| "ann"
	| "op";

/** Characters after the prefix. Short, because ids are most of what a row takes: each is in several columns and indexes. */
const length = 17;

const shorten = (bytes: Uint8Array): string => encodeBase32LowerCaseNoPadding(bytes).slice(0, length);

/**
 * `usr_` and 17 characters: 32 bits for the second, so that rows of about the same time are together in an index, then 53
 * random bits. Ids do not sort by age, because base32's digits come after its letters. Rows of earlier releases have 26
 * characters. An id is no secret. `now` in ms.
 */
export function createId(prefix: IdPrefix, now: number = Date.now()): string {
	const bytes = crypto.getRandomValues(new Uint8Array(11));
	new DataView(bytes.buffer).setUint32(0, Math.floor(now / 1_000));
	return `${prefix}_${shorten(bytes)}`;
}

/** The same words give the same id, so that a repeated request is stored once. They contain no time. */
export function derivedId(prefix: IdPrefix, ...words: readonly string[]): string {
	const hash = sha256(new TextEncoder().encode(JSON.stringify([prefix, ...words])));
	return `${prefix}_${shorten(hash)}`;
}

/** 256 random bits, base64url: a session token or a one-time link. */
export function randomToken(): string {
	return encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(32)));
}
