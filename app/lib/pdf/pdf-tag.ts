import type { PdfPage } from "./pdf-page";

/** The standard structure types that are used here (ISO 32000-1, 14.8.4). */
type Role = "Document" | "H1" | "P" | "L" | "LI" | "Lbl" | "LBody" | "Table" | "THead" | "TBody" | "TR" | "TH" | "TD";

/** A piece of content that belongs to a tag. Ids start at 0 on each page. */
export interface Mark {
	readonly page: PdfPage;
	readonly id: number;
}

/** Role of a part of the document, for screen readers. Children are read in the order in which they were added. */
export interface PdfTag {
	readonly role: Role;
	/** For a header cell: whether it is a row or column header. */
	readonly scope: "Row" | "Column" | null;
	readonly children: readonly (PdfTag | Mark)[];
	add(role: Role, scope?: "Row" | "Column"): PdfTag;
	mark(mark: Mark): void;
}

/** The root of a document's structure. */
export const pdfDocumentTag = (): PdfTag => pdfTag("Document", null);

function pdfTag(role: Role, scope: PdfTag["scope"]): PdfTag {
	const children: (PdfTag | Mark)[] = [];
	return {
		role,
		scope,
		children,
		add(childRole, childScope) {
			const child = pdfTag(childRole, childScope ?? null);
			children.push(child);
			return child;
		},
		mark(mark) {
			children.push(mark);
		},
	};
}

export const isMark = (child: PdfTag | Mark): child is Mark => "page" in child;
