import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { approvals, outbox, paymentReviews } from "~/db/schema";
import { todayView } from "~/features/desk/today-view";
import { payView } from "~/features/payments/pay-view";
import { candidatesOf, factsOf } from "~/features/payments/review-money";
import { auditText } from "~/features/staff/audit-view";
import type { BankAccount } from "~/platform/payment/bank/bank-account";
import { action } from "~/routes/desk/bank-statements";
import { createServices } from "~/services.server";
import { createHttp } from "../../workers/http";
import { aClient } from "../support/accounts";
import { anOrder, moneyRecordsOf } from "../support/orders";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";

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

const name = "statement.csv";

let last = 0;
const aReference = () => `FT${Date.now()}${++last}`;

/** An unpaid order, and a way to import transfers and to run what the import queued. */
async function aShop(account = "1234567890") {
	const services = bankServices(bankAccounts.map((one) => ({ ...one, number: account })));
	const order = await anOrder(services);
	const signedIn = await aSignedInMember(["finance"]);
	const staff = { ...signedIn, member: { ...signedIn.member, roles: ["finance"] as const } };
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
		staff,
		importFile: (text: string) => services.billingDesk.importStatement(staff, { name, text }, undefined),
		stateOf: async () => (await services.payments.overview(owner, order.invoiceId))?.invoice.state,
	};
}

test("a transfer with the invoice's number pays it, and importing its file again posts nothing", async () => {
	const { importFile, file, number, due, run, stateOf, order } = await aShop();
	const reference = aReference();
	const text = file([[reference, `EFT AMINA ${number}`, due]]);
	const first = await importFile(text);
	expect(first).toMatchObject({
		value: {
			account: "1234567890",
			credits: [{ line: 2, reference, invoice: number, invoiceId: order.invoiceId, result: "invoice" }],
			debits: 0,
		},
	});
	expect(await importFile(text)).toMatchObject({ ok: true });
	await run(reference);
	expect(await stateOf()).toBe("paid");
	expect(await importFile(text)).toMatchObject({ value: { credits: [{ result: "known" }] } });
	await run(reference);
	const { ledger, receipts, jobs, reviews } = await moneyRecordsOf(order.invoiceId, order.user.id);
	expect(ledger).toMatchObject([{ kind: "payment", provider: "bank", amount: due * 100 }]);
	expect([receipts.length, jobs.length, reviews.length]).toEqual([1, 1, 0]);
});

test("two imports of one file at once post the money once", async () => {
	const { importFile, file, number, due, run, order } = await aShop();
	const reference = aReference();
	const text = file([[reference, number, due]]);
	await Promise.all([importFile(text), importFile(text)]);
	await Promise.all([run(reference), run(reference)]);
	expect((await moneyRecordsOf(order.invoiceId, order.user.id)).ledger).toHaveLength(1);
});

test("a transfer that staff have recorded by hand is not posted again by an import, and not the other way round", async () => {
	const { importFile, file, number, due, run, order, services, staff } = await aShop();
	const [reference, other] = [aReference(), aReference()];
	const record = (typed: string, shillings: number) =>
		services.billingDesk.recordPayment(staff, order.invoiceId, {
			...{ method: "bank" as const, amount: shillings * 100, reference: typed, reason: "Showed the bank's receipt" },
		});
	expect(await record(reference, due)).toMatchObject({ ok: true });
	const text = file([
		[reference, number, due],
		// The bank has given another transfer the same reference.
		[reference, number, due],
		[other, number, due + 1],
	]);
	expect(await importFile(text)).toMatchObject({
		value: { credits: [{ result: "known" }, { result: "credit" }, { result: "credit" }] },
	});
	await run(reference);
	await run(other);
	expect(await record(other, due + 1)).toMatchObject({ error: { fields: { reference: expect.any(String) } } });
	const { ledger } = await moneyRecordsOf(order.invoiceId, order.user.id);
	expect(ledger.map(({ amount }) => amount / 100).toSorted((a, b) => a - b)).toEqual([due, due, due + 1]);
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
	const { services, owner, order, number, staff } = await aShop();
	const overview = await services.payments.overview(owner, order.invoiceId);
	const view = overview && payView({ ...overview, lines: [] }, services.clock());
	expect(view?.transfer).toContainEqual({ label: "Account number", value: "1234567890" });
	expect(view?.transfer?.at(-1)).toEqual({ label: "Reference", value: number });
	expect(services.payments.directWays("USD").bankAccount).toBeNull();
	const without = bankServices([]);
	expect(without.payments.directWays("KES").bankAccount).toBeNull();
	expect(await without.billingDesk.importStatement(staff, { name, text: "x" }, undefined)).toMatchObject({
		error: { kind: "invalid" },
	});
});

