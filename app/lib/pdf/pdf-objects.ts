type Part = string | Uint8Array<ArrayBuffer>;

/** The objects of a PDF. Numbers start at 1. */
export interface PdfObjects {
	/** Adds an object, or without parts reserves a number for `set`. Returns the number. */
	add(...parts: Part[]): number;
	set(id: number, ...parts: Part[]): void;
	/** Adds a stream. @param dictionary its entries except `Length` */
	stream(dictionary: string, body: string | Uint8Array<ArrayBuffer>): number;
	/** The file: header, objects, cross-reference table, trailer. */
	file(trailer: string): Uint8Array<ArrayBuffer>;
}

const bytes = (part: Part): Uint8Array<ArrayBuffer> =>
	typeof part === "string" ? new TextEncoder().encode(part) : part;

/** A string object in UTF-16, which needs no escapes. */
export function pdfText(value: string): string {
	const units = Array.from({ length: value.length }, (_, index) => value.charCodeAt(index));
	return `<FEFF${units.map(hex16).join("")}>`;
}

/** Four hexadecimal digits. */
export const hex16 = (value: number): string => value.toString(16).padStart(4, "0").toUpperCase();

export function pdfObjects(): PdfObjects {
	const objects: Part[][] = [];
	const add = (...parts: Part[]): number => objects.push(parts);
	return {
		add,
		set(id, ...parts) {
			objects[id - 1] = parts;
		},
		stream(dictionary, body) {
			const content = bytes(body);
			return add(`<< ${dictionary} /Length ${content.length} >>\nstream\n`, content, "\nendstream");
		},
		file: (trailer) => assemble(objects, trailer),
	};
}

function assemble(objects: readonly (readonly Part[])[], trailer: string): Uint8Array<ArrayBuffer> {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	let length = 0;
	const put = (part: Part) => {
		const chunk = bytes(part);
		parts.push(chunk);
		length += chunk.length;
	};
	// Non-ASCII bytes in the second line mark the file as binary.
	put("%PDF-1.7\n%äöüß\n");
	const starts = objects.map((object, index) => {
		const start = length;
		put(`${index + 1} 0 obj\n`);
		object.forEach(put);
		put("\nendobj\n");
		return start;
	});
	const table = length;
	put(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
	for (const start of starts) put(`${String(start).padStart(10, "0")} 00000 n \n`);
	put(`trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${table}\n%%EOF\n`);
	const file = new Uint8Array(length);
	let offset = 0;
	for (const part of parts) {
		file.set(part, offset);
		offset += part.length;
	}
	return file;
}
