import { env } from "cloudflare:workers";
import { and, eq, isNull, like } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { notifications, outbox, paymentReviews, problems } from "~/db/schema";
import { normalizeInvoiceNumber } from "~/features/invoices/invoice-number";
import { factsOf, receivedOf } from "~/features/payments/review-money";
import { createDaraja } from "~/platform/payment/mpesa/daraja";
import { registerPaybill } from "~/platform/payment/mpesa/register-paybill";
import { darajaAccount } from "../services/daraja";
import { mailsOf } from "../support/accounts";
import { aDaraja, callbackToken, withPaybill } from "../support/daraja";
import { anOrder, moneyRecordsOf, thePayment } from "../support/orders";
import { checkRefunds, refund, refundsOf } from "../support/refunds";
import { anOwner } from "../support/staff";

const db = createDatabase(env.DB);
const SECOND = 1_000;
const HOUR = 3_600_000;

const openProblems = async () =>
	(await db.read(db.orm.select().from(problems).where(isNull(problems.resolvedAt)))).map(({ key }) => key);

beforeEach(async () => {
	for (const table of ["problems", "task_positions", "outbox"]) await env.DB.exec(`delete from ${table}`);
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

const register = ({ server }: ReturnType<typeof aDaraja>) =>
	registerPaybill({
		daraja: createDaraja({
			...darajaAccount,
			clock: Date.now,
			sharedToken: async (issue) => (await issue()).token,
			fetch: (url, init) => server.fetch(new Request(url, init)),
		}),
		shortcode: darajaAccount.shortcode,
		callbackToken,
		appOrigin: "https://kikoa.test",
		nominatedNumber: "0722000000",
	});

/** A Daraja whose paybill addresses are registered, and an unpaid order. `due` in shillings. */
async function aPaybill(options: Parameters<typeof aDaraja>[0] = withPaybill) {
	const daraja = aDaraja(options);
	await register(daraja);
	const order = await anOrder(daraja.services);
	const overview = await daraja.services.payments.overview({ userId: order.user.id }, order.invoiceId);
	if (!overview) throw new Error("no invoice");
	const due = Math.floor(overview.invoice.total / 100);
	const stateOf = async () =>
		(await daraja.services.payments.overview({ userId: order.user.id }, order.invoiceId))?.invoice.state;
	return { ...daraja, order, due, number: overview.invoice.number, stateOf };
}

const reviewsOf = (receipt: string) =>
	db.read(
		db.orm
			.select()
			.from(paymentReviews)
			.where(like(paymentReviews.body, `%${receipt}%`)),
	);

test("a payment with the invoice's number pays it, once Safaricom has confirmed it", async () => {
	const { server, due, number, deliverDirect, runDirect, order, stateOf } = await aPaybill();
	// A receipt with a word that Safaricom refuses in addresses.
	const receipt = `EXE${Math.random().toString(36).slice(2, 9).toUpperCase()}`;
	const notice = server.payToPaybill({ reference: number, amount: due, receipt });
	expect(await deliverDirect(notice)).toBe("accepted");
	expect(await stateOf(), "a notice alone pays nothing").toBe("open");
	await runDirect(notice.receipt);
	expect(await stateOf()).toBe("paid");
	const { ledger, receipts, jobs, reviews } = await moneyRecordsOf(order.invoiceId, order.user.id);
	expect(ledger).toMatchObject([{ kind: "payment", provider: "mpesa", receipt: notice.receipt, amount: due * 100 }]);
	expect([receipts.length, jobs.length, reviews.length]).toEqual([1, 1, 0]);
});

test("twenty deliveries of a notice, its confirmation and the list of payments post the money once", async () => {
	const paybill = await aPaybill();
	const { server, due, number, deliverDirect, runDirect, order } = paybill;
	const notice = server.payToPaybill({ reference: number, amount: due });
	await Promise.all(Array.from({ length: 20 }, () => deliverDirect(notice)));
	await runDirect(notice.receipt);
	await Promise.all([
		paybill.services.payments.direct.reconcile("recent"),
		paybill.services.payments.direct.reconcile("all"),
	]);
	await runDirect(notice.receipt);
	const { ledger, receipts } = await moneyRecordsOf(order.invoiceId, order.user.id);
	expect([ledger.length, receipts.length]).toEqual([1, 1]);
});

test.each([
	["a notice that Safaricom lost", true],
	["a notice without an answer to the status request", false],
])("%s is found in the list of payments", async (_, isLost) => {
	const paybill = await aPaybill();
	const { server, due, number, deliverDirect, runDirect, stateOf } = paybill;
	const notices = Array.from({ length: 4 }, () => server.payToPaybill({ reference: "other", amount: 10 }));
	const notice = server.payToPaybill({ reference: number, amount: due });
	if (!isLost) await deliverDirect(notice);
	server.takeResults();
	paybill.pass(HOUR);
	await paybill.services.payments.direct.reconcile("recent");
	await runDirect(notice.receipt);
	expect(await stateOf(), "also on the second page").toBe("paid");
	expect(notices).toHaveLength(4);
});

test("a status request that fails is repeated", async () => {
	const paybill = await aPaybill();
	const notice = paybill.server.payToPaybill({ reference: paybill.number, amount: paybill.due });
	await paybill.deliverDirect(notice);
	paybill.server.faults.push({ kind: "fail" });
	await paybill.runDirect(notice.receipt);
	expect(await paybill.stateOf()).toBe("open");
	paybill.pass(60 * SECOND);
	await paybill.runDirect(notice.receipt);
	expect(await paybill.stateOf()).toBe("paid");
});

test("without an API user, the list alone confirms payments", async () => {
	const paybill = await aPaybill({ paybill: { callbackToken } });
	const notice = paybill.server.payToPaybill({ reference: paybill.number, amount: paybill.due });
	await paybill.deliverDirect(notice);
	await paybill.runDirect(notice.receipt);
	expect(await paybill.stateOf()).toBe("open");
	await paybill.services.payments.direct.reconcile("recent");
	await paybill.runDirect(notice.receipt);
	expect(await paybill.stateOf()).toBe("paid");
});

test("a list that can't be read is not taken for an empty one", async () => {
	const { server, services } = await aPaybill();
	server.faults.push({ kind: "refuse", status: 401, code: "500", message: "Failed" });
	await expect(services.payments.direct.reconcile("recent")).rejects.toThrow("Failed");
	await services.payments.direct.reconcile("recent");
});

test("a list that is read after a day has all payments of that day, and staff learn that it could not be read", async () => {
	const { server, services, pass, number, due, runDirect, stateOf } = await aPaybill();
	const { reconcile } = services.payments.direct;
	await reconcile("recent");
	const { receipt } = server.payToPaybill({ reference: number, amount: due });
	pass(11 * HOUR);
	for (const open of [[], ["unread-payments:mpesa"]]) {
		server.faults.push({ kind: "refuse", status: 401, code: "500", message: "Failed" });
		await expect(reconcile("recent")).rejects.toThrow("Failed");
		expect(await openProblems()).toEqual(open);
		pass(12 * HOUR);
	}
	await reconcile("recent");
	expect(await openProblems()).toEqual([]);
	await runDirect(receipt);
	expect(await stateOf()).toBe("paid");
});

test("staff learn which time to check if no list was read for two days", async () => {
	const { services, pass } = await aPaybill();
	const { direct } = services.payments;
	await direct.reconcile("recent");
	const readUntil = services.clock();
	pass(60 * HOUR);
	await direct.reconcile("recent");
	const range = [readUntil, services.clock() - 47 * HOUR].map((time) => new Date(time).toISOString()).join(" ");
	expect(await openProblems()).toEqual([`missed-payments:mpesa ${range}`]);
	const [mail] = await db.read(db.orm.select().from(outbox).where(eq(outbox.kind, "mail.staff-task")));
	expect(mail?.payload).toEqual({ paymentsAt: "mpesa", from: readUntil, until: services.clock() - 47 * HOUR });
	pass(HOUR);
	await direct.reconcile("recent");
	expect(await openProblems(), "until someone has checked it").toHaveLength(1);
});

test("less than is due becomes credit, and the customer learns why", async () => {
	const { server, due, number, deliverDirect, runDirect, order, stateOf, services } = await aPaybill();
	const notice = server.payToPaybill({ reference: number, amount: due - 1 });
	await deliverDirect(notice);
	await runDirect(notice.receipt);
	expect(await stateOf()).toBe("open");
	const owner = { userId: order.user.id };
	expect(await services.payments.credit.balances(owner)).toEqual([{ currency: "KES", amount: (due - 1) * 100 }]);
	const [message] = await db.read(db.orm.select().from(notifications).where(eq(notifications.userId, order.user.id)));
	const about = { kind: "payment.credited", params: expect.objectContaining({ invoiceState: "underpaid" }) };
	expect(message).toMatchObject(about);
	const mails = await mailsOf(order.user.id, "mail.credit-changed");
	expect(mails.map(({ payload }) => payload)).toEqual([{ userId: order.user.id, about, id: expect.any(String) }]);
});

test("the same sum twice is told of twice", async () => {
	const { server, number, deliverDirect, runDirect, order, services } = await aPaybill();
	for (let payment = 0; payment < 2; payment += 1) {
		const notice = server.payToPaybill({ reference: number, amount: 10 });
		await deliverDirect(notice);
		await runDirect(notice.receipt);
	}
	const mails = await mailsOf(order.user.id, "mail.credit-changed");
	for (const { id } of mails) await services.outbox.deliver(id);
	const sent = env.DB.prepare("select subject from inbox_messages where recipient = ?").bind(order.user.email);
	expect((await sent.all()).results.filter(({ subject }) => String(subject).includes("added to your credit"))).toEqual([
		{ subject: "Ksh 10 added to your credit" },
		{ subject: "Ksh 10 added to your credit" },
	]);
});

test("more than is due pays the invoice, and the rest becomes credit", async () => {
	const { server, due, number, deliverDirect, runDirect, order, stateOf, services } = await aPaybill();
	const notice = server.payToPaybill({ reference: number, amount: due + 50 });
	await deliverDirect(notice);
	await runDirect(notice.receipt);
	expect(await stateOf()).toBe("paid");
	const owner = { userId: order.user.id };
	expect(await services.payments.credit.balances(owner)).toEqual([{ currency: "KES", amount: 5_000 }]);
});

test("a second payment of a paid invoice becomes credit and a review", async () => {
	const { server, due, number, deliverDirect, runDirect, order } = await aPaybill();
	for (let payment = 0; payment < 2; payment += 1) {
		const notice = server.payToPaybill({ reference: number, amount: due });
		await deliverDirect(notice);
		await runDirect(notice.receipt);
	}
	const { ledger, reviews } = await moneyRecordsOf(order.invoiceId, order.user.id);
	expect(ledger.map(({ kind }) => kind).toSorted()).toEqual(["credit", "payment"]);
	expect(reviews.map(({ reason }) => reason)).toEqual(["invoice_paid"]);
});

test.each([
	["an unknown account number", "KK2020999999"],
	["no account number", ""],
])("a payment with %s becomes one review", async (_, reference) => {
	const { server, deliverDirect, runDirect, services } = await aPaybill();
	const notice = server.payToPaybill({ reference, amount: 10 });
	await deliverDirect(notice);
	await runDirect(notice.receipt);
	await services.payments.direct.reconcile("recent");
	await runDirect(notice.receipt);
	expect((await reviewsOf(notice.receipt)).map(({ reason }) => reason)).toEqual(["unknown_account"]);
});

test("the confirmation of a request's own payment posts nothing, whichever comes first", async () => {
	for (const noticeFirst of [true, false]) {
		const daraja = aDaraja(withPaybill);
		await register(daraja);
		const { payment, ref, user, invoiceId } = await daraja.aRequest();
		const callback = daraja.server.answer(ref);
		const notice = daraja.server.noticeOf(callback.receipt);
		const byNotice = async () => {
			await daraja.deliverDirect(notice);
			await daraja.runDirect(callback.receipt);
		};
		if (noticeFirst) await byNotice();
		await daraja.deliver(callback);
		await daraja.runEvents(user.id);
		await byNotice();
		daraja.pass(70 * SECOND);
		await daraja.runDirect(callback.receipt);
		expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded", receipt: callback.receipt });
		const { ledger, reviews } = await moneyRecordsOf(invoiceId, user.id);
		expect([ledger.length, reviews.length]).toEqual([1, 0]);
	}
});

test("a request that settled without a receipt gets it from the list of payments", async () => {
	const daraja = aDaraja(withPaybill);
	await register(daraja);
	const { payment, ref, user, invoiceId } = await daraja.aRequest();
	const { receipt } = daraja.server.answer(ref);
	daraja.pass(75 * SECOND);
	await daraja.services.payments.check(payment.id);
	expect(await thePayment(payment.id)).toMatchObject({ state: "succeeded", receipt: ref });
	await daraja.services.payments.direct.reconcile("recent");
	await daraja.runDirect(receipt);
	expect(await thePayment(payment.id)).toMatchObject({ receipt });
	const { ledger } = await moneyRecordsOf(invoiceId, user.id);
	expect(ledger.map((entry) => entry.receipt)).toEqual([receipt]);
});

test("Safaricom asks before it takes a payment: only the open invoice and its exact amount are accepted", async () => {
	const { server, due, number, deliverDirect, runDirect } = await aPaybill();
	const ask = (reference: string, amount = due) => deliverDirect(server.validation({ reference, amount }));
	expect(await ask(number)).toEqual({ ResultCode: "0", ResultDesc: "Accepted" });
	expect(await ask(` ${number.toLowerCase().replace(/(.{6})/, "$1 ")}`)).toMatchObject({ ResultCode: "0" });
	expect(await ask("KK2020999999")).toEqual({ ResultCode: "C2B00012", ResultDesc: "Rejected" });
	expect(await ask(number, due - 1)).toMatchObject({ ResultCode: "C2B00013" });
	expect(await ask(number, due + 1)).toMatchObject({ ResultCode: "C2B00013" });
	const notice = server.payToPaybill({ reference: number, amount: due });
	await deliverDirect(notice);
	await runDirect(notice.receipt);
	expect(await ask(number), "already paid").toMatchObject({ ResultCode: "C2B00012" });
});

test("messages to another address are refused and store nothing", async () => {
	const { server, due, number, deliverDirect } = await aPaybill();
	const wrong = (url: string) => url.replace(callbackToken, "f".repeat(32));
	const notice = server.payToPaybill({ reference: number, amount: due });
	expect(await deliverDirect({ ...notice, url: wrong(notice.url) })).toBe("unauthentic");
	const question = server.validation({ reference: number, amount: due });
	expect(await deliverDirect({ ...question, url: wrong(question.url) })).toBe("unauthentic");
	const url = `https://kikoa.test/api/payments/daraja/result/534b4c-${"0".repeat(32)}`;
	expect(await deliverDirect({ url, body: {} })).toBe("unauthentic");
	const stored = await db.read(
		db.orm
			.select()
			.from(outbox)
			.where(like(outbox.dedupeKey, `%${notice.receipt}`)),
	);
	expect(stored).toEqual([]);
});

test("a payment that Safaricom does not confirm posts nothing", async () => {
	const { server, due, number, deliverDirect, runDirect, stateOf } = await aPaybill();
	const question = server.validation({ reference: number, amount: due });
	const notice = { ...question, url: question.url.replace("validation", "confirmation") };
	const receipt = String(question.body.TransID);
	await deliverDirect(notice);
	await runDirect(receipt);
	expect(await stateOf()).toBe("open");
});

test("staff learn that Safaricom refuses the API user, until it confirms a payment", async () => {
	const { server, due, number, deliverDirect, runDirect, services } = await aPaybill();
	const notice = server.payToPaybill({ reference: number, amount: due });
	await deliverDirect(notice);
	const asked = await db.read(
		db.orm
			.select()
			.from(outbox)
			.where(like(outbox.dedupeKey, `payment.request-confirmation:%${notice.receipt}`)),
	);
	for (const { id } of asked) await services.outbox.deliver(id);
	const [result] = server.takeResults();
	if (!result) throw new Error("no result");
	const refused = { ResultCode: 2001, ResultDesc: "The initiator information is invalid." };
	await deliverDirect({ url: result.url, body: { Result: refused } });
	expect(await openProblems()).toContain("initiator:mpesa");
	await deliverDirect(result);
	expect(await openProblems()).not.toContain("initiator:mpesa");
	await runDirect(notice.receipt);
});

test("the paybill is offered for shillings only, and only if its addresses are registered", async () => {
	const paybillFor = async (daraja: ReturnType<typeof aDaraja>, currency: "KES" | "USD") => {
		const { user, invoiceId } = await anOrder(daraja.services, { currency });
		return (await daraja.services.payments.overview({ userId: user.id }, invoiceId))?.paybill;
	};
	expect(await paybillFor(aDaraja(withPaybill), "KES")).toBe("174379");
	expect(await paybillFor(aDaraja(withPaybill), "USD")).toBeNull();
	expect(await paybillFor(aDaraja(), "KES")).toBeNull();
});

test("registering twice is reported, and its addresses have none of the forbidden words", async () => {
	const daraja = aDaraja(withPaybill);
	expect((await register(daraja)).map(({ ok }) => ok)).toEqual([true, true]);
	const [first, second] = await register(daraja);
	expect(first).toMatchObject({ ok: false, message: expect.stringContaining("already registered") });
	expect(second).toMatchObject({ ok: true });
});

test.each([
	["KK2026000001", "KK2026000001"],
	["kk 2026-000001", "KK2026000001"],
	["2026000001", "KK2026000001"],
	["KK2O26OOOOO1", "KK2026000001"],
	["kk2026a00000", "KK2026A00000"],
	["", ""],
])("the typed account number %j means %s", (typed, number) => {
	expect(normalizeInvoiceNumber(typed)).toBe(number);
});

test("staff assign money with an unknown account number to an invoice, once", async () => {
	const paybill = await aPaybill();
	const notice = paybill.server.payToPaybill({ reference: "hosting", amount: paybill.due });
	await paybill.deliverDirect(notice);
	await paybill.runDirect(notice.receipt);
	const [review] = await reviewsOf(notice.receipt);
	const { reviews } = paybill.services.payments;
	const id = review?.id ?? "";
	expect(receivedOf(review?.body ?? "")).toMatchObject({ receipt: notice.receipt });
	expect(await reviews.assign(id, { invoice: "KK2026999998" }, await anOwner())).toMatchObject({
		error: { fields: { invoice: "There is no invoice with this number." } },
	});
	const by = await anOwner();
	const all = await Promise.all([1, 2, 3].map(() => reviews.assign(id, { invoice: paybill.number }, by)));
	expect(all.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { state: "settled" } }]);
	expect(await paybill.stateOf()).toBe("paid");
	const { ledger } = await moneyRecordsOf(paybill.order.invoiceId, paybill.order.user.id);
	expect(ledger).toMatchObject([{ kind: "payment", provider: "mpesa", receipt: notice.receipt }]);
	expect(await reviewsOf(notice.receipt)).toMatchObject([{ resolvedAt: expect.any(Number) }]);
});

