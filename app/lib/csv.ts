/**
 * Cells that a spreadsheet would read as a formula get a leading apostrophe (OWASP ASVS 1.2.10, CSV Injection). Includes
 * the full-width signs, and leaves negative numbers out.
 */
const formula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;

/** CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
	return `\ufeff${linesOf([head, ...rows])}`;
}

type Rows = readonly (readonly (string | number)[])[];

const linesOf = (rows: Rows): string => rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** The same for many rows, which are sent as they are read. */
export function csvStream(head: readonly string[], pages: AsyncGenerator<Rows>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream({
		start(controller) {
			controller.enqueue(encoder.encode(`\ufeff${linesOf([head])}`));
		},
		async pull(controller) {
			const { done, value } = await pages.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(linesOf(value)));
		},
		async cancel() {
			await pages.return(undefined);
		},
	});
}

function cell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const text = formula.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A quoted cell that does not end. */
export class CsvError extends Error {
	override name = "CsvError";
	constructor(readonly line: number) {
		super(`Line ${line}: a quoted cell does not end`);
	}
}

interface CsvRow {
	/** Where it begins in the file, from 1. */
	readonly line: number;
	readonly cells: readonly string[];
}

/** Reads CSV (RFC 4180). A quote within a cell that does not begin with one is part of its text. @throws CsvError */
export function parseCsv(text: string, separator = ","): CsvRow[] {
	const rows: CsvRow[] = [];
	const cell = new RegExp(
		`(?:"((?:[^"]|"")*)"[^${separator}\\r\\n]*|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`,
		"y",
	);
	let cells: string[] = [];
	let line = 1;
	let begin = 1;
	while (cell.lastIndex < text.length || cells.length > 0) {
		const at = cell.lastIndex;
		const [whole = "", quoted, plain = "", end] = cell.exec(text) ?? [];
		if (quoted === undefined && text[at] === '"') throw new CsvError(line);
		cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
		line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
		if (end === separator) continue;
		rows.push({ line: begin, cells });
		[cells, begin] = [[], line];
	}
	return rows;
}
