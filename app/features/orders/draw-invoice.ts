import { brand } from "../../brand";
import { pageSize } from "../../lib/pdf/pdf-file";
import { linesOf, type PdfFace, widthOf } from "../../lib/pdf/pdf-font";
import { type PdfPage, pdfPage } from "../../lib/pdf/pdf-page";
import { standingName } from "./billing";
import type { InvoiceText } from "./invoice-document";

interface Faces {
	readonly regular: PdfFace;
	readonly bold: PdfFace;
}

const ink = "#10231C";
const muted = "#54655D";
const lake = "#0B6B4D";
const sun = "#F2542D";
const line = "#E5E0D4";

/** Of the width: the kikoi's stripes. */
const stripes = [
	[0.38, lake],
	[0.42, "#F6B93B"],
	[0.46, lake],
	[0.58, sun],
	[0.6, "#27407A"],
	[0.64, sun],
	[1, "#F6B93B"],
] as const;

const left = 48;
const right = pageSize.width - left;
const bottom = 84;
const leading = 14;
const columns = { quantity: 390, each: 475, amount: right } as const;

/** An invoice's pages. A long one goes on, with its table's head again. */
export function drawInvoice(invoice: InvoiceText, { regular, bold }: Faces): PdfPage[] {
	const pages: PdfPage[] = [];
	const plain = { face: regular, size: 10, colour: ink } as const;
	const strong = { face: bold, size: 10, colour: ink } as const;
	const small = { face: regular, size: 9, colour: muted } as const;
	let page = begin();
	let y = header();
	y = parties(y);
	y = tableHead(y);
	for (const row of invoice.lines) y = tableRow(row, y);
	sums(y);
	pages.forEach(footer);
	return pages;

	function begin(): PdfPage {
		const begun = pdfPage();
		let from = 0;
		for (const [to, colour] of stripes) {
			begun.rectangle(from * pageSize.width, pageSize.height - 6, (to - from) * pageSize.width, 6, colour);
			from = to;
		}
		pages.push(begun);
		return begun;
	}

	function header(): number {
		const top = pageSize.height - 70;
		const mark = { face: bold, size: 26, colour: ink } as const;
		page.text(left, top, brand.wordmark, mark);
		page.dot(left + widthOf(brand.wordmark, bold, mark.size) + 5, top + 3.4, 3.4, sun);
		const { street, postBox, city, country } = brand.address;
		const address = [brand.legalName, `${street}, ${postBox}`, `${city}, ${country}`, `KRA PIN ${brand.taxPin}`];
		block(address, left, top - 22, small);
		page.text(right, top, `Invoice ${invoice.number}`, { face: bold, size: 18, colour: ink, align: "end" });
		page.text(right, top - 22, standingName[invoice.standing], { ...strong, colour: muted, align: "end" });
		return top - 22 - address.length * leading - 24;
	}

	function parties(top: number): number {
		page.text(left, top, "Billed to", small);
		const { company, name, address, city, country, taxPin, email } = invoice.billedTo;
		const place = [city, country].filter(Boolean).join(", ");
		const [first = "", ...others] = [company, name, address, place, taxPin && `Tax PIN ${taxPin}`, email].filter(
			isText,
		);
		const wide = 280;
		const after = block(linesOf(first, bold, 10, wide), left, top - leading, strong);
		const end = block(
			others.flatMap((text) => linesOf(text, regular, 10, wide)),
			left,
			after,
			plain,
		);
		const dates = [["Issued", invoice.issued], ["Due", invoice.due], ...(invoice.paid ? [["Paid", invoice.paid]] : [])];
		dates.forEach(([label = "", day = ""], index) => {
			page.text(columns.each, top - index * leading, label, { ...small, align: "end" });
			page.text(right, top - index * leading, day, { ...plain, align: "end" });
		});
		return Math.min(end, top - dates.length * leading) - 24;
	}

	function tableHead(top: number): number {
		const end = { ...small, align: "end" } as const;
		page.text(left, top, "Description", small);
		page.text(columns.quantity, top, "Quantity", end);
		page.text(columns.each, top, "Each", end);
		page.text(columns.amount, top, "Amount", end);
		page.rectangle(left, top - 8, right - left, 0.75, line);
		return top - 24;
	}

	function tableRow(row: InvoiceText["lines"][number], top: number): number {
		const text = linesOf(row.description, regular, 10, 280);
		const from = top - text.length * leading < bottom ? tableHead(goOn()) : top;
		const end = { ...plain, align: "end" } as const;
		page.text(columns.quantity, from, String(row.quantity), end);
		page.text(columns.each, from, row.unit, end);
		page.text(columns.amount, from, row.amount, { ...strong, align: "end" });
		const after = block(text, left, from, plain);
		page.rectangle(left, after + 5, right - left, 0.5, line);
		return after - 9;
	}

	function sums(top: number): void {
		const needed = (invoice.sums.length + invoice.payments.length + 4) * 18;
		let at = (top - needed < bottom ? goOn() : top) - 6;
		if (invoice.paid) page.stamp(left + 12, at - 60, "Paid", { face: bold, size: 26, colour: lake });
		for (const { label, text } of invoice.sums) {
			page.text(columns.quantity, at, label, { ...plain, colour: muted, align: "end" });
			page.text(right, at, text, { ...plain, align: "end" });
			at -= 18;
		}
		page.rectangle(columns.quantity - 60, at + 9, right - columns.quantity + 60, 0.75, line);
		page.text(columns.quantity, at - 8, "Total", { face: bold, size: 13, colour: ink, align: "end" });
		page.text(right, at - 8, invoice.total, { face: bold, size: 13, colour: ink, align: "end" });
		at -= 30;
		for (const { label, note, text } of invoice.payments) {
			page.text(columns.each - 10, at, `${label}, ${note}`, { ...plain, colour: muted, align: "end" });
			page.text(right, at, text, { ...plain, align: "end" });
			at -= 18;
		}
		if (invoice.payments.length === 0 || !invoice.toPay) return;
		page.text(columns.each - 10, at, "Still to pay", { ...strong, align: "end" });
		page.text(right, at, invoice.toPay, { ...strong, align: "end" });
	}

	function footer(each: PdfPage, index: number): void {
		each.rectangle(left, 56, right - left, 0.5, line);
		each.text(left, 40, `${brand.phone.display} · ${brand.emails.support}`, small);
		each.text(right, 40, `${invoice.number} · page ${index + 1} of ${pages.length}`, { ...small, align: "end" });
	}

	function goOn(): number {
		page = begin();
		return pageSize.height - 60;
	}

	function block(lines: readonly string[], x: number, top: number, style: Parameters<PdfPage["text"]>[3]): number {
		lines.forEach((text, index) => {
			page.text(x, top - index * leading, text, style);
		});
		return top - lines.length * leading;
	}
}

const isText = (text: string | null | undefined): text is string => Boolean(text?.trim());
