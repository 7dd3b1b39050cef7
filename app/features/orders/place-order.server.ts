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
import { type CustomLine, withCustomLines } from "./custom-lines";
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
	/** Lines that staff wrote. */
	readonly custom?: readonly CustomLine[];
	/** Why the quote can't be ordered, in addition to what prevents every order. */
	readonly refuses?: (quote: Quote) => Failure | null;
	/** The entry of the audit log, if staff order. */
	readonly recorded?: Change;
	/** Committed together with the order. */
	readonly also?: (placed: PlacedOrder) => Change;
	/** Whether who orders may lose their access before the commit, which is then stale. */
	readonly mayLoseAccess?: boolean;
}

/** What an order and its invoice contain. */
export type OrderContent = ReturnType<typeof orderContentOf>;

/** The content of an order at the prices of a quote. */
export function orderContentOf(quote: Quote, renews: readonly AutomaticRenewal[] = []) {
	return {
		sums: {
			currency: quote.currency,
			subtotal: quote.subtotal.amount,
			discount: quote.discount.amount,
			tax: quote.tax.amount,
			shipping: quote.shipping.amount,
			total: quote.total.amount,
		},
		taxBasisPoints: quote.taxBasisPoints,
		lines: orderLinesOf(quote).map((line) => asRenewed(line, renews)),
		invoiceLines: invoiceLinesOf(quote),
	};
}

/** An order at prices that were agreed before. */
interface AgreedOrder extends Pick<PlaceOrderInput, "idempotencyKey" | "items" | "contact"> {
	readonly content: OrderContent;
	/** Committed together with the order. */
	readonly also: (placed: PlacedOrder) => Change;
}

/**
 * Turns a cart into an order with its invoice, at the server's own prices. Writes nothing unless the total equals the
 * one that the customer saw. Repeated requests with the same key and content return the same order.
 */
