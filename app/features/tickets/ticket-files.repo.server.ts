import { and, asc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { type Owner, ownedBy } from "~/db/owner";
import { projectFiles, ticketFiles, ticketMessages, tickets } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import { accountQuotaBytes } from "~/features/files/file-rules";
import type { StaffSession } from "~/features/staff/staff";

/** Of a sender without an account. */
const strangerQuotaBytes = 50 * 1024 * 1024;

const listed = {
	id: ticketFiles.id,
	messageId: ticketFiles.messageId,
	name: ticketFiles.name,
	size: ticketFiles.size,
};

const opened = { id: ticketFiles.id, name: ticketFiles.name, type: ticketFiles.type, size: ticketFiles.size };

/** The files of tickets: their rows, not their bytes. */
export function createTicketFilesRepo(db: Database) {
	const { orm } = db;
	const stored = (ticketId: string | SQL) => and(eq(ticketFiles.ticketId, ticketId), eq(ticketFiles.state, "stored"));

	/** The ticket that has the files of this one now. Links to them may be older than a merge. */
	const merged = alias(tickets, "merged");
	const current = (ticketId: string) =>
		sql`coalesce(${orm.select({ into: merged.mergedInto }).from(merged).where(eq(merged.id, ticketId))}, ${ticketId})`;

	const ticketOfMessage = (id: string) =>
		sql`(select ${ticketMessages.ticketId} from ${ticketMessages} where ${ticketMessages.id} = ${id})`;

	return {
		listOwn: (owner: Owner, ticketId: string, now: number) =>
			db.read(
				orm
					.select(listed)
					.from(ticketFiles)
					.innerJoin(tickets, eq(tickets.id, ticketFiles.ticketId))
					.where(and(stored(ticketId), ownedBy(tickets.userId, owner, now)))
					.orderBy(asc(ticketFiles.createdAt))
					.limit(200),
			),

		list: (session: StaffSession, ticketId: string, now: number) =>
			db.read(
				orm
					.select(listed)
					.from(ticketFiles)
					.where(and(staffMay(session, "tickets.view", now), stored(ticketId)))
					.orderBy(asc(ticketFiles.createdAt))
					.limit(200),
			),

		async findOwn(owner: Owner, ticketId: string, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select(opened)
					.from(ticketFiles)
					.innerJoin(tickets, eq(tickets.id, ticketFiles.ticketId))
					.where(and(eq(ticketFiles.id, id), stored(current(ticketId)), ownedBy(tickets.userId, owner, now))),
			);
			return found;
		},

		async find(session: StaffSession, ticketId: string, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select(opened)
					.from(ticketFiles)
					.where(and(staffMay(session, "tickets.view", now), eq(ticketFiles.id, id), stored(current(ticketId)))),
			);
			return found;
		},

		/** Reserves the file's bytes from the quota of the account. Stale if too few are left, a duplicate if it exists. */
		reserve(
			ticketId: string,
			{
				id,
				name,
				type,
				size,
			}: { readonly id: string; readonly name: string; readonly type: string; readonly size: number },
			now: number,
		) {
			const sum = (table: typeof ticketFiles | typeof projectFiles) =>
				sql`(select coalesce(sum(${table.size}), 0) from ${table} where ${table.userId} = ${tickets.userId})`;
			const ofTicket = sql`(select coalesce(sum(${ticketFiles.size}), 0) from ${ticketFiles} where ${ticketFiles.ticketId} = ${tickets.id})`;
			const fits = sql`case when ${tickets.userId} is null then ${ofTicket} + ${size} <= ${strangerQuotaBytes} else ${sum(ticketFiles)} + ${sum(projectFiles)} + ${size} <= ${accountQuotaBytes} end`;
			const row = { id, ticketId, userId: sql`${tickets.userId}`, name, type, size, createdAt: now } as const;
			const from = sql`from ${tickets} where ${tickets.id} = ${ticketId} and ${fits}`;
			return unique("ticket_files.id", guarded(insertSelect(db, ticketFiles, { ...row, state: "reserved" }, from)));
		},

		/** Stale if the reservation was cleaned up in the meantime. The message may be in another ticket by now. */
		markStored: (id: string, messageId: string) =>
			guarded(
				orm
					.update(ticketFiles)
					.set({ state: "stored", messageId, ticketId: ticketOfMessage(messageId) })
					.where(and(eq(ticketFiles.id, id), eq(ticketFiles.state, "reserved"))),
			),

		/** Stale if it is gone. */
		deleteStored: (ticketId: string, id: string) =>
			guarded(orm.delete(ticketFiles).where(and(eq(ticketFiles.id, id), stored(ticketId)))),

		delete: (ids: readonly string[]) => write(orm.delete(ticketFiles).where(inArray(ticketFiles.id, [...ids]))),

		/** Uploads that were never finished. */
		listExpired: (before: number, limit: number) =>
			db.read(
				orm
					.select({ id: ticketFiles.id })
					.from(ticketFiles)
					// Written like the index's condition, so that SQLite uses the index.
					.where(and(sql`${ticketFiles.state} = 'reserved'`, lt(ticketFiles.createdAt, before)))
					.limit(limit),
			),

		/** The ids among these that have a row. */
		listExisting: (ids: readonly string[]) =>
			db.read(
				orm
					.select({ id: ticketFiles.id })
					.from(ticketFiles)
					.where(sql`${ticketFiles.id} in (select value from json_each(${JSON.stringify(ids)}))`),
			),
	};
}
