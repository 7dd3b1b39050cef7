import { beforeEach, expect, test, vi } from "vitest";
import { change } from "~/db/change.server";
import { creditNoteData } from "~/features/invoices/credit-note-document";
import { invoiceDocument } from "~/features/invoices/invoice-document";
import { creditNotePdf } from "~/features/invoices/invoice-pdf.server";
import { kenya } from "~/lib/dates";
import { DAY, MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { ok } from "~/lib/result";
import type { ProviderRefunds, RefundOutcome, RefundRequest } from "~/platform/payment/provider-refunds";
import { sandboxRefundAmounts } from "~/platform/payment/sandbox/sandbox-refunds";
import { aCustomer } from "../support/factories";
import { anOrder, aPhone, moneyRecordsOf, quietServices, thePayment } from "../support/orders";
import {
	aPaidInvoice,
	checkRefunds,
	creditNotesOf,
	invoiceOf,
	ledgerOf,
	refund,
	refundsOf,
	settleAtProvider,
} from "../support/refunds";
import { aSandbox } from "../support/sandbox-payments";
import { anOwner } from "../support/staff";

beforeEach(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

const { provider } = aSandbox();

/** Services whose provider refunds as given. Collects the requests. */
function servicesWith(refunds: Partial<ProviderRefunds>, clock = Date.now) {
	if (!provider.refunds) throw new Error("The sandbox makes no refunds");
	const asked: RefundRequest[] = [];
	const real = provider.refunds;
	const counted: ProviderRefunds = {
		...real,
		...refunds,
		request(request) {
			asked.push(request);
			return (refunds.request ?? real.request)(request);
		},
	};
	return { asked, services: quietServices({ clock, paymentProviders: [{ ...provider, refunds: counted }] }) };
}

const balance = async (services: ReturnType<typeof quietServices>, userId: string) =>
	(await services.payments.credit.balances({ userId }))[0]?.amount ?? 0;

test("a part of an invoice is refunded, then the rest, each with a credit note that splits the tax", async () => {
	const services = quietServices();
	const { number, invoiceId, user, left } = await aPaidInvoice(services);
	const first = await refund(services, number, { amount: 300_00 });
	expect(first).toMatchObject({ ok: true, value: { invoice: number, total: 300_00, refunds: [{ state: "pending" }] } });
	await checkRefunds(services, invoiceId);
	expect(await invoiceOf(invoiceId)).toMatchObject({ state: "paid" });
	const rest = await refund(services, number);
	expect(rest).toMatchObject({ ok: true, value: { total: left - 300_00 } });
	await checkRefunds(services, invoiceId);
	const invoice = await invoiceOf(invoiceId);
	const notes = await creditNotesOf(invoiceId);
	expect(invoice.state).toBe("refunded");
	expect(notes.map(({ net, tax, total }) => net + tax - total)).toEqual([0, 0]);
	expect(notes.reduce((sum, { tax }) => sum + tax, 0)).toBe(invoice.tax);
	const sent = (await ledgerOf(user.id)).filter(({ kind }) => kind === "refund");
	expect(sent.reduce((sum, { amount }) => sum + amount, 0)).toBe(left);
	expect(await refund(services, number)).toMatchObject({ error: { kind: "conflict" } });
});

test("the invoice and the list show the credit notes, whose PDFs only the customer gets", async () => {
	const services = quietServices();
	const { number, invoiceId, user } = await aPaidInvoice(services);
	await refund(services, number, { amount: 300_00, reason: "Plan cancelled within 30 days" });
	await refund(services, number, { amount: 200_00, to: "credit" });
	await checkRefunds(services, invoiceId);
	const owner = { userId: user.id };
	const invoice = await services.billing.invoice(owner, invoiceId);
	if (!invoice) throw new Error("no invoice");
	const { creditNotes, status } = invoiceDocument(invoice, Date.now(), kenya);
	expect(status).toBe("paid");
	expect(creditNotes.map(({ text, note }) => [text, note.split(", ").at(-1)])).toEqual([
		["Ksh 300", "sent back"],
		["Ksh 200", "added to your credit"],
	]);
	expect(await services.billing.refunded(owner)).toEqual(new Map([[invoiceId, 500_00]]));
	const creditNoteId = creditNotes[0]?.id ?? "";
	const note = await services.billing.creditNote(owner, { invoiceId, creditNoteId });
	if (!note) throw new Error("no credit note");
	expect(creditNoteData(note)).toMatchObject({ invoice: number, total: 300_00, lines: [{ quantity: 1 }] });
	const pdf = await creditNotePdf(note, kenya, Date.now());
	expect(new TextDecoder("latin1").decode(pdf.slice(0, 5))).toBe("%PDF-");
	const { id: userId } = await aCustomer();
	expect(await services.billing.creditNote({ userId }, { invoiceId, creditNoteId })).toBeNull();
});

test("chosen lines are refunded with their part of discount and tax, and not a second time", async () => {
	const services = quietServices();
	const { number, lines, left } = await aPaidInvoice(services);
	const [first, second] = lines.map(({ id }) => id);
	if (!first || !second) throw new Error("the invoice has fewer than two lines");
	const one = await refund(services, number, { lines: [first], to: "credit" });
	const { total } = one.ok ? one.value : { total: 0 };
	expect(total).toBeGreaterThan(0);
	expect(total).toBeLessThan(left);
	expect(await refund(services, number, { lines: [first, second] })).toMatchObject({
		error: { kind: "invalid", fields: { lines: expect.stringContaining("was already refunded with KC") } },
	});
	expect(await refund(services, number, { lines: ["lin_unknown"] })).toMatchObject({
		error: { fields: { lines: "The invoice has no line lin_unknown." } },
	});
});

test("more than what is left is refused, and the error names the field", async () => {
	const services = quietServices();
	const { number, invoiceId, left } = await aPaidInvoice(services);
	expect(await refund(services, number, { amount: left + 100 })).toMatchObject({
		error: { kind: "invalid", fields: { amount: expect.stringContaining("At most Ksh") } },
	});
	expect(await refund(services, number, { amount: 150_50 })).toMatchObject({
		error: { fields: { amount: "Refund whole shillings. M-Pesa can't pay back cents." } },
	});
	expect(await creditNotesOf(invoiceId)).toEqual([]);
});

test("refunds that are issued at the same time never pay back more than was paid", async () => {
	const services = quietServices();
	const { number, invoiceId, left } = await aPaidInvoice(services);
	const all = await Promise.all(Array.from({ length: 5 }, () => refund(quietServices(), number)));
	expect(all.filter(({ ok }) => ok)).toHaveLength(1);
	expect((await refundsOf(invoiceId)).map(({ amount }) => amount)).toEqual([left]);
});

test("a refund that begins before another one is committed can't pay back what that one has paid back", async () => {
	const services = quietServices();
	const { number, invoiceId, left } = await aPaidInvoice(services);
	const amount = Math.ceil((left * 0.6) / 100) * 100;
	const input = { by: "Neema", to: "payment", reason: "Agreed", amount } as const;
	let attempts = 0;
	const late = await services.refunds.issue(number, input, randomToken(), async () => {
		attempts += 1;
		if (attempts === 1) expect(await refund(services, number, { amount })).toMatchObject({ ok: true });
		return ok(change());
	});
	expect(late).toMatchObject({ ok: false, error: { fields: { amount: expect.stringContaining("At most Ksh") } } });
	expect(await creditNotesOf(invoiceId)).toMatchObject([{ total: amount }]);
	expect((await refundsOf(invoiceId)).map((one) => one.amount)).toEqual([amount]);
});

test("the same key is one refund, also at the same time, and another request with it is refused", async () => {
	const services = quietServices();
	const { number, invoiceId } = await aPaidInvoice(services);
	const key = randomToken();
	const all = await Promise.all(
		Array.from({ length: 5 }, () => refund(quietServices(), number, { amount: 200_00 }, key)),
	);
	expect(new Set(all.map((one) => (one.ok ? one.value.creditNote : one.error.message))).size).toBe(1);
	expect(await creditNotesOf(invoiceId)).toHaveLength(1);
	expect(await refund(services, number, { amount: 100_00 }, key)).toMatchObject({ error: { kind: "conflict" } });
});

test("the numbers of credit notes have no gaps, whatever was refused in between", async () => {
	const services = quietServices();
	const [one, two] = [await aPaidInvoice(services), await aPaidInvoice(services)];
	for (const { number } of [one, two, one, two]) {
		await Promise.all([
			refund(quietServices(), number, { amount: 100_00, to: "credit" }),
			refund(quietServices(), number, { amount: 999_999_00 }),
			refund(quietServices(), number, { amount: 100_00 }),
		]);
	}
	const numbers = (await creditNotesOf(one.invoiceId, two.invoiceId)).map(({ number }) => number);
	expect(numbers.every((number) => /^KC\d{10}$/.test(number))).toBe(true);
	const sequences = numbers.map((number) => Number(number.slice(6)));
	expect(sequences.length).toBeGreaterThanOrEqual(4);
	expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] ?? 0) + index));
});