test("each credit says what happens to it: its invoice, credit, or a review", async () => {
	const { importFile, file, number, due, run, order } = await aShop();
	const reference = aReference();
	const results = async (...texts: string[]) => {
		const done = await importFile(file(texts.map((text, index) => [`${reference}-${index}`, text, due])));
		return done.ok && done.value.credits.map(({ result, invoiceId }) => [result, invoiceId]);
	};
	expect(await results(number, "CASH DEPOSIT", "KK2020999999", `${number} KK2020999999`)).toEqual([
		["invoice", order.invoiceId],
		["unmatched", null],
		["unmatched", null],
		["unmatched", null],
	]);
	await run(`${reference}-0`);
	expect(await results(number, "CASH DEPOSIT")).toEqual([
		["known", order.invoiceId],
		["waiting", null],
	]);
	await env.DB.prepare("update invoices set currency = 'USD' where id = ?").bind(order.invoiceId).run();
	const other = await importFile(file([[aReference(), number, due]]));
	expect(other).toMatchObject({ value: { credits: [{ result: "currency" }] } });
	await env.DB.prepare("update invoices set currency = 'KES' where id = ?").bind(order.invoiceId).run();
	const paid = await importFile(file([[aReference(), number, due]]));
	expect(paid).toMatchObject({ value: { credits: [{ result: "credit" }] } });
});

test("someone with the permission imports a file at the desk, also a long one, and the import is in the audit log", async () => {
	const { services, file, number, due, staff } = await aShop();
	const send = async (cookie: string, text: string) => {
		const { context, ...args } = deskArgs({ services, cookie, address: "/desk/bank-statements" });
		const body = new FormData();
		body.set("intent", "import");
		body.set("file", new File([text], "november.csv"));
		const request = new Request(args.url, { method: "POST", body });
		return (await action({ ...args, context, request } as never).catch((thrown: unknown) => thrown)) as {
			statement?: unknown;
			data?: unknown;
		};
	};
	const reference = aReference();
	const debits = Array.from({ length: 3_000 }, () => "23/11/2026,Fee of the bank,FEE,,10.00").join("\n");
	const text = `${file([[reference, number, due]])}\n${debits}`;
	const queued = like(outbox.dedupeKey, `payment.match:bank:${reference}%`);
	const { cookie } = await aSignedInMember(["support"]);
	expect(statusOf(await send(cookie, text))).toBe(404);
	const support = await aSignedInMember(["support"]);
	const sender = { ...support, member: { ...support.member, roles: ["support"] as const } };
	expect(await services.billingDesk.importStatement(sender, { name, text }, undefined)).toMatchObject({
		error: { kind: "forbidden" },
	});
	expect(await db.read(db.orm.select().from(outbox).where(queued))).toEqual([]);

	expect(await send(staff.cookie, text)).toMatchObject({
		statement: { credits: [{ invoice: number }], debits: 3_000 },
	});
	expect(await db.read(db.orm.select().from(outbox).where(queued))).toHaveLength(1);
	const owner = await aSignedInMember(["owner"]);
	const { items } = await services.staff.auditLog.list(owner.session, { person: staff.member.id });
	expect(items.map(auditText)).toEqual(["Imported november.csv of account 1234567890 with 1 new credit."]);
	expect(await send(staff.cookie, "x")).toMatchObject({
		data: { failure: { fields: { file: expect.stringMatching(/^Line 1/) } } },
	});
	expect(await send(staff.cookie, "")).toMatchObject({ data: { failure: { fields: { file: "Choose a file." } } } });
});

test("a statement and a list of prices may have 1 MB, at the desk only", async () => {
	const http = createHttp(async () => new Response("a page"));
	async function send(path: string, size: number) {
		const ctx = createExecutionContext();
		const headers = { "CF-Connecting-IP": aClient().key, Origin: "https://kikoa.test", Cookie: "__Host-staff=x" };
		const body = "x".repeat(size);
		const response = await http.fetch(
			new Request(`https://kikoa.test${path}`, { method: "POST", headers, body }),
			env,
			ctx,
		);
		await waitOnExecutionContext(ctx);
		return response.status;
	}
	const tables = ["/desk/bank-statements", "/desk/catalogue/prices"].flatMap((path) => [path, `${path}.data`]);
	for (const path of tables) {
		expect(await send(path, 1_000 * 1_024), path).toBe(200);
		expect(await send(path, 1_025 * 1_024), path).toBe(413);
	}
	expect(await send("/desk/payments", 65 * 1_024)).toBe(413);
});

