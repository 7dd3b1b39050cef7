import { asc, desc, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Cursor } from "~/lib/page";

export type Direction = "asc" | "desc";

/** Order and start of a page by (key, id), which is the same order on every page whatever changes in between. */
export function keyset(key: SQLiteColumn | SQL, id: SQLiteColumn, direction: Direction, after: Cursor | null) {
	const order = direction === "asc" ? asc : desc;
	const comparison = direction === "asc" ? sql`>` : sql`<`;
	return {
		orderBy: [order(key), order(id)],
		where: after ? sql`(${key}, ${id}) ${comparison} (${after[0]}, ${after[1]})` : undefined,
	};
}

/**
 * Does the text stand in one of the columns, whatever the case? LIKE would read `%` and stop at 50 bytes. SQLite knows
 * the case of a to z only: another letter is found as it is typed, or in lower case. A domain name in such letters is
 * found as it is stored, too.
 */
export const contains = (columns: readonly SQLiteColumn[], text: string): SQL | undefined => {
	const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	const spellings = [...new Set([text.toLowerCase(), lower, ...encoded(text)])];
	return or(...columns.flatMap((column) => spellings.map((spelling) => sql`instr(lower(${column}), ${spelling}) > 0`)));
};

/** As the DNS writes it; empty where that is how it is typed, or where it can't be a name. */
function encoded(text: string): string[] {
	if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text) || /^[\0-\x7f]*$/.test(text)) return [];
	const address = URL.parse(`http://${text}`);
	return address ? [address.hostname] : [];
}
