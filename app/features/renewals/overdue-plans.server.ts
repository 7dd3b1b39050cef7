import { change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import { dueRange, type Scope } from "~/db/due-range";
import { nextReminderEmail, queueReminders, remind } from "~/db/reminders.server";
import { keptPlanEnded, planBackup, planSuspended, unpaidPlanEnded } from "~/features/hosting/hosting-changes.server";
import { isRunByStaff } from "~/features/hosting/hosting-facts";
import { isOverdue, suspensionGraceMs, unpaidPlanItem } from "~/features/hosting/suspension";
import type { RenewalWithdrawal } from "~/features/orders/renewal-withdrawal";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, MINUTE } from "~/lib/durations";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import { createOverduePlansRepo, type ExpiredPlan, type KeptPlan, type OverduePlan } from "./overdue-plans.repo.server";
import { type ReminderDays, reminderDue, reminderRanges } from "./reminder-days";

export interface OverduePlansDependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<RenewalWithdrawal, "commitWithoutRenewal">;
	readonly panel: Pick<HostingPanel, "backUp">;
	/** How long the content of a suspended plan is kept. */
	readonly keptDays: number;
	readonly reminderDays: () => Promise<ReminderDays>;
}

export type OverduePlans = ReturnType<typeof createOverduePlans>;

/** A plan without a delivered invoice is left to staff after this time. */
const undeliveredMs = 14 * DAY;

/** A reminder that is more overdue than this is not sent. */
const maxDelayMs = 2 * DAY;

/** How long to wait for a panel that is making the last backup. */
const backupMs = 10 * MINUTE;

/** 2026-11-23, in UTC. */
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

const pendingPayment = (now: number) => wait("A payment is pending", now + 10 * MINUTE);

const wait = (reason: string, until: number): Outcome => ({ state: "postponed", reason, until });

/** The plan with the open invoice of its renewal. Null if there is none. */
function openRenewal({ id, expiresAt, invoiceId, invoiceState }: OverduePlan) {
	if (expiresAt === null || invoiceId === null || invoiceState !== "open") return null;
	return { id, expiresAt, invoiceId };
}

