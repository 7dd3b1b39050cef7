import { sql } from "drizzle-orm";
import {
	type AnySQLiteColumn,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Rating } from "~/features/tickets/rating";
import type { Department, MessageKind, TicketStatus, TicketVia } from "~/features/tickets/ticket";
import { fileColumns, id, json, time } from "../columns";
import { users } from "./accounts";
import { staff } from "./staff";

/** Requests for help from customers and strangers: from the portal, the public forms and by email. */
export const tickets = sqliteTable(
	"tickets",
	{
		id: id(),
		/** Shown to the sender: `T-MAMA-2222`, or `ENQ-…` for a public form. */
		number: text("number").notNull(),
		/** Null if the sender is not known to be a customer. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		/** As entered in a form or sent with an email. Null for a ticket from the portal. */
		name: text("name"),
		/** Where answers go, canonical form. Null for a ticket from the portal, whose answers go to the account's address. */
		email: text("email"),
		/** E.164. */
		phone: text("phone"),
		via: text("via").$type<TicketVia>().notNull(),
		department: text("department").$type<Department>().notNull(),
		status: text("status").$type<TicketStatus>().notNull(),
		/** The id of someone at the desk. */
		assignee: text("assignee"),
		subject: text("subject").notNull(),
		tags: json<readonly string[]>("tags").notNull(),
		/** While it is open: not shown as waiting before this time. */
		snoozedUntil: time("snoozed_until"),
		/** By when someone should answer. */
		dueAt: time("due_at").notNull(),
		/** When someone at the desk first answered. */
		answeredAt: time("answered_at"),
		/** When it was last closed. Null while it is not, and for one that was merged. */
		closedAt: time("closed_at"),
		createdAt: time("created_at").notNull(),
		/** The last message or change of status. */
		updatedAt: time("updated_at").notNull(),
		/** Raised with every change, so that a form that was loaded before is out of date. */
		version: integer("version").notNull().default(0),
		/** What the sender thinks of our answers. */
		rating: text("rating").$type<Rating>(),
		ratingComment: text("rating_comment"),
		ratedAt: time("rated_at"),
		/** The ticket that has its messages now. Then it is closed for good. Never a ticket that was merged itself. */
		mergedInto: text("merged_into").references((): AnySQLiteColumn => tickets.id, { onDelete: "set null" }),
	},
	(table) => [
		uniqueIndex("tickets_number").on(table.number),
		index("tickets_user").on(table.userId, table.createdAt).where(sql`user_id is not null`),
		// For the lists of the desk. None begins with the status, which SQLite would prefer without statistics.
		index("tickets_open").on(table.dueAt).where(sql`status = 'open'`),
		index("tickets_waiting").on(table.updatedAt).where(sql`status = 'waiting'`),
		index("tickets_on_hold").on(table.updatedAt).where(sql`status = 'on-hold'`),
		index("tickets_closed").on(table.updatedAt).where(sql`status = 'closed'`),
		index("tickets_closed_department").on(table.department, table.updatedAt).where(sql`status = 'closed'`),
		index("tickets_closed_assignee")
			.on(table.assignee, table.updatedAt)
			.where(sql`status = 'closed' and assignee is not null`),
		index("tickets_merged").on(table.mergedInto).where(sql`merged_into is not null`),
		// For the report on times.
		index("tickets_answered").on(table.answeredAt).where(sql`answered_at is not null`),
		index("tickets_closed_at").on(table.closedAt).where(sql`closed_at is not null`),
		// For their search.
		index("tickets_email").on(table.email).where(sql`email is not null`),
	],
);

const ofTicket = () =>
	text("ticket_id")
		.notNull()
		.references(() => tickets.id, { onDelete: "cascade" });

export const ticketMessages = sqliteTable(
	"ticket_messages",
	{
		id: id(),
		ticketId: ofTicket(),
		kind: text("kind").$type<MessageKind>().notNull(),
		/** The name at that time. */
		author: text("author").notNull(),
		/** The own account of the member who wrote it in another customer's account. Null for all others. */
		memberId: text("member_id"),
		/** As typed. Staff write a subset of Markdown. */
		body: text("body").notNull(),
		/** The Message-ID of the email that it came with. */
		emailId: text("email_id"),
		createdAt: time("created_at").notNull(),
	},
	(table) => [index("ticket_messages_ticket").on(table.ticketId, table.createdAt)],
);

/**
 * The tags of tickets, for the desk's lists by tag. Triggers of the migration write it with each change of a ticket, because
 * SQLite has no index over the values of a JSON array. A migration that rebuilds `tickets` creates them again.
 */
export const ticketTags = sqliteTable(
	"ticket_tags",
	{
		ticketId: ofTicket(),
		tag: text("tag").notNull(),
		/** The ticket's status. */
		list: text("list").$type<TicketStatus>().notNull(),
		department: text("department").$type<Department>().notNull(),
		/** The id of someone at the desk. */
		assignee: text("assignee"),
		/** The time by which its list is sorted: `due_at` of an open ticket, `updated_at` of others. */
		sortedAt: time("sorted_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.ticketId, table.tag] }),
		index("ticket_tags_list").on(table.tag, table.list, table.sortedAt, table.ticketId),
		index("ticket_tags_department").on(table.tag, table.list, table.department, table.sortedAt, table.ticketId),
		index("ticket_tags_assignee")
			.on(table.tag, table.list, table.assignee, table.sortedAt, table.ticketId)
			.where(sql`assignee is not null`),
	],
);

/** Who is writing an answer now. Rows whose time is over count for nothing, and the next one deletes them. */
export const ticketRepliers = sqliteTable(
	"ticket_repliers",
	{
		ticketId: ofTicket(),
		staffId: text("staff_id")
			.notNull()
			.references(() => staff.id, { onDelete: "cascade" }),
		until: time("until").notNull(),
	},
	(table) => [primaryKey({ columns: [table.ticketId, table.staffId] }), index("ticket_repliers_until").on(table.until)],
);

/** Texts for answers that staff use again and again. */
export const cannedReplies = sqliteTable("canned_replies", {
	id: id(),
	title: text("title").notNull().unique(),
	/** Null: for all departments. */
	department: text("department").$type<Department>(),
	/** Markdown with placeholders, such as `{{first_name}}`. */
	body: text("body").notNull(),
	createdAt: time("created_at").notNull(),
	/** Also the version of the row: a form that was loaded before this time is out of date. */
	updatedAt: time("updated_at").notNull(),
});

/** Files in the file store, with the key `tickets/<id>`. No part of a key comes from the sender. */
export const ticketFiles = sqliteTable(
	"ticket_files",
	{
		id: id(),
		ticketId: ofTicket(),
		/** Null before the bytes are stored. */
		messageId: text("message_id"),
		/** The account whose quota it counts against. Null for a stranger's ticket. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		...fileColumns(),
	},
	(table) => [
		index("ticket_files_ticket").on(table.ticketId, table.createdAt),
		index("ticket_files_user").on(table.userId).where(sql`user_id is not null`),
		index("ticket_files_reserved").on(table.createdAt).where(sql`state = 'reserved'`),
	],
);
