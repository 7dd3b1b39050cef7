import { Column, getTableColumns, is, SQL, Table } from "drizzle-orm";
import { SQLiteSelectBase } from "drizzle-orm/sqlite-core";

/**
 * D1 returns the rows of a batch as objects keyed by column name. Of two columns with the same name one would be lost and
 * the values after it would shift. Give one an alias: `` sql<string>`${orders.id}`.as("order_id") ``.
 */
export function assertDistinctColumns(query: unknown): void {
	if (!is(query, SQLiteSelectBase)) return;
	// Drizzle has no public access to the columns that a join adds.
	const { fields } = (query as unknown as { config: { fields: Record<string, unknown> } }).config;
	const names = columnNames(fields);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice) throw new TypeError(`Two selected columns are named ${twice}: give one an alias`);
}

function columnNames(fields: Record<string, unknown>): string[] {
	return Object.values(fields).flatMap((field): string[] => {
		if (is(field, Column)) return [field.name];
		if (is(field, SQL.Aliased)) return [field.fieldAlias];
		if (is(field, SQL)) return [];
		return columnNames(is(field, Table) ? getTableColumns(field) : (field as Record<string, unknown>));
	});
}