/** Suspends plans that were not paid again, reminds their customers, and ends the plans. Safe to repeat. */
export function createOverduePlans({ db, clock, orders, panel, keptDays, reminderDays }: OverduePlansDependencies) {
	const repo = createOverduePlansRepo(db);

	/** Waits for an invoice that the customer has received. Sends it again if it was lost on the way. */
	async function waitForInvoice({ userId, invoiceId, mailRefusedAt }: OverduePlan, since: number) {
		const now = clock();
		if (now - since >= undeliveredMs) {
			const reason = invoiceId === null ? "It has no open invoice" : "Its invoice could not be delivered";
			return { state: "refused", reason: `${reason}. Renew or end the plan by hand` } as const;
		}
		if (invoiceId !== null && mailRefusedAt === null) {
			const stage = nextReminderEmail(now).at;
			await db.commit(remind(db, { kind: "invoice", subjectId: invoiceId, userId, stage }, now), now);
		}
		return wait(invoiceId === null ? "It has no open invoice" : "Its invoice was not delivered", now + DAY);
	}

	return {
		/**
		 * Queues plans to suspend, suspended ones whose content need not be kept longer, and those whose suspension by staff
		 * is over. Returns the number of new items.
		 */
		async queueDue(scope: Scope): Promise<number> {
			const now = clock();
			const suspended = await queueDueItems({ db, clock }, [
				{
					kind: "plan.suspend",
					page: repo.expired(dueRange(now - suspensionGraceMs, scope)),
					event: unpaidPlanItem,
				},
			]);
			const ended = await queueDueItems({ db, clock }, [
				{
					kind: "plan.end",
					page: repo.kept(dueRange(now, scope)),
					// Again each day, for plans whose server could not make the backup.
					event: ({ id, keptUntil }) => ({ payload: { id, keptUntil }, once: `${id}:${keptUntil}:${dayOf(now)}` }),
				},
			]);
			const unsuspended = await queueDueItems({ db, clock }, [
				{
					kind: "plan.unsuspend",
					page: repo.suspended(dueRange(now, scope)),
					event: ({ id, until }) => ({ payload: { id, until }, once: `${id}:${until}` }),
				},
			]);
			return suspended + ended + unsuspended;
		},

		/**
		 * Adds plans that have expired, and those whose content is deleted soon, to their customers' next reminder email.
		 * Returns how many.
		 */
		async sendReminders(): Promise<number> {
			const now = clock();
			const { until } = nextReminderEmail(now);
			const expired = await queueReminders({ db, clock }, [
				{
					kind: "plan",
					page: repo.expired({ from: now - maxDelayMs, to: now }),
					reminder: ({ id, userId, expiresAt }) => ({ userId, subjectId: id, stage: expiresAt }),
				},
			]);
			const { plan: days } = await reminderDays();
			const kept = await queueReminders(
				{ db, clock },
				reminderRanges(days, until).map((range) => ({
					kind: "plan" as const,
					page: repo.kept(range),
					reminder({ id, userId, keptUntil }: KeptPlan) {
						const stage = reminderDue(days, keptUntil, until);
						return stage === null ? null : { userId, subjectId: id, stage };
					},
				})),
			);
			return expired + kept;
		},

		/**
		 * Suspends a plan whose renewal was not paid, after its invoice was delivered. Does nothing if the plan was renewed,
		 * cancelled or ended. Waits while a payment is pending. @param foundAt when the schedule found the plan, in ms. May be
		 * long after its expiry, if no cron ran
		 */
		async suspend(
			{ id, expiresAt }: Omit<ExpiredPlan, "userId">,
			foundAt = expiresAt + suspensionGraceMs,
		): Promise<Outcome> {
			const now = clock();
			const plan = await repo.find(id);
			if (!plan || plan.expiresAt !== expiresAt || !isOverdue(plan, now)) return done;
			const { userId, name, invoiceId, invoiceState, dueAt, deliveredAt } = plan;
			const waitsSince = foundAt - suspensionGraceMs;
			// The job that renews the plan may still be running.
			if (invoiceState === "paid") return done;
			if (invoiceState !== "open" || invoiceId === null || dueAt === null)
				return waitForInvoice({ ...plan, invoiceId: null }, waitsSince);
			if (deliveredAt === null) return waitForInvoice(plan, waitsSince);
			if (plan.hasPendingPayment) return pendingPayment(now);
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

		/**
		 * Ends a suspended plan after a last backup and takes its renewal off the invoice. Deletes the content of one that has
		 * ended already. Does nothing if the plan was renewed or ended. Waits while a payment is pending, and for the backup.
		 */
		async end({ id, keptUntil }: Omit<KeptPlan, "userId">): Promise<Outcome> {
			const now = clock();
			const plan = await repo.find(id);
			if (plan?.status !== "suspended" || plan.keptUntil !== keptUntil || keptUntil > now) return done;
			const { userId, name } = plan;
			const isEnded = plan.endedReason !== null;
			if (!isEnded && plan.invoiceState === "paid") return wait("Its renewal is in progress", now + DAY);
			const renewal = isEnded ? null : openRenewal(plan);
			if (!isEnded && renewal === null)
				return { state: "refused", reason: "It has no open invoice. Renew or end the plan by hand" };
			if (!isEnded && plan.hasPendingPayment) return pendingPayment(now);
			// Staff back it up themselves before they delete it, which the shop does not do.
			const backup = isRunByStaff(plan.productId)
				? ({ state: "succeeded" } as const)
				: await panel.backUp(id, plan.backupRef);
			if (backup.state === "running") {
				await db.commit(planBackup(db, id, backup.ref), now);
				return wait("The panel is making a backup", now + backupMs);
			}
			if (backup.state === "failed") {
				await db.commit(planBackup(db, id, null), now);
				return { state: backup.retryable ? "failed" : "refused", reason: `No backup: ${backup.message}` };
			}
			if (renewal === null) {
				await db.commit(keptPlanEnded(db, { id, userId, name }, now), now);
				return done;
			}
			const { state } = await orders.commitWithoutRenewal(
				change(
					unpaidPlanEnded(db, renewal, userId, now),
					log({ kind: "plan.ended", actor: "system", params: { plan: name }, owner: { userId }, subjectId: id }),
					notify({ kind: "plan.ended", userId, params: { plan: name }, once: id }),
					emit({ kind: "mail.plan-ended", payload: { planId: id }, userId, once: id }),
				),
				{ planId: id },
				"system",
				now,
			);
			return state === "ok" ? done : { state: "failed", reason: "The plan or its invoice was changed in the meantime" };
		},
	};
}