test("a refund to credit is there at once, with a notification, a log entry and an email", async () => {
	const services = quietServices();
	const { number, invoiceId, user, left } = await aPaidInvoice(services);
	const done = await refund(services, number, { to: "credit" });
	expect(done).toMatchObject({ value: { refunds: [{ target: "credit", state: "succeeded", amount: left }] } });
	expect(await balance(services, user.id)).toBe(left);
	expect(await invoiceOf(invoiceId)).toMatchObject({ state: "refunded" });
	const { items } = await services.notifications.list({ userId: user.id }, { tab: "all" });
	expect(items.map(({ kind }) => kind)).toContain("refund.issued");
	const { receipts } = await moneyRecordsOf(invoiceId, user.id);
	expect(receipts).toHaveLength(1);
});

test("credit that paid a part of an invoice becomes credit again, and the rest goes back to the payment", async () => {
	const services = quietServices();
	const { number, user } = await aPaidInvoice(services);
	await refund(services, number, { to: "credit", amount: 200_00 });
	const owner = { userId: user.id };
	const order = await anOrder(services, { customer: { id: user.id, currency: "KES", email: user.email } });
	await services.payments.credit.pay(owner, order.invoiceId);
	const started = await services.payments.start(user, order.invoiceId, { method: "mpesa", phone: aPhone() });
	const { providerRef } = await thePayment(started.ok ? started.value.paymentId : "");
	await settleAtProvider(services, providerRef ?? "");
	const invoice = await invoiceOf(order.invoiceId);
	expect(invoice).toMatchObject({ state: "paid", creditUsed: 200_00 });
	const done = await refund(services, invoice.number);
	expect(done.ok && done.value.refunds.map(({ target, amount }) => [target, amount])).toEqual(
		expect.arrayContaining([
			["credit", 200_00],
			["payment", expect.any(Number)],
		]),
	);
	expect(await balance(services, user.id)).toBe(200_00);
});

