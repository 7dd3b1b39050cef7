import { type Database, NothingChanged, violates } from "../../db/client.server";
import { type Failure, fail, ok, type Result } from "../../lib/result";
import { sha256Hex } from "../../lib/sha256";
import { type Clock, DAY } from "../../platform/clock";
import { createId } from "../../platform/ids";
import type { Customer } from "../accounts/customer";
import type { Cart } from "../cart/cart.server";
import { isRenewal } from "../cart/lines";
import type { Promos } from "../cart/promo.server";
import { isOrderable, type Quote } from "../cart/quote";
import { settings } from "../catalog/settings";
import type { PlaceOrderInput } from "./checkout.schema";
import { paidStatements } from "./fulfilment.repo.server";
import { planFulfilment } from "./fulfilment-plan";
import { invoiceYear } from "./invoice-number";
import { invoiceParty } from "./invoice-party";
import { invoiceLinesOf, maxPlansPerOrder, orderLinesOf, planCount } from "./order-line";
import { type OrdersRepo, ordersRepo } from "./orders.repo.server";
import { renewalGuards } from "./renewal-guards.repo.server";

export interface PlacedOrder {
	readonly orderId: string;
	readonly invoiceId: string;
}

/** With the new quote where the prices or the availability are not what the customer saw. */
export type PlaceOrderFailure = Failure & { readonly quote?: Quote };

export interface PlaceOrderDeps {
	readonly db: Database;
	readonly clock: Clock;
	readonly cart: Pick<Cart, "quote">;
	readonly promos: Pick<Promos, "redeem" | "release">;
	readonly dispatch: (effectIds: readonly string[]) => void;
}

type Buyer = Pick<Customer, "id" | "currency"> & Partial<Pick<Customer, "billing">>;

/**
 * Turns a cart into an order with its invoice, at the server's own prices. Nothing is written unless the total is the
 * one that the customer saw. The same key and request again, even twenty times at once, is the same order.
 */
export function createPlaceOrder({ db, clock, cart, promos, dispatch }: PlaceOrderDeps) {
	const repo = ordersRepo(db);

	return async function place(
		customer: Buyer,
		input: PlaceOrderInput,
	): Promise<Result<PlacedOrder, PlaceOrderFailure>> {
		const requestHash = sha256Hex(
			JSON.stringify([input.items, input.promo ?? null, input.contact, input.expectedTotal]),
		);
		const earlier = await placedBefore(repo, customer, input.idempotencyKey, requestHash);
		if (earlier) return earlier;

		const { items, promo } = input;
		const ask = () => cart.quote({ items, promo, currency: customer.currency }, { userId: customer.id });
		const [quote, held] = await Promise.all([ask(), repo.heldNames(customer.id, newNames(input))]);
		const refusal = refuse(quote, input, held);
		if (refusal) return { ok: false, error: refusal };

		try {
			return ok(await write(customer, input, quote, requestHash));
		} catch (error) {
			if (violates(error, "orders.idempotency_key")) {
				const winner = await placedBefore(repo, customer, input.idempotencyKey, requestHash);
				if (winner) return winner;
			}
			if (!(error instanceof NothingChanged)) throw error;
			// A renewal was ordered otherwise since the quote, or the promo code was used up: a new quote says which.
			const now = quote.lines.some(isRenewal) ? await ask() : quote;
			const changed = refuse(now, input, []);
			if (changed) return { ok: false, error: changed };
			if (!quote.promo) throw error;
			const message = `The promo code ${quote.promo.code} has just been used up. Remove it to go on.`;
			return fail("conflict", message, { code: "promo_spent", fields: { promo: message } });
		}
	};

	async function write(
		customer: Buyer,
		{ idempotencyKey, contact }: PlaceOrderInput,
		quote: Quote,
		requestHash: string,
	): Promise<PlacedOrder> {
		const now = clock();
		const orderId = createId("ord", now);
		const invoiceId = createId("inv", now);
		const sums = {
			currency: quote.currency,
			subtotal: quote.subtotal.amount,
			discount: quote.discount.amount,
			tax: quote.tax.amount,
			shipping: quote.shipping.amount,
			total: quote.total.amount,
		};
		const order = {
			id: orderId,
			userId: customer.id,
			idempotencyKey,
			requestHash,
			state: "pending_payment" as const,
			...sums,
			promoCode: quote.promo?.code ?? null,
			contact,
			createdAt: now,
		};
		const lines = orderLinesOf(quote).map((line, position) => ({
			...line,
			details: { ...line.details },
			id: createId("lin", now),
			orderId,
			position,
		}));
		const invoice = {
			id: invoiceId,
			orderId,
			userId: customer.id,
			state: "open" as const,
			...sums,
			billedTo: invoiceParty(contact, customer.billing),
			issuedAt: now,
			dueAt: now + settings.paymentDays * DAY,
			paidAt: null,
		};
		const bill = invoiceLinesOf(quote).map((line, position) => ({
			...line,
			id: createId("lin", now),
			invoiceId,
			position,
		}));

		// Nothing to pay: settled with the order, through the same statements as money.
		const settled =
			sums.total === 0
				? paidStatements(db, { ...invoice, number: null, creditUsed: 0 }, planFulfilment(order, lines, now), now)
				: { statements: [], effects: [] };

		await db.write([
			repo.insertOrder(order),
			...renewalGuards(db, customer.id, lines),
			...repo.insertLines(lines),
			...(quote.promo ? promos.redeem({ code: quote.promo.code, orderId, userId: customer.id, now }) : []),
			...repo.insertInvoice(invoice, bill, invoiceYear(now)),
			repo.rememberContact(customer.id, contact),
			...settled.statements,
		]);
		dispatch(settled.effects);
		return { orderId, invoiceId };
	}
}

