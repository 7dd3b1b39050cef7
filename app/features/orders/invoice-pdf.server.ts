import { brand } from "~/brand";
import { pdfFile } from "~/lib/pdf/pdf-file";
import { drawInvoice } from "./draw-invoice";
import type { InvoiceText } from "./invoice-document";

/** The invoice as a file, with its fonts inside it. */
export async function invoicePdf(invoice: InvoiceText, language: string, now: number) {
	// Not before somebody wants one: most Workers never make a file.
	return pdfFile(drawInvoice(invoice, await import("virtual:pdf-fonts")), {
		title: `Invoice ${invoice.number}`,
		author: brand.legalName,
		language,
		createdAt: new Date(now),
	});
}
