import type { Database } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import { fail, ok, type Result } from "../../lib/result";
import type { Clock } from "../../platform/clock";
import type { Activity } from "../activity/activity.server";
import { billingDetailsRepo } from "./billing-details.repo.server";
import type { BillingDetails } from "./billing-details.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
}

/** Whom invoices are made out to, and the payment methods that are kept. */
export function createBillingDetails({ db, clock, activity }: Dependencies) {
	const repo = billingDetailsRepo(db);
	return {
		async save(owner: Owner, details: BillingDetails): Promise<void> {
			const entry = { actor: "customer", kind: "billing.updated", message: "Changed the billing details." } as const;
			await db.write([repo.save(owner, details, clock()), db.mustChange(), activity.record(entry, owner)]);
		},

		/** Numbers that M-Pesa payments came from. Of cards we keep nothing. */
		async phones(owner: Owner) {
			const rows = await repo.phones(owner, clock());
			return rows.flatMap(({ phone, usedAt }) => (phone === null || usedAt === null ? [] : [{ phone, usedAt }]));
		},

		async forgetPhone(owner: Owner, phone: string): Promise<Result<null>> {
			const message = `Removed the M-Pesa number that ends in ${phone.slice(-3)}.`;
			const entry = { actor: "customer", kind: "billing.phone_removed", message } as const;
			const written = await db.attempt([
				repo.forgetPhone(owner, phone, clock()),
				db.mustChange(),
				activity.record(entry, owner),
			]);
			return written ? ok(null) : fail("not_found", "This number is not kept any more.");
		},
	};
}
