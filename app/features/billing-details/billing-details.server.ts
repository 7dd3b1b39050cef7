import { type Change, change, log } from "~/db/change.server";
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

export type BillingDetails = ReturnType<typeof createBillingDetails>;

/** Billing addresses, and the phone numbers of past payments. */
export function createBillingDetails({ db, clock }: Dependencies) {
	const repo = createBillingDetailsRepo(db);
	return {
		async save(owner: Owner, details: BillingAddress): Promise<void> {
			const now = clock();
			const entry = log({ kind: "billing.updated", actor: "customer", params: {}, owner });
			await db.commit(change(repo.save(owner, details, now), entry), now);
		},

		/** For staff. Fails with `changed_meanwhile` if the account was changed since `version`. */
		async saveByStaff(
			userId: string,
			version: number,
			details: BillingAddress,
			recorded: Change,
		): Promise<Result<null>> {
			const now = clock();
			const entry = log({ kind: "billing.updated", actor: "staff", params: {}, owner: { userId } });
			const saved = change(recorded, repo.saveOf(userId, version, details, now), entry);
			if ((await db.commit(saved, now)).state === "ok") return ok(null);
			const message = "Someone changed this account in the meantime. Compare the values and send the form again.";
			return fail("conflict", message, { code: "changed_meanwhile" });
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