test("staff assign money with an unknown account number to a customer's credit, or to an invoice, never both", async () => {
	const paybill = await aPaybill();
	const notice = paybill.server.payToPaybill({ reference: "hosting", amount: 700 });
	await paybill.deliverDirect(notice);
	await paybill.runDirect(notice.receipt);
	const [review] = await reviewsOf(notice.receipt);
	const { reviews, credit } = paybill.services.payments;
	const id = review?.id ?? "";
	expect(await reviews.assign(id, { customer: "nobody@example.com", reason: "Called" }, await anOwner())).toMatchObject(
		{
			error: { fields: { customer: "No account has this email address." } },
		},
	);
	const { user } = paybill.order;
	const by = await anOwner();
	await Promise.all([
		reviews.assign(id, { customer: user.email, reason: "Called" }, by),
		reviews.assign(id, { invoice: paybill.number }, by),
	]);
	expect(await credit.balances({ userId: user.id })).toEqual([{ currency: "KES", amount: 700_00 }]);
	expect(await reviews.assign(id, { customer: user.email, reason: "Called" }, await anOwner())).toMatchObject({
		error: { kind: "conflict" },
	});
});

test("a payment to the paybill is reversed by its receipt", async () => {
	const paybill = await aPaybill();
	const notice = paybill.server.payToPaybill({ reference: paybill.number, amount: paybill.due });
	await paybill.deliverDirect(notice);
	await paybill.runDirect(notice.receipt);
	await refund(paybill.services, paybill.number);
	await checkRefunds(paybill.services, paybill.order.invoiceId);
	expect(await paybill.deliverRefundResults()).toEqual(["accepted"]);
	expect(paybill.server.reversed()).toEqual([notice.receipt]);
	expect(await paybill.stateOf()).toBe("refunded");
});

