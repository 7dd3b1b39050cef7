import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { OutboxState } from "~/features/outbox/outbox";
import { id, json, time } from "../columns";

/** Email to send and work to do after a commit: written in the same batch, delivered by a queue. */
export const outbox = sqliteTable(
	"outbox",
	{
		id: id(),
		/** `mail.receipt`, `job.run` …: see registry.ts. */
		kind: text("kind").notNull(),
		/** Never a secret: links are derived from the row's id when the mail is sent. */
		payload: json<Record<string, unknown>>("payload").notNull(),
		userId: text("user_id"),
		/** Of events with the same key, only the first is kept. */
		dedupeKey: text("dedupe_key").unique(),
		state: text("state").$type<OutboxState>().notNull().default("new"),
		attempts: integer("attempts").notNull().default(0),
		nextAt: time("next_at").notNull(),
		leaseUntil: time("lease_until"),
		lastError: text("last_error"),
		providerId: text("provider_id"),
		createdAt: time("created_at").notNull(),
		sentAt: time("sent_at"),
	},
	(table) => [
		index("outbox_due").on(table.state, table.nextAt),
		index("outbox_user").on(table.userId, table.createdAt),
	],
);

/** The built-in inbox: mails that were sent on this machine. Empty anywhere else. */
export const inboxMessages = sqliteTable(
	"inbox_messages",
	{
		id: id(),
		/** The mailer's idempotency key: one outbox row, one message. */
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
 * One row per committed write batch. A retried batch meets its own row and is known to have happened;
 * the check makes a batch whose guarded statement changed nothing fail as a whole.
 */
export const writeReceipts = sqliteTable("write_receipts", {
	id: id(),
	changed: integer("changed").notNull(),
	createdAt: time("created_at").notNull(),
});
