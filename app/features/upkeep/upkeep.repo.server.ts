import { and, asc, eq, gt, inArray, isNotNull, lt, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { holderStatuses } from "~/db/held-by-another";
import {
	bankBookings,
	bulkActions,
	bulkRows,
	domains,
	inboxMessages,
	listedPayments,
	notifications,
	paymentCards,
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
	staff,
	tickets,
	tokenUses,
	users,
	writeReceipts,
} from "~/db/schema";

/** Where sealed texts are stored for a long time: saved cards, and secrets of authenticator apps. */
export const sealedPlaces = ["cards", "customers", "staff"] as const;
export type SealedPlace = (typeof sealedPlaces)[number];

export interface SealedText {
	readonly id: string;
	readonly sealed: string;
	/** Of a card. */
	readonly userId?: string;
	readonly fingerprint?: string;
}

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

	/** Secrets of authenticator apps. */
	const nextApps = (table: typeof users | typeof staff, after: string, limit: number) =>
		orm
			.select({ id: table.id, sealed: sql<string>`${table.totpSecret}`.as("sealed") })
			.from(table)
			.where(and(gt(table.id, after), isNotNull(table.totpSecret)))
			.orderBy(asc(table.id))
			.limit(limit);

	return {
		deleteReceipts: (before: number) => deleteFirst(writeReceipts, writeReceipts.createdAt, before),
		deleteTokenUses: (before: number) => deleteFirst(tokenUses, tokenUses.usedAt, before),
		deleteSignUps: (before: number) => deleteFirst(signUps, signUps.createdAt, before),
		deleteReminders: (before: number) => deleteFirst(reminders, reminders.createdAt, before),
		deleteBankBookings: (before: number) => deleteFirst(bankBookings, bankBookings.importedAt, before),
		deleteRegistrarOrders: (before: number) => deleteFirst(registrarOrders, registrarOrders.createdAt, before),
		deleteListedPayments: (before: number) => deleteFirst(listedPayments, listedPayments.listedAt, before),
		deleteInbox: (before: number) => deleteSlice(inboxMessages, lt(inboxMessages.createdAt, before)),
		deleteBulkRows: (before: number) =>
			deleteSlice(
				bulkRows,
				inArray(
					bulkRows.bulkId,
					orm.select({ id: bulkActions.id }).from(bulkActions).where(lt(bulkActions.createdAt, before)),
				),
			),
		/** Those without rows. */
		deleteBulkActions: (before: number) =>
			deleteSlice(
				bulkActions,
				and(
					lt(bulkActions.createdAt, before),
					notExists(orm.select({ one: sql`1` }).from(bulkRows).where(eq(bulkRows.bulkId, bulkActions.id))),
				),
			),
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

		/** The next texts that are sealed for a long time, by id. */
		sealed: (place: SealedPlace, after: string, limit: number): Promise<SealedText[]> => {
			switch (place) {
				case "cards": {
					const { id, userId, fingerprint, token: sealed } = paymentCards;
					const next = orm.select({ id, userId, fingerprint, sealed }).from(paymentCards).where(gt(id, after));
					return read(next.orderBy(asc(id)).limit(limit));
				}
				case "customers":
					return read(nextApps(users, after, limit));
				case "staff":
					return read(nextApps(staff, after, limit));
			}
		},

		/** Changes nothing if the text was changed since it was read. */
		reseal(place: SealedPlace, { id, sealed }: SealedText, renewed: string): Change {
			if (place === "cards") {
				const unchanged = and(eq(paymentCards.id, id), eq(paymentCards.token, sealed));
				return write(orm.update(paymentCards).set({ token: renewed }).where(unchanged));
			}
			const table = place === "customers" ? users : staff;
			const unchanged = and(eq(table.id, id), eq(table.totpSecret, sealed));
			return write(orm.update(table).set({ totpSecret: renewed }).where(unchanged));
		},

		/** Updates the statistics of tables that have changed a lot. */
		optimize: () => orm.run(sql`pragma optimize`),
	};
}
