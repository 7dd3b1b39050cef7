import { brand } from "~/brand";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import type { Secrets } from "~/lib/secrets";

/** Hex digits: 80 bits, so that no one guesses the address of someone else's ticket. */
const signatureLength = 20;

const sign = (secret: string, id: string): string =>
	hmacSha256Hex(secret, new TextEncoder().encode(`ticket reply:${id}`)).slice(0, signatureLength);

const [mailbox = "", domain = ""] = brand.emails.support.split("@");

/**
 * Where replies to emails about a ticket go: `support+<id>.<signature>@…`. At most 64 characters before the @ (RFC 5321,
 * section 4.5.3.1.1).
 */
export function replyAddress(secrets: Secrets, ticketId: string): string {
	const id = ticketId.slice("tck_".length);
	return `${mailbox}+${id}.${sign(secrets[0], id)}@${domain}`;
}

/** The ticket of an address. Null without a signature, `forged` with a wrong one. @param address in lower case */
export function ticketOfAddress(secrets: Secrets, address: string): string | "forged" | null {
	const [local = ""] = address.split("@");
	const at = local.indexOf("+");
	if (at === -1) return null;
	const [id = "", signature = ""] = local.slice(at + 1).split(".");
	const ours = secrets.some((secret) => equalInConstantTime(signature, sign(secret, id)));
	return ours ? `tck_${id}` : "forged";
}
