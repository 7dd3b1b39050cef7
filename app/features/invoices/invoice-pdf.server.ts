import { brand } from "~/brand";
import type { Locale } from "~/lib/dates";
import { pdfFile } from "~/lib/pdf/pdf-file";
import { drawInvoice } from "./draw-invoice";
import { invoiceData } from "./invoice-data";
import { type Invoice, invoiceDocument } from "./invoice-document";

/** Its words are English; only dates and amounts follow the customer's settings. */
const language = "en";

/** The invoice as a file, with its fonts and its data inside it. @param now milliseconds UTC */
export async function invoicePdf(invoice: Invoice, locale: Locale, now: number) {
	const document = invoiceDocument(invoice, now, locale);
	const attachment = {
		name: `${invoice.number}.json`,
		description: `Invoice ${invoice.number} as data`,
		json: JSON.stringify(invoiceData(invoice), null, "\t"),
	};
	// Loads the fonts on demand: most Workers never make a file.
	const content = { ...drawInvoice(document, await import("virtual:pdf-fonts")), attachment };
	return pdfFile(content, {
		title: `Invoice ${invoice.number}`,
		author: brand.legalName,
		language,
		createdAt: new Date(now),
	});
}
