import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { type Change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { refundableAmount } from "~/db/refundable";
import { type Domain, domains, invoices, type Job, jobs, ledgerEntries, orderLines, orders } from "~/db/schema";
import { createId } from "~/lib/ids";
import type { Money } from "~/lib/money";
import { jobStates, orderStates } from "./order-state";

export type JobOutcomeRepo = ReturnType<typeof createJobOutcomeRepo>;

/** Updates the order, plan and credit when a job ends. Times in ms. */
export function createJobOutcomeRepo(db: Database) {
	const { orm } = db;

	return {
		/** Marks the order as fulfilled if all its jobs are done. Goes after the change that ends a job. */
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

		/** Adds credit for the customer, once per job. For an order line at most what was not refunded. */
		credit(job: Job, source: "plan_change" | "order_line", { amount, currency }: Money, now: number): Change {
			const invoiceId = sql<string>`(select ${invoices.id} from ${invoices} where ${invoices.orderId} = ${job.orderId})`;
			const { id: receipt, userId } = job;
			const entry = { kind: "credit" as const, provider: source, receipt, currency, createdAt: now };
			const row = { id: createId("led", now), userId, invoiceId, ...entry };
			// The credit for a smaller plan was paid with an earlier invoice.
			if (source === "plan_change") return write(orm.insert(ledgerEntries).values({ ...row, amount }));
			const left = refundableAmount(db, invoiceId);
			return write(
				insertSelect(db, ledgerEntries, { ...row, amount: sql`min(${amount}, ${left})` }, sql`where ${left} > 0`),
			);
		},

		/** Turns what was paid for the job's order and not refunded into credit, once per job. */
		creditPayments(job: Job, now: number): Change {
			const left = refundableAmount(db, sql`${invoices.id}`);
			const row = {
				id: createId("led", now),
				userId: job.userId,
				invoiceId: sql`${invoices.id}`,
				kind: "credit",
				provider: "plan_change",
				receipt: job.id,
				amount: left,
				currency: sql`${invoices.currency}`,
				createdAt: now,
			} as const;
			const paid = sql`from ${invoices} where ${invoices.orderId} = ${job.orderId} and ${left} > 0`;
			return write(insertSelect(db, ledgerEntries, row, paid));
		},

		/**
		 * Queues other accounts' transfers of the name that wait for a new authorization code, so that their next run
		 * refunds them. Goes before the change that ends their claims.
		 */
		requeueWaitingTransfers({ id, name }: Pick<Domain, "id" | "name">, now: number): Change {
			const state = jobStates.move("action_required", "queued");
			const claims = orm
				.select({ lineId: domains.orderLineId })
				.from(domains)
				.where(and(eq(domains.name, name), ne(domains.id, id), eq(domains.status, "transfer_in")));
			return write(
				orm
					.update(jobs)
					.set({ state, needs: null, note: null, message: null, attempts: 0, nextAt: now, updatedAt: now })
					.where(
						and(inArray(jobs.orderLineId, claims), eq(jobs.state, "action_required"), eq(jobs.needs, "auth_code")),
					),
			);
		},

		/** The plan of this line made no domain free after all. */
		deleteFreeDomain: (planLineId: string): Change =>
			write(
				orm
					.update(orderLines)
					.set({ details: sql`json_remove(${orderLines.details}, '$.freeDomain')` })
					.where(eq(orderLines.id, planLineId)),
			),

		/** Deletes the authorization code once it is no longer needed. */
		deleteAuthCode: (lineId: string): Change =>
			write(
				orm
					.update(orderLines)
					.set({ details: sql`json_remove(${orderLines.details}, '$.authCode')` })
					.where(eq(orderLines.id, lineId)),
			),
	};
}