/** Delivers the event about a listed reversal, if it is due. */
async function runListed({ services }: ReturnType<typeof aDaraja>, receipt: string): Promise<void> {
	const listed = and(eq(outbox.state, "new"), eq(outbox.dedupeKey, `refund.listed:mpesa:${receipt}`));
	for (const { id, nextAt } of await db.read(db.orm.select().from(outbox).where(listed)))
		if (nextAt <= services.clock()) await services.outbox.deliver(id);
}

test("a reversal in the organization portal becomes one review, and posts nothing", async () => {
	const paybill = await aPaybill();
	const { server, due, number, deliverDirect, runDirect, services, order } = paybill;
	const notice = server.payToPaybill({ reference: number, amount: due });
	await deliverDirect(notice);
	await runDirect(notice.receipt);
	paybill.pass(HOUR);
	// A whole page of the list.
	const others = Array.from({ length: 3 }, () =>
		server.reverseInPortal(server.payToPaybill({ reference: "other", amount: 10 }).receipt),
	);
	const receipt = server.reverseInPortal(notice.receipt);
	for (const period of ["recent", "all", "recent"] as const) {
		await services.payments.direct.reconcile(period);
		for (const one of [receipt, ...others]) await runListed(paybill, one);
	}
	const reviews = await reviewsOf(receipt);
	expect(reviews).toMatchObject([{ provider: "mpesa", reason: "refund_elsewhere", resolvedAt: null }]);
	expect(factsOf(reviews[0]?.body ?? "")).toMatchObject({ reference: receipt, account: number });
	for (const one of others) expect(await reviewsOf(one)).toHaveLength(1);
	const { ledger } = await moneyRecordsOf(order.invoiceId, order.user.id);
	expect(ledger.map(({ kind }) => kind)).toEqual(["payment"]);
});

