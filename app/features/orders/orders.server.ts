import type { Owner } from "~/db/owner";
import type { Invoice } from "~/db/schema";
import type { Registrations } from "~/features/domains/registrations.server";
import { MINUTE, SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { randomToken } from "~/lib/ids";
import { type Failure, fail } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { createCancelOrder } from "./cancel-order.server";
import type { PlaceOrderInput } from "./checkout.schema";
import { planFulfilment } from "./fulfilment-plan.server";
import { markInvoicePaid } from "./mark-invoice-paid.server";
import type { Buyer } from "./new-order.server";
import { createOrdersRepo } from "./orders.repo.server";
import { createPlaceOrder, type PlaceOrderDeps } from "./place-order.server";
import type { ProvisioningPorts } from "./provision-line.server";
import { createJobs } from "./run-job.server";
import { createTransferCode } from "./transfer-code.server";

/** Attempts of one customer; one press sent twenty times at once is one order, so it fits. */
export const checkoutLimit = {
	limit: 40,
	windowMs: 10 * MINUTE,
	delay: { firstMs: 5 * SECOND, mostMs: MINUTE },
} as const;

export type Orders = ReturnType<typeof createOrders>;

interface Dependencies extends PlaceOrderDeps, ProvisioningPorts {
	readonly registrations: Registrations;
	readonly rateLimiter: RateLimiter;
}

/** Orders from being placed to being fulfilled. */
export function createOrders(deps: Dependencies) {
	const { db, clock, rateLimiter } = deps;
	const repo = createOrdersRepo(db);
	const place = createPlaceOrder(deps);

	return {
		place,

		/**
		 * Places the order of a customer at the checkout. Each asks the registries again, so they are counted; the shop's own
		 * orders, for renewals, are not.
		 */
		async checkOut(customer: Buyer, input: PlaceOrderInput) {
			const { allowed, retryAfter } = await rateLimiter.take(["checkout", customer.id], checkoutLimit);
			if (allowed) return place(customer, input);
			const message = `Too many orders in a short time. Try again in ${formatSeconds(retryAfter)}.`;
			return fail("rate_limited", message, { retryAfter });
		},

		/** For one attempt to check out. */
		createIdempotencyKey: randomToken,
		...createJobs(deps),
		...createTransferCode(deps),
		...createCancelOrder(deps),

		/** An order with its lines, their work and its invoice; undefined when it is not the owner's. */
		find: (owner: Owner, orderId: string) => repo.ownOrder(owner, orderId, clock()),

		/** For whoever takes the money: an invoice, anybody's or only its owner's. */
		invoice: repo.findInvoice,
		ownInvoice: (owner: Owner, invoiceId: string) => repo.ownInvoice(owner, invoiceId, clock()),
		/** Why nobody should pay this invoice any more; null where nothing speaks against it. */
		async checkPayable({ orderId }: Pick<Invoice, "orderId">): Promise<Failure | null> {
			const [name] = orderId ? await repo.alreadyOwnedNames(orderId) : [];
			if (!name) return null;
			const message = `${name} is in your account already, so it can't be bought again. Cancel this order on its page.`;
			return fail("conflict", message, { code: "already_yours" }).error;
		},
		payerPhone: (owner: Owner, invoiceId: string) => repo.payerPhone(owner, invoiceId, clock()),

		/** What payment means for an invoice, for the change that posts the money. */
		async markInvoicePaid(invoice: Invoice, now: number, actor: "customer" | "system" = "customer") {
			const bought = invoice.orderId ? await repo.anyOrder(invoice.orderId) : undefined;
			const plan = bought ? planFulfilment(bought.order, bought.lines, now) : null;
			return markInvoicePaid(db, { ...invoice, actor }, plan, now);
		},
	};
}
