import { and, asc, count, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { type Change, guarded, unique } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { type Owner, ownedBy } from "~/db/owner";
import { billingEmails, users } from "~/db/schema";
import { maxBillingEmails } from "./billing-email-limits";

export type BillingEmail = typeof billingEmails.$inferSelect;

/** Addresses that get an account's invoices. Times in ms. */
export function createBillingEmailsRepo(db: Database) {
	const { orm } = db;
	return {
		list: (owner: Owner, now: number): Promise<BillingEmail[]> =>
			db.read(
				orm
					.select()
					.from(billingEmails)
					.where(ownedBy(billingEmails.userId, owner, now))
					.orderBy(asc(billingEmails.createdAt)),
			),

		/** With the address of the account. Undefined if either is gone. */
		async find(id: string) {
			const [found] = await db.read(
				orm
					.select({ billing: billingEmails, account: sql<string>`${users.email}`.as("account_email") })
					.from(billingEmails)
					.innerJoin(users, eq(users.id, billingEmails.userId))
					.where(and(eq(billingEmails.id, id), ne(users.status, "closed"))),
			);
			return found;
		},

		/** Stale if the account has as many as it may have. A duplicate if it has this one. */
		insert(row: Pick<BillingEmail, "id" | "userId" | "email" | "createdAt">): Change {
			const held = sql`(select ${count()} from ${billingEmails} where ${billingEmails.userId} = ${users.id})`;
			const holder = sql`from ${users} where ${users.id} = ${row.userId} and ${held} < ${maxBillingEmails}`;
			return unique("billing_emails.email", guarded(insertSelect(db, billingEmails, row, holder)));
		},

		/** Stale if it is confirmed, removed or older than `since`. */
		confirm: (id: string, since: number, now: number): Change =>
			guarded(
				orm
					.update(billingEmails)
					.set({ confirmedAt: now })
					.where(and(eq(billingEmails.id, id), isNull(billingEmails.confirmedAt), gt(billingEmails.createdAt, since))),
			),

		/** Stale if it is gone, or another customer's. */
		remove: (owner: Owner, id: string, now: number): Change =>
			guarded(
				orm.delete(billingEmails).where(and(eq(billingEmails.id, id), ownedBy(billingEmails.userId, owner, now))),
			),
	};
}
