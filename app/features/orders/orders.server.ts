import { change, log } from "~/db/change.server";
import type { Owner } from "~/db/owner";
import type { Invoice } from "~/db/schema";
import type { Registrations } from "~/features/domains/registrations.server";
import type { Fiscal } from "~/features/fiscal/fiscal.server";
import { MINUTE, SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { randomToken } from "~/lib/ids";
import { type Failure, fail } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { createCancelOrder } from "./cancel-order.server";
import type { PlaceOrderInput } from "./checkout.schema";
import { planFulfilment } from "./fulfilment-plan.server";
import { createHoldOrder } from "./hold-order.server";
import type { JobFiles } from "./job-files.server";
import { markInvoicePaid } from "./mark-invoice-paid.server";
import type { Buyer, PlacedOrder } from "./new-order.server";
import { createOrdersRepo } from "./orders.repo.server";
import { createPlaceOrder, type PlaceOrderDeps } from "./place-order.server";
import type { ProvisioningPorts } from "./provision-line.server";
import { createRestores } from "./restores.server";
import { createJobs } from "./run-job.server";
import { createTransferCode } from "./transfer-code.server";
import { createWithdrawRenewal } from "./withdraw-renewal.server";

/** Per customer. High enough for one submit that a browser sends twenty times, which places one order. */
export const checkoutLimit = {
	limit: 40,
	windowMs: 10 * MINUTE,
	delay: { firstMs: 5 * SECOND, maxMs: MINUTE },
} as const;

export type Orders = ReturnType<typeof createOrders>;

interface Dependencies extends PlaceOrderDeps, ProvisioningPorts {
	readonly registrations: Registrations;
	readonly rateLimiter: RateLimiter;
	readonly jobFiles: Pick<JobFiles, "add">;
	readonly fiscal: Pick<Fiscal, "invoicePaid">;
}

export function createOrders(deps: Dependencies) {
	const { db, clock, rateLimiter, fiscal } = deps;
	const repo = createOrdersRepo(db);
	const { check, place, placeAgreed } = createPlaceOrder(deps);
	const { restore, checkRestorable } = createRestores(deps);

	/** Orders something unless the customer has ordered too often. Each attempt asks the registries. */
	async function limited<T>({ id }: Pick<Buyer, "id">, order: () => Promise<T>) {
		const { allowed, retryAfter } = await rateLimiter.take(["checkout", id], checkoutLimit);
		if (allowed) return order();
		const message = `Too many orders in a short time. Try again in ${formatSeconds(retryAfter)}.`;
		return fail("rate_limited", message, { retryAfter });
	}

	return {
		/** The price of an order and why it can't be placed, before it is placed by staff. */
		check,
		place,
		placeAgreed,

		/**
		 * Places a customer's order. Rate limited. Automatic renewal orders call `place` and are not limited.
		 * @param member the session of someone with access who orders. The activity of the account names them, and nothing is
		 *   ordered if their access has ended.
		 */
		checkOut(customer: Buyer, input: PlaceOrderInput, member: Owner | null = null) {
			const also = (owner: Owner) => (placed: PlacedOrder) =>
				change(
					repo.whileSignedIn(owner, clock()),
					log({
						kind: "order.placed",
						actor: "customer",
						params: { invoice: repo.numberOf(placed.invoiceId) },
						owner,
						subjectId: placed.orderId,
					}),
				);
			return limited(customer, () => place(customer, input, member ? { also: also(member), mayLoseAccess: true } : {}));
		},

		/** Orders the restore of a domain in redemption. Rate limited. */
		restore: (...[customer, ...order]: Parameters<typeof restore>) =>
			limited(customer, () => restore(customer, ...order)),

		createIdempotencyKey: randomToken,
		...createJobs(deps),
		...createTransferCode(deps),
		...createCancelOrder(deps),
		...createHoldOrder(deps),
		...createWithdrawRenewal(deps),

		/** An order with its lines, jobs and invoice. Undefined if it is not the owner's. */
		find: (owner: Owner, orderId: string) => repo.ownOrder(owner, orderId, clock()),

		/** Without an owner check, for payment callbacks. */
		invoice: repo.findInvoice,
		invoiceByNumber: repo.findInvoiceByNumber,
		ownInvoice: (owner: Owner, invoiceId: string) => repo.ownInvoice(owner, invoiceId, clock()),
		/**
		 * Returns a failure if the invoice must not be paid, because the customer already has its domain, or it is too late to
		 * renew or restore it.
		 */
		async checkPayable({ orderId }: Pick<Invoice, "orderId">): Promise<Failure | null> {
			if (orderId === null) return null;
			const [name] = await repo.alreadyOwnedNames(orderId);
			if (!name) return checkRestorable(orderId);
			const message = `${name} is already in your account, so you can't buy it again. Cancel this order on its page.`;
			return fail("conflict", message, { code: "already_yours" }).error;
		},
		payerPhone: (owner: Owner, invoiceId: string) => repo.payerPhone(owner, invoiceId, clock()),

		/** Marks an invoice as paid and fulfils its order. For the change that posts the money. */
		async markInvoicePaid(invoice: Invoice, now: number, actor: "customer" | "system" = "customer") {
			const bought = invoice.orderId ? await repo.anyOrder(invoice.orderId) : undefined;
			const plan = bought ? planFulfilment(bought.order, bought.lines, now) : null;
			return change(markInvoicePaid(db, { ...invoice, actor }, plan, now), fiscal.invoicePaid(invoice, now));
		},
	};
}
