import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ProblemKind } from "~/features/problems/problem";
import { time } from "../columns";

/**
 * What needs a person, one row for each kind and subject, also after it was resolved. The open rows are the queue of the
 * desk.
 */
export const problems = sqliteTable(
	"problems",
	{
		/** `job:job_…`, `registrar:openprovider balance` … */
		key: text("key").primaryKey(),
		kind: text("kind").$type<ProblemKind>().notNull(),
		/** The id or name that the kind stands for. */
		subject: text("subject").notNull(),
		/** The row that shows whether the cause still exists: of several events the newest, otherwise the subject. */
		causeId: text("cause_id").notNull(),
		since: time("since").notNull(),
		lastSeenAt: time("last_seen_at").notNull(),
		/** What an outside service answered when it was last reported. Null if another row has it, or nothing was answered. */
		answer: text("answer"),
		/** How often it was reported since it began. */
		count: integer("count").notNull(),
		/** When the last email became due. */
		emailedAt: time("emailed_at").notNull(),
		/** When its cause was found to be gone, or someone at the desk ended it. Null while it is open. */
		resolvedAt: time("resolved_at"),
		/** Who ended it at the desk. Null if its cause went away. */
		resolvedBy: text("resolved_by"),
		/** Who works on it. */
		takenBy: text("taken_by"),
		takenAt: time("taken_at"),
		/** Not shown as waiting before this time. */
		snoozedUntil: time("snoozed_until"),
		/** By when someone should have dealt with it: `since` and the time that its kind may wait. The order of the queue. */
		dueAt: time("due_at").notNull().default(0),
		/** Raised with every change at the desk, so that a form that was loaded before is out of date. */
		version: integer("version").notNull().default(0),
	},
	(table) => [
		index("problems_open").on(table.since, table.key).where(sql`resolved_at is null`),
		index("problems_due").on(table.dueAt, table.key).where(sql`resolved_at is null`),
		index("problems_open_kind").on(table.kind, table.dueAt, table.key).where(sql`resolved_at is null`),
		index("problems_taken")
			.on(table.takenBy, table.dueAt, table.key)
			.where(sql`taken_by is not null and resolved_at is null`),
		index("problems_resolved").on(table.resolvedAt).where(sql`resolved_at is not null`),
	],
);
