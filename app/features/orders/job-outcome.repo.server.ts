import { and, eq, inArray, sql } from "drizzle-orm";
import { href } from "react-router";
import { logged } from "~/db/activity-log.server";
import type { Database } from "~/db/client.server";
import { notice } from "~/db/notice.server";
import { enqueue } from "~/db/outbox.server";
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
import { operationId } from "./provisioning";

export type JobOutcomeRepo = ReturnType<typeof createJobOutcomeRepo>;

interface Notice {
	readonly userId: string;
	readonly orderId: string;
	readonly key: string;
	readonly title: string;
	readonly body: string;
}

/** What the end of a job changes around it: statements for the batch that ends it. */
export function createJobOutcomeRepo(db: Database) {
	const { orm } = db;

	const log = (userId: string, kind: string, message: string, subjectId: string, now: number) =>
		logged(db, { actor: "system", kind, message, subjectId }, { userId }, now);

	return {
		/** Once nothing of the order is left to do. In the batch of the job that ends last, whichever that is. */
		fulfilIfDone(orderId: string, now: number) {
			const open = sql`exists (select 1 from ${jobs} where ${jobs.orderId} = ${orderId} and ${jobs.state} <> 'done')`;
			return orm
				.update(orders)
				.set({ state: "fulfilled", fulfilledAt: now })
				.where(and(eq(orders.id, orderId), inArray(orders.state, orderStates.sources("fulfilled")), sql`not ${open}`));
		},

		/** Tells staff that the job waits for them; once each time that it stops. */
		staffTask: (job: Job, now: number) =>
			enqueue(
				db,
				{
					kind: "mail.staff-task",
					payload: { jobId: job.id },
					dedupeKey: `mail.staff-task:${operationId(job)}:${job.attempts}`,
				},
				now,
			),

		activateHosting: (
			hostingId: string,
			{ ip, expiresAt, now }: { ip: string | null; expiresAt: number; now: number },
		) =>
			orm
				.update(hostingPlans)
				.set({ status: "active", ip, expiresAt, updatedAt: now })
				.where(and(eq(hostingPlans.id, hostingId), inArray(hostingPlans.status, hostingStates.sources("active")))),

		/** Undoes the batch when the plan has another end meanwhile than was read: the next run reads it again. */
		extendHosting: (
			{ id, expiresAt: end }: HostingPlan,
			{ expiresAt, paid, now }: { expiresAt: number; paid: number | null; now: number },
		) => [
			orm
				.update(hostingPlans)
				.set({ status: "active", expiresAt, paid, updatedAt: now })
				.where(
					and(
						eq(hostingPlans.id, id),
						inArray(hostingPlans.status, ["active", "suspended"]),
						sql`${hostingPlans.expiresAt} is ${end}`,
					),
				),
			db.mustChange(),
		],

		/** Undoes the batch when the plan is another meanwhile than was read: the next run reads it again. */
		changeHosting: (plan: HostingPlan, values: Partial<HostingPlan>, now: number) => [
			orm
				.update(hostingPlans)
				.set({ ...values, updatedAt: now })
				.where(
					and(
						eq(hostingPlans.id, plan.id),
						inArray(hostingPlans.status, ["active", "suspended"]),
						eq(hostingPlans.productId, plan.productId),
						sql`${hostingPlans.expiresAt} is ${plan.expiresAt}`,
					),
				),
			db.mustChange(),
		],

		/** Money that becomes the customer's credit, once for the job. */
		credit(job: Job, source: "plan_change" | "order_line", { amount, currency }: Money, now: number) {
			const invoiceId = sql<string>`(select ${invoices.id} from ${invoices} where ${invoices.orderId} = ${job.orderId})`;
			const { id: receipt, userId } = job;
			const entry = { kind: "credit" as const, provider: source, receipt, amount, currency, createdAt: now };
			return orm.insert(ledgerEntries).values({ id: createId("led", now), userId, invoiceId, ...entry });
		},

		/** What was paid for the job's order, by whatever payments, becomes credit; once for the job. */
		giveBack(job: Job, now: number) {
			const paid = sql`${ledgerEntries.kind} = 'payment' and ${ledgerEntries.invoiceId} = (select ${invoices.id} from ${invoices} where ${invoices.orderId} = ${job.orderId})`;
			return orm
				.insert(ledgerEntries)
				.select(
					sql`select ${createId("led", now)}, ${job.userId}, invoice_id, null, 'credit', 'plan_change', ${job.id}, sum(amount), currency, ${now} from ${ledgerEntries} where ${paid} group by invoice_id, currency`,
				);
		},

		/** The authorization code has done its work. */
		forgetAuthCode: (lineId: string) =>
			orm
				.update(orderLines)
				.set({ details: sql`json_remove(${orderLines.details}, '$.authCode')` })
				.where(eq(orderLines.id, lineId)),

		log,

		logCustomer: (userId: string, kind: string, message: string, subjectId: string, now: number) =>
			logged(db, { actor: "customer", kind, message, subjectId }, { userId }, now),

		notify: ({ userId, orderId, key, title, body }: Notice, now: number) =>
			notice(
				db,
				{
					userId,
					kind: key.split(":")[0] ?? key,
					title,
					body,
					href: href("/orders/:orderId", { orderId }),
					dedupeKey: key,
				},
				now,
			),

		mail: (
			kind:
				| "mail.domain-active"
				| "mail.renewed"
				| "mail.hosting-changed"
				| "mail.order-problem"
				| "mail.order-line-returned",
			payload: Record<string, string>,
			job: Job,
			now: number,
		) => enqueue(db, { kind, payload, userId: job.userId, dedupeKey: `${kind}:${operationId(job)}` }, now),
	};
}
