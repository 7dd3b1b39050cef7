import fc from "fast-check";
import { expect, test } from "vitest";
import { lineShare } from "~/features/orders/line-share";
import type { OrderLineKind } from "~/features/orders/order-line";

const line = (id: string, kind: OrderLineKind, amount: number, domain: string | null = null) => ({
	...{ id, kind, amount, domain },
});

test("a line's share is its price with its tax, less its part of the discount", () => {
	const lines = [line("a", "registration", 100_000, "a.com"), line("b", "plan", 300_000)];
	// 10 % off, 8 % tax: 388,800 in all.
	expect(lineShare("a", lines, { paid: 388_800, shipping: 0 })).toBe(97_200);
	expect(lineShare("b", lines, { paid: 388_800, shipping: 0 })).toBe(291_600);
});

test("a free first year has no value, and its further years are worth their price", () => {
	const free = line("f", "free_domain", -120_000, "a.com");
	const plan = line("p", "plan", 880_000);
	const oneYear = [line("a", "registration", 120_000, "a.com"), plan, free];
	expect(lineShare("a", oneYear, { paid: 950_400, shipping: 0 })).toBe(0);
	const twoYears = [line("a", "registration", 240_000, "a.com"), plan, free];
	expect(lineShare("a", twoYears, { paid: 1_080_000, shipping: 0 })).toBe(129_600);
});

test("the delivery charge belongs to the delivered lines", () => {
	const name = line("a", "registration", 100_000, "a.com");
	expect(lineShare("a", [name, line("h", "hardware", 100_000)], { paid: 216_599, shipping: 599 })).toBe(108_000);
	expect(lineShare("a", [name], { paid: 108_599, shipping: 599 })).toBe(108_599);
});

test("all shares together equal the amount received, whatever the rounding", () => {
	const amounts = fc.array(fc.integer({ min: 0, max: 50_000_000 }), { minLength: 1, maxLength: 12 });
	const check = fc.property(amounts, fc.integer({ min: 0, max: 600_000_000 }), (prices, paid) => {
		const lines = prices.map((amount, at) => line(`l${at}`, "registration", amount, `n${at}.com`));
		const shares = lines.map(({ id }) => lineShare(id, lines, { paid, shipping: 0 }));
		const subtotal = prices.reduce((sum, amount) => sum + amount, 0);
		expect(shares.every((share) => Number.isSafeInteger(share) && share >= 0)).toBe(true);
		expect(shares.reduce((sum, share) => sum + share, 0)).toBe(subtotal > 0 ? paid : 0);
	});
	fc.assert(check);
});
