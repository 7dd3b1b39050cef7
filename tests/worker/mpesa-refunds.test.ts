import { env } from "cloudflare:workers";
import { and, eq, like } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { outbox, problems } from "~/db/schema";
import { MINUTE } from "~/lib/durations";
import { aDaraja, withPaybill } from "../support/daraja";
import { moneyRecordsOf } from "../support/orders";
import { checkRefunds, invoiceOf, ledgerOf, refund, refundsOf } from "../support/refunds";

const db = createDatabase(env.DB);

beforeEach(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

/** An invoice that was paid by a request on the phone. */
async function aPaidRequest() {
	const daraja = aDaraja({ initiator: withPaybill.initiator });
	const request = await daraja.aRequest();
	const { receipt, ...callback } = daraja.server.answer(request.ref);
	await daraja.deliver(callback);
	await daraja.runEvents(request.user.id);
	const { number, state } = await invoiceOf(request.invoiceId);
	if (state !== "paid") throw new Error(`the invoice is ${state}`);
	const calls = (path: string) => daraja.server.calls.filter((call) => call.path === path);
	return { ...daraja, ...request, number, receipt, calls };
}

const reversal = "/mpesa/reversal/v1/request";

test("a reversal names the receipt and whole shillings, and its result ends the refund", async () => {
	const paid = await aPaidRequest();
	expect(await refund(paid.services, paid.number)).toMatchObject({ ok: true });
	await checkRefunds(paid.services, paid.invoiceId);
	const [{ body } = { body: {} }] = paid.calls(reversal);
	expect(body).toMatchObject({
		CommandID: "TransactionReversal",
		TransactionID: paid.receipt,
		Amount: String(paid.payment.amount / 100),
		ReceiverParty: "174379",
		RecieverIdentifierType: "11",
		ResultURL: expect.stringMatching(/^https:\/\/kikoa\.test\/api\/payments\/daraja\/refund\/[0-9a-f]{32}$/),
	});
	expect(await refundsOf(paid.invoiceId)).toMatchObject([{ state: "pending" }]);
	expect(await paid.deliverRefundResults()).toEqual(["accepted"]);
	expect(await refundsOf(paid.invoiceId)).toMatchObject([
		{ state: "succeeded", reference: expect.stringMatching(/^SK/) },
	]);
	const sent = (await ledgerOf(paid.user.id)).filter(({ kind }) => kind === "refund");
	expect(sent).toMatchObject([{ provider: "mpesa", amount: paid.payment.amount }]);
});

test("a part of an M-Pesa payment is not reversed", async () => {
	const paid = await aPaidRequest();
	expect(await refund(paid.services, paid.number, { amount: 100_00 })).toMatchObject({
		error: { fields: { to: expect.stringContaining("mpesa refunds this payment only as a whole") } },
	});
	expect(paid.calls(reversal)).toEqual([]);
});

test("a reversal whose answer was lost is not made twice", async () => {
	const paid = await aPaidRequest();
	await refund(paid.services, paid.number);
	paid.server.faults.push({ kind: "lose" });
	await checkRefunds(paid.services, paid.invoiceId);
	// Its result is lost too.
	paid.server.takeResults();
	paid.pass(2 * MINUTE);
	await checkRefunds(paid.services, paid.invoiceId);
	await paid.deliverRefundResults();
	expect(paid.calls(reversal)).toHaveLength(2);
	expect(paid.server.reversed()).toEqual([paid.receipt]);
	expect(await refundsOf(paid.invoiceId)).toMatchObject([{ state: "succeeded" }]);
});

test("if the result is lost, the status of the reversal ends the refund", async () => {
	const paid = await aPaidRequest();
	await refund(paid.services, paid.number);
	await checkRefunds(paid.services, paid.invoiceId);
	paid.server.takeResults();
	paid.pass(2 * MINUTE);
	await checkRefunds(paid.services, paid.invoiceId);
	expect(paid.calls("/mpesa/transactionstatus/v1/query")).toHaveLength(1);
	expect(await paid.deliverRefundResults()).toEqual(["accepted"]);
	expect(await refundsOf(paid.invoiceId)).toMatchObject([{ state: "succeeded" }]);
});

test.each([
	[1, "not enough money"],
	[21, "Org Reversals Initiator"],
	["R000002", "does not know the receipt"],
	["2006", "2006 Not reversed"],
])("a reversal that ends with %s goes to staff with the reason", async (code, reason) => {
	const paid = await aPaidRequest();
	paid.server.endReversalsWith(code);
	await refund(paid.services, paid.number);
	await checkRefunds(paid.services, paid.invoiceId);
	await paid.deliverRefundResults();
	expect(await refundsOf(paid.invoiceId)).toMatchObject([
		{ state: "failed", failure: expect.stringContaining(reason) },
	]);
	const { reviews } = await moneyRecordsOf(paid.invoiceId, paid.user.id);
	expect(reviews).toMatchObject([{ reason: "refund_failed" }]);
});

test("an API user that Safaricom refuses is one problem for staff until a refund succeeds", async () => {
	const problem = async () => {
		const rows = await db.read(db.orm.select().from(problems).where(eq(problems.key, "initiator:mpesa")));
		return rows.map(({ resolvedAt, answer, count }) => ({ isOpen: resolvedAt === null, answer, count }));
	};
	for (const count of [1, 2]) {
		const paid = await aPaidRequest();
		paid.server.endReversalsWith(2001);
		await refund(paid.services, paid.number);
		await checkRefunds(paid.services, paid.invoiceId);
		await paid.deliverRefundResults();
		expect(await problem()).toEqual([{ isOpen: true, answer: expect.stringMatching(/^2001 /), count }]);
	}
	const emails = await db.read(
		db.orm
			.select()
			.from(outbox)
			.where(and(eq(outbox.kind, "mail.staff-task"), like(outbox.payload, "%initiatorOf%"))),
	);
	expect(emails).toHaveLength(1);
	const paid = await aPaidRequest();
	await refund(paid.services, paid.number);
	await checkRefunds(paid.services, paid.invoiceId);
	await paid.deliverRefundResults();
	expect(await problem()).toMatchObject([{ isOpen: false }]);
});

test("an invalid request fails, and an overloaded service is asked again", async () => {
	const paid = await aPaidRequest();
	await refund(paid.services, paid.number);
	paid.server.faults.push({ kind: "refuse", code: "500.003.02", message: "Service unavailable" });
	await checkRefunds(paid.services, paid.invoiceId);
	expect(await refundsOf(paid.invoiceId)).toMatchObject([{ state: "pending", reference: null }]);
	paid.pass(2 * MINUTE);
	paid.server.faults.push({ kind: "refuse", status: 400, code: "400.002.05", message: "Invalid Request Payload" });
	await checkRefunds(paid.services, paid.invoiceId);
	expect(await refundsOf(paid.invoiceId)).toMatchObject([
		{ state: "failed", failure: "400.002.05 Invalid Request Payload" },
	]);
});

test("a result at another address or without a result changes nothing", async () => {
	const paid = await aPaidRequest();
	await refund(paid.services, paid.number);
	await checkRefunds(paid.services, paid.invoiceId);
	const [result] = paid.server.takeResults();
	const raw = new TextEncoder().encode(JSON.stringify(result?.body));
	expect(await paid.services.refunds.receiveResult("daraja", "0".repeat(32), raw)).toBe("unauthentic");
	const token = result?.url.split("/").at(-1) ?? "";
	expect(await paid.services.refunds.receiveResult("daraja", token, new Uint8Array())).toBe("malformed");
	expect(await refundsOf(paid.invoiceId)).toMatchObject([{ state: "pending" }]);
});
