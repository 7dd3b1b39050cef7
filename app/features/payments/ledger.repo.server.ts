import { and, eq } from "drizzle-orm";
import { type Change, change, emit, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { ledgerEntries, paymentEvents, paymentReviews } from "~/db/schema";
import { derivedId } from "~/lib/ids";

/** What providers said, what came of it in money, and what a person has to look at: rows are added, never changed. */
export function createLedgerRepo(db: Database) {
	const { orm } = db;
	return {
		event: (event: typeof paymentEvents.$inferInsert): Change =>
			write(orm.insert(paymentEvents).values(event).onConflictDoNothing()),

		/** Asks staff to look at it: one row and one email for each payment and reason, however often it is reported. */
		review({ reason, about, ...review }: Review): Change {
			const id = derivedId("rev", about, reason);
			const row = orm
				.insert(paymentReviews)
				.values({ id, reason, ...review })
				.onConflictDoNothing();
			return change(write(row), emit({ kind: "mail.staff-task", payload: { reviewId: id }, once: id }));
		},

		/** A duplicate if its receipt was posted before. */
		post: (entry: typeof ledgerEntries.$inferInsert): Change =>
			unique("ledger_entries.receipt", write(orm.insert(ledgerEntries).values(entry))),

		async entryOf(provider: string, receipt: string) {
			const where = and(eq(ledgerEntries.provider, provider), eq(ledgerEntries.receipt, receipt));
			return (await db.read(orm.select().from(ledgerEntries).where(where)))[0];
		},
	};
}

interface Review {
	/** What the review is about: a payment's id, or whatever tells one unknown message from another. */
	readonly about: string;
	readonly provider: string;
	readonly paymentId: string | null;
	readonly reason: string;
	readonly body: string;
	readonly createdAt: number;
}
