import { expect, test } from "vitest";
import { payView, readOption } from "~/features/payments/pay-view";
import { kes, money } from "~/lib/money";

type Overview = Parameters<typeof payView>[0];

const now = 1_000_000;
const invoice = {
	id: "inv_1",
	number: "KK2026000001",
	orderId: "ord_1",
	state: "open",
	discount: 0,
	tax: 14_044,
	taxBasisPoints: 800,
	shipping: 0,
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
		byLink: false,
		...values,
	}) as Overview["attempts"][number];

const view = (attempts: Overview["attempts"], values: Partial<Overview["invoice"]> = {}, choosing = false, more = {}) =>
	payView(
		{
			invoice: { ...invoice, ...values },
			lines: [],
			attempts,
			payerPhone: "+254700000001",
			credits: [],
			cards: [],
			lastMethod: null,
			accepted: ["mpesa", "card"],
			paybill: null,
			bankAccount: null,
			mpesa: "taken",
			...more,
		},
		now,
		choosing,
	);

test("an invoice without payments offers the payment methods, with the order's number", () => {
	expect(view([])).toMatchObject({ step: "choose", failure: null, phone: "+254700000001" });
	expect(view([]).methods).toEqual(["mpesa", "card"]);
});

test("the sandbox opens a request that can still be answered, not one that was declined", () => {
	expect(view([attempt()]).providerRef).toBe("ref");
	expect(view([attempt({ state: "failed", failureCode: "declined" })]).providerRef).toBeNull();
	expect(view([attempt({ expiresAt: now - 1 })]).providerRef, "may be approved late").toBe("ref");
	expect(view([attempt({ state: "failed", failureCode: "timed_out" })]).providerRef).toBe("ref");
	const [again, declined] = [attempt({ providerRef: "new" }), attempt({ state: "failed", failureCode: "declined" })];
	expect(view([again, declined]).providerRef).toBe("new");
});

test("every method pays the same amount, and the summary adds up to it", () => {
	const { amount, sums } = view([]);
	expect(amount).toBe("Ksh 1,895");
	expect(sums).toEqual([
		{ label: "Tax (8%)", amount: "Ksh 140.44" },
		{ label: "Rounded down for M-Pesa", amount: "−Ksh 0.99" },
	]);
});

test("the method used last is open, M-Pesa before the first payment, and credit if it is enough", () => {
	const cards = [{ id: "crd_1", name: "Visa •••• 4242", expired: false }];
	const credits = [{ amount: 200_000, currency: "KES" }];
	const selected = (more: object, attempts: Overview["attempts"] = [], values = {}) =>
		view(attempts, values, false, more).selected;
	expect(selected({})).toBe("mpesa");
	expect(selected({ lastMethod: "card" })).toBe("card");
	expect(selected({ lastMethod: "card", cards })).toBe("saved");
	expect(selected({ lastMethod: "mpesa", cards })).toBe("mpesa");
	expect(selected({ lastMethod: "mpesa", credits })).toBe("credit");
	expect(selected({ lastMethod: "mpesa" }, [attempt({ method: "card", state: "failed" })])).toBe("card");
	expect(selected({ lastMethod: "mpesa" }, [], { currency: "USD" })).toBe("card");
});

test("a link or a form can open another method, but only one that is offered", () => {
	expect(readOption(view([]), "card")).toBe("card");
	for (const name of ["saved", "credit", "cheque", "", null]) expect(readOption(view([]), name)).toBe("mpesa");
});

test("a phone number without M-Pesa is not suggested for it", () => {
	expect(view([], {}, false, { payerPhone: "+256772123456" }).phone).toBe("");
	expect(view([], {}, false, { payerPhone: null }).phone).toBe("");
});

test("credit is offered in the invoice's currency, for all or part of it", () => {
	const credit = (amount: number, currency: string) => view([], {}, false, { credits: [{ amount, currency }] }).credit;
	const use = (pays: number, left: number, kept: number) => ({ pays: kes(pays), left: kes(left), kept: kes(kept) });
	expect(credit(200_000, "KES")).toEqual({ use: use(1_895, 0, 105), coversAll: true });
	expect(credit(189_500, "KES")).toEqual({ use: use(1_895, 0, 0), coversAll: true });
	expect(credit(189_499, "KES")).toEqual({ use: { ...use(1_894, 1, 0), kept: money(99, "KES") }, coversAll: false });
	expect(credit(99, "KES"), "cents alone").toBeNull();
	expect(credit(189_599, "USD")).toBeNull();
});