export function createPlaceOrder({ db, clock, cart, promos }: PlaceOrderDeps) {
	const repo = createOrdersRepo(db);

	/** The cart with the lines of staff, and why it can't be ordered. */
	async function check(
		customer: Pick<Buyer, "id" | "currency">,
		{ items, promo }: Pick<PlaceOrderInput, "items" | "promo">,
		custom: readonly CustomLine[] = [],
	): Promise<{ readonly quote: Quote; readonly refusal: PlaceOrderFailure | undefined }> {
		const [cartQuote, held] = await Promise.all([
			cart.quote({ items, promo, currency: customer.currency }, { userId: customer.id }),
			repo.heldNames(customer.id, newNames(items)),
		]);
		const quote = withCustomLines(cartQuote, custom);
		return { quote, refusal: checkQuote(quote, held) };
	}

	async function place(
		customer: Buyer,
		input: PlaceOrderInput,
		more: PlaceOrderOptions = {},
	): Promise<Result<PlacedOrder, PlaceOrderFailure>> {
		const { items, promo, contact, expectedTotal } = input;
		const { custom = [] } = more;
		const requestHash = requestHashOf([
			...[items, promo ?? null, contact, expectedTotal],
			...(custom.length > 0 ? [custom] : []),
		]);
		const earlier = await findPlacedOrder(repo, customer.id, input.idempotencyKey, requestHash);
		if (earlier) return earlier;
		const refused = checkBuyer(customer);
		if (refused) return { ok: false, error: refused };

		const { quote, refusal } = await check(customer, input, custom);
		const problem = refusal ?? more.refuses?.(quote) ?? checkPrice(quote, input);
		if (problem) return { ok: false, error: problem };

		const now = clock();
		const { placed, written } = orderOf(customer, input, quote, { ...more, requestHash }, now);
		const { state } = await db.commit(written, now);
		if (state === "ok") {
			logger.info("order_placed", { ...placed, currency: quote.currency, amount: quote.total.amount });
			return ok(placed);
		}
		const winner = await findPlacedOrder(repo, customer.id, input.idempotencyKey, requestHash);
		if (winner) return winner;
		// Since the quote, a renewal or the last pieces were ordered elsewhere, or the promo code was used up. A new quote
		// tells which.
		const hasGoods = quote.lines.some(isGoods);
		const again = hasGoods || quote.lines.some(isRenewal) ? (await check(customer, input, custom)).quote : quote;
		const changed = checkQuote(again, []) ?? checkPrice(again, input);
		if (changed) return { ok: false, error: changed };
		if (more.recorded || more.mayLoseAccess) return fail("forbidden", "Your access has changed. Reload the page.");
		if (hasGoods && !quote.promo)
			return fail("conflict", "The stock has just changed. Send your order again.", { code: "out_of_stock" });
		if (!quote.promo) throw new Error(`The order of ${customer.id} was ${state}, and its quote is unchanged`);
		const message = `The promo code ${quote.promo.code} has just been used up. Remove it to continue.`;
		return fail("conflict", message, { code: "promo_spent", fields: { promo: message } });
	}

	/**
	 * Places an order at prices that were agreed before. The registries and renewals are checked again. Stale changes are a
	 * `conflict`.
	 */
	async function placeAgreed(
		customer: Buyer,
		{ idempotencyKey, items, contact, content, also }: AgreedOrder,
	): Promise<Result<PlacedOrder>> {
		// The tax and the total follow from the lines and the day.
		const requestHash = requestHashOf([items, content.lines]);
		const earlier = () => findPlacedOrder(repo, customer.id, idempotencyKey, requestHash);
		const before = await earlier();
		if (before) return before;
		const refused = checkBuyer(customer);
		if (refused) return { ok: false, error: refused };
		if (items.length > 0) {
			const { refusal } = await check(customer, { items });
			if (refusal) return fail(refusal.kind, refusal.message);
		}
		const now = clock();
		const dueAt = now + settings.paymentDays * DAY;
		const made = { buyer: customer, contact, idempotencyKey, requestHash, ...content, dueAt };
		const { placed, row, contents } = buildOrder(db, repo, made, now);
		const guards = renewalGuards(db, customer.id, content.lines);
		const { state } = await db.commit(
			change(row, guards, contents, repo.rememberContact(customer.id, contact), also(placed)),
			now,
		);
		if (state === "ok") {
			logger.info("order_placed", { ...placed, currency: content.sums.currency, amount: content.sums.total });
			return ok(placed);
		}
		const winner = await earlier();
		if (winner) return winner;
		const refusal = items.length > 0 ? (await check(customer, { items })).refusal : undefined;
		return fail("conflict", refusal?.message ?? "Something in it has changed in the meantime. Please ask us again.");
	}

	return { check, place, placeAgreed };

	function orderOf(
		customer: Buyer,
		{ idempotencyKey, contact }: PlaceOrderInput,
		quote: Quote,
		{ requestHash, dueAt, renews, recorded, also }: PlaceOrderOptions & { requestHash: string },
		now: number,
	): { readonly placed: PlacedOrder; readonly written: Change } {
		const content = orderContentOf(quote, renews);
		const order = buildOrder(
			db,
			repo,
			{
				...content,
				buyer: customer,
				contact,
				idempotencyKey,
				requestHash,
				promoCode: quote.promo?.code,
				dueAt: dueAt ?? now + settings.paymentDays * DAY,
			},
			now,
		);
		const { placed } = order;
		const redemption = quote.promo && { code: quote.promo.code, orderId: placed.orderId, userId: customer.id, now };
		const written = change(
			recorded,
			order.row,
			renewalGuards(db, customer.id, content.lines),
			redemption && promos.redeem(redemption),
			order.contents,
			repo.rememberContact(customer.id, contact),
			also?.(placed),
		);
		return { placed, written };
	}
}

const isGoods = ({ kind }: Quote["lines"][number]): boolean => kind === "hardware";

const isNewName = (productId: string): boolean =>
	productId === "domain-registration" || productId === "domain-transfer";

const newNames = (items: PlaceOrderInput["items"]): string[] =>
	items.flatMap(({ productId, domain }) => (domain && isNewName(productId) ? [domain] : []));

/** Returns a failure if the quote can't become an order. */
function checkQuote(quote: Quote, held: readonly string[]): PlaceOrderFailure | undefined {
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
	return undefined;
}

function checkPrice(quote: Quote, { expectedTotal }: PlaceOrderInput): PlaceOrderFailure | undefined {
	if (quote.total.amount === expectedTotal) return undefined;
	const message = "The price has changed since you last saw it. Please check the new total before you continue.";
	return { kind: "conflict", message, code: "price_changed", quote };
}
