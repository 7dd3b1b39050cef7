import { DAY, SECOND } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";

/**
 * A form token says when somebody began to fill in a form; signed, so that it can't be made up. A program that sends a form
 * the moment it has it is told apart from a person, and one that never asked for a form token can send hardly any. Each form token
 * sends one form: the enquiry's unique key is made of it.
 * Form: `<ms since the epoch, base 36>.<random>.<signature>`.
 */
export function createFormToken(secret: string, now: number, random: string): string {
	const body = `${now.toString(36)}.${random}`;
	return `${body}.${sign(secret, body)}`;
}

/** Nobody reads and fills in a form faster. */
export const minFormAge = 3 * SECOND;
const maxFormAge = DAY;

/** `missing` also means forged or too old. `early`: wait that many ms. */
type FormTokenState = { readonly state: "good" | "missing" } | { readonly state: "early"; readonly wait: number };

/** Is the form ours, and was there time to fill it in? `wait`: milliseconds until there was. */
export function readFormToken(secret: string, formToken: string, now: number): FormTokenState {
	const [time = "", random = "", signature = ""] = formToken.split(".");
	if (!equalInConstantTime(signature, sign(secret, `${time}.${random}`))) return { state: "missing" };
	const age = now - Number.parseInt(time, 36);
	if (age > maxFormAge) return { state: "missing" };
	return age < minFormAge ? { state: "early", wait: minFormAge - age } : { state: "good" };
}

const sign = (secret: string, body: string) =>
	hmacSha256Hex(secret, new TextEncoder().encode(`enquiry:${body}`)).slice(0, 32);
