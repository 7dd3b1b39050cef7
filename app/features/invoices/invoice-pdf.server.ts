import { brand } from "~/brand";
import type { DirectWays } from "~/features/payments/direct-ways";
import type { Locale } from "~/lib/dates";
import { pdfFile } from "~/lib/pdf/pdf-file";
import { statusNames } from "./billing";
import { type CreditNote, creditNoteData, creditNoteSheet } from "./credit-note-document";
import { drawInvoice } from "./draw-invoice";
import { invoiceData } from "./invoice-data";
import { type Invoice, invoiceDocument } from "./invoice-document";

/** The text is always English. Only dates and amounts follow the customer's settings. */
const language = "en";

/** The invoice as a PDF file with embedded fonts and its data as JSON. @param now milliseconds UTC */
export async function invoicePdf(invoice: Invoice, locale: Locale, now: number, ways?: DirectWays) {
	const document = invoiceDocument(invoice, now, locale, ways);
	const attachment = {
		name: `${invoice.number}.json`,
		description: `Invoice ${invoice.number} as data`,
		json: JSON.stringify(invoiceData(invoice), null, "\t"),
	};
	// Load the fonts on demand, because most Workers never create a PDF.
	const { status, issued, due, paid, creditNotes, title } = document;
	const sheet = {
		...document,
		title,
		subtitle: statusNames[status],
		dates: [["Issued", issued], ["Due", due], ...(paid ? ([["Paid", paid]] as const) : [])] as const,
		payments: [...document.payments, ...creditNotes],
		notes: document.howToPay.flat(),
		// It repeats the status.
		stamp: status === "paid" ? "Paid" : null,
	};
	const content = { ...drawInvoice(sheet, await import("virtual:pdf-fonts")), attachment };
	return pdfFile(content, {
		title,
		author: brand.legalName,
		language,
		createdAt: new Date(now),
	});
}

/** The credit note as a PDF file, like the invoice. */
export async function creditNotePdf(note: CreditNote, locale: Locale, now: number) {
	const sheet = creditNoteSheet(note, locale);
	const attachment = {
		name: `${note.number}.json`,
		description: `Credit note ${note.number} as data`,
		json: JSON.stringify(creditNoteData(note), null, "\t"),
	};
	const content = { ...drawInvoice(sheet, await import("virtual:pdf-fonts")), attachment };
	return pdfFile(content, { title: sheet.title, author: brand.legalName, language, createdAt: new Date(now) });
}
