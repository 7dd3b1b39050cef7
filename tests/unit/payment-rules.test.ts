import fc from "fast-check";
import { expect, test } from "vitest";
import { isCardNumber, isDeclinedCard, readCardNumber, testCards } from "~/features/payments/card-number";
import { nextCheckAt } from "~/features/payments/check-schedule";
import { methodsFor, payableAmount } from "~/features/payments/payable";
import { sandboxCardSchema } from "~/features/payments/payment.schema";
import { failureMessage } from "~/features/payments/payment-failure";
import { DAY } from "~/lib/durations";
import { kes, type Money, money, usd } from "~/lib/money";
import { parse } from "~/lib/parse";

test("the provider is asked after 10, 25, 45 and 75 seconds, then less and less often, for a day", () => {
	const seconds = Array.from({ length: 20 }, (_, checks) => nextCheckAt(0, checks)).map((at) => at && at / 1_000);
	expect(seconds.slice(0, 7)).toEqual([10, 25, 45, 75, 150, 300, 600]);
	const last = seconds.filter((at) => at !== null).at(-1) ?? 0;
	expect(last).toBeGreaterThan(12 * 3_600);
	expect(last).toBeLessThanOrEqual(24 * 3_600);
	expect(seconds.at(-1)).toBeNull();
});

test("a page that a customer may still pay on is asked about for weeks", () => {
	const days = Array.from({ length: 30 }, (_, checks) => nextCheckAt(0, checks, true)).map((at) => at && at / DAY);
	const checked = days.filter((at) => at !== null);
	const pauses = checked.map((at, index) => at - (checked[index - 1] ?? 0));
	expect(checked.at(-1)).toBeGreaterThan(28);
	expect(checked.at(-1)).toBeLessThanOrEqual(30);
	expect(Math.max(...pauses)).toBeCloseTo(2);
});

test("a customer pays whole shillings and never more than the invoice, or every cent of a dollar", () => {
	fc.assert(
		fc.property(fc.integer({ min: 100, max: 25_000_000 }), (cents) => {
			const asked = payableAmount(money(cents, "KES")).amount;
			expect(asked % 100).toBe(0);
			expect(cents - asked).toBeGreaterThanOrEqual(0);
			expect(cents - asked).toBeLessThan(100);
			expect(payableAmount(money(cents, "USD")).amount).toBe(cents);
		}),
	);
});

test("dollars, cents alone and amounts above M-Pesa's limit are paid by card", () => {
	const methods = (total: Money) => methodsFor(total, ["mpesa", "card"]);
	expect(methods(kes(1_750))).toEqual(["mpesa", "card"]);
	expect(methods(usd(1_299))).toEqual(["card"]);
	expect(methods(money(99, "KES"))).toEqual(["card"]);
	expect(methods(kes(1))).toEqual(["mpesa", "card"]);
	expect(methods(kes(250_000))).toEqual(["mpesa", "card"]);
	expect(methods(kes(250_001))).toEqual(["card"]);
	expect(methodsFor(kes(1_750), ["card"]), "no provider takes M-Pesa").toEqual(["card"]);
});

test("a card number needs the right length and check digit", () => {
	expect(isCardNumber(testCards.approved)).toBe(true);
	expect(isCardNumber(testCards.declined)).toBe(true);
	expect(isCardNumber("4242 4242 4242 4241")).toBe(false);
	expect(isCardNumber("hello")).toBe(false);
	expect([isDeclinedCard("4000000000000002"), isDeclinedCard(testCards.approved)]).toEqual([true, false]);
});

test("every failure says whether money was charged and what to do", () => {
	for (const code of [
		"declined",
		"timed_out",
		"insufficient_funds",
		"wrong_pin",
		"unreachable",
		"review",
		null,
		"new",
	]) {
		expect(failureMessage(code, "mpesa").length).toBeGreaterThan(20);
	}
	expect(failureMessage("declined", "card")).toMatch(/bank/);
});

test("the sandbox's card form names the wrong field, and stores only the last digits of a card", () => {
	const now = Date.UTC(2026, 10, 21);
	const read = (fields: Record<string, string>) =>
		parse(sandboxCardSchema(now), { number: testCards.approved, expiry: "12/34", cvc: "123", ...fields });
	expect(read({})).toMatchObject({ ok: true, value: { expiry: { expMonth: 12, expYear: 2034 } } });
	expect(read({ expiry: " 11 / 26 " }).ok, "good through the last day of its month").toBe(true);
	const wrong = { number: "4242 4242 4242 4243", expiry: "10/26", cvc: "12" };
	for (const [field, value] of Object.entries(wrong)) {
		expect(read({ [field]: value }), field).toMatchObject({
			ok: false,
			error: { fields: { [field]: expect.any(String) } },
		});
	}
	for (const expiry of ["13/34", "00/30", "1/30", "2034", ""]) expect(read({ expiry }).ok, expiry).toBe(false);
	expect(readCardNumber(testCards.approved)).toEqual({ brand: "Visa", last4: "4242", bank: "approves" });
	expect(readCardNumber("5555555555554444")).toMatchObject({ brand: "Mastercard", last4: "4444" });
	expect([
		readCardNumber(testCards.confirmationRequired).bank,
		readCardNumber(testCards.declinedWhenSaved).bank,
	]).toEqual(["asks", "declines"]);
});
