import { brand } from "~/brand";
import { pageSize } from "~/lib/pdf/pdf-file";
import { isDrawable, linesOf, widthOf } from "~/lib/pdf/pdf-font";
import type { PdfPage, TextStyle } from "~/lib/pdf/pdf-page";
import { type PdfTag, pdfDocumentTag } from "~/lib/pdf/pdf-tag";
import { statusNames } from "./billing";
import type { InvoiceText } from "./invoice-document";
import { bottom, colours, type Faces, type InvoiceSheet, invoiceSheet, leading, left, right } from "./invoice-sheet";

/** Where each column of numbers ends: tens of millions have room before the next. */
const columns = { quantity: 358, each: 450, amount: right } as const;

/** Where the words before the sums end. */
const sumWords = 390;

/** The widest that a line of text may be. */
const measure = 270;

/** From one sum to the next. */
const sumLeading = 18;

/**
 * An invoice's pages and their structure. A long one goes on, with its table's head again. Stripes, rules, footers and
 * what is only repeated carry no tag.
 */
export function drawInvoice(
	invoice: InvoiceText,
	faces: Faces,
): { readonly pages: readonly PdfPage[]; readonly structure: PdfTag } {
	const sheet = invoiceSheet(faces);
	const structure = pdfDocumentTag();
	let y = header(sheet, invoice, structure);
	y = parties(sheet, invoice, y, structure);
	const table = structure.add("Table");
	y = tableHead(sheet, y, table.add("THead").add("TR"));
	const body = table.add("TBody");
	for (const row of invoice.lines) y = tableRow(sheet, row, y, body.add("TR"));
	sums(sheet, invoice, y, structure.add("Table"));
	for (const [index, page] of sheet.pages.entries())
		footer(page, sheet, `${invoice.number} · page ${index + 1} of ${sheet.pages.length}`);
	return { pages: sheet.pages, structure };
}

/** Whose it is, and which. Each part answers the height at which the next one begins. */
function header(
	{ page, bold, small, strong, block }: InvoiceSheet,
	{ number, status }: InvoiceText,
	structure: PdfTag,
): number {
	const top = pageSize.height - 70;
	const mark = { face: bold, size: 26, colour: colours.ink } as const;
	page.text(left, top, brand.wordmark, mark);
	page.dot(left + widthOf(brand.wordmark, bold, mark.size) + 5, top + 3.4, 3.4, colours.sun);
	const { street, postBox, city, country } = brand.address;
	const address = [brand.legalName, `${street}, ${postBox}`, `${city}, ${country}`, `KRA PIN ${brand.taxPin}`];
	const title = { face: bold, size: 18, colour: colours.ink, align: "end" } as const;
	page.text(right, top, `Invoice ${number}`, { ...title, tag: structure.add("H1") });
	const state = { ...strong, colour: colours.muted, align: "end" } as const;
	page.text(right, top - 22, statusNames[status], { ...state, tag: structure.add("P") });
	block(address, left, top - 22, { ...small, tag: structure.add("P") });
	return top - 22 - address.length * leading - 24;
}

/** Whom it is made out to, and its dates. */
function parties(sheet: InvoiceSheet, invoice: InvoiceText, top: number, structure: PdfTag): number {
	const { page, bold, regular, small, strong, plain, block } = sheet;
	page.text(left, top, "Billed to", { ...small, tag: structure.add("P") });
	const { company, name, address, city, country, taxPin, email } = invoice.billedTo;
	const place = [city, country].filter(Boolean).join(", ");
	const [first = "", ...others] = [company, name, address, place, taxPin && `Tax PIN ${taxPin}`, email].filter(isText);
	const named = linesOf(first, bold, 10, measure);
	const after = block(named, left, top - leading, { ...strong, tag: structure.add("P") });
	const rest = others.flatMap((text) => linesOf(text, regular, 10, measure));
	const end = block(rest, left, after, { ...plain, tag: structure.add("P") });
	const dates = [["Issued", invoice.issued], ["Due", invoice.due], ...(invoice.paid ? [["Paid", invoice.paid]] : [])];
	const list = structure.add("L");
	dates.forEach(([label = "", day = ""], index) => {
		const item = list.add("LI");
		const at = top - index * leading;
		page.text(columns.each, at, label, { ...small, align: "end", tag: item.add("Lbl") });
		page.text(right, at, day, { ...plain, align: "end", tag: item.add("LBody") });
	});
	return Math.min(end, top - dates.length * leading) - 24;
}

