import { audit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Orders } from "~/features/orders/orders.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { fail, type Result } from "~/lib/result";
import { createServicesDeskRepo } from "./services-desk.repo.server";
import type { CompleteJob } from "./services-desk.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "hold" | "accept" | "cancelByStaff" | "completeJob" | "retryJob">;
}

export type OrdersDesk = ReturnType<typeof createOrdersDesk>;

/** An order with its work, for staff. Each change is in the same commit as its entry in the audit log. */
export function createOrdersDesk({ db, clock, orders }: Dependencies) {
	const repo = createServicesDeskRepo(db);

	async function withJob(
		session: StaffSession,
		orderId: string,
		jobId: string,
		make: () => Promise<Result<null>>,
	): Promise<Result<null>> {
		const jobs = await repo.orderJobs(session, orderId, clock());
		return jobs.some(({ id }) => id === jobId) ? make() : fail("not_found", "There is no such job.");
	}

	return {
		/** Null if there is no such order. One round trip. */
		async find(session: StaffSession, orderId: string) {
			const [order, lines, jobs] = await Promise.all([
				repo.order(session, orderId, clock()),
				repo.orderLines(session, orderId, clock()),
				repo.orderJobs(session, orderId, clock()),
			]);
			return order ? { order, lines, jobs } : null;
		},

		hold: orders.hold,
		accept: orders.accept,

		/** Cancels an unpaid order and its invoice. */
		async cancel(session: StaffSession, orderId: string, reason: string): Promise<Result<null>> {
			const order = await repo.order(session, orderId, clock());
			if (!order) return fail("not_found", "There is no such order.");
			const entry = audit(session, "orders.change", {
				kind: "order.cancelled_by_staff",
				subject: { type: "order", id: orderId },
				customerId: order.customerId,
				params: { invoice: order.invoice },
				reason,
			});
			return orders.cancelByStaff(orderId, entry);
		},

		retryJob: (session: StaffSession, orderId: string, jobId: string) =>
			withJob(session, orderId, jobId, () => orders.retryJob(jobId, session)),

		completeJob: (session: StaffSession, orderId: string, { jobId, ...input }: CompleteJob) =>
			withJob(session, orderId, jobId, () => orders.completeJob(jobId, input, session)),
	};
}
