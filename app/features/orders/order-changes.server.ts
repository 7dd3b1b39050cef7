import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { resolveProblem } from "~/db/problems.server";
import { stockReturned } from "~/features/stock/stock-changes.server";
import { createJobOutcomeRepo } from "./job-outcome.repo.server";
import { createJobsRepo } from "./jobs.repo.server";
import { createOrdersRepo } from "./orders.repo.server";

/** Cancels all unpaid orders of a customer, and releases their hardware. Does not change their invoices. */
export const cancelOrders = (db: Database, userId: string, now: number): Change =>
	change(stockReturned(db, { unpaidOf: userId }, now), createOrdersRepo(db).cancelAll(userId, now));

interface UnsentGoods {
	/** The job that ships them. */
	readonly jobId: string;
	readonly orderId: string;
	readonly orderLineId: string;
	readonly name: string;
}

/** Refunded goods are not sent, and their pieces are free again. Stale if they were sent in the meantime. */
export const shippingCancelled = (
	db: Database,
	{ jobId, orderId, orderLineId, name }: UnsentGoods,
	now: number,
): Change =>
	change(
		createJobsRepo(db).cancelStopped(jobId, { reason: { code: "refunded_before_sent", name }, credit: null }, now),
		resolveProblem(db, { kind: "job", subject: jobId }, now),
		stockReturned(db, { orderLineId }, now),
		createJobOutcomeRepo(db).fulfilIfDone(orderId, now),
	);