/** The reviews about a transfer. */
const reviewsOf = (reference: string) =>
	db.read(
		db.orm
			.select()
			.from(paymentReviews)
			.where(like(paymentReviews.body, `%${reference}%`)),
	);

async function anOwner() {
	const boss = await aSignedInMember(["owner"]);
	return { ...boss, member: { ...boss.member, roles: ["owner"] as const } };
}

/** The requests for approval of someone. */
async function requestsOf(staff: { member: { id: string } }) {
	const rows = await db.read(db.orm.select().from(approvals).where(eq(approvals.askedBy, staff.member.id)));
	return rows.filter(({ decision }) => decision === null);
}

test("an invented statement makes no more credit than its importer may give in a day", async () => {
	const { services, file, importFile, number, run, stateOf, owner, staff } = await aShop();
	const balances = () => services.payments.credit.balances(owner);
	const [first, second, third] = [aReference(), aReference(), aReference()];
	// Finance may give Ksh 20,000 a day. A transfer that does not pay the invoice would be credit as a whole.
	expect(await importFile(file([[first, number, 50]]))).toMatchObject({ value: { credits: [{ result: "invoice" }] } });
	await run(first);
	expect(await balances()).toEqual([{ currency: "KES", amount: 5_000 }]);
	expect(await importFile(file([[second, number, 30_000]]))).toMatchObject({
		value: { credits: [{ result: "limit" }] },
	});
	await run(second);
	expect(await stateOf()).toBe("open");
	expect(await balances()).toEqual([{ currency: "KES", amount: 5_000 }]);
	const [review] = await reviewsOf(second);
	expect(review).toMatchObject({ provider: "bank", reason: "credit_limit" });

	const assign = { customer: (await services.accounts.find(owner.userId))?.email ?? "", reason: "Showed the receipt" };
	expect(await services.billingDesk.assignReview(staff, review?.id ?? "", assign)).toMatchObject({
		value: { state: "waiting" },
	});
	// One request for each transfer.
	expect(await services.billingDesk.assignReview(staff, review?.id ?? "", { invoice: number })).toMatchObject({
		error: { kind: "conflict" },
	});
	expect(await services.payments.reviews.assign(review?.id ?? "", assign, staff.session)).toMatchObject({
		error: { kind: "forbidden" },
	});
	expect(await balances()).toEqual([{ currency: "KES", amount: 5_000 }]);
	const boss = await anOwner();
	expect(await services.billingDesk.assignReview(boss, review?.id ?? "", assign)).toMatchObject({ ok: true });
	expect(await balances()).toEqual([{ currency: "KES", amount: 3_005_000 }]);

	// What was imported and assigned counts together.
	await importFile(file([[third, "CASH DEPOSIT", 19_980]]));
	await run(third);
	const [unnamed] = await reviewsOf(third);
	expect(await services.billingDesk.assignReview(staff, unnamed?.id ?? "", assign)).toMatchObject({
		value: { state: "waiting" },
	});
});

test("two statements that pay one invoice make credit of the second transfer only under the limit of its importer", async () => {
	const { services, file, importFile, number, due, run, stateOf, owner } = await aShop();
	const [one, other] = [aReference(), aReference()];
	// Both are imported before either is posted, so that each seems to pay the invoice.
	await importFile(file([[one, number, due]]));
	await importFile(file([[other, number, due]]));
	await run(one);
	await run(other);
	expect(await stateOf()).toBe("paid");
	expect(await services.payments.credit.balances(owner)).toEqual([]);
	expect(await reviewsOf(other)).toMatchObject([{ reason: "credit_limit" }]);
});

test("a transfer that an earlier import left to staff or to the queue counts against the limit once", async () => {
	const { file, importFile, number, run, staff } = await aShop();
	const [above, waiting] = [aReference(), aReference()];
	const importedCredit = async () => {
		const found = await env.DB.prepare(
			"select count(*) as entries from audit_log where kind = 'credit.imported' and staff_id = ?",
		)
			.bind(staff.member.id)
			.first<{ entries: number }>();
		return found?.entries;
	};
	// The first is above the limit and becomes a review. Tomorrow's statement has it again.
	await importFile(file([[above, number, 30_000]]));
	await run(above);
	expect(await importFile(file([[above, number, 30_000]]))).toMatchObject({
		value: { credits: [{ result: "waiting" }] },
	});
	await importFile(file([[waiting, number, 50]]));
	expect(await importFile(file([[waiting, number, 50]]))).toMatchObject({
		value: { credits: [{ result: "waiting" }] },
	});
	expect(await importedCredit()).toBe(1);
});

