import { joinBytes } from "~/lib/bytes";
import { MINUTE } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";

export const signatureHeader = "X-Sandbox-Signature";

/** Signatures whose time differs more from ours are rejected as replays. */
const tolerance = 5 * MINUTE;

/** `t=<ms>,v1=<hex>`: an HMAC of the time, a dot and the body's bytes. */
export function sign(secret: string, raw: Uint8Array, now: number): string {
	return `t=${now},v1=${hmacSha256Hex(secret, signed(now, raw))}`;
}

/** Whether the body was signed with our secret within the tolerance. Compares in constant time. */
export function isAuthentic(secret: string, raw: Uint8Array, header: string | null, now: number): boolean {
	const match = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(header ?? "");
	if (!match) return false;
	const [, time = "", signature = ""] = match;
	const fresh = Math.abs(now - Number(time)) <= tolerance;
	return equalInConstantTime(signature, hmacSha256Hex(secret, signed(Number(time), raw))) && fresh;
}

const signed = (time: number, raw: Uint8Array) => joinBytes(new TextEncoder().encode(`${time}.`), raw);
