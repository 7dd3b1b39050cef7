import { change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import { dueRange, type Scope } from "~/db/due-range";
import { planSuspended } from "~/features/hosting/hosting-changes.server";
import { isOverdue, suspensionGraceMs } from "~/features/hosting/suspension";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, MINUTE } from "~/lib/durations";
import { createOverduePlansRepo, type ExpiredPlan, type OverduePlan } from "./overdue-plans.repo.server";

export interface OverduePlansDependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** How long the content of a suspended plan is kept. */
	readonly keptDays: number;
}

export type OverduePlans = ReturnType<typeof createOverduePlans>;

/** A plan without a delivered invoice is left to staff after this time. */
const undeliveredMs = 14 * DAY;

const wait = (reason: string, until: number): Outcome => ({ state: "postponed", reason, until });

/** Suspends plans that were not paid again. Safe to repeat. */
export function createOverduePlans({ db, clock, keptDays }: OverduePlansDependencies) {
	const repo = createOverduePlansRepo(db);

	/** Waits for an invoice that the customer has received. Sends it again if it was lost on the way. */
	async function waitForInvoice({ userId, invoiceId, mailRefusedAt }: OverduePlan, expiresAt: number) {
		const now = clock();
		if (now - expiresAt >= undeliveredMs) {
			const reason = invoiceId === null ? "It has no open invoice" : "Its invoice could not be delivered";
			return { state: "refused", reason: `${reason}. Renew or end the plan by hand` } as const;
		}
		if (invoiceId !== null && mailRefusedAt === null) {
			const once = `${invoiceId}:${new Date(now).toISOString().slice(0, 10)}`;
			await db.commit(emit({ kind: "mail.renewal-invoice", payload: { invoiceId }, userId, once }), now);
		}
		return wait(invoiceId === null ? "It has no open invoice" : "Its invoice was not delivered", now + DAY);
	}

	return {
		/** Queues plans whose term ended long enough ago to suspend them. Returns the number of new items. */
		queueDue: (scope: Scope): Promise<number> =>
			queueDueItems({ db, clock }, [
				{
					kind: "plan.suspend",
					page: repo.expired(dueRange(clock() - suspensionGraceMs, scope)),
					event: ({ id, expiresAt }) => ({ payload: { id, expiresAt }, once: `${id}:${expiresAt}` }),
				},
			]),

		/**
		 * Suspends a plan whose renewal was not paid, after its invoice was delivered. Does nothing if the plan was renewed,
		 * cancelled or ended. Waits while a payment is pending.
		 */
		async suspend({ id, expiresAt }: ExpiredPlan): Promise<Outcome> {
			const now = clock();
			const plan = await repo.find(id);
			if (!plan || plan.expiresAt !== expiresAt || !isOverdue(plan, now)) return done;
			const { userId, name, invoiceId, invoiceState, dueAt, deliveredAt } = plan;
			// The job that renews the plan may still be running.
			if (invoiceState === "paid") return done;
			if (invoiceState !== "open" || invoiceId === null || dueAt === null)
				return waitForInvoice({ ...plan, invoiceId: null }, expiresAt);
			if (deliveredAt === null) return waitForInvoice(plan, expiresAt);
			if (plan.hasPendingPayment) return wait("A payment is pending", now + 10 * MINUTE);
			const suspendAt = Math.max(dueAt, deliveredAt) + suspensionGraceMs;
			if (suspendAt > now) return wait("Its invoice was delivered a short time ago", suspendAt);
			const keptUntil = now + keptDays * DAY;
			const once = `${id}:${expiresAt}`;
			const { state } = await db.commit(
				change(
					planSuspended(db, { id, expiresAt, invoiceId }, userId, keptUntil, now),
					log({ kind: "plan.suspended", actor: "system", params: { plan: name }, owner: { userId }, subjectId: id }),
					notify({ kind: "plan.suspended", userId, params: { plan: name, invoiceId, keptUntil }, once }),
					emit({ kind: "mail.plan-suspended", payload: { planId: id, invoiceId }, userId, once }),
				),
				now,
			);
			return state === "ok" ? done : { state: "failed", reason: "The plan or its invoice was changed in the meantime" };
		},
	};
}