test("the credit of a file above the importer's limit waits for a second person, who posts it", async () => {
	const { services, file, importFile, number, due, run, staff, owner } = await aShop();
	const credit = { amount: (30_000 - due) * 100, currency: "KES" };
	const [above, other] = [aReference(), aReference()];
	const text = file([[above, number, 30_000]]);
	expect(await importFile(text)).toMatchObject({ value: { credits: [{ result: "limit" }] } });
	await importFile(text);
	await run(above);
	const [request, ...more] = await requestsOf(staff);
	expect(more).toEqual([]);
	expect(request?.input).toMatchObject({
		kind: "statement",
		file: name,
		money: credit,
	});
	const id = request?.id ?? "";
	expect(await services.billingDesk.approve(staff, "billing.record", id)).toMatchObject({
		error: { kind: "forbidden" },
	});
	expect(await reviewsOf(above)).toMatchObject([{ reason: "credit_limit", resolvedAt: null }]);
	const boss = await anOwner();
	expect(await services.billingDesk.approve(boss, "billing.record", id)).toMatchObject({ ok: true });
	await run(above);
	expect(await services.payments.credit.balances(owner)).toEqual([credit]);
	expect(await reviewsOf(above)).toMatchObject([{ resolvedAt: expect.any(Number) }]);
	expect(await services.billingDesk.approve(boss, "billing.record", id)).toMatchObject({ error: { kind: "conflict" } });

	// What was closed in Today is not posted by a later approval.
	await importFile(file([[other, number, 40_000]]));
	await run(other);
	const [review] = await reviewsOf(other);
	await services.payments.reviews.close(boss.session, review?.id ?? "", "The bank has no such transfer");
	const [late] = await requestsOf(staff);
	expect(await services.billingDesk.approve(boss, "billing.record", late?.id ?? "")).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining("Today") },
	});
	expect(await services.billingDesk.refuse(boss, "billing.record", late?.id ?? "", "Not ours")).toMatchObject({
		ok: true,
	});
	await run(other);
	expect(await services.payments.credit.balances(owner)).toEqual([credit]);
});

test("a transfer that someone may not make into credit alone is posted once a second person approves", async () => {
	const { services, file, importFile, run, staff, owner } = await aShop();
	const reference = aReference();
	await importFile(file([[reference, "CASH DEPOSIT", 30_000]]));
	await run(reference);
	const [review] = await reviewsOf(reference);
	const assign = { customer: (await services.accounts.find(owner.userId))?.email ?? "", reason: "Showed the receipt" };
	expect(await services.billingDesk.assignReview(staff, review?.id ?? "", assign)).toMatchObject({
		value: { state: "waiting" },
	});
	expect(await services.payments.credit.balances(owner)).toEqual([]);
	const [request] = await requestsOf(staff);
	const boss = await anOwner();
	expect(await services.billingDesk.approve(boss, "billing.record", request?.id ?? "")).toMatchObject({ ok: true });
	expect(await services.payments.credit.balances(owner)).toEqual([{ currency: "KES", amount: 3_000_000 }]);
	expect(await reviewsOf(reference)).toMatchObject([{ resolvedAt: expect.any(Number) }]);
	const { items } = await services.staff.auditLog.list(boss.session, { person: boss.member.id });
	expect(items.map(auditText).join()).toContain(`credit from the transfer ${reference}`);
});

/** An MT940 file of transfers of 23 November without the bank's references. */
const mt940 = (account: string, rows: readonly (readonly [text: string, shillings: number])[]) =>
	[
		":20:1",
		`:25:${account}`,
		":60F:C261122KES0,",
		...rows.flatMap(([text, sum]) => [`:61:2611231123C${sum},NMSCNONREF`, `:86:${text}`]),
		":62F:C261123KES0,",
	].join("\n");

/** The transfers that an import queued to be posted, or made reviews of. */
const queuedWith = (text: string) =>
	db.read(
		db.orm
			.select()
			.from(outbox)
			.where(and(eq(outbox.kind, "payment.match"), like(outbox.payload, `%${text}%`))),
	);

