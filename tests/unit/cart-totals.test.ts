import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Sums } from "~/features/cart/components/sums";
import { type CartEntry, freeDomainLine, type Line, priceLine } from "~/features/cart/lines";
import { type PromoTerms, totals } from "~/features/cart/totals";
import { findProduct } from "~/features/catalog/catalog";
import { maxYears, soldExtensions } from "~/features/catalog/domain-prices";
import type { Term } from "~/features/catalog/product";
import { versionOne } from "~/features/catalog/version-one/version-one";
import { type Currency, kes, money, usd } from "~/lib/money";

const entry = (more: Partial<CartEntry> & { productId: string }): CartEntry => ({
	key: more.domain ?? more.productId,
	quantity: 1,
	...more,
});
const registration = (domain: string, years = 1) =>
	entry({ productId: "domain-registration", domain, quantity: years });

function price(input: CartEntry, currency: Currency = "KES"): Line {
	const result = priceLine(input, currency);
	if (!result.ok) throw new Error(result.error.message);
	return result.value;
}

const refusal = (input: CartEntry) => {
	const result = priceLine(input, "KES");
	return result.ok ? null : result.error.code;
};

const aRegistration = fc
	.record({
		tld: fc.constantFrom(...soldExtensions()),
		label: fc.stringMatching(/^[a-z]{3,12}$/),
		years: fc.integer({ min: 1, max: 10 }),
	})
	.map(({ tld, label, years }) => registration(`${label}.${tld}`, Math.min(years, maxYears(tld))));

const aProduct = fc
	.record({
		product: fc.constantFrom(
			...[...versionOne.productsById.values()].flatMap((product) => ("prices" in product ? [product] : [])),
		),
		quantity: fc.integer({ min: 1, max: 99 }),
		pick: fc.nat(),
	})
	.map(({ product, quantity, pick }) => {
		const terms = Object.keys(product.prices) as Term[];
		// An add-on is ordered once for each domain or plan.
		const count = product.kind === "addon" ? 1 : quantity;
		return entry({ productId: product.id, quantity: count, term: terms[pick % terms.length] });
	});

const aPromo: fc.Arbitrary<PromoTerms | null> = fc.oneof(
	fc.constant(null),
	fc.integer({ min: 1, max: 10_000 }).map((percentBasisPoints) => ({ code: "P", percentBasisPoints, amount: null })),
	fc.nat({ max: 10_000_000 }).map((amount) => ({ code: "A", percentBasisPoints: null, amount: money(amount, "KES") })),
);

test("the lines of any cart add up to the total, in whole minor units of one currency", () => {
	fc.assert(
		fc.property(
			fc.array(fc.oneof(aRegistration, aProduct), { maxLength: 12 }),
			fc.constantFrom<Currency>("KES", "USD"),
			aPromo,
			(entries, currency, promo) => {
				const lines = entries.map((each) => price(each, currency));
				const free = freeDomainLine(lines, currency, new Set());
				if (free) lines.push(free);
				const { taxBasisPoints, ...result } = totals(lines, versionOne.rules, promo, currency);
				expect(taxBasisPoints).toBe(versionOne.rules.taxBasisPoints);

				const bySum = lines.reduce((total, line) => total + line.amount.amount, 0);
				expect(result.subtotal.amount).toBe(bySum);
				const unpaid = result.total.amount - result.toPay.amount;
				if (currency === "USD") expect(unpaid).toBe(0);
				else expect([result.toPay.amount % 100, unpaid >= 0 && unpaid < 100]).toEqual([0, true]);
				expect(result.total.amount).toBe(bySum - result.discount.amount + result.tax.amount + result.shipping.amount);
				for (const amount of Object.values(result)) {
					expect(Number.isSafeInteger(amount.amount)).toBe(true);
					expect(amount.amount).toBeGreaterThanOrEqual(0);
					expect(amount.currency).toBe(currency);
				}
				for (const line of lines) expect(line.amount.amount).toBe(line.unit.amount * line.quantity);
				const exactTax = ((result.subtotal.amount - result.discount.amount) * 8) / 100;
				expect(Math.abs(result.tax.amount - exactTax)).toBeLessThanOrEqual(0.5);
				expect(result.shipping.amount).toBe(0);
			},
		),
	);
});

test("an add-on is refused in any other quantity than one", () => {
	expect(refusal(entry({ productId: "addon-ssl", term: "annual" }))).toBeNull();
	expect(refusal(entry({ productId: "addon-ssl", term: "annual", quantity: 2 }))).toBe("quantity");
});

test("an empty cart costs nothing, not even delivery", () => {
	const { taxBasisPoints, ...result } = totals([], versionOne.rules, null, "USD");
	expect(Object.values(result).map(({ amount }) => amount)).toEqual([0, 0, 0, 0, 0, 0]);
	expect([result.total.currency, taxBasisPoints]).toEqual(["USD", 800]);
});

