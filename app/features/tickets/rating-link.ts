import { DAY } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import type { Secrets } from "~/lib/secrets";

/** Long enough for an answer that is read late. */
export const ratingLinkLifetimeMs = 30 * DAY;

const sign = (secret: string, text: string) => hmacSha256Hex(secret, new TextEncoder().encode(`ticket rating:${text}`));

/** A signed token with which someone without an account rates our answers in a ticket. `now` in ms. */
export function ratingToken(secrets: Secrets, ticketId: string, now: number): string {
	const text = `${ticketId}.${now + ratingLinkLifetimeMs}`;
	return `${text}.${sign(secrets[0], text)}`;
}

/** The ticket of a token. Null if the signature is wrong, `expired` after its time. */
export function ticketOfRating(secrets: Secrets, token: string, now: number): string | "expired" | null {
	const [, text = "", ticketId = "", until = "", signature = ""] =
		/^((tck_[a-z2-7]{1,40})\.(\d{1,16}))\.([0-9a-f]{64})$/.exec(token) ?? [];
	const ours = secrets.some((secret) => equalInConstantTime(signature, sign(secret, text)));
	if (!ours) return null;
	return Number(until) > now ? ticketId : "expired";
}
