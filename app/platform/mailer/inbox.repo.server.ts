import { desc, eq } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { inboxMessages } from "~/db/schema";

export type InboxMessage = typeof inboxMessages.$inferSelect;

/** The mails that the local inbox keeps. */
export function createInboxRepo(db: Database) {
	const { orm } = db;
	return {
		/** Keeps the first message of each key and answers with its id. */
		async keep(message: InboxMessage): Promise<string> {
			await orm.insert(inboxMessages).values(message).onConflictDoNothing({ target: inboxMessages.idempotencyKey });
			const kept = await db.read(
				orm
					.select({ id: inboxMessages.id })
					.from(inboxMessages)
					.where(eq(inboxMessages.idempotencyKey, message.idempotencyKey)),
			);
			return kept[0]?.id ?? message.id;
		},

		newest: (limit: number): Promise<InboxMessage[]> =>
			db.read(
				orm.select().from(inboxMessages).orderBy(desc(inboxMessages.createdAt), desc(inboxMessages.id)).limit(limit),
			),

		async find(id: string): Promise<InboxMessage | null> {
			const rows = await db.read(orm.select().from(inboxMessages).where(eq(inboxMessages.id, id)));
			return rows[0] ?? null;
		},
	};
}
