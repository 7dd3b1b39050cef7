import type * as schema from "../schema";
import type { SomeRows } from "./rows";

/**
 * SQL that inserts the rows and can be run again, because it skips existing rows. Columns are the property names in snake
 * case, objects are JSON, flags are 0 and 1, as in the schema.
 */
export function toSql(rows: SomeRows & { auditLog?: (typeof schema.auditLog.$inferInsert)[] }): string[] {
	return Object.entries(rows).flatMap(([table, list]) =>
		(list as Record<string, unknown>[]).map((row) => {
			const entries = Object.entries(row).filter(([, value]) => value !== undefined);
			const columns = entries.map(([key]) => snakeCase(key)).join(", ");
			const values = entries.map(([, value]) => literal(value)).join(", ");
			return `insert or ignore into ${snakeCase(table)} (${columns}) values (${values});`;
		}),
	);
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function literal(value: unknown): string {
	if (value === null) return "null";
	if (typeof value === "number") return value.toString();
	if (typeof value === "boolean") return value ? "1" : "0";
	return `'${(typeof value === "string" ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
}