test("a transfer without a reference is posted once from files in two formats", async () => {
	const account = aReference();
	const { services, file, importFile, number, due, stateOf, order } = await aShop(account);
	const posted = async () => {
		for (const { id } of await queuedWith(number)) await services.outbox.deliver(id);
		return (await moneyRecordsOf(order.invoiceId, order.user.id)).ledger.length;
	};
	expect(await importFile(file([["", `EFT AMINA ${number}`, due]]))).toMatchObject({
		value: { credits: [{ result: "invoice", earlier: null }] },
	});
	expect(await posted()).toBe(1);
	expect(await stateOf()).toBe("paid");
	const later = mt940(account, [[`FROM AMINA OTIENO INV ${number}`, due]]);
	expect(await importFile(later)).toMatchObject({
		value: { credits: [{ result: "known", earlier: expect.stringContaining("2026-11-23, in a CSV file") }] },
	});
	expect(await importFile(later)).toMatchObject({ value: { credits: [{ result: "known" }] } });
	expect(await posted()).toBe(1);

	// The second of two equal transfers of the day is new in both formats.
	const two = mt940(account, [
		[`FROM AMINA OTIENO INV ${number}`, due],
		[`FROM AMINA OTIENO INV ${number}`, due],
	]);
	expect(await importFile(two)).toMatchObject({ value: { credits: [{ result: "known" }, { result: "credit" }] } });
	expect(await posted()).toBe(2);
	const both = file([
		["", `EFT AMINA ${number}`, due],
		["", `EFT AMINA ${number}`, due],
	]);
	expect(await importFile(both)).toMatchObject({ value: { credits: [{ result: "known" }, { result: "known" }] } });
	expect(await posted()).toBe(2);
});

test("a transfer that may have been imported from another format is a review until staff decide", async () => {
	const account = aReference();
	const { services, file, importFile, number, stateOf, due, staff } = await aShop(account);
	const mark = `BRANCH ${String(++last).padStart(3, "0")}`;
	const sum = 70_000 + last;
	await importFile(file([["", `CASH ${mark}`, sum]]));
	expect(await importFile(mt940(account, [[`${number} SAFARI`, due]]))).toMatchObject({
		value: { credits: [{ result: "invoice" }] },
	});
	const unsure = mt940(account, [[`DEPOSIT OF SAFARI ${mark.replace(" ", "-")}`, sum]]);
	expect(await importFile(unsure)).toMatchObject({
		value: { credits: [{ result: "unsure", earlier: expect.stringContaining(`CASH ${mark}`) }] },
	});
	expect(await importFile(unsure)).toMatchObject({ value: { credits: [{ result: "waiting" }] } });
	const [review, ...more] = await reviewsOf("DEPOSIT OF SAFARI");
	expect(more).toEqual([]);
	expect(review).toMatchObject({ provider: "bank", reason: "maybe_imported", resolvedAt: null });
	expect(factsOf(review?.body ?? "")).toMatchObject({ like: expect.stringContaining(`CASH ${mark}`) });
	expect(await queuedWith("DEPOSIT OF SAFARI")).toEqual([]);
	// It is another transfer after all.
	const boss = await anOwner();
	await services.billingDesk.assignReview(boss, review?.id ?? "", { invoice: number });
	expect(await stateOf()).toBe("paid");
	expect(staff.member.id).not.toBe(boss.member.id);
	expect(await importFile(unsure)).toMatchObject({ value: { credits: [{ result: "known" }] } });
});

test("a file in another format of which too much is uncertain is refused as a whole", async () => {
	const account = aReference();
	const { file, importFile } = await aShop(account);
	const sums = Array.from({ length: 51 }, (_, index) => 900_000 + index);
	await importFile(file(sums.map((sum) => ["", `CASH ${sum}A`, sum])));
	expect(
		await importFile(
			mt940(
				account,
				sums.map((sum) => ["DEPOSIT", sum]),
			),
		),
	).toMatchObject({
		error: { fields: { file: expect.stringContaining("51 transfers of this file may have been imported before") } },
	});
});

test("imports in two formats at once post a transfer once", async () => {
	const account = aReference();
	const { services, file, importFile, number, due, order } = await aShop(account);
	const files = [file([["", `EFT ${number}`, due]]), mt940(account, [[`TRF INV ${number}`, due]])];
	const results = await Promise.all(files.map(importFile));
	expect(results.every(({ ok }) => ok)).toBe(true);
	for (const { id } of await queuedWith(number)) await services.outbox.deliver(id);
	expect((await moneyRecordsOf(order.invoiceId, order.user.id)).ledger).toHaveLength(1);
});

