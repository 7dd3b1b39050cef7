import { and, asc, eq, getTableColumns, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { type Change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { activityLog, notifications, outbox, paymentEvents, users } from "~/db/schema";
import { kenyaOffset } from "~/lib/kenyan-day";
import type { ArchivedKind } from "./archive";

const tables = { activity: activityLog, notifications } as const;

// Only the database needs the key: it tells a repeated notification from a new one.
const { dedupeKey: _key, ...notificationColumns } = getTableColumns(notifications);

export type ArchivedActivity = typeof activityLog.$inferSelect;
export type ArchivedNotification = Omit<typeof notifications.$inferSelect, "dedupeKey">;

/** SQLite numbers rows in the order in which they were inserted. */
const rowNumber = sql<number>`rowid`;

/** A customer's month with rows that are due for the archive. */
interface OldMonth {
	readonly userId: string;
	readonly month: string;
	/** Number of its last row, among those that were read. */
	readonly last: number;
	/** How many were read. */
	readonly rows: number;
}

/** Rows that move from the database to the archive. */
export function createArchiveRepo({ orm, read }: Pick<Database, "orm" | "read">) {
	/** As JSON, because D1 binds at most 100 values. */
	const amongIds = (ids: readonly string[]): SQL => sql`(select value from json_each(${JSON.stringify(ids)}))`;

	return {
		/** Months with rows from before `before` (ms), among the next `limit` rows of the table. */
		listOldMonths(kind: ArchivedKind, after: number, limit: number, before: number): Promise<OldMonth[]> {
			const table = tables[kind];
			const next = orm
				.select({
					number: rowNumber.as("number"),
					userId: sql<string>`${table.userId}`.as("owner"),
					createdAt: sql<number>`${table.createdAt}`.as("created"),
				})
				.from(table)
				.where(gt(rowNumber, after))
				.orderBy(rowNumber)
				.limit(limit)
				.as("next");
			const month = sql<string>`strftime('%Y-%m', (${next.createdAt} + ${kenyaOffset}) / 1000, 'unixepoch')`;
			return read(
				orm
					.select({
						userId: next.userId,
						month: month.as("month"),
						last: sql<number>`max(${next.number})`.as("last"),
						rows: sql<number>`count(*)`.as("rows"),
					})
					.from(next)
					.where(lt(next.createdAt, before))
					.groupBy(sql`1`, sql`2`),
			);
		},

		/** A customer's rows in a month, oldest first. */
		listMonth(
			kind: ArchivedKind,
			userId: string,
			{ from, before }: { readonly from: number; readonly before: number },
			limit: number,
		): Promise<(ArchivedActivity | ArchivedNotification)[]> {
			const table = tables[kind];
			return read(
				orm
					.select(kind === "activity" ? getTableColumns(activityLog) : notificationColumns)
					.from(table)
					.where(and(eq(table.userId, userId), gte(table.createdAt, from), lt(table.createdAt, before)))
					.orderBy(asc(table.createdAt), asc(table.id))
					.limit(limit),
			) as Promise<(ArchivedActivity | ArchivedNotification)[]>;
		},

		delete: (kind: ArchivedKind, ids: readonly string[]): Change =>
			write(orm.delete(tables[kind]).where(inArray(tables[kind].id, amongIds(ids)))),

		/** Whether the account is closed for good, or there is none. What a merged one had belongs to another account. */
		async isClosed(userId: string): Promise<boolean> {
			const columns = { status: users.status, mergedInto: users.mergedInto };
			const [account] = await read(orm.select(columns).from(users).where(eq(users.id, userId)));
			return account === undefined || (account.status === "closed" && account.mergedInto === null);
		},

		/**
		 * The oldest sent events that were due before this time (ms). An event is not due after it was sent. `payload`: JSON
		 * text, so that a row with invalid JSON does not stop the others.
		 */
		listSent: (before: number, limit: number) =>
			read(
				orm
					.select({ ...getTableColumns(outbox), payload: sql<string>`${outbox.payload}` })
					.from(outbox)
					.where(and(eq(outbox.state, "sent"), lt(outbox.nextAt, before)))
					.orderBy(asc(outbox.nextAt), rowNumber)
					.limit(limit),
			),

		deleteSent: (ids: readonly string[]): Change => write(orm.delete(outbox).where(inArray(outbox.id, amongIds(ids)))),

		/** The next webhook messages, oldest first. */
		listWebhooks: (after: number, limit: number) =>
			read(
				orm
					.select({ number: rowNumber.as("number"), ...getTableColumns(paymentEvents) })
					.from(paymentEvents)
					.where(gt(rowNumber, after))
					.orderBy(rowNumber)
					.limit(limit),
			),

		/** The rows stay, because they tell a repeated message from a new one. */
		emptyWebhooks: (after: number, last: number): Change =>
			write(
				orm
					.update(paymentEvents)
					.set({ body: "" })
					.where(and(gt(rowNumber, after), lte(rowNumber, last))),
			),
	};
}
