import { and, desc, eq, isNotNull, max, ne } from "drizzle-orm";
import { guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { payments, users } from "~/db/schema";
import type { BillingAddress } from "./billing-address";

/** Billing addresses, and the phone numbers of past payments. */
export function createBillingDetailsRepo(db: Database) {
	return {
		save: (owner: Owner, billingAddress: BillingAddress, now: number) =>
			guarded(
				db.orm
					.update(users)
					.set({ billingAddress, updatedAt: now })
					.where(ownedBy(users.id, owner, now)),
			),

		/** For staff. Stale if the account was changed since `version`, or is closed. */
		saveOf: (userId: string, version: number, billingAddress: BillingAddress, now: number) =>
			guarded(
				db.orm
					.update(users)
					.set({ billingAddress, updatedAt: now })
					.where(and(eq(users.id, userId), eq(users.updatedAt, version), ne(users.status, "closed"))),
			),

		/** M-Pesa numbers of the customer's own successful payments, the last used first. Not those of others with a pay link. */
		phones: (owner: Owner, now: number) =>
			db.read(
				db.orm
					.select({ phone: payments.phone, usedAt: max(payments.settledAt).as("used_at") })
					.from(payments)
					.where(
						and(
							ownedBy(payments.userId, owner, now),
							eq(payments.state, "succeeded"),
							isNotNull(payments.phone),
							eq(payments.byLink, false),
						),
					)
					.groupBy(payments.phone)
					.orderBy(desc(max(payments.settledAt)))
					.limit(10),
			),

		/** Stale if there is none. Keeps receipts, and the numbers of open requests, which still need them. */
		removePhone: (owner: Owner, phone: string, now: number) =>
			guarded(
				db.orm
					.update(payments)
					.set({ phone: null })
					.where(and(ownedBy(payments.userId, owner, now), eq(payments.phone, phone), ne(payments.state, "pending"))),
			),
	};
}
