import { and, count, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Cursor, pageSize } from "~/lib/page";
import type { Database } from "./client.server";
import { type Direction, keyset } from "./keyset";
import { type Owner, ownedBy } from "./owner";

/** A table whose rows belong to customers. */
type OwnedTable = SQLiteTable & { readonly id: SQLiteColumn; readonly userId: SQLiteColumn };

interface PageQuery {
	readonly where?: SQL | undefined;
	readonly key: SQLiteColumn | SQL;
	readonly direction: Direction;
	readonly after: Cursor | null;
	/** Default: one more than a page has, as `toPage` needs. */
	readonly limit?: number | undefined;
}

/** One page of the owner's own rows. */
export function ownedPage<T extends OwnedTable>(
	db: Database,
	table: T,
	owner: Owner,
	{ where, key, direction, after, limit = pageSize + 1 }: PageQuery,
	now: number,
): Promise<T["$inferSelect"][]> {
	const page = keyset(key, table.id, direction, after);
	return db.read(
		db.orm
			.select()
			.from(table as SQLiteTable)
			.where(and(ownedBy(table.userId, owner, now), where, page.where))
			.orderBy(...page.orderBy)
			.limit(limit),
	);
}

/** Counts the owner's own rows by status. */
export function ownedByStatus<Status extends string>(
	db: Database,
	table: OwnedTable & { readonly status: SQLiteColumn & { _: { data: Status; notNull: true } } },
	owner: Owner,
	now: number,
	where?: SQL,
): Promise<{ status: Status; count: number }[]> {
	return db.read(
		db.orm
			.select({ status: table.status, count: count() })
			.from(table as SQLiteTable)
			.where(and(ownedBy(table.userId, owner, now), where))
			.groupBy(table.status),
	);
}
