import fc from "fast-check";
import { expect, test } from "vitest";
import { toItem } from "~/features/cart/browser-cart";
import { type CartItem, type NewCartItem, toCartItem } from "~/features/cart/cart-item";
import { changedPrices, withSeenPrices } from "~/features/cart/changed-prices";
import { cartEntries } from "~/features/cart/entries";
import { estimate } from "~/features/cart/estimate";
import type { Quote } from "~/features/cart/quote";
import { countItems, shownAmount, shownTotal } from "~/features/cart/shown-amount";
import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";
import { kes, money } from "~/lib/money";

const domain = (more: Partial<NewCartItem> = {}) =>
	toCartItem({
		productId: "domain-registration",
		category: "domain",
		name: "neema.com",
		domain: "neema.com",
		tld: "com",
		price: 1750,
		renewal: 1950,
		...more,
	});
const printer: NewCartItem = {
	productId: "hardware-printer-bluetooth",
	category: "hardware",
	name: "Printer",
	term: "once",
	price: 18_900,
};
test("a quote request has ids, names, terms and quantities, and a transfer's code", () => {
	const plan = toItem(
		toCartItem({ productId: "plan-business", category: "plan", name: "Business", term: "annual", price: 24_000 }),
	);
	const transfer = toItem(domain({ productId: "domain-transfer", category: "transfer", domain: "juma.com" }));
	const codes = new Map([
		["juma.com", "EPP-1234"],
		["neema.com", "EPP-5678"],
	]);
	expect(cartEntries([toItem(domain({ quantity: 2 })), { ...plan, quantity: 3 }, transfer], codes)).toEqual([
		{ key: "neema.com", productId: "domain-registration", domain: "neema.com", quantity: 2 },
		{ key: "plan-business:annual", productId: "plan-business", term: "annual", quantity: 3 },
		{
			...{ key: "domain-transfer:juma.com", productId: "domain-transfer", domain: "juma.com", quantity: 1 },
			authCode: "EPP-1234",
		},
	]);
});

test("badge, drawer and button count a domain once whatever its years, and a device by its quantity", () => {
	const printers = toCartItem({ ...printer, quantity: 3 });
	expect(countItems([domain({ quantity: 10 }), printers])).toBe(4);
	expect(countItems([])).toBe(0);
});

test("the cart's sum before tax equals the order's for items at list price", () => {
	const cart = [domain({ quantity: 3 }), toCartItem({ ...printer, quantity: 2 })];
	expect(cart.map(shownAmount)).toEqual([kes(1750 + 2 * 1950), kes(2 * 18_900)]);
	expect(shownTotal(cart)).toEqual(estimate(cartEntries(cart.map(toItem)), "KES", null).subtotal);
});

const quoteOf = (cart: readonly CartItem[]): Quote => ({
	...estimate(cartEntries(cart), "KES", null),
	...{ currency: "KES", promo: null, changes: [], problems: [] },
});

test("the mark of a price is the same in a page and in a quote, for any number of years", () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 10 }), fc.constantFrom("com", "co.ke", "ai"), (years, tld) => {
			const name = `neema.${tld}`;
			const item = toItem(
				domain({
					...{ name, domain: name, tld, quantity: Math.min(years, 5) },
					...{ price: domainPrice(tld).amount / 100, renewal: renewalPrice(tld).amount / 100 },
				}),
			);
			expect(changedPrices([item], quoteOf([item]), false)).toEqual([]);
		}),
	);
	const rest = [toItem(toCartItem(printer))];
	expect(changedPrices(rest, quoteOf(rest), false)).toEqual([]);
});

test("a price that has changed is named until the customer has seen it", () => {
	const cart = [toItem(domain({ price: 1500, quantity: 2 })), toItem(toCartItem({ ...printer, price: 20_000 }))];
	const quote = quoteOf(cart);
	expect(changedPrices(cart, quote, false).map(({ message }) => message)).toEqual([
		"neema.com now costs Ksh 3,700.",
		"Bluetooth thermal printer, 58 mm now costs Ksh 18,900.",
	]);
	// A registry may set another price, so a name waits for its answer.
	expect(changedPrices(cart, quote, true)).toHaveLength(1);
	expect(changedPrices(withSeenPrices(cart, quote), quote, false)).toEqual([]);
	expect(toItem(domain({ price: 0 }))).not.toHaveProperty("priceMark");
});

test("the first year and further years of a premium name both count", () => {
	const marks = [
		domain({ price: 90_000, renewal: 2_000 }),
		domain({ price: 90_000, renewal: 3_000 }),
		domain({ price: 80_000, renewal: 2_000 }),
	].map((item) => toItem(item).priceMark);
	expect(new Set(marks).size).toBe(3);
});

test("the estimate uses catalogue prices and leaves out unknown items", () => {
	const gone = { ...domain(), id: "x", productId: "plan-gold", category: "plan" as const };
	const { lines, total } = estimate(cartEntries([domain(), gone].map(toItem)), "KES", {
		code: "TEN",
		percentBasisPoints: 1_000,
		amount: null,
	});
	expect(lines.map(({ key, amount }) => [key, amount])).toEqual([["neema.com", kes(1750)]]);
	expect(total).toEqual(money(170_100, "KES"));
});
