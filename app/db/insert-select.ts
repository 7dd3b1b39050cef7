import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.server";

/** Values of a new row by column. SQL expressions where the statement computes them. */
export type RowValues<T extends SQLiteTable> = {
	[K in keyof T["$inferInsert"]]: T["$inferInsert"][K] | SQL;
};

/**
 * Builds `insert into table (columns) …prefix select values …rest`. `rest`: `from … where …`, or only `where …`.
 * `prefix`: a `with` clause. Drizzle lists all columns in the order of the table, so the values are put in that order. A
 * missing value is the column's default.
 */
export function insertSelect<T extends SQLiteTable>(
	{ orm }: Pick<Database, "orm">,
	table: T,
	values: RowValues<T>,
	rest: SQL,
	prefix?: SQL,
) {
	const given = values as Record<string, unknown>;
	const list = Object.entries(getTableColumns(table)).map(([key, column]) => {
		const value = given[key] ?? column.default ?? column.defaultFn?.() ?? null;
		return is(value, SQL) ? value : sql`${sql.param(value, column)}`;
	});
	return orm.insert(table).select(sql`${prefix}select ${sql.join(list, sql`, `)} ${rest}`);
}
