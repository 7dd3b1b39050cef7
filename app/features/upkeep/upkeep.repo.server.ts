import { and, eq, gt, inArray, isNotNull, lt, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/client.server";
import { holderStatuses } from "~/db/held-by-another";
import {
	domains,
	inboxMessages,
	notifications,
	problems,
	rateCounters,
	registrarContacts,
	registrarContactUses,
	registrarOrders,
	reminders,
	securityEvents,
	serviceDays,
	serviceIncidents,
	sessions,
	signUps,
	tickets,
	tokenUses,
	writeReceipts,
} from "~/db/schema";

/** Statuses of domains whose contacts are at a registrar, or will be. */
const usingStatuses = ["pending", "transfer_in", ...holderStatuses] as const;

/** Rows that one statement reads and deletes. A statement then takes a few milliseconds. */
const sliceSize = 500;

/** Larger, because it reads many rows and deletes few. */
const walkSize = 2_000;

/** SQLite numbers rows in the order in which they were inserted. */
const rowNumber = sql<number>`rowid`;

/** Deletes rows that are no longer needed, a slice at a time. Deletions return the number of rows. */
export function createUpkeepRepo({ orm, read }: Pick<Database, "orm" | "read">) {
	const deleteWhere = async (table: SQLiteTable, where: SQL | undefined): Promise<number> =>
		(await orm.delete(table).where(where)).meta.changes;

	/** `old` must be a range of an index. */
	const deleteSlice = (table: SQLiteTable, old: SQL | undefined) =>
		deleteWhere(table, inArray(rowNumber, orm.select({ number: rowNumber }).from(table).where(old).limit(sliceSize)));

	/** From the oldest rows of a table without an index on this time. */
	function deleteFirst(table: SQLiteTable, createdAt: SQLiteColumn, before: number) {
		const first = orm
			.select({ number: rowNumber.as("number"), createdAt: sql<number>`${createdAt}`.as("created") })
			.from(table)
			.orderBy(rowNumber)
			.limit(sliceSize);
		return deleteWhere(table, sql`rowid in (select number from ${first} where created < ${before})`);
	}

	/** Of the next rows. Returns the number of the last one it looked at, or null at the end of the table. */
	async function deleteAmongNext(table: SQLiteTable, after: number, old: SQL | undefined): Promise<number | null> {
		const next = orm
			.select({ number: rowNumber.as("number") })
			.from(table)
			.where(gt(rowNumber, after))
			.orderBy(rowNumber)
			.limit(walkSize)
			.as("next");
		const [found] = await read(orm.select({ last: sql<number | null>`max(${next.number})`.as("last") }).from(next));
		if (found?.last == null) return null;
		await deleteWhere(table, and(gt(rowNumber, after), lte(rowNumber, found.last), old));
		return found.last;
	}

	return {
		deleteReceipts: (before: number) => deleteFirst(writeReceipts, writeReceipts.createdAt, before),
		deleteTokenUses: (before: number) => deleteFirst(tokenUses, tokenUses.usedAt, before),
		deleteSignUps: (before: number) => deleteFirst(signUps, signUps.createdAt, before),
		deleteReminders: (before: number) => deleteFirst(reminders, reminders.createdAt, before),
		deleteRegistrarOrders: (before: number) => deleteFirst(registrarOrders, registrarOrders.createdAt, before),
		deleteInbox: (before: number) => deleteSlice(inboxMessages, lt(inboxMessages.createdAt, before)),
		/** Those that are closed. Their messages go with them. */
		deleteTickets: (before: number) =>
			deleteSlice(tickets, and(sql`${tickets.status} = 'closed'`, lt(tickets.updatedAt, before))),
		deleteServiceDays: (before: number) => deleteSlice(serviceDays, lt(serviceDays.day, before)),
		/** Those that have ended. */
		deleteServiceIncidents: (before: number) =>
			deleteSlice(serviceIncidents, and(lt(serviceIncidents.startedAt, before), isNotNull(serviceIncidents.endedAt))),
		deleteResolvedProblems: (before: number) => deleteSlice(problems, lt(problems.resolvedAt, before)),
		deleteSecurityEvents: (before: number) => deleteSlice(securityEvents, lt(securityEvents.lastAt, before)),

		/** Returns the number of notifications. The condition is that of the partial index. */
		async clearNotificationKeys(before: number): Promise<number> {
			const old = and(isNotNull(notifications.dedupeKey), lt(notifications.createdAt, before));
			const slice = orm.select({ number: rowNumber }).from(notifications).where(old).limit(sliceSize);
			return (await orm.update(notifications).set({ dedupeKey: null }).where(inArray(rowNumber, slice))).meta.changes;
		},

		deleteRateCounters: (after: number, before: number) =>
			deleteAmongNext(rateCounters, after, lt(rateCounters.windowStart, before)),

		/** Contacts at registrars that no domain here uses, and that were not used since `before`. */
		deleteRegistrarContacts: (after: number, before: number) =>
			deleteAmongNext(
				registrarContacts,
				after,
				and(
					lt(registrarContacts.createdAt, before),
					notExists(
						orm
							.select({ one: sql`1` })
							.from(registrarContactUses)
							.leftJoin(
								domains,
								and(eq(domains.name, registrarContactUses.name), inArray(domains.status, [...usingStatuses])),
							)
							.where(
								and(
									eq(registrarContactUses.registrar, registrarContacts.registrar),
									eq(registrarContactUses.contactHash, registrarContacts.contactHash),
									or(gt(registrarContactUses.usedAt, before), isNotNull(domains.id)),
								),
							),
					),
				),
			),

		deleteSessions: (after: number, now: number) =>
			deleteAmongNext(sessions, after, or(lt(sessions.expiresAt, now), lt(sessions.idleExpiresAt, now))),

		/** Updates the statistics of tables that have changed a lot. */
		optimize: () => orm.run(sql`pragma optimize`),
	};
}
