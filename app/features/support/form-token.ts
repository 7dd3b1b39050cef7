import { DAY, SECOND } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import type { Secrets } from "~/lib/secrets";

/**
 * A form token contains the signed time at which someone started to fill in a form. It reveals bots that send a form at
 * once. Forms without a token have a low rate limit. Each token sends one form, because it is the enquiry's unique key.
 * Format: `<ms since the epoch, base 36>.<random>.<signature>`.
 */
export function createFormToken(secret: string, now: number, random: string): string {
	const body = `${now.toString(36)}.${random}`;
	return `${body}.${sign(secret, body)}`;
}

/** People take longer to fill in a form. */
export const minFormAge = 3 * SECOND;
const maxFormAge = DAY;

/** `missing` includes forged and expired tokens. `wait`: milliseconds until the form may be sent. */
type FormTokenState = { readonly state: "good" | "missing" } | { readonly state: "early"; readonly wait: number };

export function readFormToken(secrets: Secrets, formToken: string, now: number): FormTokenState {
	const [time = "", random = "", signature = ""] = formToken.split(".");
	const ours = secrets.some((secret) => equalInConstantTime(signature, sign(secret, `${time}.${random}`)));
	if (!ours) return { state: "missing" };
	const age = now - Number.parseInt(time, 36);
	if (age > maxFormAge) return { state: "missing" };
	return age < minFormAge ? { state: "early", wait: minFormAge - age } : { state: "good" };
}

const sign = (secret: string, body: string) =>
	hmacSha256Hex(secret, new TextEncoder().encode(`enquiry:${body}`)).slice(0, 32);
