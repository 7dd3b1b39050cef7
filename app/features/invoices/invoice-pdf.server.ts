import { brand } from "~/brand";
import type { DirectWays } from "~/features/payments/direct-ways";
import type { Locale } from "~/lib/dates";
import { pdfFile } from "~/lib/pdf/pdf-file";
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
	const content = { ...drawInvoice(document, await import("virtual:pdf-fonts")), attachment };
	return pdfFile(content, {
		title: `Invoice ${invoice.number}`,
		author: brand.legalName,
		language,
		createdAt: new Date(now),
	});
}
