import { brand } from "~/brand";
import { clothHeight, clothStripes } from "~/features/domains/cloth";
import type { FiscalText } from "~/features/fiscal/fiscal-text";
import { pageSize } from "~/lib/pdf/pdf-file";
import { isDrawable, linesOf, widthOf } from "~/lib/pdf/pdf-font";
import type { PdfPage, TextStyle } from "~/lib/pdf/pdf-page";
import { type PdfTag, pdfDocumentTag } from "~/lib/pdf/pdf-tag";
import { qrRuns } from "~/lib/qr";
import type { InvoiceParty } from "./invoice-party";
import { bottom, colours, type Faces, type InvoiceSheet, invoiceSheet, leading, left, right } from "./invoice-sheet";

/** Right edge of each number column, in points. Leaves room for amounts of tens of millions. */
const columns = { quantity: 358, each: 450, amount: right } as const;

/** Right edge of the labels of the totals. */
const totalLabelEnd = 390;

/** In points. */
const maxTextWidth = 270;

/** Points per pixel of a cloth, which is then as high as the capitals beside it. */
const pixel = 0.5;
const clothWidth = 28 * pixel;

/** Line height of the totals. */
const totalLeading = 18;

/** The texts of an invoice or a credit note. */
export interface InvoiceSheetText {
	/** "Invoice KK2026000001" */
	readonly title: string;
	readonly subtitle: string;
	readonly billedTo: InvoiceParty;
	readonly dates: readonly (readonly [label: string, value: string])[];
	readonly lines: readonly {
		readonly domain: string | null;
		readonly description: string;
		/** Used if the font lacks letters of `description`. */
		readonly ascii: string;
		readonly quantity: number;
		readonly unit: string;
		readonly amount: string;
	}[];
	readonly sums: readonly { readonly label: string; readonly text: string }[];
	readonly total: string;
	/** Below the total: payments and credit notes. */
	readonly payments: readonly { readonly label: string; readonly note: string; readonly text: string }[];
	/** What is still to pay. Null if nothing. */
	readonly toPay: string | null;
	/** Lines beside the sums. */
	readonly notes: readonly string[];
	/** What the tax authority signed, with its QR code. Null if nothing is signed. */
	readonly fiscal: FiscalText | null;
	/** A word across the page. Null if there is none. */
	readonly stamp: string | null;
}

/**
 * Draws the pages of an invoice or a credit note and their tag structure. The table's head is repeated on each page. Decoration, footers and
 * repeated content have no tag.
 */
export function drawInvoice(
	invoice: InvoiceSheetText,
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
	y = sums(sheet, invoice, y, structure);
	if (invoice.fiscal?.state === "signed") drawSignature(sheet, invoice.fiscal, y, structure);
	for (const [index, page] of sheet.pages.entries())
		footer(page, sheet, `${invoice.title} · page ${index + 1} of ${sheet.pages.length}`);
	return { pages: sheet.pages, structure };
}

/** The seller and the invoice number. Each part returns the height at which the next one begins. */
function header(
	{ page, bold, small, strong, block }: InvoiceSheet,
	{ title: heading, subtitle }: InvoiceSheetText,
	structure: PdfTag,
): number {
	const top = pageSize.height - 70;
	const mark = { face: bold, size: 26, colour: colours.ink } as const;
	page.text(left, top, brand.wordmark, mark);
	page.dot(left + widthOf(brand.wordmark, bold, mark.size) + 5, top + 3.4, 3.4, colours.sun);
	const { street, postBox, city, country } = brand.address;
	const address = [brand.legalName, `${street}, ${postBox}`, `${city}, ${country}`, `KRA PIN ${brand.taxPin}`];
	const title = { face: bold, size: 18, colour: colours.ink, align: "end" } as const;
	page.text(right, top, heading, { ...title, tag: structure.add("H1") });
	const state = { ...strong, colour: colours.muted, align: "end" } as const;
	page.text(right, top - 22, subtitle, { ...state, tag: structure.add("P") });
	block(address, left, top - 22, { ...small, tag: structure.add("P") });
	return top - 22 - address.length * leading - 24;
}

/** The customer and the dates. */
function parties(sheet: InvoiceSheet, invoice: InvoiceSheetText, top: number, structure: PdfTag): number {
	const { page, bold, regular, small, strong, plain, block } = sheet;
	page.text(left, top, "Billed to", { ...small, tag: structure.add("P") });
	const { company, name, address, city, country, taxPin, email } = invoice.billedTo;
	const place = [city, country].filter(Boolean).join(", ");
	const [first = "", ...others] = [company, name, address, place, taxPin && `Tax PIN ${taxPin}`, email].filter(isText);
	const named = linesOf(first, bold, 10, maxTextWidth);
	const after = block(named, left, top - leading, { ...strong, tag: structure.add("P") });
	const rest = others.flatMap((text) => linesOf(text, regular, 10, maxTextWidth));
	const end = block(rest, left, after, { ...plain, tag: structure.add("P") });
	const { dates } = invoice;
	const list = structure.add("L");
	dates.forEach(([label, day], index) => {
		const item = list.add("LI");
		const at = top - index * leading;
		page.text(columns.each, at, label, { ...small, align: "end", tag: item.add("Lbl") });
		page.text(right, at, day, { ...plain, align: "end", tag: item.add("LBody") });
	});
	return Math.min(end, top - dates.length * leading) - 24;
}

