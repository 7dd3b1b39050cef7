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

/** Bookkeepers close a year months after it has ended. */
const documentLinkMs = 400 * DAY;

/** A document in a copy: an invoice, or one of its credit notes. */
export interface BillingDocument {
	readonly billingEmailId: string;
	readonly invoiceId: string;
	readonly creditNoteId: string | null;
}

const signDocument = (secret: string, text: string) =>
	hmacSha256Hex(secret, new TextEncoder().encode(`billing-document:${text}`));

/** A signed token with which the reader of a copy downloads its document. It stops no emails. `now` in ms. */
export function billingDocumentToken(secrets: Secrets, document: BillingDocument, now: number): string {
	const { billingEmailId, invoiceId, creditNoteId } = document;
	const text = [billingEmailId, invoiceId, creditNoteId ?? "", now + documentLinkMs].join(".");
	return `${text}.${signDocument(secrets[0], text)}`;
}

/** The document of a token. Null if the signature is wrong, or after its time. */
export function readBillingDocumentToken(secrets: Secrets, token: string, now: number): BillingDocument | null {
	const [, text = "", billingEmailId = "", invoiceId = "", creditNoteId = "", until = "", signature = ""] =
		/^((bem_[a-z2-7]{1,40})\.(inv_[a-z2-7]{1,40})\.([a-z]{3}_[a-z2-7]{1,40})?\.(\d{1,16}))\.([0-9a-f]{64})$/.exec(
			token,
		) ?? [];
	const isOurs = secrets.some((secret) => equalInConstantTime(signature, signDocument(secret, text)));
	return isOurs && Number(until) > now ? { billingEmailId, invoiceId, creditNoteId: creditNoteId || null } : null;
}
