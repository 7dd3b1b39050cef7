import { type Change, change, emit, emitAgain, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { HostingPlan } from "~/db/schema";
import type { Actor } from "~/features/activity/actor";
import { planAddonsEnded } from "~/features/addons/addon-changes.server";
import {
	createHostingRepo,
	type NewPlan,
	type PlanEnding,
	type PlanProduct,
	type StaffSuspension,
	type UnpaidPlan,
} from "./hosting.repo.server";
import { cancelledReason, isOverdue, unpaidPlanItem } from "./suspension";

export type { NewPlan, UnpaidPlan };

/** Adds ordered plans, which wait for their account at the panel. */
export const plansAdded = (db: Database, plans: readonly NewPlan[]): Change =>
	change(...plans.map(createHostingRepo(db).add));

/** Activates a plan whose account the panel has created. Stale if the plan has ended. `expiresAt` in ms. */
export const planActivated = (
	db: Database,
	id: string,
	facts: { readonly ip: string | null; readonly expiresAt: number },
	now: number,
): Change => createHostingRepo(db).activate(id, facts, now);

/** Renews a plan. Stale if its expiry has changed since it was read. `expiresAt` in ms, `paid` in minor units. */
export const planExtended = (
	db: Database,
	plan: HostingPlan,
	to: { readonly expiresAt: number; readonly paid: number | null },
	now: number,
): Change => createHostingRepo(db).extend(plan, to, now);

/** Changes a plan's product. Stale if its product or expiry has changed since it was read. */
export const planChanged = (db: Database, plan: HostingPlan, to: PlanProduct, now: number): Change =>
	createHostingRepo(db).changeProduct(plan, to, now);

/** Sets what a plan's term counts as paid with. Stale if the plan has changed since it was read. `paid`: minor units. */
export const planPaid = (db: Database, plan: HostingPlan, paid: number | null, now: number): Change =>
	createHostingRepo(db).setPaid(plan, paid, now);

/**
 * Suspends a plan whose renewal is not paid, also at the panel. Stale if it was renewed, cancelled or suspended since it was
 * read, or if its invoice is paid or being paid. `keptUntil`: until when its content is kept (ms).
 */
export const planSuspended = (db: Database, plan: UnpaidPlan, userId: string, keptUntil: number, now: number): Change =>
	change(createHostingRepo(db).suspend(plan, keptUntil, now), updatePanelAccount(plan.id, userId));

/**
 * Ends a suspended plan whose renewal was not paid in time, with its account at the panel. Stale if it was renewed since it
 * was read, or if its invoice is paid or being paid.
 */
export const unpaidPlanEnded = (db: Database, plan: UnpaidPlan, userId: string, now: number): Change =>
	change(
		createHostingRepo(db).endUnpaid(plan, now),
		planAddonsEnded(db, plan.id, now),
		deletePanelAccount(plan.id, userId),
	);

/**
 * Ends a plan for staff, today. Its account at the panel is suspended, and deleted when the content need not be kept
 * longer. Stale if the plan has changed since it was read.
 */
export function planEndedByStaff(db: Database, plan: HostingPlan, ending: PlanEnding, now: number): Change {
	const { id, userId, name } = plan;
	const params = { plan: name, ...ending };
	return change(
		createHostingRepo(db).endByStaff(plan, ending, now),
		planAddonsEnded(db, id, now),
		updatePanelAccount(id, userId),
		log({ kind: "hosting.ended_by_staff", actor: "staff", params, owner: { userId }, subjectId: id }),
		notify({ kind: "hosting.ended_by_staff", userId, params, once: id }),
		emit({ kind: "mail.plan-ended", payload: { planId: id }, userId, once: id }),
	);
}

/**
 * Ends a cancelled plan. Its account at the panel is suspended, and deleted when the content need not be kept longer. Stale
 * if its term is not over, or if it was renewed or kept since it was read. `keptUntil` in ms.
 */
export function cancelledPlanEnded(
	db: Database,
	{ id, userId, name }: Pick<HostingPlan, "id" | "userId" | "name">,
	keptUntil: number,
	now: number,
): Change {
	return change(
		createHostingRepo(db).end(id, { reason: cancelledReason, keptUntil }, now),
		planAddonsEnded(db, id, now),
		updatePanelAccount(id, userId),
		log({ kind: "hosting.ended", actor: "system", params: { plan: name }, owner: { userId }, subjectId: id }),
		notify({ kind: "hosting.ended", userId, params: { plan: name, keptUntil }, once: id }),
		emit({ kind: "mail.plan-ended", payload: { planId: id, cancelled: true }, userId, once: id }),
	);
}

/** Suspends an active plan for staff, also at the panel. Stale if it has changed since it was read. */
export function planSuspendedByStaff(db: Database, plan: HostingPlan, to: StaffSuspension, now: number): Change {
	const { id, userId, name } = plan;
	const params = { plan: name, ...to };
	const once = `${id}:${now}`;
	return change(
		createHostingRepo(db).suspendByStaff(plan, to, now),
		updatePanelAccount(id, userId),
		log({ kind: "hosting.suspended_by_staff", actor: "staff", params, owner: { userId }, subjectId: id }),
		notify({ kind: "hosting.suspended_by_staff", userId, params, once }),
		emit({ kind: "mail.plan-suspended", payload: { planId: id }, userId, once }),
	);
}

/** Ends a suspension by staff, also at the panel. Stale if the plan has changed since it was read. */
export function planSuspensionEnded(db: Database, plan: HostingPlan, actor: Actor, now: number): Change {
	const { id, userId, name } = plan;
	const params = { plan: name };
	return change(
		createHostingRepo(db).endSuspension(plan, now),
		updatePanelAccount(id, userId),
		// The search for unpaid plans may have found it before staff suspended it, and finds each only once.
		isOverdue({ ...plan, status: "active" }, now) &&
			plan.expiresAt !== null &&
			emitAgain("plan.suspend", unpaidPlanItem({ id, expiresAt: plan.expiresAt }), now),
		log({ kind: "hosting.unsuspended", actor, params, owner: { userId }, subjectId: id }),
		notify({ kind: "hosting.unsuspended", userId, params, once: `${id}:${now}` }),
		emit({ kind: "mail.hosting-changed", payload: { planId: id, change: "unsuspended" }, userId }),
	);
}

/** Deletes the content of a plan that has ended. Stale if it has to be kept longer. */
export const keptPlanEnded = (db: Database, plan: Pick<HostingPlan, "id" | "userId" | "name">, now: number): Change =>
	change(
		createHostingRepo(db).endKept(plan.id, now),
		deletePanelAccount(plan.id, plan.userId),
		log({
			kind: "hosting.content_deleted",
			actor: "system",
			params: { plan: plan.name },
			owner: { userId: plan.userId },
			subjectId: plan.id,
		}),
	);

/** Stores the panel's reference of the backup that it makes before a plan ends. Null to start another one. */
export const planBackup = (db: Database, id: string, ref: string | null): Change =>
	createHostingRepo(db).setBackup(id, ref);

/** Suspends the plan's account at the panel, or lifts the suspension, as the plan's status says after the commit. */
export const updatePanelAccount = (planId: string, userId: string): Change =>
	emit({ kind: "hosting.update-account", payload: { planId }, userId });

/** Ends all plans of a customer. Their accounts at the panel need `deletePanelAccount`. */
export const plansEnded = (db: Database, userId: string, now: number): Change =>
	createHostingRepo(db).endAll(userId, now);

/** Deletes an ended plan's account at the hosting panel, after the commit. */
export const deletePanelAccount = (planId: string, userId: string): Change =>
	emit({ kind: "hosting.delete", payload: { planId }, userId, once: planId });
