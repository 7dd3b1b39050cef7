import { NothingChanged } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import { fail, ok, type Result } from "../../lib/result";
import { randomToken } from "../../platform/ids";
import { releaseStatements } from "../cart/promo.repo.server";
import { ordersRepo } from "./orders.repo.server";
import { createPlaceOrder, type PlaceOrderDeps } from "./place-order.server";
import type { ProvisioningPorts } from "./provision-line.server";
import { createJobs } from "./run-job.server";

export type Orders = ReturnType<typeof createOrders>;

export function createOrders(deps: PlaceOrderDeps & ProvisioningPorts) {
	const { db, clock } = deps;
	const repo = ordersRepo(db);

	return {
		place: createPlaceOrder(deps),
		/** For one attempt to check out. */
		newKey: randomToken,
		...createJobs(deps),

		/** An order with its lines, their work and its invoice; undefined when it is not the owner's. */
		find: (owner: Owner, orderId: string) => repo.ownOrder(owner, orderId, clock()),

		/** An order that nobody has paid. Money that arrives afterwards becomes credit. */
		async cancel(owner: Owner, orderId: string): Promise<Result<null>> {
			const found = await repo.ownOrder(owner, orderId, clock());
			if (!found) return fail("not_found", "There is no such order.");
			try {
				await db.write([...repo.cancelStatements(orderId, clock()), ...releaseStatements(db, orderId)]);
				return ok(null);
			} catch (error) {
				if (!(error instanceof NothingChanged)) throw error;
				return fail("conflict", "This order can't be cancelled any more.", { code: `order_${found.order.state}` });
			}
		},

		/** What the receipt says. */
		async receipt(invoiceId: string) {
			const [invoice, lines] = await Promise.all([repo.findInvoice(invoiceId), repo.linesOfInvoice(invoiceId)]);
			return invoice && { invoice, lines };
		},
	};
}
