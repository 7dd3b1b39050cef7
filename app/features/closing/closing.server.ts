import { change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import { accountClosed, accountClosing, accountKept } from "~/features/accounts/account-changes.server";
import { deletePanelAccount, plansEnded } from "~/features/hosting/hosting-changes.server";
import { voidInvoices } from "~/features/invoices/invoice-changes.server";
import { cancelOrders } from "~/features/orders/order-changes.server";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import { gracePeriodMs } from "./closing";
import { createClosingRepo } from "./closing.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

/** Most accounts closed per cron run. */
const batchSize = 50;

/** Closes accounts, 14 days after their customers request it. */
export function createClosing({ db, clock }: Dependencies) {
	const repo = createClosingRepo(db);

	return {
		/** Schedules the closing, ends all sessions and emails the customer the last day to cancel it. */
		async schedule({ id: userId }: { readonly id: string }, owner: ConfirmedOwner): Promise<Result<null>> {
			const now = clock();
			const closesAt = now + gracePeriodMs;
			const scheduled = change(
				accountClosing(db, owner, closesAt, now),
				log({ kind: "account.closing", actor: "customer", params: {}, owner }),
				repo.stopRenewals(userId, now),
				emit({ kind: "mail.account-closing", payload: { userId, closesAt }, userId }),
				repo.endSessions(userId),
			);
			const { state } = await db.commit(scheduled, now);
			return state === "ok" ? ok(null) : fail("conflict", "This account is already being closed.");
		},

		/** Cancels the closing. Auto-renew stays off for all domains. */
		async keep(owner: Owner): Promise<Result<null>> {
			const now = clock();
			const entry = log({ kind: "account.kept", actor: "customer", params: {}, owner });
			const { state } = await db.commit(change(accountKept(db, owner, now), entry), now);
			return state === "ok" ? ok(null) : fail("conflict", "This account is not being closed.");
		},

		/** Closes accounts whose 14 days are over. Safe to run twice at once. Returns the number closed. */
		async closeDueAccounts(): Promise<number> {
			const now = clock();
			let count = 0;
			for (const { id } of await repo.listDue(now, batchSize)) {
				const plans = await repo.listPlans(id);
				const deletions = plans.map((plan) => deletePanelAccount(plan.id, id));
				const closed = change(
					accountClosed(db, id, now),
					plansEnded(db, id, now),
					voidInvoices(db, { userId: id }, now),
					cancelOrders(db, id, now),
					repo.clearPersonalData(id, now),
					...deletions,
				);
				// Stale if the customer cancelled the closing, or another run closed the account.
				if ((await db.commit(closed, now)).state === "ok") count += 1;
			}
			return count;
		},
	};
}
