import { change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
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