/** @param row its tag; none where it is repeated */
function tableHead({ page, small }: InvoiceSheet, top: number, row?: PdfTag): number {
	const name = (x: number, text: string, align: "start" | "end" = "end") =>
		page.text(x, top, text, { ...small, align, ...(row && { tag: row.add("TH", "Column") }) });
	name(left, "Description", "start");
	name(columns.quantity, "Quantity");
	name(columns.each, "Each");
	name(columns.amount, "Amount");
	page.rectangle(left, top - 8, right - left, 0.75, colours.line);
	return top - 24;
}

function tableRow(sheet: InvoiceSheet, row: InvoiceText["lines"][number], top: number, tag: PdfTag): number {
	const { regular, plain, strong } = sheet;
	const description = isDrawable(row.description, regular) ? row.description : row.ascii;
	const text = linesOf(description, regular, 10, measure);
	const from = top - text.length * leading < bottom ? tableHead(sheet, sheet.startPage()) : top;
	const after = sheet.block(text, left, from, { ...plain, tag: tag.add("TD") });
	const cell = (x: number, value: string, style = plain) =>
		sheet.page.text(x, from, value, { ...style, align: "end", tag: tag.add("TD") });
	cell(columns.quantity, String(row.quantity));
	cell(columns.each, row.unit);
	cell(columns.amount, row.amount, strong);
	sheet.page.rectangle(left, after + 5, right - left, 0.5, colours.line);
	return after - 9;
}

/** What it comes to, and what of that is paid: on one page, whatever stands before. */
function sums(sheet: InvoiceSheet, invoice: InvoiceText, top: number, table: PdfTag): void {
	const { bold, plain, strong } = sheet;
	const needed = (invoice.sums.length + invoice.payments.length + 4) * sumLeading;
	let at = (top - needed < bottom ? sheet.startPage() : top) - 6;
	const { page } = sheet;
	const quiet = { ...plain, colour: colours.muted };
	const large = { face: bold, size: 13, colour: colours.ink };
	/** Words that end at `x`, and their amount at the right edge. */
	const row = (
		x: number,
		y: number,
		label: string,
		amount: string,
		styles: { label: TextStyle; amount: TextStyle },
	) => {
		const tag = table.add("TR");
		page.text(x, y, label, { ...styles.label, align: "end", tag: tag.add("TH", "Row") });
		page.text(right, y, amount, { ...styles.amount, align: "end", tag: tag.add("TD") });
	};
	// The stamp repeats the state under the number.
	if (invoice.paid) page.stamp(left + 12, at - 60, "Paid", { face: bold, size: 26, colour: colours.lake });
	for (const { label, text } of invoice.sums) {
		row(sumWords, at, label, text, { label: quiet, amount: plain });
		at -= sumLeading;
	}
	page.rectangle(sumWords - 60, at + 9, right - sumWords + 60, 0.75, colours.line);
	row(sumWords, at - 8, "Total", invoice.total, { label: large, amount: large });
	at -= 30;
	for (const { label, note, text } of invoice.payments) {
		row(columns.each - 10, at, `${label}, ${note}`, text, { label: quiet, amount: plain });
		at -= sumLeading;
	}
	if (invoice.payments.length === 0 || !invoice.toPay) return;
	row(columns.each - 10, at, "Still to pay", invoice.toPay, { label: strong, amount: strong });
}

function footer(page: PdfPage, { small }: InvoiceSheet, about: string): void {
	page.rectangle(left, 56, right - left, 0.5, colours.line);
	page.text(left, 40, `${brand.phone.display} · ${brand.emails.support}`, small);
	page.text(right, 40, about, { ...small, align: "end" });
}

const isText = (text: string | null | undefined): text is string => Boolean(text?.trim());
