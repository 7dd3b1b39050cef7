import fc from "fast-check";
import { expect, test } from "vitest";
import { listAlternatives } from "~/features/hosting/plan-alternatives";
import {
	creditWithTax,
	paidAfterChange,
	paidTaxRate,
	paidWithoutFreeDomain,
	prorate,
} from "~/features/hosting/proration";
import { addMonths } from "~/lib/add-months";
import { type Currency, kes, money, share, usd } from "~/lib/money";

const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 21, 9);

const monthly = (amount: number, currency: Currency = "USD", expiresAt = addMonths(now, 1)) => ({
	price: money(amount, currency),
	paid: null,
	termMonths: 1,
	expiresAt,
});

/** A term at any time, paid up to three terms ahead, and a moment within it. */
const aTerm = fc
	.record({
		price: fc.integer({ min: 1, max: 5_000_000 }),
		paidShare: fc.option(fc.integer({ min: 0, max: 100 })),
		currency: fc.constantFrom<Currency>("KES", "USD"),
		termMonths: fc.constantFrom(1, 12),
		now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2040, 0, 1) }),
		ahead: fc.integer({ min: 1, max: 3 * 366 * DAY }),
	})
	.map(({ price, paidShare, currency, termMonths, now, ahead }) => ({
		now,
		term: {
			price: money(price, currency),
			paid: paidShare === null ? null : Math.floor((price * paidShare) / 100),
			termMonths,
			expiresAt: now + ahead,
		},
	}));
const aPrice = fc.integer({ min: 1, max: 5_000_000 });

test("changing from Business to Premium costs the difference for the half month that is left", () => {
	const expiresAt = Date.UTC(2026, 11, 6, 9);
	expect(prorate(monthly(1299, "USD", expiresAt), usd(2499), now)).toEqual({
		daysLeft: 15,
		daysInTerm: 30,
		cost: usd(1249),
		unused: usd(649),
		charge: usd(600),
		credit: usd(0),
	});
});

test("a smaller plan returns the difference in whole shillings, with its tax", () => {
	const { charge, credit } = prorate(monthly(420_000, "KES", now + 16 * DAY), kes(2_800), now);
	expect([charge, credit]).toEqual([kes(0), money(74_667, "KES")]);
	expect(creditWithTax(credit, 800)).toEqual(kes(806));
});

test("the tax on credit has the rates with which the remaining time was paid, by amount and time", () => {
	const expiresAt = Date.UTC(2028, 0, 1);
	const year = { kind: "hosting_renewal" as const, months: 12, amount: 10_000, discount: 0, subtotal: 10_000 };
	const renewed = { ...year, taxBasisPoints: 1600, paidAt: Date.UTC(2026, 11, 1) };
	const bought = { ...year, kind: "plan" as const, months: null, taxBasisPoints: 800, paidAt: Date.UTC(2026, 0, 1) };
	const rate = (payments: Parameters<typeof paidTaxRate>[1], now: number) =>
		paidTaxRate({ termMonths: 12, expiresAt }, payments, now);
	// Half of the first year and all of the second one.
	const summer = Date.UTC(2026, 6, 2, 12);
	expect(rate([renewed, bought], summer)).toBeCloseTo((2 * 1600 + 800) / 3);
	expect(rate([renewed, bought], Date.UTC(2027, 0, 1)), "the first year is over").toBe(1600);
	expect(rate([renewed, { ...bought, amount: 0 }], summer), "the first year was free").toBe(1600);
	const half = { ...renewed, discount: 5_000 };
	expect(rate([half, bought], summer), "with a discount").toBeCloseTo((1600 + 800) / 2);
	const larger = { ...renewed, kind: "plan_change" as const, amount: 5_000, paidAt: summer };
	expect(rate([larger, { ...bought, months: 24 }], summer)).toBeCloseTo((5_000 * 1600 + 7_500 * 800) / 12_500, 0);
});

test("a started day counts, and nothing is left after the term", () => {
	const expiresAt = now + 10 * DAY;
	expect(prorate(monthly(1000, "USD", expiresAt), usd(2000), expiresAt - 1).daysLeft).toBe(1);
	expect(prorate(monthly(1000, "USD", expiresAt), usd(2000), now + 1).daysLeft).toBe(10);
	expect(prorate(monthly(1000, "USD", expiresAt), usd(2000), expiresAt + DAY).charge).toEqual(usd(0));
});

test("a plan bought below its price returns no more than was paid", () => {
	const free = { ...monthly(2499), paid: 0 };
	expect(prorate(free, usd(599), now).credit).toEqual(usd(0));
	const half = { ...monthly(2499), paid: 1250 };
	expect(prorate(half, usd(599), now).credit).toEqual(usd(651));
	expect(paidAfterChange(half, usd(599))).toBe(599);
	expect(paidAfterChange({ ...monthly(599), paid: 0 }, usd(2499))).toBe(1900);
});