test("a refused refund goes to staff, who turn it into credit once", async () => {
	const services = quietServices();
	const { number, invoiceId, user } = await aPaidInvoice(services);
	await refund(services, number, { amount: sandboxRefundAmounts.fails });
	await checkRefunds(services, invoiceId);
	const [failed] = await refundsOf(invoiceId);
	if (!failed) throw new Error("no refund");
	expect(failed).toMatchObject({ state: "failed", failure: "The bank refused the refund" });
	const { reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect(reviews).toMatchObject([{ reason: "refund_failed", resolvedAt: null }]);
	const credit = { action: "credit", by: "Neema", reason: "Asked for it" } as const;
	const by = await anOwner();
	const all = await Promise.all([1, 2, 3].map(() => quietServices().refunds.decide(failed.id, credit, by)));
	expect(all.some(({ ok }) => ok)).toBe(true);
	expect(await balance(services, user.id)).toBe(sandboxRefundAmounts.fails);
	expect(await refundsOf(invoiceId)).toMatchObject([{ state: "credited" }]);
	const after = await moneyRecordsOf(invoiceId, user.id);
	expect(after.reviews).toMatchObject([{ resolvedAt: expect.any(Number) }]);
});

test("staff try a failed refund again, which is another refund at the provider", async () => {
	let answer: RefundOutcome = { state: "failed", reason: "No funds" };
	const { asked, services } = servicesWith({ request: async () => answer });
	const { number, invoiceId } = await aPaidInvoice(services);
	await refund(services, number, { amount: 100_00 });
	await checkRefunds(services, invoiceId);
	const [failed] = await refundsOf(invoiceId);
	answer = { state: "succeeded", reference: "refund-2" };
	expect(
		await services.refunds.decide(failed?.id ?? "", { action: "retry", by: "Neema" }, await anOwner()),
	).toMatchObject({ ok: true });
	await checkRefunds(services, invoiceId);
	expect(await refundsOf(invoiceId)).toMatchObject([{ state: "succeeded", reference: "refund-2", round: 1 }]);
	expect(new Set(asked.map(({ refundId }) => refundId)).size).toBe(2);
});

test("a refund whose answer was lost is the same refund at the provider when it is repeated", async () => {
	let now = Date.now();
	const real = provider.refunds;
	let isLost = true;
	const { asked, services } = servicesWith(
		{
			async request(request) {
				const answer = await real?.request(request);
				if (isLost || !answer) throw new Error("connection reset");
				return answer;
			},
		},
		() => now,
	);
	const { number, invoiceId, user } = await aPaidInvoice(services);
	await refund(services, number, { amount: 500_00 });
	await checkRefunds(services, invoiceId);
	expect(await refundsOf(invoiceId)).toMatchObject([{ state: "pending", checks: 1 }]);
	isLost = false;
	now += 2 * MINUTE;
	await services.refunds.reconcile();
	expect(await refundsOf(invoiceId)).toMatchObject([{ state: "succeeded" }]);
	const [sent] = await refundsOf(invoiceId);
	// The schedule also sends refunds of other tests.
	expect(asked.filter(({ refundId }) => refundId === sent?.id)).toHaveLength(2);
	expect((await ledgerOf(user.id)).filter(({ kind }) => kind === "refund")).toHaveLength(1);
});

test("of two checks at the same time, one asks the provider", async () => {
	const { asked, services } = servicesWith({});
	const { number, invoiceId } = await aPaidInvoice(services);
	await refund(services, number, { amount: 100_00 });
	const [sent] = await refundsOf(invoiceId);
	await Promise.all([1, 2, 3].map(() => services.refunds.check(sent?.id ?? "")));
	expect(asked).toHaveLength(1);
});

test("a refund that takes time is asked about until it has ended", async () => {
	let now = Date.now();
	const clock = () => now;
	const services = quietServices({ clock, paymentProviders: [aSandbox(clock).provider] });
	const { number, invoiceId } = await aPaidInvoice(services);
	await refund(services, number, { amount: sandboxRefundAmounts.takesTime });
	await checkRefunds(services, invoiceId);
	expect(await refundsOf(invoiceId)).toMatchObject([{ state: "pending", reference: expect.stringMatching(/^sbx-/) }]);
	now += 2 * MINUTE;
	await services.refunds.reconcile();
	expect(await refundsOf(invoiceId)).toMatchObject([{ state: "succeeded", nextCheckAt: null }]);
});

test("a refund that is undecided for two weeks goes to staff, who enter its result", async () => {
	let now = Date.now();
	const pending = async () => ({ state: "pending", reference: "r" }) as const;
	const { services } = servicesWith({ request: pending, fetchStatus: pending }, () => now);
	const { number, invoiceId, user } = await aPaidInvoice(services);
	await refund(services, number, { amount: 100_00 });
	const [sent] = await refundsOf(invoiceId);
	const complete = { action: "complete", by: "Neema", reference: "bank-1" } as const;
	expect(await services.refunds.decide(sent?.id ?? "", complete, await anOwner())).toMatchObject({
		error: { kind: "conflict" },
	});
	for (; now < (sent?.createdAt ?? 0) + 15 * DAY; now += DAY) await checkRefunds(services, invoiceId);
	const { reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect(reviews).toMatchObject([{ reason: "refund_unconfirmed" }]);
	expect(await services.refunds.decide(sent?.id ?? "", complete, await anOwner())).toEqual({
		ok: true,
		value: { state: "succeeded" },
	});
	expect(await services.refunds.decide(sent?.id ?? "", complete, await anOwner())).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining("succeeded") },
	});
});

