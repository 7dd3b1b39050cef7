import { change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import type { BillingAddress } from "./billing-address";
import { createBillingDetailsRepo } from "./billing-details.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

/** Billing addresses, and the phone numbers of past payments. */
export function createBillingDetails({ db, clock }: Dependencies) {
	const repo = createBillingDetailsRepo(db);
	return {
		async save(owner: Owner, details: BillingAddress): Promise<void> {
			const now = clock();
			const entry = log({ kind: "billing.updated", actor: "customer", params: {}, owner });
			await db.commit(change(repo.save(owner, details, now), entry), now);
		},

		/** M-Pesa numbers of successful payments, the last used first. `usedAt` in ms. */
		async phones(owner: Owner) {
			const rows = await repo.phones(owner, clock());
			return rows.flatMap(({ phone, usedAt }) => (phone === null || usedAt === null ? [] : [{ phone, usedAt }]));
		},

		async removePhone(owner: Owner, phone: string): Promise<Result<null>> {
			const now = clock();
			const params = { lastDigits: phone.slice(-3) };
			const entry = log({ kind: "billing.phone_removed", actor: "customer", params, owner });
			const { state } = await db.commit(change(repo.removePhone(owner, phone, now), entry), now);
			return state === "ok" ? ok(null) : fail("not_found", "This number has already been removed.");
		},
	};
}
