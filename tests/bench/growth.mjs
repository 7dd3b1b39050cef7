/** Tables of the local stand-ins, and those whose rows are deleted after an hour to 180 days. */
const notKept =
	/^(sandbox_|sqlite_|d1_|_cf_)|^(inbox_messages|outbox|rate_counters|reminders|security_events|service_days|service_incidents|sessions|write_receipts)$/;

/** Columns and indexes whose values are deleted after 60 days. */
const cleared = /^(notifications\.dedupe_key|notifications_keyed)$/;

/**
 * How full the pages of SQLite's indexes are, by `dbstat` after 200,000 to 800,000 inserts: 0.87 to 0.93 in the order of
 * time, 0.90 in the order of random customers. Textbooks say 0.69, but SQLite splits two full pages into three.
 */
const fullness = 0.87;

/**
 * Returns a function that returns the bytes of all rows inserted since its last call by table, with their index entries,
 * that are kept for as long as the account. The file itself says less, because the pages of a filled database have no free
 * space at first.
 */
export function growthSince(file) {
	const queries = file
		.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
		.all()
		.filter(({ name }) => !notKept.test(name))
		.map(({ name }) => {
			const { last } = file.prepare(`SELECT coalesce(max(rowid), 0) AS last FROM ${name}`).get();
			const sum = file.prepare(`SELECT coalesce(sum(${bytesOf(file, name)}), 0) AS bytes FROM ${name} WHERE rowid > ?`);
			return { name, last, sum, counted: 0 };
		});
	return () =>
		queries.map((query) => {
			const before = query.counted;
			query.counted = query.sum.get(query.last).bytes;
			return { table: query.name, bytes: query.counted - before };
		});
}

/** SQL of the bytes that a row takes. A partial index has no entry for a row that does not meet its condition. */
function bytesOf(file, table) {
	const columns = file.prepare(`PRAGMA table_info(${table})`).all();
	const indexes = file
		.prepare(
			`SELECT list.name, schema.sql FROM pragma_index_list('${table}') list
				JOIN sqlite_schema schema ON schema.name = list.name`,
		)
		.all()
		.filter(({ name }) => !cleared.test(name))
		.map(({ name, sql }) => {
			const [, condition] = sql?.split(/ where /i) ?? [];
			const terms = file.prepare(`PRAGMA index_info("${name}")`).all();
			const bytes = `(${cell(
				table,
				terms.map((term, at) => ({ name: term.name ?? termsOf(sql)[at] })),
			)}) / ${fullness}`;
			return condition ? `CASE WHEN ${condition} THEN ${bytes} ELSE 0 END` : bytes;
		});
	return [cell(table, columns), ...indexes].join(" + ");
}

/** The columns and expressions of an index, by its SQL. */
function termsOf(sql) {
	const [list] = sql.slice(sql.indexOf("(") + 1).split(/\) where /i);
	const terms = [""];
	let depth = 0;
	for (const letter of list) {
		depth += Number(letter === "(") - Number(letter === ")");
		if (letter === "," && depth === 0) terms.push("");
		else if (depth >= 0) terms[terms.length - 1] += letter;
	}
	return terms;
}

/** A cell has its values, a byte for the type of each, and a header with the row's number. */
function cell(table, columns) {
	const kept = columns.filter(({ name }) => !cleared.test(`${table}.${name}`));
	return [...kept.map(({ name }) => valueBytes(name)), columns.length + 8].join(" + ");
}

/** SQLite stores 0 and 1 in no bytes, other integers in one to eight. */
function valueBytes(name) {
	const value = /^\w+$/.test(name) ? `"${name}"` : name;
	return `CASE typeof(${value}) WHEN 'null' THEN 0 WHEN 'integer' THEN CASE WHEN ${value} IN (0, 1) THEN 0
		WHEN abs(${value}) < 1 << 7 THEN 1 WHEN abs(${value}) < 1 << 15 THEN 2 WHEN abs(${value}) < 1 << 23 THEN 3
		WHEN abs(${value}) < 1 << 31 THEN 4 WHEN abs(${value}) < 1 << 47 THEN 6 ELSE 8 END
		ELSE length(CAST(${value} AS BLOB)) END`;
}
