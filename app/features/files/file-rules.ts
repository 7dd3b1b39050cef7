import { MINUTE } from "~/lib/durations";

const MB = 1024 * 1024;
const maxMegabytes = 25;
export const maxFileBytes = maxMegabytes * MB;
/** "25 MB" */
export const maxFileSizeText = `${maxMegabytes} MB`;
export const fileTooLarge = `Choose a file of at most ${maxFileSizeText}.`;
/** For all files of an account together. */
export const accountQuotaBytes = 500 * MB;
/** How long a deleted file can be restored. Until then it counts against the quota. */
export const fileUndoPeriodMs = 10 * MINUTE;
/** How many bytes of a file `kindOf` needs. */
export const headBytes = 1_024;

const bytes = (text: string) => [...text].map((char) => char.charCodeAt(0));
const zip = [bytes("PK\x03\x04")];
const ole = [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]];
const office = "application/vnd.openxmlformats-officedocument";

interface Kind {
	readonly type: string;
	/** The possible first bytes (file signatures). Empty for text. */
	readonly magic: readonly (readonly number[])[];
	/** Offset of the signature in bytes. */
	readonly at?: number;
}

const kinds: Readonly<Record<string, Kind>> = {
	pdf: { type: "application/pdf", magic: [bytes("%PDF-")] },
	png: { type: "image/png", magic: [[0x89, ...bytes("PNG\r\n\x1a\n")]] },
	jpg: { type: "image/jpeg", magic: [[0xff, 0xd8, 0xff]] },
	jpeg: { type: "image/jpeg", magic: [[0xff, 0xd8, 0xff]] },
	gif: { type: "image/gif", magic: [bytes("GIF87a"), bytes("GIF89a")] },
	webp: { type: "image/webp", magic: [bytes("WEBP")], at: 8 },
	mp4: { type: "video/mp4", magic: [bytes("ftyp")], at: 4 },
	zip: { type: "application/zip", magic: zip },
	docx: { type: `${office}.wordprocessingml.document`, magic: zip },
	xlsx: { type: `${office}.spreadsheetml.sheet`, magic: zip },
	pptx: { type: `${office}.presentationml.presentation`, magic: zip },
	odt: { type: "application/vnd.oasis.opendocument.text", magic: zip },
	ods: { type: "application/vnd.oasis.opendocument.spreadsheet", magic: zip },
	doc: { type: "application/msword", magic: ole },
	xls: { type: "application/vnd.ms-excel", magic: ole },
	txt: { type: "text/plain; charset=utf-8", magic: [] },
	md: { type: "text/plain; charset=utf-8", magic: [] },
	csv: { type: "text/csv; charset=utf-8", magic: [] },
};

/** Value for the file input's `accept` attribute. */
export const acceptedNames = Object.keys(kinds)
	.map((extension) => `.${extension}`)
	.join(",");

const extensionOf = (name: string) => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

/** The media type of a file. Null if the content does not match the name, or we don't accept the type. */
export function kindOf(name: string, head: Uint8Array): string | null {
	const kind = Object.hasOwn(kinds, extensionOf(name)) ? kinds[extensionOf(name)] : undefined;
	if (!kind) return null;
	if (kind.magic.length === 0) return isText(head) ? kind.type : null;
	const at = kind.at ?? 0;
	const fits = kind.magic.some((magic) => magic.every((byte, index) => head[at + index] === byte));
	return fits ? kind.type : null;
}

function isText(head: Uint8Array): boolean {
	try {
		// As a stream, because the head may end in the middle of a character.
		const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
		return !text.includes("\0");
	} catch {
		return false;
	}
}

/** Invisible characters, and those that change the text direction. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu;
const maxNameLength = 120;

/** A safe file name from the one that was sent: the last path segment. Null if nothing is left of it. */
export function fileName(sent: string): string | null {
	const last = sent.slice(0, 4_000).split(/[\\/]/).pop() ?? "";
	const name = last
		.normalize("NFC")
		.replace(/\s+/g, " ")
		.replace(invisible, "")
		.replace(/^[. ]+|[. ]+$/g, "");
	if (!name.includes(".")) return null;
	const extension = name.slice(name.lastIndexOf("."));
	const stem = [...name.slice(0, name.lastIndexOf("."))];
	return [...stem.slice(0, Math.max(1, maxNameLength - extension.length)), extension].join("");
}

/** "1.4 MB", "820 KB" */
export function formatSize(size: number): string {
	if (size < 1_000) return `${size} B`;
	if (size < 1_000_000) return `${Math.round(size / 1_000)} KB`;
	return `${(size / 1_000_000).toFixed(1)} MB`;
}
