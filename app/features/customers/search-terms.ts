import { parseEmail } from "~/features/accounts/email";
import { normalizeInvoiceNumber } from "~/features/invoices/invoice-number";

/** What a search text may be the start of, or all of. Each is looked up in an index of its own. */
export interface SearchTerms {
	/** A customer's id. */
	readonly id?: string;
	/** The start of a name or a company, in lower case. */
	readonly name?: string;
	/** The start of an address. */
	readonly email?: string;
	/** The start of a number in E.164: `+254712`. */
	readonly phone?: string;
	/** The start of a domain name, in its ASCII form. */
	readonly domain?: string;
	/** A whole invoice or credit note number. */
	readonly invoice?: string;
	/** A payment's whole receipt. */
	readonly receipt?: string;
	/** The last four digits of a card. */
	readonly card?: string;
}

export type SearchedBy = keyof SearchTerms;

/** Shorter numbers would find too much. */
const fewestDigits = 5;

/** Everything that the text may mean. Nothing for an empty text. */
export function searchTerms(typed: string): SearchTerms {
	const text = typed.normalize("NFC").replace(/\s+/g, " ").trim();
	if (text === "") return {};
	if (/^usr_\w+$/.test(text)) return { id: text };
	if (text.includes("@")) {
		const whole = parseEmail(text);
		return { email: whole.ok ? whole.value : text.toLowerCase() };
	}
	const phone = phoneStart(text);
	const invoice = normalizeInvoiceNumber(text);
	const isWord = !text.includes(" ");
	return {
		...(/\p{L}/u.test(text) && { name: lowerAscii(text) }),
		...(isWord && /^[\w.+-]+$/.test(text) && { email: text.toLowerCase() }),
		...(phone !== null && { phone }),
		...(isWord && /^[\p{L}\p{N}.:/-]+$/u.test(text) && { domain: domainStart(text) }),
		...(/^K[KC]\d{4}[A-Z\d]\d{5}$/.test(invoice) && { invoice }),
		...(isWord && text.length >= 6 && { receipt: text.toUpperCase() }),
		...(/^\d{4}$/.test(text) && { card: text }),
	};
}

/** As SQLite's `lower`, which only knows a to z. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The start of a number in E.164. Numbers without a country code are Kenyan. Null if the text is no number. */
function phoneStart(text: string): string | null {
	if (!/^[+\d][\d\s().-]*$/.test(text)) return null;
	const digits = text.replace(/\D/g, "");
	if (digits.length < fewestDigits) return null;
	if (text.startsWith("+")) return `+${digits}`;
	const international = /^00+([1-9]\d*)$/.exec(digits)?.[1];
	if (international) return `+${international}`;
	if (digits.startsWith("0")) return `+254${digits.slice(1)}`;
	return digits.startsWith("254") ? `+${digits}` : `+254${digits}`;
}

/** Without a pasted address's scheme and path, in ASCII. */
export function domainStart(text: string): string {
	const host = text
		.replace(/^https?:\/\//i, "")
		.replace(/^www\./i, "")
		.replace(/[/:].*$/, "")
		.toLowerCase();
	if (/^[\0-\x7f]*$/.test(host)) return host;
	return URL.parse(`http://${host}`)?.hostname ?? host;
}
