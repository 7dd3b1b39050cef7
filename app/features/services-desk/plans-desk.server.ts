import { audit, type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Accounts } from "~/features/accounts/accounts.server";
import { type BulkInput, mostInBulk, type PlanChange } from "~/features/bulk-actions/bulk-action";
import { domainStart } from "~/features/customers/search-terms";
import type { Hosting } from "~/features/hosting/hosting.server";
import type { Orders } from "~/features/orders/orders.server";
import type { PlanChanges } from "~/features/orders/plan-changes.server";
import type { Permission } from "~/features/staff/permissions";
import type { StaffActor, StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { money } from "~/lib/money";
import { decodeCursor, pageSize, toPage } from "~/lib/page";
import { fail, ok, type Result } from "~/lib/result";
import type { AuditKindName, AuditParams } from "~/registry";
import { planObstacle } from "./plan-obstacle";
import { tooManyWanted, type Wanted } from "./selected-services";
import { createServicesDeskRepo, type PlanSearch, planCursor } from "./services-desk.repo.server";
import type { ChangedPlan, ChangePlan, CompleteJob, PlansQuery, SuspendPlan } from "./services-desk.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly accounts: Pick<Accounts, "find">;
	readonly hosting: Pick<Hosting, "endByStaff" | "suspendByStaff" | "unsuspendByStaff">;
	readonly orders: Pick<Orders, "completeJob" | "retryJob">;
	readonly planChanges: Pick<PlanChanges, "agree">;
	/** Names of the hosting servers. None if the panel is a stand-in. */
	readonly servers: readonly string[];
	/** How long the content of a plan is kept that staff end. */
	readonly keptDays: number;
}

export type PlansDesk = ReturnType<typeof createPlansDesk>;

