import { and, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Change, guarded, unique } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { keyset } from "~/db/keyset";
import { ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { ticketMessages, tickets, users } from "~/db/schema";
import type { Cursor } from "~/lib/page";
import type { MessageKind } from "./ticket";
import type { RatingForm } from "./tickets.schema";

export type TicketRow = typeof tickets.$inferSelect;
export type NewTicket = typeof tickets.$inferInsert;

export interface NewMessage {
	readonly id: string;
	readonly ticketId: string;
	readonly kind: MessageKind;
	/** Null: the ticket's customer. */
	readonly author: string | null;
	/** The own account of a member who writes in another customer's account. */
	readonly memberId?: string | null;
	readonly body: string;
	/** The Message-ID of the email that it came with. */
	readonly emailId?: string | null;
}

/** The number is made from the id. Another ticket has it in one of millions of cases. */
const newTicketKeys = ["tickets.id", "tickets.number"] as const;

/** Messages on one page. */
export const messagesPerPage = 20;

export const messageColumns = {
	id: ticketMessages.id,
	kind: ticketMessages.kind,
	author: ticketMessages.author,
	body: ticketMessages.body,
	createdAt: ticketMessages.createdAt,
};

/** The tickets of customers, and what every feature writes into tickets. */
export function createTicketsRepo(db: Database) {
	const { orm } = db;
	const own = (owner: Owner, id: string, now: number) => and(eq(tickets.id, id), ownedBy(tickets.userId, owner, now));
	const merged = alias(tickets, "merged");
	const isCurrent = (id: string) =>
		eq(
			tickets.id,
			sql`coalesce(${orm.select({ into: merged.mergedInto }).from(merged).where(eq(merged.id, id))}, ${id})`,
		);
	const customerName = sql<string>`(select ${users.firstName} || ' ' || ${users.lastName} from ${users} where ${users.id} = ${tickets.userId})`;

	const addTo = (
		{ id, ticketId, kind, author, memberId = null, body, emailId = null }: NewMessage,
		now: number,
		where?: SQL,
	): Change => {
		const name = author ?? sql`coalesce(${tickets.name}, ${customerName}, '')`;
		const row = { id, ticketId: sql`${tickets.id}`, kind, author: name, memberId, body, emailId, createdAt: now };
		const from = sql`from ${tickets} where ${and(eq(tickets.id, ticketId), isNull(tickets.mergedInto), where)}`;
		return unique("ticket_messages.id", guarded(insertSelect(db, ticketMessages, row, from)));
	};

	const rate = (id: string, { rating, comment }: RatingForm, now: number, where?: SQL): Change =>
		guarded(
			orm
				.update(tickets)
				.set({ rating, ratingComment: comment === "" ? null : comment, ratedAt: now })
				.where(
					and(
						eq(tickets.id, id),
						isNotNull(tickets.answeredAt),
						inArray(tickets.status, ["waiting", "closed"]),
						isNull(tickets.mergedInto),
						where,
					),
				),
		);

	return {
		/** Newest first. One more than a page, to know whether there is a next page. */
		list: (owner: Owner, isClosed: boolean | undefined, after: Cursor | null, now: number) =>
			ownedPage(
				db,
				tickets,
				owner,
				{
					where: and(
						isNull(tickets.mergedInto),
						isClosed === undefined ? undefined : (isClosed ? eq : ne)(tickets.status, "closed"),
					),
					key: tickets.createdAt,
					direction: "desc",
					after,
				},
				now,
			),

		async find(owner: Owner, id: string, now: number): Promise<TicketRow | undefined> {
			const [found] = await db.read(
				orm
					.select()
					.from(tickets)
					.where(own(owner, id, now)),
			);
			return found;
		},

		/** Newest first, without notes of staff. */
		messages(owner: Owner, id: string, after: Cursor | null, now: number) {
			const page = keyset(ticketMessages.createdAt, ticketMessages.id, "desc", after);
			return db.read(
				orm
					.select(messageColumns)
					.from(ticketMessages)
					.innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
					.where(
						and(
							eq(ticketMessages.ticketId, id),
							ownedBy(tickets.userId, owner, now),
							inArray(ticketMessages.kind, ["customer", "staff"]),
							page.where,
						),
					)
					.orderBy(...page.orderBy)
					.limit(messagesPerPage + 1),
			);
		},

		/** The owner's ticket, or the one into which it was merged. */
		async findCurrent(owner: Owner, id: string, now: number): Promise<TicketRow | undefined> {
			const [found] = await db.read(
				orm
					.select()
					.from(tickets)
					.where(and(isCurrent(id), ownedBy(tickets.userId, owner, now))),
			);
			return found;
		},

		/** The ticket that anyone opened, or the one into which it was merged. */
		async current(id: string): Promise<TicketRow | undefined> {
			const [found] = await db.read(orm.select().from(tickets).where(isCurrent(id)));
			return found;
		},

		/** A ticket that anyone opened, by its id. */
		async byId(id: string): Promise<TicketRow | undefined> {
			const [found] = await db.read(orm.select().from(tickets).where(eq(tickets.id, id)));
			return found;
		},

		/** The ticket of one of these messages, the first that there is. */
		async ofMessages(ids: readonly string[]): Promise<TicketRow | undefined> {
			const found = await db.read(
				orm
					.select({ ...getTableColumns(tickets), messageId: sql<string>`${ticketMessages.id}`.as("message_id") })
					.from(ticketMessages)
					.innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
					.where(inArray(ticketMessages.id, [...ids])),
			);
			return ids.flatMap((id) => found.find(({ messageId }) => messageId === id) ?? [])[0];
		},

		/** The address of a ticket's account. */
		async addressOf(id: string): Promise<string | undefined> {
			const [found] = await db.read(
				orm
					.select({ email: users.email })
					.from(tickets)
					.innerJoin(users, eq(users.id, tickets.userId))
					.where(and(eq(tickets.id, id), inArray(users.status, ["active", "closing"]))),
			);
			return found?.email;
		},

		/** The customer with this verified address. */
		async customerAt(email: string): Promise<string | null> {
			const [found] = await db.read(
				orm
					.select({ id: users.id })
					.from(users)
					.where(and(eq(users.email, email), inArray(users.status, ["active", "closing"]))),
			);
			return found?.id ?? null;
		},

		/** The first message of a ticket. */
		async firstMessage(ticketId: string) {
			const [found] = await db.read(
				orm
					.select(messageColumns)
					.from(ticketMessages)
					.where(eq(ticketMessages.ticketId, ticketId))
					.orderBy(ticketMessages.createdAt)
					.limit(1),
			);
			return found;
		},

		/** A duplicate if there is a ticket with this id. */
		open: (row: NewTicket): Change => unique(newTicketKeys, guarded(orm.insert(tickets).values(row))),

		/** The same for the owner's account. Stale without a valid session. */
		openOwn(owner: Owner, { userId: _owner, ...row }: NewTicket, now: number): Change {
			const account = sql`from ${users} where ${ownedBy(users.id, owner, now)}`;
			return unique(newTicketKeys, guarded(insertSelect(db, tickets, { ...row, userId: sql`${users.id}` }, account)));
		},

		/** A duplicate if there is a message with this id. Stale if there is no such ticket, or it was merged. */
		addMessage: (message: NewMessage, now: number): Change => addTo(message, now),

		/** Stale if the ticket is not the owner's, or was merged. */
		addOwnMessage: (owner: Owner, message: NewMessage, now: number): Change =>
			addTo(message, now, ownedBy(tickets.userId, owner, now)),

		/** A message of the customer: the ticket waits for us. `dueAt`: by when, if it did not wait before. */
		wakeUp: (id: string, dueAt: number, now: number): Change =>
			guarded(
				orm
					.update(tickets)
					.set({
						status: "open",
						closedAt: null,
						snoozedUntil: null,
						dueAt: sql`case when ${tickets.status} = 'open' then ${tickets.dueAt} else ${dueAt} end`,
						updatedAt: now,
						version: sql`${tickets.version} + 1`,
					})
					.where(and(eq(tickets.id, id), isNull(tickets.mergedInto))),
			),

		/** Stale if it can't be rated now. */
		rate: (id: string, form: RatingForm, now: number): Change => rate(id, form, now),

		/** The same for the owner's ticket. */
		rateOwn: (owner: Owner, id: string, form: RatingForm, now: number): Change =>
			rate(id, form, now, ownedBy(tickets.userId, owner, now)),

		/** Stale if it is closed already, or not the owner's. */
		closeOwn: (owner: Owner, id: string, now: number): Change =>
			guarded(
				orm
					.update(tickets)
					.set({
						status: "closed",
						closedAt: now,
						snoozedUntil: null,
						updatedAt: now,
						version: sql`${tickets.version} + 1`,
					})
					.where(and(own(owner, id, now), ne(tickets.status, "closed"))),
			),

		/**
		 * Closes a slice of those that wait for the customer since before this time. Returns their number. They have no row in
		 * the queue.
		 */
		async closeWaiting(before: number, now: number): Promise<number> {
			const slice = orm
				.select({ id: tickets.id })
				.from(tickets)
				.where(and(sql`${tickets.status} = 'waiting'`, lt(tickets.updatedAt, before)))
				.limit(200);
			const closed = orm
				.update(tickets)
				.set({ status: "closed", closedAt: now, updatedAt: now, version: sql`${tickets.version} + 1` })
				.where(inArray(tickets.id, slice));
			return (await closed).meta.changes;
		},

		/** The parameter of a log entry: an expression for the number and subject. */
		titleOf: (id: string): SQL =>
			sql`(select ${tickets.number} || ' ' || ${tickets.subject} from ${tickets} where ${tickets.id} = ${id})`,
	};
}

/** Condition: not snoozed any more. */
export const isAwake = (now: number) => or(isNull(tickets.snoozedUntil), sql`${tickets.snoozedUntil} <= ${now}`);
