import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { OutboxState } from "~/features/outbox/outbox";
import { id, json, time } from "../columns";
import type { ReminderKind } from "../reminders.server";

/** Emails to send and work to do after a commit. Written in the same batch, processed through a queue. */
export const outbox = sqliteTable(
	"outbox",
	{
		id: id(),
		/** `mail.receipt`, `job.run` …: see registry.ts. */
		kind: text("kind").notNull(),
		/** No secrets. Links are derived from the row's id when the email is sent. */
		payload: json<Record<string, unknown>>("payload").notNull(),
		userId: text("user_id"),
		/** Only the first event with this key is stored. */
		dedupeKey: text("dedupe_key").unique(),
		state: text("state").$type<OutboxState>().notNull().default("new"),
		attempts: integer("attempts").notNull().default(0),
		nextAt: time("next_at").notNull(),
		leaseUntil: time("lease_until"),
		lastError: text("last_error"),
		providerId: text("provider_id"),
		/** Of the request that caused it, for the log. Null for work of a cron. */
		requestId: text("request_id"),
		createdAt: time("created_at").notNull(),
		sentAt: time("sent_at"),
	},
	(table) => [
		index("outbox_due").on(table.state, table.nextAt),
		index("outbox_user").on(table.userId, table.createdAt).where(sql`user_id is not null`),
	],
);

/** What each customer is reminded of, and on which day. All reminders of a customer's day are one email. */
export const reminders = sqliteTable(
	"reminders",
	{
		userId: text("user_id").notNull(),
		/** The day in Kenya of the email: 2026-11-24. */
		day: text("day").notNull(),
		kind: text("kind").$type<ReminderKind>().notNull(),
		/** The id of the domain, plan, invoice or project. */
		subjectId: text("subject_id").notNull(),
		/** The time that made it due, such as seven days before the expiry. Each stage is reminded of once. */
		stage: time("stage").notNull(),
		createdAt: time("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.subjectId, table.kind, table.stage] }),
		index("reminders_day").on(table.userId, table.day),
	],
);

/** The local inbox at /dev/inbox. Empty in production. */
export const inboxMessages = sqliteTable(
	"inbox_messages",
	{
		id: id(),
		/** One message per outbox row. */
		idempotencyKey: text("idempotency_key").notNull().unique(),
		sender: text("sender").notNull(),
		recipient: text("recipient").notNull(),
		replyTo: text("reply_to"),
		subject: text("subject").notNull(),
		html: text("html").notNull(),
		text: text("text").notNull(),
		createdAt: time("created_at").notNull(),
	},
	(table) => [index("inbox_created").on(table.createdAt)],
);

/**
 * One row per committed batch. A retry that finds its own row knows that the batch was committed. `changed` is NOT NULL,
 * which makes a batch fail if a guarded statement changed nothing.
 */
export const writeReceipts = sqliteTable("write_receipts", {
	id: id(),
	changed: integer("changed").notNull(),
	createdAt: time("created_at").notNull(),
});

/** Where a scheduled task continues that could not finish in one run. */
export const taskPositions = sqliteTable("task_positions", {
	task: text("task").primaryKey(),
	/** In the form of its task. */
	position: text("position").notNull(),
	updatedAt: time("updated_at").notNull(),
});

/** Which domains a nightly comparison has found in the pages of the service's list, until its round is finished. */
export const comparisonPages = sqliteTable(
	"comparison_pages",
	{
		task: text("task").notNull(),
		page: integer("page").notNull(),
		/** Their hashes four bytes each, as base64. */
		hashes: text("hashes").notNull(),
	},
	(table) => [primaryKey({ columns: [table.task, table.page] })],
);

/** The versions that a service's list showed of a domain's zone or registration. */
export const comparedVersions = sqliteTable(
	"compared_versions",
	{
		task: text("task").notNull(),
		domainId: text("domain_id").notNull(),
		/** In the last list. */
		listed: text("listed").notNull(),
		/** When everything was last compared and equal. Null if it never was. */
		checked: text("checked"),
		checkedAt: time("checked_at"),
	},
	(table) => [primaryKey({ columns: [table.task, table.domainId] })],
);
