import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { outbox, paymentReviews } from "~/db/schema";
import { payView } from "~/features/payments/pay-view";
import type { BankAccount } from "~/platform/payment/bank/bank-account";
import { createServices } from "~/services.server";
import { createHttp } from "../../workers/http";
import { aClient } from "../support/accounts";
import { anOrder, moneyRecordsOf } from "../support/orders";

const db = createDatabase(env.DB);

const bankAccounts: BankAccount[] = [
	{
		bank: "Example Bank",
		branch: "Kimathi Street",
		name: "Kikoa Limited",
		number: "1234567890",
		swift: "EXAMKENA",
		currency: "KES",
	},
];

/** Services of a shop with a bank account. Queues deliver nothing. */
const bankServices = (accounts: unknown = bankAccounts) =>
	createServices({ ...env, BANK_ACCOUNTS: accounts } as unknown as Env, () => {}, { queues: { send: async () => {} } });

let last = 0;
const aReference = () => `FT${Date.now()}${++last}`;

/** An unpaid order, and a way to import transfers and to run what the import queued. */
async function aShop() {
	const services = bankServices();
	const order = await anOrder(services);
	const owner = { userId: order.user.id };
	const overview = await services.payments.overview(owner, order.invoiceId);
	if (!overview) throw new Error("no invoice");
	const { number, total } = overview.invoice;

	async function run(reference: string): Promise<void> {
		const waiting = and(eq(outbox.state, "new"), like(outbox.dedupeKey, `%bank:${reference}%`));
		for (const { id } of await db.read(db.orm.select().from(outbox).where(waiting))) await services.outbox.deliver(id);
	}
	const file = (rows: readonly (readonly [reference: string, text: string, shillings: number])[]) =>
		[
			"Date,Narrative,Reference,Credit,Debit",
			...rows.map(([ref, text, sum]) => `23/11/2026,${text},${ref},${sum},`),
		].join("\n");
	return {
		services,
		order,
		owner,
		number,
		due: Math.floor(total / 100),
		run,
		file,
		importFile: (text: string) => services.payments.bank.importStatement(text, undefined),
		stateOf: async () => (await services.payments.overview(owner, order.invoiceId))?.invoice.state,
	};
}

test("a transfer with the invoice's number pays it, and importing its file again posts nothing", async () => {
	const { importFile, file, number, due, run, stateOf, order } = await aShop();
	const reference = aReference();
	const text = file([[reference, `EFT AMINA ${number}`, due]]);
	const first = await importFile(text);
	expect(first).toMatchObject({
		value: { account: "1234567890", credits: [{ line: 2, reference, invoice: number, known: false }], debits: 0 },
	});
	expect(await importFile(text)).toMatchObject({ ok: true });
	await run(reference);
	expect(await stateOf()).toBe("paid");
	expect(await importFile(text)).toMatchObject({ value: { credits: [{ known: true }] } });
	await run(reference);
	const { ledger, receipts, reviews } = await moneyRecordsOf(order.invoiceId, order.user.id);
	expect(ledger).toMatchObject([{ kind: "payment", provider: "bank", amount: due * 100 }]);
	expect([receipts.length, reviews.length]).toEqual([1, 0]);
});

test("two imports of one file at once post the money once", async () => {
	const { importFile, file, number, due, run, order } = await aShop();
	const reference = aReference();
	const text = file([[reference, number, due]]);
	await Promise.all([importFile(text), importFile(text)]);
	await Promise.all([run(reference), run(reference)]);
	expect((await moneyRecordsOf(order.invoiceId, order.user.id)).ledger).toHaveLength(1);
});

test("more than is due pays the invoice and the rest becomes credit, and less becomes credit", async () => {
	const more = await aShop();
	const reference = aReference();
	await more.importFile(more.file([[reference, more.number, more.due + 50]]));
	await more.run(reference);
	expect(await more.stateOf()).toBe("paid");
	expect(await more.services.payments.credit.balances(more.owner)).toEqual([{ currency: "KES", amount: 5_000 }]);

	const less = await aShop();
	const other = aReference();
	await less.importFile(less.file([[other, less.number, less.due - 1]]));
	await less.run(other);
	expect(await less.stateOf()).toBe("open");
	expect(await less.services.payments.credit.balances(less.owner)).toEqual([
		{ currency: "KES", amount: (less.due - 1) * 100 },
	]);
});

