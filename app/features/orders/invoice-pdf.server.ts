import { brand } from "../../brand";
import { pdfFile } from "../../lib/pdf/pdf-file";
import type { PdfFace } from "../../lib/pdf/pdf-font";
import { drawInvoice } from "./draw-invoice";
import type { InvoiceText } from "./invoice-document";

interface Faces {
	readonly regular: PdfFace;
	readonly bold: PdfFace;
}

/** The invoice as a file, with its fonts inside it. */
export async function invoicePdf(invoice: InvoiceText, language: string, now: number) {
	// Not before somebody wants one: most Workers never make a file.
	const faces: Faces = await import("virtual:pdf-fonts");
	return pdfFile(drawInvoice(invoice, faces), {
		title: `Invoice ${invoice.number}`,
		author: brand.legalName,
		language,
		createdAt: new Date(now),
	});
}
