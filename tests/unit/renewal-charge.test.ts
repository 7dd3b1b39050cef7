import fc from "fast-check";
import { expect, test } from "vitest";
import { describePayment, nextCharge, plannedPayment } from "~/features/payments/renewal-charge";
import { DAY, HOUR } from "~/lib/durations";

const endsAt = Date.UTC(2026, 11, 21, 9);
const before = (days: number) => endsAt - days * DAY;
const issuedAt = before(30);
const domain = { kind: "domain", endsAt, issuedAt } as const;
const plan = { kind: "plan", endsAt, issuedAt } as const;

test("a domain is charged a week before its expiry, a plan three days before", () => {
	expect(nextCharge({ ...domain, lastTry: null }, before(30))).toBe(before(7));
	expect(nextCharge({ ...plan, lastTry: null }, before(30))).toBe(before(3));
});

test("consent given late charges at once, but never after the expiry", () => {
	expect(nextCharge({ ...domain, lastTry: null }, before(6.5))).toBe(before(6.5));
	expect(nextCharge({ ...domain, lastTry: null }, endsAt - HOUR)).toBe(endsAt - HOUR);
	expect(nextCharge({ ...domain, lastTry: null }, endsAt)).toBeNull();
});

test("a failed charge is repeated a few times on other days", () => {
	const tries: number[] = [];
	for (let now = before(31); now < endsAt + DAY; now += HOUR) {
		const next = nextCharge({ ...domain, lastTry: tries.at(-1) ?? null }, now);
		if (next !== null && next <= now) tries.push(now);
	}
	expect(tries.map((at) => Math.round((endsAt - at) / DAY))).toEqual([7, 5, 3, 1]);
});

test("two attempts are at least a day apart, and the next one is never in the past", () => {
	fc.assert(
		fc.property(
			fc.constantFrom(domain, plan),
			fc.integer({ min: before(9), max: endsAt + DAY }),
			// Time since the last attempt, mostly short, where the pause matters.
			fc.option(fc.integer({ min: 0, max: 2 * DAY }), { nil: null }),
			(thing, now, ago) => {
				const lastTry = ago === null ? null : now - ago;
				const next = nextCharge({ ...thing, lastTry }, now);
				if (next === null) return;
				expect(next).toBeGreaterThanOrEqual(now);
				expect(next).toBeLessThan(endsAt);
				if (lastTry !== null) expect(next - lastTry).toBeGreaterThanOrEqual(20 * HOUR);
			},
		),
	);
});

test("nothing is charged within a day of its invoice, unless the expiry is that near", () => {
	expect(nextCharge({ ...domain, issuedAt: before(5), lastTry: null }, before(5))).toBe(before(4));
	expect(nextCharge({ ...domain, issuedAt: before(1.5), lastTry: null }, before(1.5))).toBe(before(1));
	expect(nextCharge({ ...domain, issuedAt: before(0.5), lastTry: null }, before(0.5))).toBe(before(0.5));
	expect(nextCharge({ ...domain, issuedAt: null, lastTry: null }, before(5))).toBe(before(4));
});

test("the next renewal shows how it is paid, and early on if its card will have expired", () => {
	const reader = { timezone: "Africa/Nairobi", language: "en-GB" };
	const card = { brand: "Visa", last4: "4242", expMonth: 12, expYear: 2026 };
	const renewal = {
		...domain,
		on: true,
		invoiceState: "open",
		lastTry: null,
		card,
		prompt: null,
		dueAt: null,
	} as const;
	const say = (changed: Partial<Parameters<typeof plannedPayment>[0]>, now = before(29)) =>
		describePayment(plannedPayment({ ...renewal, ...changed }, now), reader)?.text;
	expect(say({})).toBe("Will be charged to Visa •••• 4242 on 14 Dec 2026.");
	expect(say({ invoiceState: null, issuedAt: null }, before(90))).toBe(
		"Will be charged to Visa •••• 4242 on 14 Dec 2026.",
	);
	expect(say({ card: { ...card, expMonth: 11 } })).toBe(
		"Visa •••• 4242 will have expired by 14 Dec 2026. Choose another card, or pay before 21 Dec 2026.",
	);
	const byHand = "You pay this renewal yourself, before 21 Dec 2026.";
	expect(say({ card: null })).toBe(byHand);
	expect(say({ invoiceState: "void" })).toBe(byHand);
	expect(say({ lastTry: before(1) }, before(0.5))).toBe(byHand);
	for (const nothing of [{ on: false }, { invoiceState: "paid" as const }]) expect(say(nothing)).toBeUndefined();
});
