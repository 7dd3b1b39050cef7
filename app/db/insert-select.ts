import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** The values of a new row by column; an expression where the statement computes one. */
export type RowValues<T extends SQLiteTable> = {
	[K in keyof T["$inferInsert"]]: T["$inferInsert"][K] | SQL;
};

/**
 * `select …` with one value for each column, for `insert(table).select(…)`: Drizzle names all columns in the order of
 * the table, so the values are put in that order here and never by hand. An absent value is the column's default.
 */
export function selectRow<T extends SQLiteTable>(table: T, values: RowValues<T>): SQL {
	const given = values as Record<string, unknown>;
	const list = Object.entries(getTableColumns(table)).map(([key, column]) => {
		const value = given[key] ?? column.default ?? column.defaultFn?.() ?? null;
		return is(value, SQL) ? value : sql`${sql.param(value, column)}`;
	});
	return sql`select ${sql.join(list, sql`, `)}`;
}
