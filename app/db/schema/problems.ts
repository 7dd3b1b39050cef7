import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ProblemKind } from "~/features/problems/problem";
import { time } from "../columns";

/** What needs a person, one row for each kind and subject, also after it was resolved. */
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
		/** How often it was reported since it began. */
		count: integer("count").notNull(),
		/** When the last email became due. */
		emailedAt: time("emailed_at").notNull(),
		/** When its cause was found to be gone. Null while it is open. */
		resolvedAt: time("resolved_at"),
	},
	(table) => [
		index("problems_open").on(table.since, table.key).where(sql`resolved_at is null`),
		index("problems_resolved").on(table.resolvedAt).where(sql`resolved_at is not null`),
	],
);