test("tax is 8 % of the subtotal, and goods without free delivery cost a flat 5.99", () => {
	const name = price(registration("neema.com"));
	const device = price(entry({ productId: "hardware-drawer-standard" }));
	expect(device.delivery).toBe("free");
	expect(totals([name], versionOne.rules).shipping).toEqual(kes(0));
	expect(totals([name, device], versionOne.rules).shipping).toEqual(kes(0));
	const result = totals([{ ...name, delivery: "charged" }], versionOne.rules);
	expect(result).toEqual({
		subtotal: kes(1750),
		discount: kes(0),
		tax: kes(140),
		taxBasisPoints: 800,
		shipping: money(599, "KES"),
		total: money(189_599, "KES"),
		toPay: kes(1895),
	});
});

test("a cart's total is what the customer pays, and its lines add up to it", () => {
	const lines = [{ ...price(registration("neema.com")), amount: kes(389) }];
	const figures = { ...totals(lines, versionOne.rules), lines };
	expect([figures.total, figures.toPay]).toEqual([money(42_012, "KES"), kes(420)]);
	const text = (shown: typeof figures) =>
		renderToStaticMarkup(createElement(Sums, { figures: shown, promo: null, busy: false })).replace(/<[^>]+>/g, " ");
	expect(text(figures)).toMatch(
		/Subtotal\s+Ksh 389\s+Tax \(8%\)\s+Ksh 31\.12\s+Rounded down for M-Pesa\s+−Ksh 0\.12\s+Total\s+Ksh\s+420\s+$/,
	);
	const whole = [{ ...price(registration("neema.com")) }];
	expect(text({ ...totals(whole, versionOne.rules), lines: whole })).not.toContain("Rounded");
});

test("a promotion takes off at most the subtotal, and nothing in another currency", () => {
	const lines = [price(registration("neema.co.ke"))];
	const fixed = (amount: ReturnType<typeof kes>) => ({ code: "X", percentBasisPoints: null, amount });
	expect(totals(lines, versionOne.rules, fixed(kes(9000))).discount).toEqual(kes(500));
	expect(totals(lines, versionOne.rules, fixed(usd(500))).discount).toEqual(kes(0));
	expect(totals(lines, versionOne.rules, { code: "X", percentBasisPoints: 1000, amount: null }).tax).toEqual(kes(36));
});

test("years after the first cost the renewal price", () => {
	const line = price(registration("neema.com", 3));
	expect([line.amount, line.years, line.quantity, line.renewal]).toEqual([kes(1750 + 2 * 1950), 3, 1, kes(1950)]);
});

test.each([["plan-business"], ["shared-business"], ["shared-pro"]])(
	"%s, paid annually, makes the first year of the most expensive new domain free",
	(productId) => {
		const plan = price(entry({ productId, term: "annual" }));
		const lines = [price(registration("neema.co.ke")), plan, price(registration("neema.com", 2))];
		expect(freeDomainLine(lines, "KES", new Set())).toMatchObject({
			kind: "free_domain",
			domain: "neema.com",
			amount: kes(-1750),
		});
	},
);

test("a monthly plan, another plan, a transfer or a premium name gives no free domain", () => {
	const domain = price(registration("neema.com"));
	const annual = price(entry({ productId: "plan-business", term: "annual" }));
	const free = (lines: Line[], premium: string[] = []) => freeDomainLine(lines, "KES", new Set(premium));
	expect(free([domain, price(entry({ productId: "plan-business", term: "monthly" }))])).toBeUndefined();
	expect(free([domain, price(entry({ productId: "plan-enterprise", term: "annual" }))])).toBeUndefined();
	expect(free([annual])).toBeUndefined();
	expect(free([annual, price(entry({ productId: "domain-transfer", domain: "neema.com" }))])).toBeUndefined();
	expect(free([annual, price(entry({ productId: "domain-001" }))])).toBeUndefined();
	expect(free([annual, domain], ["neema.com"])).toBeUndefined();
	expect(free([annual, domain])?.amount).toEqual(kes(-1750));
});

test("a product, term or extension that we do not sell has no price", () => {
	expect(refusal(entry({ productId: "plan-gold", term: "annual" }))).toBe("unknown_product");
	expect(refusal(entry({ productId: "__proto__" }))).toBe("unknown_product");
	expect(refusal(entry({ productId: "vps-starter", term: "annual" }))).toBe("unknown_term");
	expect(refusal(entry({ productId: "plan-business" }))).toBe("unknown_term");
	expect(refusal(registration("neema.example"))).toBe("extension_not_sold");
	expect(refusal(registration("com"))).toBe("extension_not_sold");
	expect(refusal(registration("neema.co.ke", 6))).toBe("quantity");
	expect(refusal(entry({ productId: "domain-transfer", domain: "neema.com", quantity: 2 }))).toBe("quantity");
	expect(refusal(entry({ productId: "domain-registration" }))).toBe("name_missing");
	expect(findProduct("domain-renewal")?.kind).toBe("renewal");
});
