import { expect, test } from "vitest";
import { payView } from "~/features/payments/pay-view";

type Overview = Parameters<typeof payView>[0];

const now = 1_000_000;
const invoice = {
	id: "inv_1",
	number: "KK2026000001",
	orderId: "ord_1",
	state: "open",
	total: 189_599,
	creditUsed: 0,
	currency: "KES",
} as Overview["invoice"];

const attempt = (values: Partial<Overview["attempts"][number]> = {}) =>
	({
		method: "mpesa",
		phone: "+254712345678",
		state: "pending",
		expiresAt: now + 1,
		failureCode: null,
		providerRef: "ref",
		redirectUrl: null,
		...values,
	}) as Overview["attempts"][number];

const view = (attempts: Overview["attempts"], values: Partial<Overview["invoice"]> = {}, choosing = false, more = {}) =>
	payView(
		{ invoice: { ...invoice, ...values }, attempts, payerPhone: "+254700000001", credits: [], cards: [], ...more },
		now,
		choosing,
	);

test("an invoice without payments offers the payment methods, with the order's number", () => {
	expect(view([])).toMatchObject({ step: "choose", failure: null, phone: "+254700000001" });
	expect(view([]).methods).toEqual([
		{ id: "mpesa", amount: "Ksh 1,895" },
		{ id: "card", amount: "Ksh 1,895.99" },
	]);
});

test("the sandbox opens a request that can still be answered, not one that was declined", () => {
	expect(view([attempt()]).providerRef).toBe("ref");
	expect(view([attempt({ state: "failed", failureCode: "declined" })]).providerRef).toBeNull();
	expect(view([attempt({ expiresAt: now - 1 })]).providerRef, "may be approved late").toBe("ref");
	expect(view([attempt({ state: "failed", failureCode: "timed_out" })]).providerRef).toBe("ref");
	const [again, declined] = [attempt({ providerRef: "new" }), attempt({ state: "failed", failureCode: "declined" })];
	expect(view([again, declined]).providerRef).toBe("new");
});

test("a phone number without M-Pesa is not suggested for it", () => {
	expect(view([], {}, false, { payerPhone: "+256772123456" }).phone).toBe("");
	expect(view([], {}, false, { payerPhone: null }).phone).toBe("");
});

test("credit is offered in the invoice's currency, for all or part of it", () => {
	const credit = (amount: number, currency: string) => view([], {}, false, { credits: [{ amount, currency }] }).credit;
	expect(credit(200_000, "KES")).toEqual({ held: "Ksh 2,000", use: "Ksh 1,895.99", coversAll: true });
	expect(credit(189_500, "KES")).toEqual({ held: "Ksh 1,895", use: "Ksh 1,895", coversAll: true });
	expect(credit(189_499, "KES")).toEqual({ held: "Ksh 1,894.99", use: "Ksh 1,894.99", coversAll: false });
	expect(credit(189_599, "USD")).toBeNull();
});

test("after part was paid from credit, the rest is due", () => {
	const rest = view([], { creditUsed: 100_000 });
	expect(rest.invoice).toMatchObject({ total: "Ksh 1,895.99", creditUsed: "Ksh 1,000", due: "Ksh 895.99" });
	expect(rest.methods).toEqual([
		{ id: "mpesa", amount: "Ksh 895" },
		{ id: "card", amount: "Ksh 895.99" },
	]);
});

test("a pending payment is shown as waiting, unless the customer wants another method", () => {
	expect(view([attempt()])).toMatchObject({ step: "wait", waiting: { method: "mpesa" }, phone: "+254712345678" });
	expect(view([attempt()], {}, true)).toMatchObject({ step: "choose", failure: null });
});

test("an expired request is shown as expired even before that is stored", () => {
	expect(view([attempt({ expiresAt: now })])).toMatchObject({
		step: "choose",
		failure: expect.stringContaining("The request was not approved in time"),
	});
});

test("a refusal is explained, and a payment under review can't be made again", () => {
	const declined = view([attempt({ state: "failed", failureCode: "declined" })]);
	expect(declined).toMatchObject({ step: "choose", failure: expect.stringContaining("declined"), underReview: false });
	expect(view([attempt({ state: "failed", failureCode: "review" })])).toMatchObject({ underReview: true });
});

test("a paid invoice is shown as paid and a void one as closed, whatever its payments", () => {
	expect(view([attempt()], { state: "paid" }).step).toBe("paid");
	expect(view([attempt()], { state: "void" }).step).toBe("closed");
});