test("two transfers with one reference of the bank are both posted", async () => {
	const { importFile, file, number, due, run, order } = await aShop();
	const reference = aReference();
	const text = file([
		[reference, number, due],
		[reference, number, due],
		[reference, number, 10],
	]);
	await importFile(text);
	await run(reference);
	await importFile(text);
	await run(reference);
	const { ledger } = await moneyRecordsOf(order.invoiceId, order.user.id);
	expect(ledger.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
		1_000,
		due * 100,
		due * 100,
	]);
});

test.each([
	["no invoice", () => "CASH DEPOSIT"],
	["an unknown invoice", () => "KK2020999999"],
	["two invoices", (number: string) => `${number} KK2020999999`],
])("a transfer with %s becomes one review, with the bank's text", async (_, textOf) => {
	const { importFile, file, number, run, stateOf } = await aShop();
	const reference = aReference();
	const text = file([[reference, textOf(number), 10]]);
	await importFile(text);
	await run(reference);
	await importFile(text);
	await run(reference);
	const reviews = await db.read(
		db.orm
			.select()
			.from(paymentReviews)
			.where(like(paymentReviews.body, `%${reference}%`)),
	);
	expect(reviews).toMatchObject([{ provider: "bank", reason: "unknown_account" }]);
	expect(await stateOf()).toBe("open");
});

test("a file with one bad line posts nothing of it", async () => {
	const { importFile, file, number, due, run, stateOf } = await aShop();
	const reference = aReference();
	const refused = await importFile(`${file([[reference, number, due]])}\n24/11/2026,x,${aReference()},ten,`);
	expect(refused).toMatchObject({
		error: { kind: "invalid", fields: { file: expect.stringMatching(/^Line 3, Credit: "ten"/) } },
	});
	await run(reference);
	expect(await stateOf()).toBe("open");
});

test("the payment page and the invoice show the account, only for invoices in its currency", async () => {
	const { services, owner, order, number } = await aShop();
	const overview = await services.payments.overview(owner, order.invoiceId);
	const view = overview && payView({ ...overview, lines: [] }, services.clock());
	expect(view?.transfer).toContainEqual({ label: "Account number", value: "1234567890" });
	expect(view?.transfer?.at(-1)).toEqual({ label: "Reference", value: number });
	expect(services.payments.directWays("USD").bankAccount).toBeNull();
	const without = bankServices([]);
	expect(without.payments.directWays("KES").bankAccount).toBeNull();
	expect(await without.payments.bank.importStatement("x", undefined)).toMatchObject({ error: { kind: "invalid" } });
});

test("the back office sends a file to the team API, also a long one", async () => {
	const { file, number, due } = await aShop();
	const token = "token-of-the-team-000000000000000000000000";
	const http = createHttp(async () => new Response("a page"));
	const settings = { ...env, TEAM_API_TOKEN: token, BANK_ACCOUNTS: bankAccounts } as unknown as Env;
	async function send(body: string) {
		const ctx = createExecutionContext();
		const headers = { "CF-Connecting-IP": aClient().key, Authorization: `Bearer ${token}`, "Content-Type": "text/csv" };
		const request = new Request("https://kikoa.test/api/team/bank-statements", { method: "POST", headers, body });
		const response = await http.fetch(request, settings, ctx);
		await waitOnExecutionContext(ctx);
		return { status: response.status, json: await response.json() };
	}
	const reference = aReference();
	const debits = Array.from({ length: 3_000 }, () => "23/11/2026,Fee of the bank,FEE,,10.00").join("\n");
	const text = `${file([[reference, number, due]])}\n${debits}`;
	expect(text.length).toBeGreaterThan(64 * 1_024);
	expect(await send(text)).toMatchObject({ status: 200, json: { credits: [{ invoice: number }], debits: 3_000 } });
	const queued = like(outbox.dedupeKey, `payment.match:bank:${reference}%`);
	expect(await db.read(db.orm.select().from(outbox).where(queued))).toHaveLength(1);
	expect(await send("x")).toMatchObject({ status: 400, json: { fields: { file: expect.stringMatching(/^Line 1/) } } });
	expect(await send("x".repeat(1_025 * 1_024))).toMatchObject({ status: 413 });
});
