import { and, count, type SQL } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Cursor, pageSize } from "~/lib/page";
import type { Database } from "./client.server";
import { type Direction, keyset } from "./keyset";
import { type Owner, ownedBy } from "./owner";
import { type SavedRead, savedQuery } from "./saved-query.server";

/** A table whose rows belong to customers. */
type OwnedTable = SQLiteTable & { readonly id: SQLiteColumn; readonly userId: SQLiteColumn };

type RowsOf<T extends OwnedTable> = RunnableQuery<T["$inferSelect"][], "sqlite">;

interface PageQuery {
	readonly where?: SQL | undefined;
	readonly key: SQLiteColumn | SQL;
	readonly direction: Direction;
	readonly after: Cursor | null;
	/** Default: one more than a page has, as `toPage` needs. */
	readonly limit?: number | undefined;
}

/** Values of a query for an owner's rows. `now` in ms. */
interface OwnedAt {
	readonly owner: Owner;
	readonly now: number;
}

/** One page of the owner's own rows. */
export function ownedPage<T extends OwnedTable>(
	db: Database,
	table: T,
	owner: Owner,
	query: PageQuery,
	now: number,
): Promise<T["$inferSelect"][]> {
	return db.read(pageOf(db.orm, table, owner, query, now));
}

/** Saved query: the first rows of the owner. */
export const ownedFirst = <T extends OwnedTable>(
	table: T,
	{ where, key, direction }: Pick<PageQuery, "where" | "key" | "direction">,
) =>
	savedQuery((orm, { owner, limit, now }: OwnedAt & { readonly limit: number }) =>
		pageOf(orm, table, owner, { where, key, direction, after: null, limit }, now),
	) as (values: OwnedAt & { readonly limit: number }) => SavedRead<RowsOf<T>>;

function pageOf(
	orm: Database["orm"],
	table: OwnedTable,
	owner: Owner,
	{ where, key, direction, after, limit = pageSize + 1 }: PageQuery,
	now: number,
) {
	const page = keyset(key, table.id, direction, after);
	return orm
		.select()
		.from(table as SQLiteTable)
		.where(and(ownedBy(table.userId, owner, now), where, page.where))
		.orderBy(...page.orderBy)
		.limit(limit);
}

/** Saved query: counts the owner's own rows by status. */
export const ownedByStatus = <Status extends string>(
	table: OwnedTable & { readonly status: SQLiteColumn & { _: { data: Status; notNull: true } } },
	where?: SQL,
) =>
	savedQuery((orm, { owner, now }: OwnedAt) =>
		orm
			.select({ status: table.status, count: count() })
			.from(table as SQLiteTable)
			.where(and(ownedBy(table.userId, owner, now), where))
			.groupBy(table.status),
	);