test("a provider that refunds only whole payments names the field, and staff pay a part by hand", async () => {
	const { asked, services } = servicesWith({ parts: { mpesa: "whole" } });
	const { number, invoiceId, user } = await aPaidInvoice(services);
	expect(await refund(services, number, { amount: 100_00 })).toMatchObject({
		error: { fields: { to: expect.stringContaining("only as a whole") } },
	});
	expect(await refund(services, number, { amount: 100_00, to: "by_hand" })).toMatchObject({ ok: true });
	await checkRefunds(services, invoiceId);
	const [sent] = await refundsOf(invoiceId);
	expect(sent).toMatchObject({ state: "pending", target: "by_hand" });
	expect(asked).toEqual([]);
	const { reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect(reviews).toMatchObject([{ reason: "refund_by_hand" }]);
	const complete = { action: "complete", by: "Neema", reference: "SLK4X9Q2MB" } as const;
	expect(await services.refunds.decide(sent?.id ?? "", complete, await anOwner())).toMatchObject({ ok: true });
	expect(await refundsOf(invoiceId)).toMatchObject([{ state: "succeeded", reference: "SLK4X9Q2MB" }]);
	expect(await refund(services, number)).toMatchObject({ error: { fields: { to: expect.any(String) } } });
});

test("a result that staff look up is asked for once, and a late success after credit is reported", async () => {
	const { services } = servicesWith({ reportsResult: false, request: async () => ({ state: "pending" }) });
	const { number, invoiceId, user } = await aPaidInvoice(services);
	await refund(services, number, { amount: 100_00 });
	await checkRefunds(services, invoiceId);
	const [sent] = await refundsOf(invoiceId);
	expect(sent).toMatchObject({ state: "pending", nextCheckAt: null });
	const id = sent?.id ?? "";
	await services.refunds.decide(id, { action: "fail", by: "Neema", reason: "The merchant refused" }, await anOwner());
	await services.refunds.decide(id, { action: "credit", by: "Neema", reason: "Asked for it" }, await anOwner());
	expect(await balance(services, user.id)).toBe(100_00);
	const late = servicesWith({ parseResult: () => ({ state: "succeeded" }) }).services;
	const raw = new TextEncoder().encode("{}");
	expect(await late.refunds.receiveResult("sandbox", sent?.callbackToken ?? "", raw)).toBe("accepted");
	expect(await refundsOf(invoiceId)).toMatchObject([{ state: "credited" }]);
	const { reviews } = await moneyRecordsOf(invoiceId, user.id);
	expect(reviews.map(({ reason }) => reason)).toContain("refund_paid_twice");
	expect(await late.refunds.receiveResult("sandbox", "unknown", raw)).toBe("unauthentic");
});

test("money in is what invoices keep, credit and refunds", async () => {
	const services = quietServices();
	const { number, invoiceId, user } = await aPaidInvoice(services);
	await refund(services, number, { amount: 200_00, to: "credit" });
	await refund(services, number, { amount: sandboxRefundAmounts.fails });
	await refund(services, number, { amount: 100_00 });
	await checkRefunds(services, invoiceId);
	const failed = (await refundsOf(invoiceId)).find(({ state }) => state === "failed");
	await services.refunds.decide(
		failed?.id ?? "",
		{ action: "credit", by: "Neema", reason: "Asked for it" },
		await anOwner(),
	);
	const ledger = await ledgerOf(user.id);
	const sum = (kind: string, isExternal = true) =>
		ledger
			.filter((entry) => entry.kind === kind && (entry.provider === "sandbox") === isExternal)
			.reduce((total, { amount }) => total + amount, 0);
	const notes = await creditNotesOf(invoiceId);
	const kept = sum("payment") - notes.reduce((total, note) => total + note.total, 0);
	expect(sum("payment")).toBe(kept + (await balance(services, user.id)) + sum("refund"));
	expect([sum("refund"), await balance(services, user.id)]).toEqual([100_00, 200_00 + sandboxRefundAmounts.fails]);
});
