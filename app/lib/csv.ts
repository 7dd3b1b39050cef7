/** A cell that a spreadsheet would take for a formula gets an apostrophe first (OWASP ASVS 1.2.10). */
const formula = /^[=+\-@\t\r]/;

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export function csvOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
	return `\ufeff${[head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(value: string | number): string {
	if (typeof value === "number") return String(value);
	const text = formula.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