/** Hosting plans of all customers, for staff. Each change is in the same commit as its entry in the audit log. */
export function createPlansDesk({
	db,
	clock,
	accounts,
	hosting,
	orders,
	planChanges,
	servers,
	keptDays,
}: Dependencies) {
	const repo = createServicesDeskRepo(db);

	const searchOf = ({ q, status, server, plan, within }: PlansQuery): PlanSearch => ({
		...{ status, server, productId: plan },
		domain: q === "" ? undefined : domainStart(q),
		until: within === undefined ? undefined : clock() + Number(within) * DAY,
	});

	type Found = NonNullable<Awaited<ReturnType<typeof repo.plan>>>;

	const recorded = <K extends AuditKindName>(
		session: StaffActor,
		permission: Permission,
		{ id, userId }: Pick<Found, "id" | "userId">,
		entry: { readonly kind: K; readonly params: AuditParams<K>; readonly reason: string },
	): Change =>
		audit(session, permission, { ...entry, subject: { type: "plan", id }, customerId: userId } as Parameters<
			typeof audit
		>[2]);

	/** Makes a change of a plan that the person can see. */
	async function withPlan<T>(
		session: StaffActor,
		id: string,
		make: (plan: Pick<Found, "id" | "userId" | "name" | "currency">) => Promise<Result<T>>,
	): Promise<Result<T>> {
		const plan = await repo.plan(session, id, clock());
		return plan ? make(plan) : fail("not_found", "There is no such plan.");
	}

	/** @param also committed with the change. The same in the functions below. */
	const suspend = (session: StaffActor, id: string, input: SuspendPlan, also?: Change) =>
		withPlan(session, id, (plan) => {
			const { reason, until } = input;
			const entry = recorded(session, "services.change", plan, {
				kind: "plan.suspended_by_staff",
				params: { plan: plan.name, until },
				reason,
			});
			return hosting.suspendByStaff(id, input, change(entry, also));
		});

	const unsuspend = (session: StaffActor, id: string, { version, reason }: ChangedPlan, also?: Change) =>
		withPlan(session, id, (plan) => {
			const params = { plan: plan.name };
			const entry = recorded(session, "services.change", plan, { kind: "plan.unsuspended", params, reason });
			return hosting.unsuspendByStaff(id, { version }, change(entry, also));
		});

	const end = (session: StaffActor, id: string, input: ChangedPlan, also?: Change) =>
		withPlan(session, id, async (plan) => {
			const ended = await hosting.endByStaff(id, input, (keptUntil) => {
				const params = { plan: plan.name, keptUntil };
				const entry = { kind: "plan.ended_by_staff", params, reason: input.reason } as const;
				return change(recorded(session, "services.terminate", plan, entry), also);
			});
			return ended.ok ? ok(null) : ended;
		});

	/** Only a job of this plan. */
	async function withJob(
		session: StaffSession,
		planId: string,
		jobId: string,
		make: () => Promise<Result<null>>,
	): Promise<Result<null>> {
		const jobs = await repo.planJobs(session, planId, clock());
		return jobs.some(({ id }) => id === jobId) ? make() : fail("not_found", "There is no such job.");
	}

	return {
		servers,
		keptDays,

		async list(session: StaffSession, query: PlansQuery, size = pageSize) {
			const search = searchOf(query);
			const found = await repo.plans(session, search, decodeCursor(query.after), clock(), size + 1);
			return toPage(found, (row) => planCursor(row, search), size);
		},

		/** A plan with its customer, its jobs and what was paid for it. Null without the permission. One round trip. */
		async find(session: StaffSession, id: string) {
			const now = clock();
			const [plan, jobs, payments] = await Promise.all([
				repo.plan(session, id, now),
				repo.planJobs(session, id, now),
				repo.planPayments(session, id, now),
			]);
			return plan ? { plan, jobs, payments } : null;
		},

		suspend,
		unsuspend,
		end,

		/**
		 * Orders a change to another plan for the customer. A larger plan starts when its invoice is paid, a smaller one right
		 * away. Returns the invoice that has to be paid, or null.
		 */
		changePlan: (session: StaffSession, id: string, { reason, ...input }: ChangePlan): Promise<Result<string | null>> =>
			withPlan(session, id, async (plan) => {
				const account = await accounts.find(plan.userId);
				if (!account) return fail("not_found", "There is no such customer.");
				const { billingAddress: billing, ...customer } = account;
				const sum = (amount: number) => money(amount, plan.currency);
				const entry = recorded(session, "services.change", plan, {
					kind: "plan.change_ordered",
					params: { plan: plan.name, to: input.to, total: sum(input.total), credit: sum(input.credit) },
					reason,
				});
				const owner = { userId: plan.userId };
				const agreed = await planChanges.agree({ ...customer, billing }, owner, { ...input, planId: id }, entry);
				if (!agreed.ok) return agreed;
				return ok(agreed.value.due ? agreed.value.invoiceId : null);
			}),

		retryJob: (session: StaffSession, planId: string, jobId: string) =>
			withJob(session, planId, jobId, () => orders.retryJob(jobId, session)),

		completeJob: (session: StaffSession, planId: string, { jobId, ...input }: CompleteJob) =>
			withJob(session, planId, jobId, () => orders.completeJob(jobId, input, session)),

		/** The selected plans, each with why the change leaves it as it is. */
		async selected(session: StaffSession, to: PlanChange, wanted: Wanted<PlansQuery>) {
			const now = clock();
			const rows =
				wanted.by === "list"
					? await repo.plans(session, searchOf(wanted.query), null, now, mostInBulk + 1)
					: await repo.selectedPlans(session, wanted, now, mostInBulk + 1);
			const problem = tooManyWanted(wanted, rows.length);
			return problem === null
				? ok(rows.map((plan) => ({ plan, refusal: planObstacle(to, plan) })))
				: fail("invalid", problem);
		},

		/** Makes the change of a selected plan. @param settled committed with it */
		async changeSelected(
			actor: StaffActor,
			to: PlanChange,
			{ id, version }: { readonly id: string; readonly version: number },
			{ reason = "", until = null }: BulkInput,
			settled: (message: string | null) => Change,
		): Promise<Result<unknown>> {
			const plan = await repo.plan(actor, id, clock());
			const obstacle = plan && planObstacle(to, plan);
			if (obstacle) return fail("conflict", obstacle);
			return { suspend, unsuspend, end }[to](actor, id, { reason, until, version }, settled(null));
		},
	};
}
