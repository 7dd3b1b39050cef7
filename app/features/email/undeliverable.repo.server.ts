import { and, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { billingEmails, invoices, users } from "~/db/schema";

/** Accounts whose address gets no emails. Times in ms. */
export function createUndeliverableRepo(db: Database) {
	const { orm } = db;
	return {
		/** The account with this address. Null if there is none. */
		async accountWith(email: string): Promise<string | null> {
			const where = and(eq(users.email, email), ne(users.status, "closed"));
			return (await db.read(orm.select({ id: users.id }).from(users).where(where)))[0]?.id ?? null;
		},

		/**
		 * Flags the account's address. Its open invoices do not count as delivered any more. Changes nothing if the account has
		 * a different address now.
		 */
		flag(userId: string, email: string, now: number): Change {
			const isAddress = and(eq(users.id, userId), eq(users.email, email));
			const account = orm.select({ id: users.id }).from(users).where(isAddress);
			return write(
				orm.update(users).set({ mailRefusedAt: now }).where(isAddress),
				orm
					.update(invoices)
					.set({ deliveredAt: null })
					.where(and(inArray(invoices.userId, account), eq(sql`+${invoices.state}`, "open"))),
			);
		},

		/** Billing addresses of accounts. Few accounts have the same. */
		billingEmailsWith: (email: string) =>
			db.read(
				orm
					.select({ id: billingEmails.id, userId: billingEmails.userId })
					.from(billingEmails)
					.where(eq(billingEmails.email, email))
					.limit(50),
			),

		flagBillingEmails: (email: string, now: number): Change =>
			write(orm.update(billingEmails).set({ mailRefusedAt: now }).where(eq(billingEmails.email, email))),

		/** Stale if the address is not flagged. */
		clear: (owner: Owner, now: number): Change =>
			guarded(
				orm
					.update(users)
					.set({ mailRefusedAt: null, updatedAt: now })
					.where(and(ownedBy(users.id, owner, now), isNotNull(users.mailRefusedAt))),
			),
	};
}
