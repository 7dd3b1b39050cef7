import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { createInboxRepo, type InboxMessage } from "./inbox.repo.server";
import type { Mailer } from "./mailer";

export interface Inbox extends Mailer {
	/** Newest first, at most a hundred. */
	list(): Promise<InboxMessage[]>;
	find(id: string): Promise<InboxMessage | null>;
}

/** Stores emails locally instead of sending them, for development and tests. Read them at /dev/inbox. */
export function createInbox({ db, clock }: { db: Database; clock: Clock }): Inbox {
	const repo = createInboxRepo(db);
	return {
		async send({ from, to, replyTo, subject, html, text }, idempotencyKey) {
			const now = clock();
			const id = createId("msg", now);
			const added = repo.add({
				id,
				idempotencyKey,
				sender: from,
				recipient: to,
				replyTo: replyTo ?? null,
				subject,
				html,
				text,
				createdAt: now,
			});
			await db.commit(added, now);
			return { state: "accepted", id: (await repo.findId(idempotencyKey)) ?? id };
		},
		async probe() {
			await repo.findId("probe");
		},
		list: () => repo.newest(100),
		find: repo.find,
	};
}
