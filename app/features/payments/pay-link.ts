import { href } from "react-router";
import { DAY } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import type { Secrets } from "~/lib/secrets";

/** Longer than any invoice stays open. */
export const payLinkLifetimeMs = 90 * DAY;

/** The invoice, and its `payLinkRound` when the link was made. */
interface PayLink {
	readonly invoiceId: string;
	readonly round: number;
}

const sign = (secret: string, text: string) => hmacSha256Hex(secret, new TextEncoder().encode(`pay-link:${text}`));

/** A signed token with which anyone can see and pay one invoice. `now` in ms. */
export function payLinkToken(secrets: Secrets, { invoiceId, round }: PayLink, now: number): string {
	const text = `${invoiceId}.${round}.${now + payLinkLifetimeMs}`;
	return `${text}.${sign(secrets[0], text)}`;
}

/** The invoice of a token. Null if the signature is wrong, `expired` after its time. */
export function readPayLink(secrets: Secrets, token: string, now: number): PayLink | "expired" | null {
	const [, text = "", invoiceId = "", round = "", until = "", signature = ""] =
		/^((inv_[a-z2-7]{1,40})\.(\d{1,9})\.(\d{1,16}))\.([0-9a-f]{64})$/.exec(token) ?? [];
	const ours = secrets.some((secret) => equalInConstantTime(signature, sign(secret, text)));
	if (!ours) return null;
	return Number(until) > now ? { invoiceId, round: Number(round) } : "expired";
}

/** Adds a parameter to the path of a payment page, which may have the token of a link. */
export const withParameter = (path: string, name: string, value = ""): string =>
	`${path}${path.includes("?") ? "&" : "?"}${name}${value === "" ? "" : `=${value}`}`;

/** Not `token`: PayPal replaces the parameter of that name in the address to which it leads back. */
const tokenParameter = "link";

const withToken = (path: string, token: string) => withParameter(path, tokenParameter, encodeURIComponent(token));

/** The page's path with the token. */
export const payLinkPath = (token: string): string => withToken(href("/pay-link"), token);

/** The path of the invoice as PDF. */
export const payLinkPdfPath = (token: string): string => withToken(href("/pay-link/pdf"), token);

/** The token in the address of either, as it was sent. Empty if there is none. */
export const payLinkTokenIn = (url: URL): string => url.searchParams.get(tokenParameter) ?? "";

/** The whole address, for an email or to copy. `now` in ms. */
export const payLinkUrl = (secrets: Secrets, appOrigin: string, link: PayLink, now: number): string =>
	`${appOrigin}${payLinkPath(payLinkToken(secrets, link, now))}`;
