import fc from "fast-check";
import { expect, test } from "vitest";
import { maxYears, soldExtensions } from "~/features/catalog/domain-prices";
import { domainRenewal, renewableYears } from "~/features/domains/renewal";
import { quoteRestore } from "~/features/domains/restore";
import { expiryAfterRenewal, planRenewal } from "~/features/hosting/renewal";
import { addMonths } from "~/lib/add-months";
import { addYears } from "~/lib/add-years";
import { kes, usd } from "~/lib/money";

const now = Date.UTC(2026, 10, 21, 9);
const DAY = 86_400_000;
const neema = { name: "neema.com", tld: "com", status: "active" as const, expiresAt: now + 30 * DAY };

test("a renewal extends a registration at most to the registry's limit, and always up to it", () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...soldExtensions()),
			fc.integer({ min: now - 400 * DAY, max: now + 4_000 * DAY }),
			(tld, expiresAt) => {
				const most = maxYears(tld);
				const years = renewableYears({ tld, expiresAt }, now);
				expect(years).toBeGreaterThanOrEqual(0);
				expect(years).toBeLessThanOrEqual(most);
				if (years > 0) expect(addYears(expiresAt, years)).toBeLessThanOrEqual(addYears(now, most));
				if (years < most) expect(addYears(expiresAt, years + 1)).toBeGreaterThan(addYears(now, most));
			},
		),
	);
});

test("a domain can be renewed up to ten years ahead, five under .ke", () => {
	expect(renewableYears({ tld: "com", expiresAt: now }, now)).toBe(10);
	expect(renewableYears({ tld: "com", expiresAt: now + DAY }, now)).toBe(9);
	expect(renewableYears({ tld: "co.ke", expiresAt: now + DAY }, now)).toBe(4);
	expect(renewableYears({ tld: "co.ke", expiresAt: addYears(now, 5) }, now)).toBe(0);
});

test("a name that can't be renewed shows the reason", () => {
	expect(domainRenewal(neema, now)).toEqual({ ok: true, value: { most: 9, expiresAt: neema.expiresAt } });
	expect(domainRenewal({ ...neema, status: "expired", expiresAt: now - 9 * DAY }, now)).toMatchObject({ ok: true });
	for (const refused of [
		{ ...neema, status: "pending" as const, expiresAt: null },
		{ ...neema, status: "transfer_in" as const, expiresAt: null },
		{ ...neema, status: "redemption" as const },
		{ ...neema, status: "released" as const },
		{ ...neema, expiresAt: addYears(now, 10) },
	]) {
		expect(domainRenewal(refused, now)).toMatchObject({ ok: false, error: { message: /^neema\.com is / } });
	}
});

test("a running plan is extended from the end of its term, a suspended one from today", () => {
	const plan = { name: "Starter", termMonths: 1, cancelledAt: null, expiresAt: now - 9 * DAY };
	expect(expiryAfterRenewal({ ...plan, status: "active" }, 2, now)).toBe(addMonths(now - 9 * DAY, 2));
	expect(expiryAfterRenewal({ ...plan, status: "suspended" }, 2, now)).toBe(addMonths(now, 2));
	expect(planRenewal({ ...plan, status: "active" })).toMatchObject({ ok: true, value: { most: 12 } });
	expect(planRenewal({ ...plan, status: "active", termMonths: 12 })).toMatchObject({ ok: true, value: { most: 3 } });
	for (const refused of [
		{ ...plan, status: "pending" as const },
		{ ...plan, status: "terminated" as const },
		{ ...plan, status: "active" as const, cancelledAt: now },
	]) {
		expect(planRenewal(refused)).toMatchObject({ ok: false, error: { message: /^Starter / } });
	}
});

test("restoring a name costs the redemption fee and a year's renewal, at the registry's price for a premium name", () => {
	const lost = { ...neema, status: "redemption" as const, expiresAt: now - 40 * DAY };
	expect(quoteRestore(lost, { currency: "KES" }, now)).toMatchObject({
		value: {
			...{ fee: kes(12_900), renewal: kes(1_950), tax: kes(1_188), total: kes(16_038), toPay: kes(16_038) },
			...{ currentExpiry: lost.expiresAt, expiresAt: addYears(lost.expiresAt, 1), until: lost.expiresAt + 60 * DAY },
		},
	});
	expect(quoteRestore(lost, { currency: "USD", yearly: usd(100_00) }, now)).toMatchObject({
		value: { fee: usd(99_00), renewal: usd(100_00), total: usd(214_92) },
	});
});

test("only a name in redemption can be restored, for 30 days and where we have a price", () => {
	const lost = (tld: string, days: number) => ({
		...{ name: `neema.${tld}`, tld, status: "redemption" as const, expiresAt: now - days * DAY },
	});
	const isOffered = (domain: Parameters<typeof quoteRestore>[0]) => quoteRestore(domain, { currency: "KES" }, now).ok;
	expect([30, 59.9, 60, 64].map((days) => isOffered(lost("com", days)))).toEqual([true, true, false, false]);
	expect(["ai", "africa", "co.ke", "io", "co.za", "co"].map((tld) => isOffered(lost(tld, 40)))).toEqual([
		...[true, true, false, false, false, false],
	]);
	expect(isOffered(neema)).toBe(false);
	expect(isOffered({ ...neema, status: "released" })).toBe(false);
});
