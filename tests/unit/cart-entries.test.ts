import fc from "fast-check";
import { expect, test } from "vitest";
import { type NewCartItem, toCartItem } from "~/features/cart/cart-item";
import { acceptedPrices, cartEntries } from "~/features/cart/entries";
import { estimate } from "~/features/cart/estimate";
import { countItems, shownAmount, shownTotal } from "~/features/cart/shown-amount";
import { kes, money } from "~/lib/money";

const domain = (more: Partial<NewCartItem> = {}) =>
	toCartItem({
		productId: "domain-registration",
		category: "domain",
		name: "neema.com",
		domain: "neema.com",
		tld: "com",
		price: 1750,
		...more,
	});
const printer: NewCartItem = {
	productId: "hardware-printer-bluetooth",
	category: "hardware",
	name: "Printer",
	term: "once",
	price: 18_900,
};
const shown = (item: ReturnType<typeof domain>) => cartEntries([item])[0]?.shownAmount;

test("a quote request has ids, names, terms and quantities, with the shown price as a hint", () => {
	const plan = toCartItem({
		productId: "plan-business",
		category: "plan",
		name: "Business",
		term: "annual",
		price: 24_000,
	});
	expect(cartEntries([domain({ quantity: 2 }), { ...plan, quantity: 3 }])).toEqual([
		{ key: "neema.com", productId: "domain-registration", domain: "neema.com", quantity: 2, shownAmount: 370_000 },
		{ key: "plan-business:annual", productId: "plan-business", term: "annual", quantity: 3, shownAmount: 7_200_000 },
	]);
});

test("a price shown in shillings is no hint for dollars, and an unknown price is no hint", () => {
	expect(cartEntries([domain()], "USD")[0]).not.toHaveProperty("shownAmount");
	expect(shown(domain({ price: 0 }))).toBeUndefined();
});

test("the renewal price that was shown applies to the years after the first", () => {
	expect(shown(domain({ price: 90_000, renewal: 2_000, quantity: 3 }))).toBe(9_400_000);
});

test("badge, drawer and button count a domain once whatever its years, and a device by its quantity", () => {
	const printers = toCartItem({ ...printer, quantity: 3 });
	expect(countItems([domain({ quantity: 10 }), printers])).toBe(4);
	expect(countItems([])).toBe(0);
});

test("the cart's sum before tax equals the order's for items at list price", () => {
	const cart = [domain({ quantity: 3 }), toCartItem({ ...printer, quantity: 2 })];
	expect(cart.map(shownAmount)).toEqual([kes(1750 + 2 * 1950), kes(2 * 18_900)]);
	expect(shownTotal(cart)).toEqual(estimate(cartEntries(cart), "KES", null).subtotal);
});

test("prices that the customer accepted match the server's afterwards, for any number of years", () => {
	const amounts = fc.integer({ min: 1, max: 100_000_000 });
	fc.assert(
		fc.property(amounts, amounts, fc.integer({ min: 1, max: 10 }), (first, renewal, years) => {
			const item = domain({ quantity: years });
			const after = money(first + renewal * (years - 1), "KES");
			const change = { key: item.id, kind: "price", message: "", after, renewal: money(renewal, "KES") } as const;
			expect(shown({ ...item, ...acceptedPrices([item], [change]).get(item.id) })).toBe(after.amount);
		}),
	);
});

test("the estimate uses catalogue prices and leaves out unknown items", () => {
	const gone = { ...domain(), id: "x", productId: "plan-gold", category: "plan" as const };
	const { lines, total } = estimate(cartEntries([domain(), gone]), "KES", {
		code: "TEN",
		percentBasisPoints: 1_000,
		amount: null,
	});
	expect(lines.map(({ key, amount }) => [key, amount])).toEqual([["neema.com", kes(1750)]]);
	expect(total).toEqual(money(170_699, "KES"));
});
