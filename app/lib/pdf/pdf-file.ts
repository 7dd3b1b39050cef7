import { sha256Hex } from "../sha256";
import { embedFont } from "./embed-font";
import type { PdfFont } from "./pdf-font";
import { type PdfInfo, pdfDate, xmp } from "./pdf-metadata";
import { type PdfObjects, pdfObjects, pdfText } from "./pdf-objects";
import type { PdfPage } from "./pdf-page";
import { isMark, type PdfTag } from "./pdf-tag";
import { srgbProfile } from "./srgb-profile";

/** A file attached to the document, with the data of its pages. */
export interface PdfAttachment {
	/** Letters a to z, digits, dots and hyphens. */
	readonly name: string;
	readonly description: string;
	/** JSON, UTF-8. */
	readonly json: string;
}

interface PdfContent {
	readonly pages: readonly PdfPage[];
	/** The tags of the pages' texts, in reading order. */
	readonly structure: PdfTag;
	readonly attachment: PdfAttachment;
}

/** A4, in points. */
export const pageSize = { width: 595.28, height: 841.89 } as const;

/**
 * A PDF 1.7 file for archiving (PDF/A-3a, ISO 19005-3) and for screen readers (PDF/UA-1, ISO 14289-1): fonts and colour
 * space are embedded, every text is tagged.
 */
export function pdfFile({ pages, structure, attachment }: PdfContent, info: PdfInfo): Uint8Array<ArrayBuffer> {
	const objects = pdfObjects();
	const catalog = objects.add();
	const tree = objects.add();
	const fonts = [...new Set(pages.flatMap((page) => [...page.used.keys()]))];
	const resources = fonts
		.map((font) => `/${font.name} ${embedFont(font, codesOf(pages, font), objects)} 0 R`)
		.join(" ");
	const pageIds = new Map(
		pages.map((page, index) => {
			const content = objects.stream("", page.content);
			const id = objects.add(
				`<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${pageSize.width} ${pageSize.height}] /StructParents ${index}`,
				` /Tabs /S /Resources << /Font << ${resources} >> >> /Contents ${content} 0 R >>`,
			);
			return [page, id];
		}),
	);
	const kids = [...pageIds.values()].map((id) => `${id} 0 R`).join(" ");
	objects.set(tree, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
	const profile = objects.stream("/N 3", srgbProfile());
	const metadata = objects.stream("/Type /Metadata /Subtype /XML", xmp(info));
	const file = attach(attachment, info.createdAt, objects);
	objects.set(
		catalog,
		`<< /Type /Catalog /Pages ${tree} 0 R /Lang ${pdfText(info.language)} /MarkInfo << /Marked true >>`,
		` /StructTreeRoot ${addStructure(structure, pageIds, objects)} 0 R /Metadata ${metadata} 0 R`,
		` /ViewerPreferences << /DisplayDocTitle true >>`,
		` /OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB IEC61966-2.1)`,
		` /Info (sRGB IEC61966-2.1) /DestOutputProfile ${profile} 0 R >>]`,
		` /AF [${file} 0 R] /Names << /EmbeddedFiles << /Names [(${attachment.name}) ${file} 0 R] >> >> >>`,
	);
	const about = objects.add(
		`<< /Title ${pdfText(info.title)} /Author ${pdfText(info.author)} /Producer ${pdfText(info.author)}`,
		` /CreationDate ${pdfDate(info.createdAt)} >>`,
	);
	const id = sha256Hex(`${info.title} ${info.createdAt.toISOString()}`).slice(0, 32);
	return objects.file(`/Root ${catalog} 0 R /Info ${about} 0 R /ID [<${id}> <${id}>]`);
}

function codesOf(pages: readonly PdfPage[], font: PdfFont): Map<number, number> {
	return new Map(pages.flatMap((page) => [...(page.used.get(font) ?? [])]));
}

/** @returns the number of the file specification */
function attach({ name, description, json }: PdfAttachment, at: Date, objects: PdfObjects): number {
	if (!/^[\w.-]+$/.test(name)) throw new Error(`Unexpected character in an attachment's name: ${name}`);
	const content = new TextEncoder().encode(json);
	const stream = objects.stream(
		`/Type /EmbeddedFile /Subtype /application#2Fjson /Params << /Size ${content.length} /ModDate ${pdfDate(at)} >>`,
		content,
	);
	return objects.add(
		`<< /Type /Filespec /F (${name}) /UF ${pdfText(name)} /Desc ${pdfText(description)} /AFRelationship /Data`,
		` /EF << /F ${stream} 0 R /UF ${stream} 0 R >> >>`,
	);
}

/** Adds the tree of tags and, for each marked piece of a page, the reference to its tag. @returns the root's number */
function addStructure(document: PdfTag, pageIds: ReadonlyMap<PdfPage, number>, objects: PdfObjects): number {
	const root = objects.add();
	const ids = new Map<PdfTag, number>();
	function write(tag: PdfTag, parent: number): number {
		const id = objects.add();
		ids.set(tag, id);
		const kids = tag.children.map((child) =>
			isMark(child)
				? `<< /Type /MCR /Pg ${pageIds.get(child.page)} 0 R /MCID ${child.id} >>`
				: `${write(child, id)} 0 R`,
		);
		const scope = tag.scope ? ` /A << /O /Table /Scope /${tag.scope} >>` : "";
		objects.set(id, `<< /Type /StructElem /S /${tag.role} /P ${parent} 0 R${scope} /K [${kids.join(" ")}] >>`);
		return id;
	}
	const top = write(document, root);
	const marks = [...pageIds.keys()].map(
		(page, index) => `${index} [${page.marks.map((tag) => `${ids.get(tag)} 0 R`).join(" ")}]`,
	);
	objects.set(
		root,
		`<< /Type /StructTreeRoot /K [${top} 0 R] /ParentTree << /Nums [${marks.join(" ")}] >>`,
		` /ParentTreeNextKey ${pageIds.size} >>`,
	);
	return root;
}
