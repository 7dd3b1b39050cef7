import { brand } from "~/brand";
import { pageSize } from "~/lib/pdf/pdf-file";
import { isDrawable, linesOf, widthOf } from "~/lib/pdf/pdf-font";
import type { PdfPage } from "~/lib/pdf/pdf-page";
import { standingName } from "./billing";
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

/** An invoice's pages. A long one goes on, with its table's head again. */
export function drawInvoice(invoice: InvoiceText, faces: Faces): readonly PdfPage[] {
	const sheet = invoiceSheet(faces);
	let y = header(sheet, invoice);
	y = parties(sheet, invoice, y);
	y = tableHead(sheet, y);
	for (const row of invoice.lines) y = tableRow(sheet, row, y);
	sums(sheet, invoice, y);
	for (const [index, page] of sheet.pages.entries())
		footer(page, sheet, `${invoice.number} · page ${index + 1} of ${sheet.pages.length}`);
	return sheet.pages;
}

/** Whose it is, and which. Each part answers the height at which the next one begins. */
function header({ page, bold, small, strong, block }: InvoiceSheet, { number, standing }: InvoiceText): number {
	const top = pageSize.height - 70;
	const mark = { face: bold, size: 26, colour: colours.ink } as const;
	page.text(left, top, brand.wordmark, mark);
	page.dot(left + widthOf(brand.wordmark, bold, mark.size) + 5, top + 3.4, 3.4, colours.sun);
	const { street, postBox, city, country } = brand.address;
	const address = [brand.legalName, `${street}, ${postBox}`, `${city}, ${country}`, `KRA PIN ${brand.taxPin}`];
	block(address, left, top - 22, small);
	page.text(right, top, `Invoice ${number}`, { face: bold, size: 18, colour: colours.ink, align: "end" });
	page.text(right, top - 22, standingName[standing], { ...strong, colour: colours.muted, align: "end" });
	return top - 22 - address.length * leading - 24;
}

/** Whom it is made out to, and its dates. */
function parties(sheet: InvoiceSheet, invoice: InvoiceText, top: number): number {
	const { page, bold, regular, small, strong, plain, block } = sheet;
	page.text(left, top, "Billed to", small);
	const { company, name, address, city, country, taxPin, email } = invoice.billedTo;
	const place = [city, country].filter(Boolean).join(", ");
	const [first = "", ...others] = [company, name, address, place, taxPin && `Tax PIN ${taxPin}`, email].filter(isText);
	const after = block(linesOf(first, bold, 10, measure), left, top - leading, strong);
	const rest = others.flatMap((text) => linesOf(text, regular, 10, measure));
	const end = block(rest, left, after, plain);
	const dates = [["Issued", invoice.issued], ["Due", invoice.due], ...(invoice.paid ? [["Paid", invoice.paid]] : [])];
	dates.forEach(([label = "", day = ""], index) => {
		page.text(columns.each, top - index * leading, label, { ...small, align: "end" });
		page.text(right, top - index * leading, day, { ...plain, align: "end" });
	});
	return Math.min(end, top - dates.length * leading) - 24;
}

function tableHead({ page, small }: InvoiceSheet, top: number): number {
	const end = { ...small, align: "end" } as const;
	page.text(left, top, "Description", small);
	page.text(columns.quantity, top, "Quantity", end);
	page.text(columns.each, top, "Each", end);
	page.text(columns.amount, top, "Amount", end);
	page.rectangle(left, top - 8, right - left, 0.75, colours.line);
	return top - 24;
}

function tableRow(sheet: InvoiceSheet, row: InvoiceText["lines"][number], top: number): number {
	const { regular, plain, strong } = sheet;
	const description = isDrawable(row.description, regular) ? row.description : row.ascii;
	const text = linesOf(description, regular, 10, measure);
	const from = top - text.length * leading < bottom ? tableHead(sheet, sheet.goOn()) : top;
	const end = { ...plain, align: "end" } as const;
	sheet.page.text(columns.quantity, from, String(row.quantity), end);
	sheet.page.text(columns.each, from, row.unit, end);
	sheet.page.text(columns.amount, from, row.amount, { ...strong, align: "end" });
	const after = sheet.block(text, left, from, plain);
	sheet.page.rectangle(left, after + 5, right - left, 0.5, colours.line);
	return after - 9;
}

/** What it comes to, and what of that is paid: on one page, whatever stands before. */
function sums(sheet: InvoiceSheet, invoice: InvoiceText, top: number): void {
	const { bold, plain, strong } = sheet;
	const needed = (invoice.sums.length + invoice.payments.length + 4) * sumLeading;
	let at = (top - needed < bottom ? sheet.goOn() : top) - 6;
	const { page } = sheet;
	const quiet = { ...plain, colour: colours.muted, align: "end" } as const;
	const large = { face: bold, size: 13, colour: colours.ink, align: "end" } as const;
	if (invoice.paid) page.stamp(left + 12, at - 60, "Paid", { face: bold, size: 26, colour: colours.lake });
	for (const { label, text } of invoice.sums) {
		page.text(sumWords, at, label, quiet);
		page.text(right, at, text, { ...plain, align: "end" });
		at -= sumLeading;
	}
	page.rectangle(sumWords - 60, at + 9, right - sumWords + 60, 0.75, colours.line);
	page.text(sumWords, at - 8, "Total", large);
	page.text(right, at - 8, invoice.total, large);
	at -= 30;
	for (const { label, note, text } of invoice.payments) {
		page.text(columns.each - 10, at, `${label}, ${note}`, quiet);
		page.text(right, at, text, { ...plain, align: "end" });
		at -= sumLeading;
	}
	if (invoice.payments.length === 0 || !invoice.toPay) return;
	page.text(columns.each - 10, at, "Still to pay", { ...strong, align: "end" });
	page.text(right, at, invoice.toPay, { ...strong, align: "end" });
}

function footer(page: PdfPage, { small }: InvoiceSheet, about: string): void {
	page.rectangle(left, 56, right - left, 0.5, colours.line);
	page.text(left, 40, `${brand.phone.display} · ${brand.emails.support}`, small);
	page.text(right, 40, about, { ...small, align: "end" });
}

const isText = (text: string | null | undefined): text is string => Boolean(text?.trim());
