import { type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import type { ConfirmedOwner, Owner, SensitiveOwner } from "~/db/owner";
import { accountClosed, accountClosing, accountKept } from "~/features/accounts/account-changes.server";
import { customerAddonsEnded } from "~/features/addons/addon-changes.server";
import { deletePanelAccount, plansEnded } from "~/features/hosting/hosting-changes.server";
import { voidInvoices } from "~/features/invoices/invoice-changes.server";
import { cancelOrders } from "~/features/orders/order-changes.server";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import { gracePeriodMs } from "./closing";
import { createClosingRepo } from "./closing.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

export type Closing = ReturnType<typeof createClosing>;

/** Closes accounts, 14 days after their customers request it. */
export function createClosing({ db, clock }: Dependencies) {
	const repo = createClosingRepo(db);

	/** @param recorded the entry of the audit log, if staff close the account */
	async function schedule(userId: string, owner: SensitiveOwner, recorded?: Change): Promise<Result<null>> {
		const now = clock();
		const closesAt = now + gracePeriodMs;
		const scheduled = change(
			recorded,
			accountClosing(db, owner, closesAt, now),
			log({ kind: "account.closing", actor: recorded ? "staff" : "customer", params: {}, owner }),
			repo.stopRenewals(userId, now),
			emit({ kind: "mail.account-closing", payload: { userId, closesAt }, userId }),
			repo.endSessions(userId),
		);
		const { state } = await db.commit(scheduled, now);
		return state === "ok" ? ok(null) : fail("conflict", "This account is not active, so it can't be closed.");
	}

	/** @param recorded the entry of the audit log, if staff keep the account */
	async function keep(owner: Owner, recorded?: Change): Promise<Result<null>> {
		const now = clock();
		const entry = log({ kind: "account.kept", actor: recorded ? "staff" : "customer", params: {}, owner });
		const { state } = await db.commit(change(recorded, accountKept(db, owner, now), entry), now);
		return state === "ok" ? ok(null) : fail("conflict", "This account is not being closed.");
	}

	return {
		/** Schedules the closing, ends all sessions and emails the customer the last day to cancel it. */
		schedule: ({ id }: { readonly id: string }, owner: ConfirmedOwner) => schedule(id, owner),
		scheduleByStaff: (userId: string, recorded: Change) => schedule(userId, { userId }, recorded),

		/** Cancels the closing. Auto-renew stays off for all domains. */
		keep: (owner: Owner) => keep(owner),
		keepByStaff: (userId: string, recorded: Change) => keep({ userId }, recorded),

		/** Queues accounts whose 14 days are over. Returns the number of new items. */
		queueDue(): Promise<number> {
			const now = clock();
			return queueDueItems({ db, clock }, [
				{
					kind: "account.close",
					page: repo.listDue(now),
					event: ({ id: userId, closesAt }) =>
						closesAt === null ? null : { payload: { userId, closesAt }, once: `${userId}:${closesAt}` },
				},
			]);
		},

		/** Closes an account. Does nothing if its customer cancelled the closing, or it is closed already. */
		async closeDue({ userId, closesAt }: { userId: string; closesAt: number }): Promise<Outcome> {
			const now = clock();
			const [account, plans] = await Promise.all([repo.closing(userId), repo.listPlans(userId)]);
			if (account?.closesAt !== closesAt) return done;
			const closed = change(
				repo.deletePushes(userId),
				repo.deleteInvitations(userId),
				accountClosed(db, userId, now),
				plansEnded(db, userId, now),
				customerAddonsEnded(db, userId, now),
				voidInvoices(db, { userId }, now),
				cancelOrders(db, userId, now),
				repo.clearPersonalData(userId, now),
				emit({ kind: "archive.delete", payload: { userId }, userId }),
				...plans.map((plan) => deletePanelAccount(plan.id, userId)),
			);
			// Stale if the customer cancelled the closing in the meantime.
			await db.commit(closed, now);
			return done;
		},
	};
}