async function placedBefore(
	repo: OrdersRepo,
	customer: Buyer,
	key: string,
	requestHash: string,
): Promise<Result<PlacedOrder> | undefined> {
	const order = await repo.findByKey(customer.id, key);
	if (!order) return undefined;
	if (order.requestHash === requestHash) return ok({ orderId: order.id, invoiceId: order.invoiceId });
	const message = "This order was already placed with other contents. Look at your orders before you order again.";
	return fail("conflict", message, { code: "idempotency_key_reused" });
}

const isNewName = (productId: string): boolean =>
	productId === "domain-registration" || productId === "domain-transfer";

const newNames = ({ items }: PlaceOrderInput): string[] =>
	items.flatMap(({ productId, domain }) => (domain && isNewName(productId) ? [domain] : []));

/** Why this quote can't become an order, or nothing. */
function refuse(quote: Quote, input: PlaceOrderInput, held: readonly string[]): PlaceOrderFailure | undefined {
	const [name] = held;
	if (name) {
		const message = `${name} is already in your account. Remove it from your cart to go on.`;
		return { kind: "conflict", message, code: "already_yours", quote };
	}
	if (!isOrderable(quote)) {
		const problem = quote.problems.find(({ blocks }) => blocks);
		const message = problem?.message ?? "There is nothing in your cart that can be ordered.";
		const fields = problem && problem.key === null ? { fields: { promo: message } } : {};
		return { kind: "conflict", message, code: problem?.code ?? "empty", quote, ...fields };
	}
	if (planCount(quote.lines) > maxPlansPerOrder) {
		const message = `One order takes up to ${maxPlansPerOrder} hosting plans. For more, please write to our sales team.`;
		return { kind: "invalid", message, code: "too_many_plans", quote };
	}
	if (quote.total.amount !== input.expectedTotal) {
		const message = "The price has changed since you last saw it. Please check the new total before you go on.";
		return { kind: "conflict", message, code: "price_changed", quote };
	}
	return undefined;
}
