import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Cart } from "~/features/cart/cart.server";
import { isRenewal } from "~/features/cart/lines";
import type { Promos } from "~/features/cart/promo.server";
import { isOrderable, type Quote } from "~/features/cart/quote";
import { settings } from "~/features/catalog/settings";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { type Failure, fail, ok, type Result } from "~/lib/result";
import type { PlaceOrderInput } from "./checkout.schema";
import {
	type Buyer,
	buildOrder,
	checkBuyer,
	findPlacedOrder,
	type PlacedOrder,
	requestHashOf,
} from "./new-order.server";
import {
	type AutomaticRenewal,
	asRenewed,
	invoiceLinesOf,
	maxPlansPerOrder,
	orderLinesOf,
	planCount,
} from "./order-line";
import { createOrdersRepo } from "./orders.repo.server";
import { renewalGuards } from "./renewal-guards.repo.server";

/** With the new quote if prices or availability differ from what the customer saw. */
type PlaceOrderFailure = Failure & { readonly quote?: Quote };

export interface PlaceOrderDeps {
	readonly db: Database;
	readonly clock: Clock;
	readonly cart: Pick<Cart, "quote">;
	readonly promos: Pick<Promos, "redeem" | "release">;
}

interface PlaceOrderOptions {
	/** When the invoice is due, in ms. Default: `settings.paymentDays` from now. */
	readonly dueAt?: number;
	/** What the order renews automatically. */
	readonly renews?: readonly AutomaticRenewal[];
	/** Committed together with the order. */
	readonly also?: (placed: PlacedOrder) => Change;
}

/**
 * Turns a cart into an order with its invoice, at the server's own prices. Writes nothing unless the total equals the
 * one that the customer saw. Repeated requests with the same key and content return the same order.
 */
export function createPlaceOrder({ db, clock, cart, promos }: PlaceOrderDeps) {
	const repo = createOrdersRepo(db);

	return async function place(
		customer: Buyer,
		input: PlaceOrderInput,
		more: PlaceOrderOptions = {},
	): Promise<Result<PlacedOrder, PlaceOrderFailure>> {
		const requestHash = requestHashOf([input.items, input.promo ?? null, input.contact, input.expectedTotal]);
		const earlier = await findPlacedOrder(repo, customer.id, input.idempotencyKey, requestHash);
		if (earlier) return earlier;
		const refused = checkBuyer(customer);
		if (refused) return { ok: false, error: refused };

		const { items, promo } = input;
		const ask = () => cart.quote({ items, promo, currency: customer.currency }, { userId: customer.id });
		const [quote, held] = await Promise.all([ask(), repo.heldNames(customer.id, newNames(input))]);
		const refusal = checkQuote(quote, input, held);
		if (refusal) return { ok: false, error: refusal };

		const now = clock();
		const { placed, written } = orderOf(customer, input, quote, { ...more, requestHash }, now);
		const { state } = await db.commit(written, now);
		if (state === "ok") {
			logger.info("order_placed", { ...placed, currency: quote.currency, amount: quote.total.amount });
			return ok(placed);
		}
		const winner = await findPlacedOrder(repo, customer.id, input.idempotencyKey, requestHash);
		if (winner) return winner;
		// Since the quote, a renewal was ordered elsewhere or the promo code was used up. A new quote tells which.
		const changed = checkQuote(quote.lines.some(isRenewal) ? await ask() : quote, input, []);
		if (changed) return { ok: false, error: changed };
		if (!quote.promo) throw new Error(`The order of ${customer.id} was ${state}, and its quote is unchanged`);
		const message = `The promo code ${quote.promo.code} has just been used up. Remove it to continue.`;
		return fail("conflict", message, { code: "promo_spent", fields: { promo: message } });
	};

	function orderOf(
		customer: Buyer,
		{ idempotencyKey, contact }: PlaceOrderInput,
		quote: Quote,
		{ requestHash, dueAt, renews = [], also }: PlaceOrderOptions & { requestHash: string },
		now: number,
	): { readonly placed: PlacedOrder; readonly written: Change } {
		const lines = orderLinesOf(quote).map((line) => asRenewed(line, renews));
		const order = buildOrder(
			db,
			repo,
			{
				buyer: customer,
				contact,
				idempotencyKey,
				requestHash,
				promoCode: quote.promo?.code,
				sums: {
					currency: quote.currency,
					subtotal: quote.subtotal.amount,
					discount: quote.discount.amount,
					tax: quote.tax.amount,
					shipping: quote.shipping.amount,
					total: quote.total.amount,
				},
				taxBasisPoints: quote.taxBasisPoints,
				lines,
				invoiceLines: invoiceLinesOf(quote),
				dueAt: dueAt ?? now + settings.paymentDays * DAY,
			},
			now,
		);
		const { placed } = order;
		const redemption = quote.promo && { code: quote.promo.code, orderId: placed.orderId, userId: customer.id, now };
		const written = change(
			order.row,
			renewalGuards(db, customer.id, lines),
			redemption && promos.redeem(redemption),
			order.contents,
			repo.rememberContact(customer.id, contact),
			also?.(placed),
		);
		return { placed, written };
	}
}

const isNewName = (productId: string): boolean =>
	productId === "domain-registration" || productId === "domain-transfer";

const newNames = ({ items }: PlaceOrderInput): string[] =>
	items.flatMap(({ productId, domain }) => (domain && isNewName(productId) ? [domain] : []));

/** Returns a failure if the quote can't become an order. */
function checkQuote(quote: Quote, input: PlaceOrderInput, held: readonly string[]): PlaceOrderFailure | undefined {
	const [name] = held;
	if (name) {
		const message = `${name} is already in your account. Remove it from your cart to continue.`;
		return { kind: "conflict", message, code: "already_yours", quote };
	}
	if (!isOrderable(quote)) {
		const problem = quote.problems.find(({ blocks }) => blocks);
		const message = problem?.message ?? "Nothing in your cart can be ordered.";
		const fields = problem && problem.key === null ? { fields: { promo: message } } : {};
		return { kind: "conflict", message, code: problem?.code ?? "empty", quote, ...fields };
	}
	if (planCount(quote.lines) > maxPlansPerOrder) {
		const message = `One order can have up to ${maxPlansPerOrder} hosting plans. For more, please contact our sales team.`;
		return { kind: "invalid", message, code: "too_many_plans", quote };
	}
	if (quote.total.amount !== input.expectedTotal) {
		const message = "The price has changed since you last saw it. Please check the new total before you continue.";
		return { kind: "conflict", message, code: "price_changed", quote };
	}
	return undefined;
}
