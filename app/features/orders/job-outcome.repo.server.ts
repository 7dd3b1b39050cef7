import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import {
	type HostingPlan,
	hostingPlans,
	invoices,
	type Job,
	jobs,
	ledgerEntries,
	orderLines,
	orders,
} from "~/db/schema";
import { hostingStates } from "~/features/hosting/hosting-state";
import { createId } from "~/lib/ids";
import type { Money } from "~/lib/money";
import { orderStates } from "./order-state";

export type JobOutcomeRepo = ReturnType<typeof createJobOutcomeRepo>;

/** What the end of a job changes in its order, plan and money. Times in ms. */
export function createJobOutcomeRepo(db: Database) {
	const { orm } = db;

	/** Overtaken if the plan is no longer as it was read. The next run reads it again. */
	const updateHosting = (
		{ id, expiresAt }: HostingPlan,
		values: Partial<HostingPlan>,
		{ which, now }: { which?: SQL; now: number },
	): Change =>
		guarded(
			orm
				.update(hostingPlans)
				.set({ ...values, updatedAt: now })
				.where(
					and(
						eq(hostingPlans.id, id),
						inArray(hostingPlans.status, ["active", "suspended"]),
						sql`${hostingPlans.expiresAt} is ${expiresAt}`,
						which,
					),
				),
		);

	return {
		/** Only if no job of the order is left to do. Follows the change that ends a job. */
		fulfilIfDone(orderId: string, now: number): Change {
			const open = sql`exists (select 1 from ${jobs} where ${jobs.orderId} = ${orderId} and ${jobs.state} <> 'done')`;
			const paid = inArray(orders.state, orderStates.sources("fulfilled"));
			return write(
				orm
					.update(orders)
					.set({ state: "fulfilled", fulfilledAt: now })
					.where(and(eq(orders.id, orderId), paid, sql`not ${open}`)),
			);
		},

		activateHosting: (
			hostingId: string,
			{ ip, expiresAt, now }: { ip: string | null; expiresAt: number; now: number },
		): Change =>
			write(
				orm
					.update(hostingPlans)
					.set({ status: "active", ip, expiresAt, updatedAt: now })
					.where(and(eq(hostingPlans.id, hostingId), inArray(hostingPlans.status, hostingStates.sources("active")))),
			),

		/** Overtaken if the plan's end has changed since it was read. `paid`: minor units. */
		extendHosting: (
			plan: HostingPlan,
			{ expiresAt, paid, now }: { expiresAt: number; paid: number | null; now: number },
		): Change => updateHosting(plan, { status: "active", expiresAt, paid }, { now }),

		/** Overtaken if the plan's product or end has changed since it was read. */
		changeHosting: (plan: HostingPlan, values: Partial<HostingPlan>, now: number): Change =>
			updateHosting(plan, values, { which: eq(hostingPlans.productId, plan.productId), now }),

		/** Money that becomes the customer's credit, once for the job. */
		credit(job: Job, source: "plan_change" | "order_line", { amount, currency }: Money, now: number): Change {
			const invoiceId = sql<string>`(select ${invoices.id} from ${invoices} where ${invoices.orderId} = ${job.orderId})`;
			const { id: receipt, userId } = job;
			const entry = { kind: "credit" as const, provider: source, receipt, amount, currency, createdAt: now };
			return write(orm.insert(ledgerEntries).values({ id: createId("led", now), userId, invoiceId, ...entry }));
		},

		/** Everything paid for the job's order becomes credit, once for the job. */
		giveBack(job: Job, now: number): Change {
			const paid = sql`${ledgerEntries.kind} = 'payment' and ${ledgerEntries.invoiceId} = (select ${invoices.id} from ${invoices} where ${invoices.orderId} = ${job.orderId})`;
			const row = {
				id: createId("led", now),
				userId: job.userId,
				invoiceId: sql`invoice_id`,
				kind: "credit",
				provider: "plan_change",
				receipt: job.id,
				amount: sql`sum(amount)`,
				currency: sql`currency`,
				createdAt: now,
			} as const;
			const received = sql`from ${ledgerEntries} where ${paid} group by invoice_id, currency`;
			return write(insertSelect(db, ledgerEntries, row, received));
		},

		/** Deletes the authorization code once it is no longer needed. */
		forgetAuthCode: (lineId: string): Change =>
			write(
				orm
					.update(orderLines)
					.set({ details: sql`json_remove(${orderLines.details}, '$.authCode')` })
					.where(eq(orderLines.id, lineId)),
			),
	};
}
