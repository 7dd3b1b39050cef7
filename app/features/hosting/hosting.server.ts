import { type Change, type Committed, change, emitAgain, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import type { HostingPlan } from "~/db/schema";
import type { RenewalWithdrawal } from "~/features/orders/renewal-withdrawal";
import { done, type Outcome } from "~/features/outbox/outbox";
import { isInvoiceDue, renewalInvoiceItem } from "~/features/renewals/renewal-invoice";
import type { Clock } from "~/lib/clock";
import { countThisMonth } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { decodeCursor, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import { timeBudget } from "~/lib/time-budget";
import type { HostingPanel, PanelAnswer } from "~/platform/hosting/hosting-panel";
import { createHostingRepo, planCursor, type StaffSuspension } from "./hosting.repo.server";
import type { HostingListQuery } from "./hosting.schema";
import {
	cancelledPlanEnded,
	planEndedByStaff,
	planSuspendedByStaff,
	planSuspensionEnded,
} from "./hosting-changes.server";
import { isRunByStaff } from "./hosting-facts";

export type Hosting = ReturnType<typeof createHosting>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<RenewalWithdrawal, "commitWithoutRenewal">;
	readonly panel: Pick<HostingPanel, "suspend" | "terminate" | "unsuspend">;
	/** How long the content of a plan is kept after its end. */
	readonly keptDays: number;
}

type EndedPlan = Pick<HostingPlan, "id" | "userId" | "name">;

/** Of a run that ends cancelled plans. Each takes nine statements. */
const plansPerCommit = 10;

type PlanListQuery = Pick<HostingListQuery, "tab" | "after"> & Partial<Pick<HostingListQuery, "q" | "sort">>;

/** A customer's own hosting plans. */
export function createHosting({ db, clock, orders, panel, keptDays }: Dependencies) {
	const repo = createHostingRepo(db);

	const ended = (plan: EndedPlan, now: number): Change => cancelledPlanEnded(db, plan, now + keptDays * DAY, now);

	async function endEach(plans: readonly EndedPlan[], now: number): Promise<void> {
		for (const plan of plans) {
			try {
				await db.commit(ended(plan, now), now);
			} catch (error) {
				logger.error("plan_not_ended", { planId: plan.id, error });
			}
		}
	}

	const logged = (owner: Owner, id: string, kind: "hosting.cancelled" | "hosting.kept"): Change =>
		log({ kind, actor: "customer", params: { plan: repo.nameExpression(id) }, owner, subjectId: id });

	const resultOf = ({ state }: Committed) =>
		state === "ok" ? ok(null) : fail("not_found", "This plan can no longer be changed.");

	return {
		keptDays,

		async list(owner: Owner, { tab, q = "", sort = "created", after }: PlanListQuery) {
			const rows = await repo.list(owner, { type: tab, q, sort }, decodeCursor(after), clock());
			return toPage(rows, (row) => planCursor(row, sort));
		},

		/** Undefined if the plan has ended or is not the owner's. */
		find: (owner: Owner, id: string) => repo.find(owner, id, clock()),

		/** The oldest plans, of both types. */
		first: (owner: Owner, limit: number) => repo.oldest(owner, limit, clock()),

		/** `renewalsThisMonth(timezone)`: how many are due in the current calendar month there. */
		async summary(owner: Owner) {
			const now = clock();
			const [byStatus, renewals] = await Promise.all([
				repo.countByStatus(owner, now),
				// Covers the current month in any timezone.
				repo.renewals(owner, now - 32 * DAY, now + 32 * DAY, now),
			]);
			const total = byStatus.reduce((sum, { count }) => sum + count, 0);
			const times = renewals.map(({ expiresAt }) => expiresAt);
			return {
				total,
				active: byStatus.find(({ status }) => status === "active")?.count ?? 0,
				renewalsThisMonth: (timezone: string) => countThisMonth(times, now, timezone),
			};
		},

		/** The plan ends with its paid term. Until then `keep` withdraws the cancellation. */
		async cancel(owner: Owner, id: string) {
			const now = clock();
			const cancelled = change(
				repo.cancel(owner, id, now),
				logged(owner, id, "hosting.cancelled"),
				reportProblem(db, { kind: "cancellation", subject: id, about: null }, now),
			);
			return resultOf(await orders.commitWithoutRenewal(cancelled, { planId: id }, "customer", now));
		},

		async keep(owner: Owner, id: string) {
			const now = clock();
			const { expiresAt = null, termMonths = 1 } = (await repo.find(owner, id, now)) ?? {};
			const isDue = isInvoiceDue(expiresAt, termMonths, now);
			const invoiced = isDue && emitAgain("renewal.invoice-plan", renewalInvoiceItem({ id, expiresAt }), now);
			const kept = change(
				repo.keep(owner, id, now),
				logged(owner, id, "hosting.kept"),
				resolveProblem(db, { kind: "cancellation", subject: id }, now),
				invoiced,
			);
			return resultOf(await db.commit(kept, now));
		},

		/** Ends cancelled plans whose term is over. Safe to run twice. A plan that fails is reported, and others still end. */
		async endCancelled(isOver = timeBudget()): Promise<void> {
			let plans: Awaited<ReturnType<typeof repo.listEnded>> = [];
			do {
				const now = clock();
				plans = await repo.listEnded(now, plans.at(-1) ?? null, plansPerCommit);
				if (plans.length === 0) return;
				const together = await db.commit(change(...plans.map((plan) => ended(plan, now))), now).catch(() => null);
				// Stale if another run was faster.
				if (together?.state !== "ok") await endEach(plans, now);
			} while (plans.length === plansPerCommit && !isOver());
		},

		/**
		 * Ends a plan for staff, without a refund. Checks no owner. Its renewal leaves the open invoice. Fails with `conflict`
		 * if it is being set up or has ended. @param recorded the entry of the audit log
		 */
		async endByStaff(
			id: string,
			{ reason, version }: { readonly reason: string; readonly version?: number },
			recorded?: (keptUntil: number) => Change,
		): Promise<Result<{ keptUntil: number }>> {
			const now = clock();
			const plan = await repo.any(id);
			if (!plan) return fail("not_found", "There is no such plan.");
			if (version !== undefined && version !== plan.updatedAt) return changedMeanwhile(plan);
			if (plan.status === "pending") return fail("conflict", `${plan.name} is still being set up.`);
			if (plan.status === "terminated" || plan.endedReason !== null)
				return fail("conflict", `${plan.name} has already ended.`);
			const keptUntil = now + keptDays * DAY;
			const ended = change(recorded?.(keptUntil), planEndedByStaff(db, plan, { reason, keptUntil }, now));
			const { state } = await orders.commitWithoutRenewal(ended, { planId: id }, "staff", now);
			return state === "ok" ? ok({ keptUntil }) : fail("conflict", `${plan.name} was changed. Send this again.`);
		},

		/**
		 * Suspends an active plan for staff. Fails with `changed_meanwhile` if it has changed since `version`.
		 * @param recorded the entry of the audit log
		 */
		async suspendByStaff(
			id: string,
			{ reason, until, version }: StaffSuspension & { readonly version: number },
			recorded: Change,
		): Promise<Result<null>> {
			const now = clock();
			const plan = await repo.any(id);
			if (!plan) return fail("not_found", "There is no such plan.");
			if (plan.updatedAt !== version) return changedMeanwhile(plan);
			if (plan.status !== "active") return fail("conflict", `${plan.name} is not active, so it can't be suspended.`);
			if (until !== null && until <= now) return failField("until", "Choose a later day.");
			const { state } = await db.commit(change(recorded, planSuspendedByStaff(db, plan, { reason, until }, now)), now);
			return state === "ok" ? ok(null) : changedMeanwhile(plan);
		},

		/** Ends a suspension by staff before its time. @param recorded the entry of the audit log */
		async unsuspendByStaff(
			id: string,
			{ version }: { readonly version: number },
			recorded: Change,
		): Promise<Result<null>> {
			const now = clock();
			const plan = await repo.any(id);
			if (!plan) return fail("not_found", "There is no such plan.");
			if (plan.updatedAt !== version) return changedMeanwhile(plan);
			if (plan.status !== "suspended" || plan.suspendedReason === null)
				return fail("conflict", `${plan.name} was not suspended by staff.`);
			const { state } = await db.commit(change(recorded, planSuspensionEnded(db, plan, "staff", now)), now);
			return state === "ok" ? ok(null) : changedMeanwhile(plan);
		},

		/** Ends a suspension by staff whose time is over. Does nothing if it was ended or changed. `until` in ms. */
		async endSuspension({ id, until }: { readonly id: string; readonly until: number }): Promise<Outcome> {
			const now = clock();
			const plan = await repo.any(id);
			if (plan?.status !== "suspended" || plan.suspendedUntil !== until || until > now) return done;
			const { state } = await db.commit(planSuspensionEnded(db, plan, "system", now), now);
			return state === "ok" ? done : { state: "failed", reason: "The plan was changed in the meantime" };
		},

		/** Deletes an ended plan's account at the panel. */
		async deleteAccount(id: string): Promise<Outcome> {
			const plan = await repo.any(id);
			if (plan && isRunByStaff(plan.productId)) return byHand(plan, "make a last backup of it, then delete it");
			return outcomeOf(await panel.terminate(id));
		},

		/**
		 * Suspends the plan's account at the panel, or lifts the suspension, as the plan's row says. If a payment changed the
		 * row during the call, it fails and is repeated, so that the payment wins.
		 */
		async updateAccount(id: string): Promise<Outcome> {
			const plan = await repo.any(id);
			if (plan?.status !== "suspended" && plan?.status !== "active") return done;
			const { status, expiresAt, endedReason, suspendedReason } = plan;
			if (isRunByStaff(plan.productId)) return byHand(plan, status === "suspended" ? "suspend it" : "resume it");
			const since = new Date(expiresAt ?? 0).toISOString().slice(0, 10);
			const reason = suspendedReason ?? (endedReason === null ? `Not paid since ${since}` : `Ended on ${since}`);
			const answer = status === "suspended" ? await panel.suspend(id, reason) : await panel.unsuspend(id);
			const after = await repo.any(id);
			if (after?.status !== status) return { state: "failed", reason: "The plan was changed in the meantime" };
			return outcomeOf(answer);
		},

		search: (owner: Owner, text: string, limit: number) => repo.list(owner, { q: text }, null, clock(), limit),
	};
}

const stateNames = { pending: "being set up", active: "active", suspended: "suspended", terminated: "ended" } as const;

const changedMeanwhile = ({ name, status, endedReason }: Pick<HostingPlan, "name" | "status" | "endedReason">) =>
	fail(
		"conflict",
		`${name} was changed in the meantime. It is ${endedReason === null ? stateNames[status] : "ended"} now. Check it, then try again.`,
		{ code: "changed_meanwhile" },
	);

/** For staff, who read the reason with the event. */
const byHand = ({ id, name }: Pick<HostingPlan, "id" | "name">, task: string): Outcome => ({
	state: "refused",
	reason: `No control panel has ${name} (${id}), so do this by hand: ${task}. Then discard this event`,
});

const outcomeOf = (answer: PanelAnswer): Outcome =>
	answer.state === "succeeded" ? done : { state: answer.retryable ? "failed" : "refused", reason: answer.message };
