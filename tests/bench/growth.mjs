/** Tables of the local stand-ins, and those whose rows are deleted after an hour to 180 days. */
const notKept =
	/^(sandbox_|sqlite_|d1_|_cf_)|^(inbox_messages|outbox|rate_counters|security_events|sessions|write_receipts)$/;

/** How full SQLite's pages are after rows were inserted in random order, as in most indexes. */
const fullness = 0.69;

/**
 * Returns a function that returns the bytes of all rows inserted since, with their index entries, that are kept for as
 * long as the account. The file itself says less, because the pages of a filled database have no free space at first.
 */
export function growthSince(file) {
	const queries = file
		.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
		.all()
		.filter(({ name }) => !notKept.test(name))
		.map(({ name }) => {
			const { last } = file.prepare(`SELECT coalesce(max(rowid), 0) AS last FROM ${name}`).get();
			return {
				last,
				sum: file.prepare(`SELECT coalesce(sum(${bytesOf(file, name)}), 0) AS bytes FROM ${name} WHERE rowid > ?`),
			};
		});
	return () => queries.reduce((total, { last, sum }) => total + sum.get(last).bytes, 0);
}

/** SQL of the bytes that a row takes. */
function bytesOf(file, table) {
	const columns = file.prepare(`PRAGMA table_info(${table})`).all();
	const indexes = file
		.prepare(`PRAGMA index_list(${table})`)
		.all()
		.map(({ name }) => file.prepare(`PRAGMA index_info("${name}")`).all());
	const entries = indexes.map((parts) => `(${cell(parts)}) / ${fullness}`);
	return [cell(columns), ...entries].join(" + ");
}

/** A cell has its values, a byte for the type of each, and a header with the row's number. */
const cell = (columns) => [...columns.map(({ name }) => valueBytes(name)), columns.length + 8].join(" + ");

/** Times and amounts take six bytes or less. */
const valueBytes = (column) =>
	`CASE typeof("${column}") WHEN 'null' THEN 0 WHEN 'integer' THEN 6 ELSE length(CAST("${column}" AS BLOB)) END`;
