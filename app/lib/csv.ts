/**
 * A cell that a spreadsheet would take for a formula, by its usual or its full-width signs, gets an apostrophe first
 * (OWASP ASVS 1.2.10, CSV Injection).
 */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
	return `\ufeff${[head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const text = formula.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
