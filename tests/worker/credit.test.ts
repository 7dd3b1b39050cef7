import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { ledgerEntries } from "~/db/schema";
import { createId } from "~/platform/ids";
import { aCustomer } from "../support/factories";
import { anOrder, booksOf, quietServices } from "../support/orders";

/** Money that came in for an invoice that was not open any more. */
async function hold(userId: string, amount: number, currency: "KES" | "USD" = "KES") {
	const db = createDatabase(env.DB);
	const id = createId("led");
	await db.write([
		db.orm.insert(ledgerEntries).values({
			id,
			userId,
			invoiceId: "inv_late",
			kind: "credit",
			provider: "sandbox",
			receipt: id,
			amount,
			currency,
			createdAt: Date.now(),
		}),
	]);
}

async function aBuyer() {
	const user = await aCustomer({ currency: "KES" });
	return { id: user.id, email: user.email, currency: "KES" as const };
}

test("an invoice is paid from credit: one entry, the order's work, and what is left stays", async () => {
	const services = quietServices();
	const { user, invoiceId, quote } = await anOrder(services);
	await hold(user.id, quote.total.amount + 500);
	expect(await services.payments.credit.pay({ userId: user.id }, invoiceId)).toMatchObject({ ok: true });
	const { ledger, receipts, jobs } = await booksOf(invoiceId, user.id);
	expect(ledger).toMatchObject([{ kind: "payment", provider: "credit", amount: quote.total.amount }]);
	expect([receipts.length, jobs.length]).toEqual([1, 1]);
	expect(await services.payments.credit.balances({ userId: user.id })).toEqual([{ currency: "KES", amount: 500 }]);
	expect(await services.payments.credit.pay({ userId: user.id }, invoiceId)).toMatchObject({
		ok: false,
		error: { code: "not_payable" },
	});
});

test("two invoices paid at once can't spend the same credit", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const first = await anOrder(services, { customer });
	const second = await anOrder(services, { customer });
	await hold(customer.id, Math.max(first.quote.total.amount, second.quote.total.amount));
	const answers = await Promise.all(
		[first, second, first, second].map(({ invoiceId }) =>
			quietServices().payments.credit.pay({ userId: customer.id }, invoiceId),
		),
	);
	const paid = await Promise.all([first, second].map(({ invoiceId }) => booksOf(invoiceId, customer.id)));
	expect(paid.flatMap(({ ledger }) => ledger)).toHaveLength(1);
	expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1);
});

test("credit that is too little, of another currency or another customer's pays nothing", async () => {
	const services = quietServices();
	const { user, invoiceId, quote } = await anOrder(services);
	const other = await aBuyer();
	await hold(user.id, quote.total.amount - 1);
	await hold(user.id, quote.total.amount, "USD");
	await hold(other.id, quote.total.amount);
	expect(await services.payments.credit.pay({ userId: user.id }, invoiceId)).toMatchObject({
		ok: false,
		error: { code: "credit_short" },
	});
	expect(await services.payments.credit.pay({ userId: other.id }, invoiceId)).toMatchObject({
		ok: false,
		error: { kind: "not_found" },
	});
	expect((await booksOf(invoiceId, user.id)).ledger).toEqual([]);
	expect(await services.payments.credit.balances({ sessionHash: "0".repeat(64) })).toEqual([]);
});
