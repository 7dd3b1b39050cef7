/** Prints the title and the first row of a table. */
export function heading(title, columns) {
	console.log(`\n${title}`);
	row(...columns);
}

export function row(first, ...rest) {
	console.log(`  ${String(first).padEnd(34)}${rest.map((value) => String(value).padStart(12)).join("")}`);
}
