import { and, asc, eq } from "drizzle-orm";
import { type Change, guarded, unique } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { contains, keyset } from "~/db/keyset";
import { cannedReplies } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { StaffSession } from "~/features/staff/staff";
import { type Cursor, pageSize } from "~/lib/page";
import type { CannedRepliesQuery } from "./canned-replies.schema";

export type CannedReplyRow = typeof cannedReplies.$inferSelect;

/** Titles in the form of an answer. */
const mostChoices = 500;

/** Texts for answers. There are few, so searches read all of them. */
export function createCannedRepliesRepo(db: Database) {
	const { orm } = db;
	const isRow = (id: string, version: number) => and(eq(cannedReplies.id, id), eq(cannedReplies.updatedAt, version));

	return {
		/** By title. One more than a page. */
		list(
			session: StaffSession,
			{ q, department }: Omit<CannedRepliesQuery, "after">,
			after: Cursor | null,
			now: number,
		) {
			const page = keyset(cannedReplies.title, cannedReplies.id, "asc", after);
			return db.read(
				orm
					.select()
					.from(cannedReplies)
					.where(
						and(
							staffMay(session, "tickets.view", now),
							q === "" ? undefined : contains([cannedReplies.title, cannedReplies.body], q),
							department && eq(cannedReplies.department, department),
							page.where,
						),
					)
					.orderBy(...page.orderBy)
					.limit(pageSize + 1),
			);
		},

		/** The titles of all, for the form of an answer. */
		choices: (session: StaffSession, now: number) =>
			db.read(
				orm
					.select({ id: cannedReplies.id, title: cannedReplies.title, department: cannedReplies.department })
					.from(cannedReplies)
					.where(staffMay(session, "tickets.reply", now))
					.orderBy(asc(cannedReplies.title))
					.limit(mostChoices),
			),

		async find(session: StaffSession, id: string, now: number): Promise<CannedReplyRow | undefined> {
			const [found] = await db.read(
				orm
					.select()
					.from(cannedReplies)
					.where(and(staffMay(session, "tickets.view", now), eq(cannedReplies.id, id))),
			);
			return found;
		},

		/** Duplicate if there is one with this title. */
		add: (row: CannedReplyRow): Change =>
			unique("canned_replies.title", guarded(orm.insert(cannedReplies).values(row))),

		/** The same. Stale if it has changed since `version`. */
		change: (
			id: string,
			version: number,
			fields: Pick<CannedReplyRow, "title" | "department" | "body" | "updatedAt">,
		): Change =>
			unique("canned_replies.title", guarded(orm.update(cannedReplies).set(fields).where(isRow(id, version)))),

		/** Stale if it has changed since `version`. */
		remove: (id: string, version: number): Change => guarded(orm.delete(cannedReplies).where(isRow(id, version))),
	};
}