test.each([
	["with its result", false],
	["whose answer and result were lost", true],
])("a refund of ours %s is no reversal elsewhere, and explains one reversal only", async (_, isLost) => {
	const paybill = await aPaybill();
	const { server, due, number, deliverDirect, runDirect, services, order } = paybill;
	const notice = server.payToPaybill({ reference: number, amount: due });
	await deliverDirect(notice);
	await runDirect(notice.receipt);
	await refund(services, number);
	if (isLost) server.faults.push({ kind: "lose" });
	await checkRefunds(services, order.invoiceId);
	if (isLost) server.takeResults();
	await services.payments.direct.reconcile("recent");
	const [own = ""] = server.reversalReceipts();
	await runListed(paybill, own);
	expect(await reviewsOf(own), "the refund is not finished").toEqual([]);
	paybill.pass(2 * HOUR);
	await checkRefunds(services, order.invoiceId);
	await paybill.deliverRefundResults();
	expect(await refundsOf(order.invoiceId)).toMatchObject([{ state: "succeeded" }]);
	await runListed(paybill, own);
	expect(await refundsOf(order.invoiceId)).toMatchObject([{ reference: own }]);
	expect(await reviewsOf(own)).toEqual([]);
	const another = server.reverseInPortal(server.payToPaybill({ reference: "other", amount: due }).receipt);
	await services.payments.direct.reconcile("recent");
	await runListed(paybill, another);
	expect(await reviewsOf(another)).toMatchObject([{ reason: "refund_elsewhere" }]);
});
