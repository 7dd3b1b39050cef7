/**
 * Cells that a spreadsheet would read as a formula get a leading apostrophe (OWASP ASVS 1.2.10, CSV Injection). Includes
 * the full-width signs.
 */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;

/** CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
	return `\ufeff${[head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const text = formula.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
