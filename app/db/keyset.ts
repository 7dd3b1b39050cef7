import { asc, desc, is, or, type SQL, sql } from "drizzle-orm";
import { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Cursor } from "~/lib/page";
import type { DueRange } from "./due-range";

export type Direction = "asc" | "desc";

/** Milliseconds. Sorts rows without a time last. */
export const never = 8_640_000_000_000_000;

/**
 * Keyset pagination by (key, id), so that pages don't shift if rows are added or removed in between. The first page of the
 * newest rows has a range that all times are in. Without it, SQLite may read and sort all rows: by its statistics, a
 * partial index that holds nearly all of them, or a join from the other table, seems cheaper.
 */
export function keyset(key: SQLiteColumn | SQL, id: SQLiteColumn, direction: Direction, after: Cursor | null) {
	const order = direction === "asc" ? asc : desc;
	const comparison = direction === "asc" ? sql`>` : sql`<`;
	const isNewest = direction === "desc" && is(key, SQLiteColumn) && key.notNull && key.getSQLType() === "integer";
	const first = isNewest ? sql`${key} <= ${never}` : undefined;
	return {
		orderBy: [order(key), order(id)],
		where: after ? sql`(${key}, ${id}) ${comparison} (${after[0]}, ${after[1]})` : first,
	};
}

/**
 * The same by a time within a range, in ascending order. The next page starts at the last time: given the range and
 * (key, id), SQLite reads the range from its start on every page.
 */
export function keysetInRange(key: SQLiteColumn, id: SQLiteColumn, { from, to }: DueRange, after: Cursor | null) {
	const start = after
		? sql`${key} >= ${after[0]} and (+${key}, ${id}) > (${after[0]}, ${after[1]})`
		: sql`${key} > ${from}`;
	return { orderBy: [asc(key), asc(id)], where: sql`${start} and ${key} <= ${to}` };
}

/** `column = value` with the value as a literal, so that SQLite can use a partial index. Only for our own constants. */
export const literally = (column: SQLiteColumn, value: string): SQL => sql`${column} = ${sql.raw(`'${value}'`)}`;

/** Condition: the text and everything that starts with it. A range of an index. */
export const startsWith = (key: SQLiteColumn | SQL, text: string): SQL =>
	sql`${key} >= ${text} and ${key} < ${`${text}\u{10ffff}`}`;

/**
 * Condition: one of the columns contains the text, ignoring case. Not LIKE, which interprets `%` and is limited to 50
 * bytes in D1. SQLite's `lower` only knows a to z, so other letters are searched as typed and in lower case. Finds domain
 * names with such letters in their stored form, too.
 */
export const contains = (columns: readonly SQLiteColumn[], text: string): SQL | undefined => {
	const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	const spellings = [...new Set([text.toLowerCase(), lower, ...encoded(text)])];
	return or(...columns.flatMap((column) => spellings.map((spelling) => sql`instr(lower(${column}), ${spelling}) > 0`)));
};

/** The ASCII form of an international domain name. Empty if the text is ASCII already or can't be a name. */
function encoded(text: string): string[] {
	if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text) || /^[\0-\x7f]*$/.test(text)) return [];
	const address = URL.parse(`http://${text}`);
	return address ? [address.hostname] : [];
}
