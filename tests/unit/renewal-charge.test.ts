import fc from "fast-check";
import { expect, test } from "vitest";
import { firstCharge, nextCharge } from "~/features/payments/renewal-charge";
import { DAY, HOUR } from "~/platform/clock";

const endsAt = Date.UTC(2026, 11, 21, 9);
const before = (days: number) => endsAt - days * DAY;
const domain = { kind: "domain", endsAt } as const;
const plan = { kind: "plan", endsAt } as const;

test("a domain is charged a week before its end, a plan three days before", () => {
	expect(firstCharge(domain)).toBe(before(7));
	expect(nextCharge({ ...domain, lastTry: null }, before(30))).toBe(before(7));
	expect(nextCharge({ ...plan, lastTry: null }, before(30))).toBe(before(3));
});

test("whoever agrees late is charged at once, and never after the end", () => {
	expect(nextCharge({ ...domain, lastTry: null }, before(6.5))).toBe(before(6.5));
	expect(nextCharge({ ...domain, lastTry: null }, endsAt - HOUR)).toBe(endsAt - HOUR);
	expect(nextCharge({ ...domain, lastTry: null }, endsAt)).toBeNull();
});

test("what failed is tried again on other days, a few times", () => {
	const tries: number[] = [];
	for (let now = before(31); now < endsAt + DAY; now += HOUR) {
		const next = nextCharge({ ...domain, lastTry: tries.at(-1) ?? null }, now);
		if (next !== null && next <= now) tries.push(now);
	}
	expect(tries.map((at) => Math.round((endsAt - at) / DAY))).toEqual([7, 5, 3, 1]);
});

test("two tries are never within one day, and the next one never in the past", () => {
	fc.assert(
		fc.property(
			fc.constantFrom(domain, plan),
			fc.integer({ min: before(40), max: endsAt + DAY }),
			fc.option(fc.integer({ min: before(9), max: endsAt }), { nil: null }),
			(thing, now, tried) => {
				const lastTry = tried === null || tried > now ? null : tried;
				const next = nextCharge({ ...thing, lastTry }, now);
				if (next === null) return;
				expect(next).toBeGreaterThanOrEqual(now);
				expect(next).toBeLessThan(endsAt);
				if (lastTry !== null) expect(next - lastTry).toBeGreaterThanOrEqual(20 * HOUR);
			},
		),
	);
});
