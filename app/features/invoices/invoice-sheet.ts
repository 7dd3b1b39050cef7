import { pageSize } from "~/lib/pdf/pdf-file";
import type { PdfFace } from "~/lib/pdf/pdf-font";
import { type PdfPage, pdfPage, type TextStyle } from "~/lib/pdf/pdf-page";

export interface Faces {
	readonly regular: PdfFace;
	readonly bold: PdfFace;
}

export const colours = { ink: "#10231C", muted: "#54655D", lake: "#0B6B4D", sun: "#F2542D", line: "#E5E0D4" } as const;

/** The stripes of the kikoi band. Each ends at a fraction of the page width. */
const stripes = [
	[0.38, colours.lake],
	[0.42, "#F6B93B"],
	[0.46, colours.lake],
	[0.58, colours.sun],
	[0.6, "#27407A"],
	[0.64, colours.sun],
	[1, "#F6B93B"],
] as const;

/** Margins in points, from the lower left corner. */
export const left = 48;
export const right = pageSize.width - left;
/** Content ends here. Only the footer is below. */
export const bottom = 84;
/** Line height of text. */
export const leading = 14;

/** Pages with the same fonts and margins, drawn in order. Heights are in points, from the lower edge. */
export interface InvoiceSheet {
	readonly bold: PdfFace;
	readonly regular: PdfFace;
	readonly plain: TextStyle;
	readonly strong: TextStyle;
	readonly small: TextStyle;
	readonly pages: readonly PdfPage[];
	/** The current page. */
	readonly page: PdfPage;
	/** Adds a page. Returns the height at which its content begins. */
	startPage(): number;
	/** Draws lines of text. Returns the height below them. */
	block(lines: readonly string[], x: number, top: number, style: TextStyle): number;
}

/** Creates a sheet with an empty first page. */
export function invoiceSheet({ regular, bold }: Faces): InvoiceSheet {
	const pages: PdfPage[] = [];
	let page = addPage();

	function addPage(): PdfPage {
		const added = pdfPage();
		let from = 0;
		for (const [to, colour] of stripes) {
			added.rectangle(from * pageSize.width, pageSize.height - 6, (to - from) * pageSize.width, 6, colour);
			from = to;
		}
		pages.push(added);
		return added;
	}

	return {
		regular,
		bold,
		plain: { face: regular, size: 10, colour: colours.ink },
		strong: { face: bold, size: 10, colour: colours.ink },
		small: { face: regular, size: 9, colour: colours.muted },
		pages,
		get page() {
			return page;
		},
		startPage() {
			page = addPage();
			return pageSize.height - 60;
		},
		block(lines, x, top, style) {
			lines.forEach((text, index) => {
				// The space separates the last and first words of two lines for screen readers.
				const end = style.tag && index < lines.length - 1 ? " " : "";
				page.text(x, top - index * leading, text + end, style);
			});
			return top - lines.length * leading;
		},
	};
}
