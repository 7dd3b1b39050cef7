import { audit, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { resolveProblem } from "~/db/problems.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import { createJobsRepo } from "./jobs.repo.server";
import { createOrdersRepo } from "./orders.repo.server";

/** What staff decide about a whole order before its work goes on. */
export function createHoldOrder({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
	const repo = createJobsRepo(db);
	const orders = createOrdersRepo(db);

	type Found = NonNullable<Awaited<ReturnType<typeof orders.anyOrder>>>;

	const entryOf = (kind: "order.held" | "order.accepted", { order, invoice }: Found, reason: string) => ({
		...{ kind, subject: { type: "order", id: order.id }, customerId: order.userId, reason },
		params: { invoice: invoice.number },
	});

	return {
		/**
		 * Holds an order that is not fulfilled. Its work stops before its next step, also if the order is paid later. What a
		 * registrar or panel has begun is not taken back. Fails with `conflict` if it is on hold, fulfilled or cancelled.
		 */
		async hold(session: StaffSession, orderId: string, reason: string): Promise<Result<null>> {
			const found = await orders.anyOrder(orderId);
			if (!found) return fail("not_found", "There is no such order.");
			const held = change(
				audit(session, "orders.change", entryOf("order.held", found, reason)),
				orders.hold(orderId, reason),
			);
			const { state } = await db.commit(held, clock());
			return state === "ok" ? ok(null) : fail("conflict", "This order is on hold already, or it has ended.");
		},

		/** Ends the hold and queues the work that it stopped. Fails with `conflict` if the order is not on hold. */
		async accept(session: StaffSession, orderId: string, reason: string): Promise<Result<null>> {
			const now = clock();
			const [found, stopped] = await Promise.all([orders.anyOrder(orderId), repo.held(orderId)]);
			if (!found) return fail("not_found", "There is no such order.");
			const { userId } = found.order;
			const accepted = change(
				audit(session, "orders.change", entryOf("order.accepted", found, reason)),
				orders.accept(orderId),
				repo.requeueHeld(orderId, now),
				...stopped.flatMap(({ id: jobId }) => [
					resolveProblem(db, { kind: "job", subject: jobId }, now, session),
					emit({ kind: "job.run", payload: { jobId }, userId }),
				]),
			);
			const { state } = await db.commit(accepted, now);
			return state === "ok" ? ok(null) : fail("conflict", "This order is not on hold.");
		},
	};
}