test("after part was paid from credit, the rest is due", () => {
	const rest = view([], { creditUsed: 100_000 });
	expect(rest.amount).toBe("Ksh 895");
	expect(rest.sums).toContainEqual({ label: "Paid from your credit", amount: "−Ksh 1,000" });
});

test("a pending payment is shown as waiting, unless the customer wants another method", () => {
	expect(view([attempt()])).toMatchObject({ step: "wait", waiting: { method: "mpesa" }, phone: "+254712345678" });
	expect(view([attempt()], {}, true)).toMatchObject({ step: "choose", failure: null });
});

test("the page polls while an answer may come, and changes its state with the answer", () => {
	const open = view([attempt({ id: "pay_1" })]);
	expect(open).toMatchObject({ polls: true, waiting: { secondsLeft: 1 } });
	expect(view([attempt({ id: "pay_2" })]).state).not.toBe(open.state);
	expect(view([attempt({ state: "failed", failureCode: "declined" })])).toMatchObject({ polls: false });
	expect(view([attempt({ state: "expired", failureCode: "timed_out" })]).polls, "may be approved late").toBe(true);
	expect(view([attempt()], {}, true).state, "keeps the form").toBe(view([]).state);
	expect(view([]).polls).toBe(false);
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
	expect(view([], { state: "paid" }).invoice.total, "what was paid").toBe("Ksh 1,895");
	expect(view([attempt()], { state: "paid" }).step).toBe("paid");
	expect(view([attempt()], { state: "void" }).step).toBe("closed");
});

test("only methods that an active provider takes are offered, and none is selected if there is none", () => {
	const only = (accepted: Overview["accepted"], more = {}) => view([], {}, false, { accepted, ...more });
	expect(only(["card"])).toMatchObject({ methods: ["card"], selected: "card" });
	expect(only(["mpesa"], { lastMethod: "card" })).toMatchObject({ methods: ["mpesa"], selected: "mpesa" });
	expect(only([])).toMatchObject({ methods: [], selected: null });
	const cards = [{ id: "crd_1", name: "Visa •••• 4242", expired: false }];
	expect(only([], { cards, lastMethod: "card" }).selected, "its own provider still charges it").toBe("saved");
});

test("an invoice that M-Pesa can't pay says why, unless the shop takes no M-Pesa", () => {
	const why = (values: Partial<Overview["invoice"]>, mpesa: Overview["mpesa"]) =>
		view([], values, false, { accepted: mpesa === "taken" ? ["mpesa", "card"] : ["card"], mpesa }).withoutMpesa;
	expect(why({}, "taken")).toBeNull();
	expect(why({ currency: "USD" }, "shillings_only")).toContain("This one is in US dollars.");
	expect(why({ currency: "USD" }, "none")).toBeNull();
	expect(why({ total: 25_000_099 }, "taken"), "rounded down").toBeNull();
	expect(why({ total: 25_000_100 }, "taken")).toBe(
		"M‑Pesa takes up to Ksh 250,000 at once, so it can't pay this invoice.",
	);
	const credits = [{ currency: "KES" as const, amount: 10_000_000 }];
	const withCredit = (total: number) =>
		view([], { total }, false, { accepted: ["mpesa", "card"], credits }).withoutMpesa;
	expect(withCredit(30_000_000)).toBe("M‑Pesa takes up to Ksh 250,000 at once. Use your credit first to pay with it.");
	expect(withCredit(40_000_000)).toContain("can't pay this invoice");
	const covered = { accepted: ["card"], credits: [{ currency: "USD", amount: 999_999 }], mpesa: "shillings_only" };
	expect(view([], { currency: "USD" }, false, covered).withoutMpesa, "credit pays it").toBeNull();
});

test("money that arrived after its invoice was cancelled is named, but not to someone with the pay link", () => {
	const paid = [attempt({ state: "succeeded", amount: 189_500 })];
	expect(view(paid, { state: "void" })).toMatchObject({ step: "closed", credited: "Ksh 1,895" });
	expect(view([attempt({ state: "failed" })], { state: "void" }).credited).toBeNull();
	expect(view(paid, { state: "paid" }).credited).toBeNull();
});