test("a cash deposit without anything but its name is posted once from two formats, and a second one of the day too", async () => {
	const account = aReference();
	const { file, importFile } = await aShop(account);
	await importFile(file([["", "CASH DEPOSIT", 500]]));
	expect(await importFile(mt940(account, [["CASH DEPOSIT", 500]]))).toMatchObject({
		value: { credits: [{ result: "waiting", earlier: "CASH DEPOSIT on 2026-11-23, in a CSV file" }] },
	});
	const two = mt940(account, [
		["CASH DEPOSIT", 500],
		["CASH DEPOSIT", 500],
	]);
	expect(await importFile(two)).toMatchObject({ value: { credits: [{ result: "waiting" }, { result: "unmatched" }] } });
});

test("a later file that lists newer transfers first pays each invoice of one reference once", async () => {
	const account = aReference();
	const first = await aShop(account);
	const second = await aShop(account);
	const [reference, sum] = [aReference(), 600_000 + ++last];
	await first.importFile(first.file([[reference, `BATCH ${first.number}`, sum]]));
	const later = first.file([
		[reference, `BATCH ${second.number}`, sum],
		[reference, `BATCH ${first.number}`, sum],
	]);
	await first.importFile(later);
	await first.importFile(later);
	expect([(await queuedWith(first.number)).length, (await queuedWith(second.number)).length]).toEqual([1, 1]);
});

test("equal transfers with one reference to two accounts are both imported", async () => {
	const one = await aShop(aReference());
	const other = await aShop(aReference());
	const reference = aReference();
	await one.importFile(one.file([[reference, one.number, 700]]));
	expect(await other.importFile(other.file([[reference, other.number, 700]]))).toMatchObject({ ok: true });
	expect([(await queuedWith(one.number)).length, (await queuedWith(other.number)).length]).toEqual([1, 1]);
});

test("imports at once in two formats with other days post a transfer once", async () => {
	const account = aReference();
	const { importFile, number, due } = await aShop(account);
	const csv = ["Date,Value Date,Narrative,Reference,Credit,Debit", `24/11/2026,23/11/2026,EFT ${number},,${due},`].join(
		"\n",
	);
	await Promise.all([importFile(csv), importFile(mt940(account, [[`TRF INV ${number}`, due]]))]);
	expect(await queuedWith(number)).toHaveLength(1);
});

/** Files about one account, whose transfers are dated as each test says. */
async function anAccountWithFiles() {
	const account = aReference();
	const shop = await aShop(account);
	const payer = `OTIENO ${String(++last).padStart(6, "0")}`;
	const sum = 80_000 + last;
	const swift = (day: string) => [`:61:${day}${day.slice(2)}C${sum},NMSCNONREF`, `:86:RENT ${payer}`];
	return {
		...shop,
		payer,
		sum,
		/** A CSV file of 2 November. */
		csv: ["Date,Narrative,Reference,Credit,Debit", `02/11/2026,TRF RENT ${payer},,${sum},`].join("\n"),
		/** An MT940 file with a transfer on each of these days (`YYMMDD`). */
		mt940Of: (...days: readonly string[]) =>
			[":20:1", `:25:${account}`, ":60F:C261029KES0,", ...days.flatMap(swift), ":62F:C261103KES0,"].join("\n"),
		/** A camt.053 file with one transfer on each of these days (`YYYY-MM-DD`). */
		camtOf: (...days: readonly string[]) =>
			camt053(
				account,
				days.map((day) => [day, `RENT ${payer}`, sum]),
			),
		async reviewsWith(reason: string) {
			return (await reviewsOf(payer)).filter((one) => one.reason === reason && one.resolvedAt === null);
		},
		/** Posts what was queued, and returns how many of the transfers wait for someone without an invoice. */
		async waiting() {
			for (const { id } of await queuedWith(payer)) await shop.services.outbox.deliver(id);
			return (await reviewsOf(payer)).filter(({ reason }) => reason === "unknown_account").length;
		},
	};
}

/** A camt.053 file of transfers without the bank's references. */
const camt053 = (account: string, rows: readonly (readonly [day: string, text: string, shillings: number])[]) =>
	`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
		<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>KES</Ccy></Acct>
		${rows
			.map(
				([day, text, sum]) =>
					`<Ntry><Amt Ccy="KES">${sum}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`,
			)
			.join("")}
	</Stmt></BkToCstmrStmt></Document>`;

