import type { EmailKind } from "~/features/email/email";
import { DAY } from "~/lib/durations";
import { equalInConstantTime, hmacSha256Hex } from "~/lib/hmac";
import type { Secrets } from "~/lib/secrets";

/** How long an address can be confirmed. */
export const confirmableMs = 7 * DAY;

/** Emails of which billing addresses get a copy. Never one about signing in. */
const copied: readonly EmailKind[] = [
	"mail.invoice",
	"mail.receipt",
	"mail.reminders",
	"mail.tax-invoice",
	"mail.credit-note",
];

export type CopiedEmail = "mail.invoice" | "mail.receipt" | "mail.reminders" | "mail.tax-invoice" | "mail.credit-note";

export const isCopied = (kind: string): kind is CopiedEmail => (copied as readonly string[]).includes(kind);

const sign = (secret: string, id: string) => hmacSha256Hex(secret, new TextEncoder().encode(`billing-email:${id}`));

/** A signed token to confirm an address, and later to stop its emails. It does not expire, because the row may be removed. */
export const billingEmailToken = (secrets: Secrets, id: string): string => `${id}.${sign(secrets[0], id)}`;

/** The id in a token. Null if the signature is wrong. */
export function readBillingEmailToken(secrets: Secrets, token: string): string | null {
	const [, id = "", signature = ""] = /^(bem_[a-z2-7]{1,40})\.([0-9a-f]{64})$/.exec(token) ?? [];
	return secrets.some((secret) => equalInConstantTime(signature, sign(secret, id))) ? id : null;
}