test("a larger plan never returns money, a smaller one never charges, and an equal price does neither", () => {
	fc.assert(
		fc.property(aTerm, aPrice, ({ term, now }, price) => {
			const { charge, credit } = prorate(term, money(price, term.price.currency), now);
			expect(charge.amount).toBeGreaterThanOrEqual(0);
			expect(credit.amount).toBeGreaterThanOrEqual(0);
			expect(Math.min(charge.amount, credit.amount)).toBe(0);
			const same = prorate(term, term.price, now);
			expect([same.charge.amount, same.credit.amount]).toEqual([0, 0]);
		}),
	);
});

test("the shown parts add up to the whole", () => {
	fc.assert(
		fc.property(aTerm, aPrice, ({ term, now }, price) => {
			const { cost, unused, charge, credit } = prorate(term, money(price, term.price.currency), now);
			const difference = cost.amount - unused.amount;
			if (price >= term.price.amount) expect(charge.amount).toBe(difference);
			else expect(credit.amount).toBe(Math.max(0, -difference));
		}),
	);
});

test("changing to another plan and back at once gains nothing and costs less than the smallest amount moved", () => {
	fc.assert(
		fc.property(aTerm, aPrice, ({ term, now }, more) => {
			const { currency } = term.price;
			const larger = money(term.price.amount + more, currency);
			const there = prorate(term, larger, now);
			const paid = there.charge.amount + share(there.charge, 800).amount;
			// M-Pesa charges whole shillings.
			const moved = currency === "KES" ? Math.floor(paid / 100) * 100 : paid;
			const back = prorate({ ...term, price: larger, paid: paidAfterChange(term, larger) }, term.price, now);
			const given = creditWithTax(back.credit, 800).amount;
			expect(given).toBeLessThanOrEqual(moved);
			// A plan bought below its price returns less, because the rest was never paid.
			if (term.paid === null) expect(moved - given).toBeLessThanOrEqual(currency === "KES" ? 100 : 1);
		}),
	);
});

test("no sequence of plan changes returns more than was paid", () => {
	fc.assert(
		fc.property(aTerm, fc.array(aPrice, { minLength: 1, maxLength: 8 }), ({ term, now }, prices) => {
			const share = ({ daysLeft, daysInTerm }: { daysLeft: number; daysInTerm: number }) => daysLeft / daysInTerm;
			let at = term;
			let balance = Math.min(term.paid ?? term.price.amount, term.price.amount) * share(prorate(term, term.price, now));
			for (const price of prices) {
				const next = money(price, term.price.currency);
				const { charge, credit } = prorate(at, next, now);
				balance += charge.amount - credit.amount;
				at = { ...at, price: next, paid: paidAfterChange(at, next) };
			}
			// One minor unit per rounding.
			expect(balance).toBeGreaterThanOrEqual(-prices.length);
		}),
	);
});

test("a plan can be changed only within its ladder, term and currency", () => {
	const ids = (productId: string, termMonths: number, currency: Currency) =>
		listAlternatives({ productId, termMonths, currency }).map(({ product }) => product.id);
	expect(ids("web-business", 1, "USD")).toEqual(["web-starter", "web-premium"]);
	expect(ids("email-pro", 1, "USD")).toEqual(["email-basic"]);
	expect(ids("vps-developer", 1, "USD")).toEqual([]);
	expect(ids("package-starter", 12, "KES")).toEqual([
		"package-hosting-only",
		"package-managed-shared",
		"package-standard",
		"package-executive",
	]);
	expect(ids("shared-starter", 12, "KES")).toEqual(["shared-business", "shared-pro"]);
	expect(ids("vps-starter", 12, "KES")).toEqual([]);
	expect(ids("domain-registration", 12, "KES")).toEqual([]);
});

test("a refused free domain counts as paid for the first term only", () => {
	const term = { price: kes(1_000), paid: 90_000, termMonths: 12, paidAt: now };
	const year = addMonths(now, 12);
	const none = kes(0);
	expect(paidWithoutFreeDomain({ ...term, expiresAt: year }, 10_000, now)).toEqual({ paid: 100_000, credit: none });
	expect(paidWithoutFreeDomain({ ...term, expiresAt: null }, 20_000, now)).toEqual({ paid: 100_000, credit: none });
	const twoTerms = { ...term, paid: 50_000, expiresAt: addMonths(now, 24) };
	expect(paidWithoutFreeDomain(twoTerms, 10_000, now).paid).toBeCloseTo(55_000, -2);
	expect(paidWithoutFreeDomain(twoTerms, 10_000, year)).toEqual({ paid: 50_000, credit: none });
	expect(paidWithoutFreeDomain({ ...term, paid: null, expiresAt: year }, 10_000, now)).toEqual({
		paid: null,
		credit: none,
	});
	const smaller = { ...term, price: kes(900), expiresAt: year };
	expect(paidWithoutFreeDomain(smaller, 10_000, now)).toEqual({ paid: 90_000, credit: kes(100) });
	expect(paidWithoutFreeDomain(smaller, 10_000, year - 73 * DAY).credit).toEqual(kes(20));
});