const resultsOf = (imported: Awaited<ReturnType<Awaited<ReturnType<typeof aShop>>["importFile"]>>) =>
	imported.ok ? imported.value.credits.map(({ result }) => result) : imported.error;

test("a payment that looks like a transfer which staff closed as a duplicate is posted", async () => {
	const { services, staff, importFile, mt940Of, csv, reviewsWith, waiting } = await anAccountWithFiles();
	expect(resultsOf(await importFile(mt940Of("261030")))).toEqual(["unmatched"]);
	expect(resultsOf(await importFile(csv))).toEqual(["unsure"]);
	const [review] = await reviewsWith("maybe_imported");
	expect(await services.payments.reviews.close(staff.session, review?.id ?? "", "Same transfer")).toMatchObject({
		ok: true,
	});
	expect(await waiting()).toBe(1);
	expect(resultsOf(await importFile(csv))).toEqual(["waiting"]);
	expect(resultsOf(await importFile(mt940Of("261030", "261102")))).toEqual(["waiting", "unmatched"]);
	expect(await waiting()).toBe(2);
	// The other format of the second payment is no third one.
	expect(resultsOf(await importFile(`${csv}\n${csv.split("\n")[1]}`))).toEqual(["waiting", "waiting"]);
	expect(await waiting()).toBe(2);
});

test("staff decide about a payment in a third format that looks like a transfer which they closed", async () => {
	const { services, staff, importFile, mt940Of, csv, camtOf, reviewsWith, waiting, number, stateOf, due } =
		await anAccountWithFiles();
	await importFile(mt940Of("261030"));
	await importFile(csv);
	const [review] = await reviewsWith("maybe_imported");
	await services.payments.reviews.close(staff.session, review?.id ?? "", "Same transfer");
	expect(resultsOf(await importFile(camtOf("2026-11-02")))).toEqual(["unsure"]);
	const [another] = await reviewsWith("maybe_imported");
	const boss = await anOwner();
	expect(due).toBeLessThan(80_000);
	expect(await services.billingDesk.assignReview(boss, another?.id ?? "", { invoice: number })).toMatchObject({
		ok: true,
	});
	expect(await stateOf()).toBe("paid");
	// The MT940 file has it as well, which is no third payment.
	expect(resultsOf(await importFile(mt940Of("261030", "261102")))).toEqual(["waiting", "known"]);
	expect(await waiting()).toBe(1);
});

test("a transfer is no duplicate of one that another file of its format has beside it", async () => {
	const { services, staff, importFile, mt940Of, csv, reviewsWith } = await anAccountWithFiles();
	const close = (id = "", earlier?: string) => services.payments.reviews.close(staff.session, id, "Same", earlier);
	await importFile(mt940Of("261030"));
	await importFile(csv);
	const [first] = await reviewsWith("maybe_imported");
	// Nobody has decided yet which one the CSV file has.
	expect(resultsOf(await importFile(mt940Of("261030", "261102")))).toEqual(["waiting", "unsure"]);
	const second = (await reviewsWith("maybe_imported")).find(({ id }) => id !== first?.id);
	expect(await close(second?.id)).toMatchObject({ error: { message: expect.stringContaining("Decide first") } });
	expect(await close(first?.id)).toMatchObject({ ok: true });
	expect(await close(second?.id)).toMatchObject({ error: { message: expect.stringContaining("so they are two") } });
	// After all, the CSV file has the second one.
	expect(await services.payments.reviews.reopen(staff.session, first?.id ?? "")).toMatchObject({ ok: true });
	expect(await close(second?.id)).toMatchObject({ error: { message: expect.stringContaining("Decide first") } });
});

test("closing a transfer that may be one of several asks which one it is", async () => {
	const { services, staff, importFile, mt940Of, csv, reviewsWith } = await anAccountWithFiles();
	const close = (id = "", earlier?: string) => services.payments.reviews.close(staff.session, id, "Same", earlier);
	await importFile(mt940Of("261030", "261101"));
	expect(resultsOf(await importFile(csv))).toEqual(["unsure"]);
	const [review] = await reviewsWith("maybe_imported");
	const candidates = candidatesOf(review?.body ?? "");
	expect(candidates.map(({ text }) => text)).toEqual([
		expect.stringContaining("2026-10-30"),
		expect.stringContaining("2026-11-01"),
	]);
	for (const chosen of [undefined, "another"])
		expect(await close(review?.id, chosen)).toMatchObject({ error: { fields: { earlier: expect.any(String) } } });
	expect(await close(review?.id, candidates[1]?.receipt)).toMatchObject({ ok: true });
	// The other one is left for the next transfer of the CSV file.
	const later = csv.replace("02/11/2026", "30/10/2026");
	expect(resultsOf(await importFile(later))).toEqual(["waiting"]);
});

