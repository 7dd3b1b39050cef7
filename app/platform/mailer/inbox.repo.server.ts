import { desc, eq } from "drizzle-orm";
import { type Change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { inboxMessages } from "~/db/schema";

export type InboxMessage = typeof inboxMessages.$inferSelect;

/** The emails that the local inbox stores. */
export function createInboxRepo(db: Database) {
	const { orm } = db;
	return {
		/** Only the first message of each idempotency key is stored. */
		add: (message: InboxMessage): Change =>
			write(orm.insert(inboxMessages).values(message).onConflictDoNothing({ target: inboxMessages.idempotencyKey })),

		async findId(idempotencyKey: string): Promise<string | undefined> {
			const [stored] = await db.read(
				orm
					.select({ id: inboxMessages.id })
					.from(inboxMessages)
					.where(eq(inboxMessages.idempotencyKey, idempotencyKey)),
			);
			return stored?.id;
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
