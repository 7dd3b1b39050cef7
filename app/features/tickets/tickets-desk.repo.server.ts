import { and, desc, eq, gt, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { keyset, literally, startsWith } from "~/db/keyset";
import {
	accountMembers,
	auditLog,
	staff,
	ticketFiles,
	ticketMessages,
	ticketRepliers,
	tickets,
	ticketTags,
	users,
} from "~/db/schema";
import { ownStaffId, peopleWith, staffMay, staffSignedIn } from "~/db/staff-access";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { type Cursor, pageSize } from "~/lib/page";
import type { TicketStatus } from "./ticket";
import { isAwake, messageColumns, messagesPerPage, type NewTicket } from "./tickets.repo.server";
import type { TicketList, TicketsQuery } from "./tickets-desk.schema";

type Repo = ReturnType<typeof createTicketsDeskRepo>;
export type DeskTicket = NonNullable<Awaited<ReturnType<Repo["find"]>>>;
export type ListedTicket = Awaited<ReturnType<Repo["list"]>>[number];

const named = <T>(column: SQLiteColumn | SQL, name: string) => sql<T>`${column}`.as(name);

const listed = {
	id: tickets.id,
	number: tickets.number,
	subject: tickets.subject,
	status: tickets.status,
	department: tickets.department,
	tags: tickets.tags,
	dueAt: tickets.dueAt,
	snoozedUntil: tickets.snoozedUntil,
	createdAt: tickets.createdAt,
	updatedAt: tickets.updatedAt,
	userId: tickets.userId,
	name: tickets.name,
	email: tickets.email,
	firstName: users.firstName,
	lastName: users.lastName,
	customerEmail: named<string | null>(users.email, "customer_email"),
	mergedInto: tickets.mergedInto,
	assignee: tickets.assignee,
	assigneeName: named<string | null>(staff.name, "assignee_name"),
};

const statusOf: Readonly<Record<TicketList, TicketStatus>> = {
	open: "open",
	snoozed: "open",
	waiting: "waiting",
	"on-hold": "on-hold",
	closed: "closed",
};

/** Condition: one of the values. As JSON, because D1 binds at most 100 values. */
const oneOf = (column: SQLiteColumn, values: readonly string[]): SQL =>
	sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;

/** All tickets, for staff. Every statement checks the session and the permission. */
export function createTicketsDeskRepo(db: Database) {
	const { orm } = db;

	const other = alias(tickets, "other");
	const numberOf = (id: SQLiteColumn) =>
		sql`${orm.select({ number: other.number }).from(other).where(eq(other.id, id))}`;

	const memberUsers = alias(users, "member_users");
	const membersIn = sql`(
		select json_group_array(distinct json_object('id', ${memberUsers.id}, 'email', ${memberUsers.email}))
		from ${ticketMessages}
		join ${accountMembers} on ${accountMembers.memberId} = ${ticketMessages.memberId}
			and ${accountMembers.userId} = ${tickets.userId}
		join ${users} as ${memberUsers} on ${memberUsers.id} = ${accountMembers.memberId}
		where ${ticketMessages.ticketId} = ${tickets.id}
	)`
		.mapWith((list): readonly { readonly id: string; readonly email: string }[] => JSON.parse(String(list)))
		.as("members");

	const withPeople = () =>
		orm
			.select(listed)
			.from(tickets)
			.leftJoin(users, eq(users.id, tickets.userId))
			.leftJoin(staff, eq(staff.id, tickets.assignee));

	/** Tickets whose `key` starts with the text, in its order. */
	function startingWith(
		session: StaffSession,
		key: SQLiteColumn,
		text: string,
		after: Cursor | null,
		now: number,
		where?: SQL,
	) {
		const page = keyset(key, tickets.id, "asc", after);
		return db.read(
			orm
				.select({ ...listed, match: named<string>(key, "match") })
				.from(tickets)
				.leftJoin(users, eq(users.id, tickets.userId))
				.leftJoin(staff, eq(staff.id, tickets.assignee))
				.where(and(staffMay(session, "tickets.view", now), startsWith(key, text), where, page.where))
				.orderBy(...page.orderBy)
				.limit(pageSize + 1),
		);
	}

	/** The same by the start of the customer's address. */
	function ofCustomers(session: StaffSession, text: string, after: Cursor | null, now: number) {
		const page = keyset(users.email, tickets.id, "asc", after);
		return db.read(
			orm
				.select({ ...listed, match: named<string>(users.email, "match") })
				.from(users)
				.innerJoin(tickets, eq(tickets.userId, users.id))
				.leftJoin(staff, eq(staff.id, tickets.assignee))
				.where(and(staffMay(session, "tickets.view", now), startsWith(users.email, text), page.where))
				.orderBy(...page.orderBy)
				.limit(pageSize + 1),
		);
	}

	return {
		/** Open ones by when they are due, others by their last change. One more than a page. */
		list(session: StaffSession, query: Omit<TicketsQuery, "q" | "after">, after: Cursor | null, now: number) {
			const { list, mine, department, tag } = query;
			const status = statusOf[list];
			// With a tag, the rows of `ticket_tags` are read in the list's order, and only they.
			const { id, key, is, assignee, of } = tag
				? {
						...{ id: ticketTags.ticketId, key: ticketTags.sortedAt, is: ticketTags.list },
						...{ assignee: ticketTags.assignee, of: ticketTags.department },
					}
				: {
						...{ id: tickets.id, key: status === "open" ? tickets.dueAt : tickets.updatedAt, is: tickets.status },
						...{ assignee: tickets.assignee, of: tickets.department },
					};
			const page = keyset(key, id, status === "open" ? "asc" : "desc", after);
			const where = and(
				staffMay(session, "tickets.view", now),
				tag ? eq(ticketTags.tag, tag) : undefined,
				literally(is, status),
				list === "open" ? isAwake(now) : undefined,
				list === "snoozed" ? gt(tickets.snoozedUntil, now) : undefined,
				mine ? eq(assignee, ownStaffId(session, now)) : undefined,
				department && eq(of, department),
				page.where,
			);
			const rows = tag
				? orm.select(listed).from(ticketTags).innerJoin(tickets, eq(tickets.id, ticketTags.ticketId))
				: orm.select(listed).from(tickets);
			return db.read(
				rows
					.leftJoin(users, eq(users.id, tickets.userId))
					.leftJoin(staff, eq(staff.id, tickets.assignee))
					.where(where)
					.orderBy(...page.orderBy)
					.limit(pageSize + 1),
			);
		},

		/** By the start of the number, the sender's or the customer's address. One round trip. */
		async search(session: StaffSession, text: string, after: Cursor | null, now: number) {
			const found = await Promise.all([
				startingWith(session, tickets.number, text.toUpperCase(), after, now),
				startingWith(session, tickets.email, text.toLowerCase(), after, now),
				ofCustomers(session, text.toLowerCase(), after, now),
			]);
			return found.flat();
		},

		/** Whose number starts with the text. */
		numbered: (session: StaffSession, text: string, now: number) =>
			startingWith(session, tickets.number, text.toUpperCase(), null, now),

		/** Of one customer, newest first. */
		ofCustomer(session: StaffSession, userId: string, after: Cursor | null, now: number) {
			const page = keyset(tickets.createdAt, tickets.id, "desc", after);
			return db.read(
				withPeople()
					.where(and(staffMay(session, "tickets.view", now), eq(tickets.userId, userId), page.where))
					.orderBy(...page.orderBy)
					.limit(pageSize + 1),
			);
		},

		async find(session: StaffSession, permission: Permission, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select({
						...listed,
						phone: tickets.phone,
						via: tickets.via,
						answeredAt: tickets.answeredAt,
						rating: tickets.rating,
						ratingComment: tickets.ratingComment,
						ratedAt: tickets.ratedAt,
						version: named<number>(tickets.version, "ticket_version"),
						/** The number of the ticket into which it was merged. */
						mergedNumber: named<string | null>(numberOf(tickets.mergedInto), "merged_number"),
						customerPhone: named<string | null>(users.phone, "customer_phone"),
						/** Members who wrote in it, and still have access: their own accounts. */
						members: membersIn,
					})
					.from(tickets)
					.leftJoin(users, eq(users.id, tickets.userId))
					.leftJoin(staff, eq(staff.id, tickets.assignee))
					.where(and(staffMay(session, permission, now), eq(tickets.id, id))),
			);
			return found;
		},

		/** Other tickets of the sender's account or, without one, of the address, newest first. */
		async ofSameSender(session: StaffSession, id: string, now: number) {
			const own = (column: SQLiteColumn) => sql`${orm.select({ key: column }).from(other).where(eq(other.id, id))}`;
			const having = (where: SQL | undefined) =>
				db.read(
					withPeople()
						.where(and(staffMay(session, "tickets.reply", now), where, ne(tickets.id, id), isNull(tickets.mergedInto)))
						.orderBy(desc(tickets.createdAt))
						.limit(50),
				);
			const found = await Promise.all([
				having(eq(tickets.userId, own(other.userId))),
				having(and(eq(tickets.email, own(other.email)), isNull(tickets.userId))),
			]);
			return found.flat();
		},

		/** How much is in a ticket. */
		async contents(session: StaffSession, id: string, now: number) {
			const count = sql<number>`count(*)`;
			const allowed = staffMay(session, "tickets.reply", now);
			const [[messages], [files]] = await Promise.all([
				db.read(
					orm
						.select({ count })
						.from(ticketMessages)
						.where(and(allowed, eq(ticketMessages.ticketId, id))),
				),
				db.read(
					orm
						.select({ count })
						.from(ticketFiles)
						.where(and(allowed, eq(ticketFiles.ticketId, id))),
				),
			]);
			return { messages: messages?.count ?? 0, files: files?.count ?? 0 };
		},

		/** How many of these messages are in the ticket. */
		async countOf(session: StaffSession, id: string, messages: readonly string[], now: number): Promise<number> {
			const [found] = await db.read(
				orm
					.select({ count: sql<number>`count(*)` })
					.from(ticketMessages)
					.where(
						and(
							staffMay(session, "tickets.reply", now),
							eq(ticketMessages.ticketId, id),
							oneOf(ticketMessages.id, messages),
						),
					),
			);
			return found?.count ?? 0;
		},

		/** Newest first, with the notes of staff. */
		messages(session: StaffSession, id: string, after: Cursor | null, now: number) {
			const page = keyset(ticketMessages.createdAt, ticketMessages.id, "desc", after);
			return db.read(
				orm
					.select(messageColumns)
					.from(ticketMessages)
					.where(and(staffMay(session, "tickets.view", now), eq(ticketMessages.ticketId, id), page.where))
					.orderBy(...page.orderBy)
					.limit(messagesPerPage + 1),
			);
		},

		/** Who may work on tickets, by name. */
		people: (session: StaffSession, now: number) =>
			db.read(peopleWith(db, session, { view: "tickets.view", work: "tickets.reply" }, now)),

		/** The entry in the audit log of the person's own last answer or note in the ticket. Null if there is none. */
		async lastSent(session: StaffSession, id: string, kind: "ticket.answered" | "ticket.noted", now: number) {
			const [found] = await db.read(
				orm
					.select({ id: auditLog.id })
					.from(auditLog)
					.where(
						and(
							eq(auditLog.subjectId, id),
							eq(sql`+${auditLog.kind}`, kind),
							eq(sql`+${auditLog.staffId}`, ownStaffId(session, now)),
						),
					)
					.orderBy(desc(auditLog.at), desc(auditLog.id))
					.limit(1),
			);
			return found?.id ?? null;
		},

		/** Who else is writing an answer, by name. */
		repliers: (session: StaffSession, id: string, now: number) =>
			db.read(
				orm
					.select({ name: staff.name })
					.from(ticketRepliers)
					.innerJoin(staff, eq(staff.id, ticketRepliers.staffId))
					.where(
						and(
							staffMay(session, "tickets.view", now),
							eq(ticketRepliers.ticketId, id),
							gt(ticketRepliers.until, now),
							ne(ticketRepliers.staffId, ownStaffId(session, now)),
						),
					)
					.orderBy(staff.name)
					.limit(5),
			),

		/** Says until when the person is writing an answer. Stale without the permission, or if there is no such ticket. */
		setReplying(session: StaffSession, id: string, until: number, now: number): Change {
			const from = staffSignedIn(session, "tickets.reply", now);
			const isTicket = sql`exists (select 1 from ${tickets} where ${tickets.id} = ${id})`;
			const row = { ticketId: id, staffId: sql`${staff.id}`, until };
			return change(
				write(orm.delete(ticketRepliers).where(lte(ticketRepliers.until, now))),
				guarded(
					insertSelect(db, ticketRepliers, row, sql`${from} and ${isTicket}`).onConflictDoUpdate({
						target: [ticketRepliers.ticketId, ticketRepliers.staffId],
						set: { until },
					}),
				),
			);
		},

		/** The person has sent the answer. */
		endReplying: (session: StaffSession, id: string, now: number): Change =>
			write(
				orm
					.delete(ticketRepliers)
					.where(and(eq(ticketRepliers.ticketId, id), eq(ticketRepliers.staffId, ownStaffId(session, now)))),
			),

		/** The newest message, to find what came after the form was loaded. */
		async lastMessage(session: StaffSession, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select({
						id: ticketMessages.id,
						kind: ticketMessages.kind,
						author: ticketMessages.author,
						createdAt: ticketMessages.createdAt,
					})
					.from(ticketMessages)
					.where(and(staffMay(session, "tickets.view", now), eq(ticketMessages.ticketId, id)))
					.orderBy(desc(ticketMessages.createdAt), desc(ticketMessages.id))
					.limit(1),
			);
			return found;
		},

		/** Stale if the ticket has changed since `version`. */
		update: (
			id: string,
			version: number,
			fields: Partial<
				Pick<
					NewTicket,
					"department" | "status" | "tags" | "snoozedUntil" | "dueAt" | "answeredAt" | "closedAt" | "updatedAt"
				>
			> & { readonly assignee?: string | SQL | null },
		): Change =>
			guarded(
				orm
					.update(tickets)
					.set({ ...fields, version: version + 1 })
					.where(and(eq(tickets.id, id), eq(tickets.version, version))),
			),

		/** Closes a ticket for good, and moves all that belongs to it. Stale if it has changed since `version`. */
		mergeInto: (id: string, version: number, into: string, now: number): Change =>
			change(
				guarded(
					orm
						.update(tickets)
						.set({
							status: "closed",
							closedAt: null,
							snoozedUntil: null,
							mergedInto: into,
							updatedAt: now,
							version: version + 1,
						})
						.where(and(eq(tickets.id, id), eq(tickets.version, version), isNull(tickets.mergedInto))),
				),
				write(
					orm.update(ticketMessages).set({ ticketId: into }).where(eq(ticketMessages.ticketId, id)),
					orm.update(ticketFiles).set({ ticketId: into }).where(eq(ticketFiles.ticketId, id)),
					// Tickets that were merged into this one.
					orm.update(tickets).set({ mergedInto: into }).where(eq(tickets.mergedInto, id)),
				),
			),

		/** Moves some messages with their files. */
		moveMessages: (from: string, into: string, messages: readonly string[]): Change =>
			change(
				guarded(
					orm
						.update(ticketMessages)
						.set({ ticketId: into })
						.where(and(eq(ticketMessages.ticketId, from), oneOf(ticketMessages.id, messages))),
				),
				write(
					orm
						.update(ticketFiles)
						.set({ ticketId: into })
						.where(and(eq(ticketFiles.ticketId, from), oneOf(ticketFiles.messageId, messages))),
				),
			),

		/** The same for a change in the queue, whose row has its own version. */
		updateFromQueue: (
			session: StaffSession,
			id: string,
			fields: { readonly assignee?: string | SQL | null; readonly snoozedUntil?: number | null },
			now: number,
		): Change =>
			guarded(
				orm
					.update(tickets)
					.set({ ...fields, version: sql`${tickets.version} + 1` })
					.where(and(eq(tickets.id, id), staffMay(session, "tickets.reply", now))),
			),
	};
}