test("a transfer whose money staff refused is not waiting any more when it is imported again", async () => {
	const { services, staff, importFile, mt940Of, csv, reviewsWith, waiting } = await anAccountWithFiles();
	await importFile(mt940Of("261102"));
	expect(await waiting()).toBe(1);
	const [review] = await reviewsWith("unknown_account");
	await services.payments.reviews.close(staff.session, review?.id ?? "", "Sent back");
	expect(resultsOf(await importFile(mt940Of("261102")))).toEqual(["closed"]);
	expect(resultsOf(await importFile(csv))).toEqual(["unsure"]);
});

/** The rows of Today for reviews, as staff see them. */
async function todayOf(services: Awaited<ReturnType<typeof aShop>>["services"], reviewId: string) {
	const boss = await anOwner();
	const row = await services.problems.find(boss.session, `review:${reviewId}`);
	return row && todayView(row, { id: boss.member.id, now: Date.now(), may: () => true });
}

test("a transfer that the bank takes back is one review in Today with its customer, however often it is imported", async () => {
	const account = aReference();
	const { services, importFile, number, order, due, run, staff } = await aShop(account);
	const reference = `FT${String(Date.now()).slice(-9)}${++last}`;
	const swift = (...rows: string[]) =>
		[":20:1", `:25:${account}`, ":60F:C261122KES0,", ...rows, ":62F:C261123KES0,"].join("\n");
	const credit = [`:61:2611231123C${due},NMSC${reference}`, `:86:EFT ${number}`];
	const reversal = [`:61:2611241124RC${due},NMSC${reference}`, `:86:RETURNED EFT ${number}`];
	await importFile(swift(...credit));
	await run(reference);
	const taken = await importFile(swift(...credit, ...reversal));
	expect(taken).toMatchObject({
		value: { credits: [{ result: "known" }], reversals: [{ reference, date: "2026-11-24" }] },
	});
	await importFile(swift(...reversal));
	// The same in another format.
	const entry = camt053(account, [["2026-11-24", `RETURN ${reference}`, due]]);
	const other = entry.replace("<CdtDbtInd>CRDT</CdtDbtInd>", "<CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd>");
	expect(await importFile(other)).toMatchObject({ value: { credits: [], reversals: [{ date: "2026-11-24" }] } });
	const reviews = (await reviewsOf(reference)).filter(({ reason }) => reason === "transfer_reversed");
	expect(reviews).toMatchObject([{ provider: "bank", resolvedAt: null, paymentId: expect.stringMatching(/^pay_/) }]);
	const [review] = reviews;
	const view = await todayOf(services, review?.id ?? "");
	expect(view).toMatchObject({
		title: "The bank took a transfer back",
		customer: { email: order.user.email },
		firstStep: expect.stringContaining("Look the transfer up at the bank"),
		actions: [{ intent: "close-review" }],
	});
	expect(view?.facts).toEqual(
		expect.arrayContaining([
			["Provider's reference", reference],
			["Date", "2026-11-24"],
			["It took back", expect.stringContaining(`EFT ${number}`)],
		]),
	);
	const owner = await aSignedInMember(["owner"]);
	const { items } = await services.staff.auditLog.list(owner.session, { person: staff.member.id });
	expect(items.map(auditText)).toContain(
		`Imported statement.csv of account ${account} with 0 new credits and 1 new reversal.`,
	);
	expect(await services.payments.reviews.close(staff.session, review?.id ?? "", "Refunded by hand")).toMatchObject({
		ok: true,
	});
	await importFile(swift(...reversal));
	expect((await reviewsOf(reference)).filter(({ resolvedAt }) => resolvedAt === null)).toEqual([]);
});

test("Today says to look at the bank, and not at a payment provider, about money of the bank", async () => {
	const { services, importFile, mt940Of, csv, reviewsWith, waiting } = await anAccountWithFiles();
	await importFile(mt940Of("261030"));
	await importFile(csv);
	await waiting();
	for (const reason of ["maybe_imported", "unknown_account"]) {
		const [review] = await reviewsWith(reason);
		const firstStep = (await todayOf(services, review?.id ?? ""))?.firstStep;
		expect(firstStep, reason).toContain("bank");
		expect(firstStep, reason).not.toContain("provider");
	}
});