/** @param row the tag, or undefined when the head is repeated */
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

function tableRow(sheet: InvoiceSheet, row: InvoiceSheetText["lines"][number], top: number, tag: PdfTag): number {
	const { regular, plain, strong } = sheet;
	const description = isDrawable(row.description, regular) ? row.description : row.ascii;
	const indent = row.domain === null ? 0 : clothWidth + 8;
	const text = linesOf(description, regular, 10, maxTextWidth - indent);
	const from = top - text.length * leading < bottom ? tableHead(sheet, sheet.startPage()) : top;
	if (row.domain !== null) drawCloth(sheet.page, row.domain, left, from - 1);
	const after = sheet.block(text, left + indent, from, { ...plain, tag: tag.add("TD") });
	const cell = (x: number, value: string, style = plain) =>
		sheet.page.text(x, from, value, { ...style, align: "end", tag: tag.add("TD") });
	cell(columns.quantity, String(row.quantity));
	cell(columns.each, row.unit);
	cell(columns.amount, row.amount, strong);
	sheet.page.rectangle(left, after + 5, right - left, 0.5, colours.line);
	return after - 9;
}

/** Draws the name's cloth with its lower left corner at the point. It is decoration, so it has no tag. */
function drawCloth(page: PdfPage, name: string, x: number, y: number): void {
	let at = x;
	for (const { width, colour } of clothStripes(name, "small")) {
		page.rectangle(at, y, width * pixel, clothHeight("small") * pixel, colour);
		at += width * pixel;
	}
}

/** The totals and payments, and how to pay, all on one page. */
function sums(sheet: InvoiceSheet, invoice: InvoiceSheetText, top: number, structure: PdfTag): number {
	const table = structure.add("Table");
	const { bold, plain, strong } = sheet;
	const notes = invoice.notes.flatMap((line) => linesOf(line, sheet.regular, 10, maxTextWidth));
	const needed = Math.max(invoice.sums.length + invoice.payments.length + 4, notes.length + 1) * totalLeading;
	let at = (top - needed < bottom ? sheet.startPage() : top) - 6;
	const end = at - needed;
	const { page } = sheet;
	const quiet = { ...plain, colour: colours.muted };
	const large = { face: bold, size: 13, colour: colours.ink };
	/** A label that ends at `x`, and its amount at the right edge. */
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
	if (notes.length > 0) sheet.block(notes, left, at, { ...plain, tag: structure.add("P") });
	// The stamp has no tag, because it repeats the status under the number.
	if (invoice.stamp !== null)
		page.stamp(left + 12, at - 60, invoice.stamp, { face: bold, size: 26, colour: colours.lake });
	for (const { label, text } of invoice.sums) {
		row(totalLabelEnd, at, label, text, { label: quiet, amount: plain });
		at -= totalLeading;
	}
	page.rectangle(totalLabelEnd - 60, at + 9, right - totalLabelEnd + 60, 0.75, colours.line);
	row(totalLabelEnd, at - 8, "Total", invoice.total, { label: large, amount: large });
	at -= 30;
	for (const { label, note, text } of invoice.payments) {
		row(columns.each - 10, at, `${label}, ${note}`, text, { label: quiet, amount: plain });
		at -= totalLeading;
	}
	if (invoice.payments.length > 0 && invoice.toPay)
		row(columns.each - 10, at, "Still to pay", invoice.toPay, { label: strong, amount: strong });
	return end;
}

/** Side of the QR code in points. Large enough to be read from a phone's screen or paper. */
const qrSide = 90;

/** What the tax authority signed, beside the code that leads to it. The code has no tag, because the address is text too. */
function drawSignature(
	sheet: InvoiceSheet,
	{ facts, url }: Extract<FiscalText, { state: "signed" }>,
	top: number,
	structure: PdfTag,
): void {
	const lines = [...facts.map(([label, value]) => `${label}: ${value}`), `Check it at ${url}`];
	const text = lines.flatMap((line) => linesOf(line, sheet.regular, 9, right - left - qrSide - 16));
	const height = Math.max(qrSide, text.length * leading);
	const from = top - height < bottom ? sheet.startPage() : top;
	const { size, runs } = qrRuns(url);
	const module = qrSide / size;
	for (const { x, y, width } of runs)
		sheet.page.rectangle(left + x * module, from - (y + 1) * module, width * module, module, "#000000");
	sheet.block(text, left + qrSide + 16, from - leading, { ...sheet.small, tag: structure.add("P") });
}

function footer(page: PdfPage, { small }: InvoiceSheet, about: string): void {
	page.rectangle(left, 56, right - left, 0.5, colours.line);
	page.text(left, 40, `${brand.phone.display} · ${brand.emails.support}`, small);
	page.text(right, 40, about, { ...small, align: "end" });
}

const isText = (text: string | null | undefined): text is string => Boolean(text?.trim());
