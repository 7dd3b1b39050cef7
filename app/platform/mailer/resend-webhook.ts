import { decodeBase64 } from "@oslojs/encoding";
import { z } from "zod";
import { joinBytes } from "~/lib/bytes";
import { MINUTE, SECOND } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Base64 } from "~/lib/hmac";
import { readJson } from "~/lib/read-json";
import type { MailWebhook, UndeliverableReport } from "./mailer";

/** Messages whose time differs more from ours are rejected as replays. */
const tolerance = 5 * MINUTE;

const eventSchema = z.object({
	type: z.string(),
	data: z.object({ to: z.array(z.string()).default([]), bounce: z.object({ type: z.string() }).optional() }),
});

/**
 * Reads a webhook of Resend (resend.com/docs/webhooks). It is signed as Standard Webhooks describe: HMAC-SHA-256 of id,
 * time and body, with one signature for each valid secret.
 * @param secrets each `whsec_` and the key in base64
 */
export function readResendWebhook(
	secrets: readonly string[],
	raw: Uint8Array,
	headers: Headers,
	now: number,
): MailWebhook {
	if (!secrets.some((secret) => isAuthentic(secret, raw, headers, now))) return { kind: "unauthentic" };
	const event = eventSchema.safeParse(readJson(raw));
	if (!event.success) return { kind: "malformed" };
	const reason = reasonOf(event.data);
	const reports = reason ? event.data.data.to.map((to) => ({ email: addressIn(to), reason })) : [];
	return { kind: "reports", reports };
}

/** `email.suppressed`: not sent, because an earlier email bounced or its recipient complained. */
function reasonOf({ type, data }: z.infer<typeof eventSchema>): UndeliverableReport["reason"] | undefined {
	if (type === "email.complained") return "complained";
	const isFinal = type === "email.suppressed" || (type === "email.bounced" && data.bounce?.type === "Permanent");
	return isFinal ? "bounced" : undefined;
}

/** The address of `Name <address>`. */
const addressIn = (text: string) => (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();

function isAuthentic(secret: string, raw: Uint8Array, headers: Headers, now: number): boolean {
	const [id, time, signatures] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) => headers.get(name));
	if (!id || !time || !signatures || !/^\d{1,12}$/.test(time)) return false;
	if (Math.abs(now - Number(time) * SECOND) > tolerance) return false;
	const key = decodeBase64(secret.replace(/^whsec_/, ""));
	const expected = hmacSha256Base64(key, joinBytes(new TextEncoder().encode(`${id}.${time}.`), raw));
	return signatures.split(" ").some((signature) => equalInConstantTime(signature, `v1,${expected}`));
}
