import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import type { Secrets } from "~/lib/secrets";
import { type EmailPreference, emailChoices } from "./preferences";

interface Unsubscription {
	readonly userId: string;
	readonly preference: EmailPreference;
}

const sign = (secret: string, text: string) => hmacSha256Hex(secret, new TextEncoder().encode(`unsubscribe:${text}`));

/** A signed token. It is not stored and never expires, because an email may be read years later. */
export function unsubscribeToken(secret: string, { userId, preference }: Unsubscription): string {
	const text = `${userId}.${preference}`;
	return `${text}.${sign(secret, text)}`;
}

/** Returns null if the signature is wrong. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Unsubscription | null {
	const [, text = "", userId = "", id = "", signature = ""] =
		/^((usr_[\w]{1,40})\.(\w{1,20}))\.([0-9a-f]{64})$/.exec(token) ?? [];
	const preference = emailChoices.find((choice) => choice.id === id)?.id;
	const ours = secrets.some((secret) => equalInConstantTime(signature, sign(secret, text)));
	if (!preference || !ours) return null;
	return { userId, preference };
}
