import { env } from "cloudflare:workers";
import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { createDatabase } from "~/db/client.server";
import { approvals, outbox, staff } from "~/db/schema";
import { invoiceView, listedOrder } from "~/features/billing-desk/billing-view";
import { handleInvoiceForm } from "~/features/billing-desk/invoice-form";
import { todayView } from "~/features/desk/today-view";
import { queueSchema } from "~/features/problems/queue.schema";
import type { Role } from "~/features/staff/permissions";
import { DAY, MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { mailsOf } from "../support/accounts";
import { aCustomer, testServices } from "../support/factories";
import { anOrder, quietServices } from "../support/orders";
import { aPaidInvoice, creditNotesOf, invoiceOf, refundsOf } from "../support/refunds";
import { anOwner, aSignedInMember } from "../support/staff";

const db = createDatabase(env.DB);

const aPayer = async (roles: readonly Role[], name = "Wanjiku Kamau") => {
	const { session, member } = await aSignedInMember(roles, { name });
	return { session, member: { id: member.id, name, roles } };
};

const credit = (shillings: number, key = randomToken()) => ({ key, amount: shillings * 100, reason: "Downtime" });
const refundOf = (shillings?: number) => ({
	...{ key: randomToken(), to: "credit" as const, reason: "Ordered twice", services: "keep" as const },
	...(shillings !== undefined && { amount: shillings * 100 }),
});

const ok = { ok: true, value: null };

const balanceOf = async (userId: string) =>
	(await testServices().payments.credit.balances({ userId })).map(({ amount }) => amount / 100);

test("finance refunds an invoice up to the limit, with an entry and a credit note", async () => {
	const services = quietServices();
	const { invoiceId, number } = await aPaidInvoice(services);
	const payer = await aPayer(["finance"]);
	expect(await services.billingDesk.refund(payer, invoiceId, refundOf(100))).toEqual({ ok: true, value: "done" });
	expect(await creditNotesOf(invoiceId)).toMatchObject([{ total: 10_000, issuedBy: "Wanjiku Kamau" }]);
	const owner = await aPayer(["owner"]);
	expect((await services.staff.auditLog.list(owner.session, { subject: invoiceId })).items).toMatchObject([
		{ kind: "refund.started", params: { invoice: number, money: { amount: 10_000 } }, reason: "Ordered twice" },
	]);
});

test("the chosen lines of an invoice are refunded, and a bad form names its field and refunds nothing", async () => {
	const services = quietServices();
	const { invoiceId, number } = await aPaidInvoice(services);
	const payer = await aPayer(["owner"]);
	const found = await services.refunds.invoice(number);
	const [line] = found?.facts.lines ?? [];
	const send = (fields: Record<string, string>, lines: readonly string[] = []) => {
		const form = new FormData();
		const filled = { key: randomToken(), to: "credit", reason: "Ordered twice", services: "keep", ...fields };
		for (const [name, value] of Object.entries(filled)) form.set(name, value);
		for (const id of lines) form.append("lines", id);
		const sent = { ...payer, intent: "refund", form, fields: Object.fromEntries(form) } as const;
		return handleInvoiceForm(services.billingDesk, sent, invoiceId);
	};
	const bad = [
		["key", { key: "short" }],
		["to", { to: "cash" }],
		["reason", { reason: "" }],
		["amount", { amount: "-5" }],
		["amount", { amount: "99999999" }],
		["services", { services: "delete" }],
	] as const;
	for (const [field, fields] of bad)
		expect(await send(fields), `${field}`).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
	expect(await send({ amount: "10" }, [line?.id ?? ""])).toMatchObject({
		error: { fields: { lines: expect.stringContaining("not both") } },
	});
	expect(await send({}, ["lin_unknown"])).toMatchObject({
		error: { fields: { lines: expect.stringContaining("no line") } },
	});
	expect(await creditNotesOf(invoiceId)).toEqual([]);

	expect(await send({}, [line?.id ?? ""])).toMatchObject({ ok: true });
	const [note, ...others] = await creditNotesOf(invoiceId);
	expect(others).toEqual([]);
	expect(note?.total).toBeGreaterThanOrEqual(line?.amount ?? Number.NaN);
	expect(note?.total).toBeLessThan(found?.left ?? 0);
	expect(await send({}, [line?.id ?? ""])).toMatchObject({
		error: { fields: { lines: expect.stringContaining(`already refunded with ${note?.number}`) } },
	});
});

test("a refund that is sent twice pays once", async () => {
	const services = quietServices();
	const { invoiceId } = await aPaidInvoice(services);
	const payer = await aPayer(["owner"]);
	const input = refundOf(100);
	await services.billingDesk.refund(payer, invoiceId, input);
	expect(await services.billingDesk.refund(payer, invoiceId, input)).toMatchObject({ ok: true });
	expect(await creditNotesOf(invoiceId)).toHaveLength(1);
});

test("credit that waits is not given to an account that was merged in the meantime", async () => {
	const { billingDesk, customerMerge } = testServices();
	const [customer, into] = [await aCustomer(), await aCustomer()];
	await billingDesk.giveCredit(await aPayer(["finance"]), customer.id, credit(40_001));
	const manager = await aPayer(["manager"]);
	const { items } = await billingDesk.approvals(manager.session, undefined);
	const id = items.find(({ subjectId }) => subjectId === customer.id)?.id ?? "";
	const found = await customerMerge.pair(manager.session, into.id, customer.id);
	const version = found.ok ? found.value.from.version : 0;
	const merge = { from: customer.id, version, checked: "call", reason: "Registered twice" } as const;
	expect(await customerMerge.merge(manager.session, into.id, merge)).toMatchObject({ ok: true });
	expect(await billingDesk.approve(manager, "billing.credit", id)).toMatchObject({
		error: { kind: "conflict", message: "This account is closed. Refuse the request." },
	});
	expect([await balanceOf(customer.id), await balanceOf(into.id)]).toEqual([[], []]);
});

test("abuse: an amount above the limit waits for a second person, who is not the one who asked", async () => {
	const { billingDesk } = testServices();
	const customer = await aCustomer();
	const asker = await aPayer(["finance"], "Baraka");
	expect(await billingDesk.giveCredit(asker, customer.id, credit(40_001))).toEqual({ ok: true, value: "waiting" });
	expect(await balanceOf(customer.id)).toEqual([]);
	const { items } = await billingDesk.approvals(asker.session, undefined);
	const id = items.find(({ subjectId }) => subjectId === customer.id)?.id ?? "";
	expect(await billingDesk.approve(asker, "billing.credit", id)).toMatchObject({ error: { kind: "forbidden" } });
	const equal = await aPayer(["finance"], "Achieng");
	expect(await billingDesk.approve(equal, "billing.credit", id)).toMatchObject({
		error: { message: expect.stringContaining("at most Ksh 40,000 together") },
	});
	const wrongKind = await billingDesk.approve(await aPayer(["owner"]), "billing.refund", id);
	expect(wrongKind).toMatchObject({ error: { kind: "not_found" } });
	const manager = await aPayer(["manager"], "Njeri");
	const both = await Promise.all([
		testServices().billingDesk.approve(manager, "billing.credit", id),
		testServices().billingDesk.approve(await aPayer(["owner"]), "billing.credit", id),
	]);
	expect(both.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await balanceOf(customer.id)).toEqual([40_001]);
	const log = await testServices().staff.auditLog.list(manager.session, { subject: customer.id });
	expect(log.items.map(({ kind }) => kind).toSorted()).toEqual(["approval.approved", "approval.asked"]);
});

test("a request above the limit is in Today with one email, until someone decides or it expires", async () => {
	let now = Date.now();
	const services = quietServices({ clock: () => now });
	const { billingDesk } = services;
	const owner = await anOwner();
	const rowOf = async (id: string) =>
		(await services.today.queue(owner, queueSchema.parse({}))).items.find(({ key }) => key === `approval:${id}`);
	const emailsOf = async (id: string) => {
		const where = and(eq(outbox.kind, "mail.staff-task"), like(outbox.payload, `%${id}%`));
		const events = await db.read(db.orm.select().from(outbox).where(where));
		for (const event of events) await services.outbox.deliver(event.id);
		const sent = (await services.inbox?.list()) ?? [];
		return sent
			.filter(({ idempotencyKey }) => events.some((event) => idempotencyKey.startsWith(event.id)))
			.map(({ recipient, subject }) => `${recipient}: ${subject}`);
	};
	const asked = async (asker: Awaited<ReturnType<typeof aPayer>>) => {
		const customer = await aCustomer();
		expect(await billingDesk.giveCredit(asker, customer.id, credit(40_001))).toEqual({ ok: true, value: "waiting" });
		const [row] = await db.read(db.orm.select().from(approvals).where(eq(approvals.subjectId, customer.id)));
		return row?.id ?? "";
	};
	const asker = await aPayer(["finance"], "Baraka");
	const first = await asked(asker);
	const row = await rowOf(first);
	expect(row && todayView(row, { id: "", now, may: () => true })).toMatchObject({
		title: "Approve or refuse credit for a customer",
		amount: "Ksh 40,001",
		page: { href: "/desk/approvals" },
		actions: [],
	});
	const request = `${brand.emails.billing}: Action needed: Approve or refuse credit for a customer`;
	expect(await emailsOf(first)).toEqual([request]);
	expect(await billingDesk.refuse(await aPayer(["manager"]), "billing.credit", first, "Twice")).toMatchObject({
		ok: true,
	});
	expect(await rowOf(first)).toBeUndefined();

	const second = await asked(asker);
	now += 7 * DAY - MINUTE;
	await billingDesk.expireApprovals();
	expect(await rowOf(second)).toBeDefined();
	now += MINUTE;
	await Promise.all([billingDesk.expireApprovals(), testServices({ clock: () => now }).billingDesk.expireApprovals()]);
	expect(await rowOf(second)).toBeUndefined();
	const [told, ...others] = await emailsOf(second);
	const [member] = await db.read(db.orm.select().from(staff).where(eq(staff.id, asker.member.id)));
	expect([told, others]).toEqual([`${member?.email}: Action needed: Expired: credit for a customer`, []]);
	const [expired] = await db.read(db.orm.select().from(approvals).where(eq(approvals.id, second)));
	expect(expired).toMatchObject({ decision: "expired", decidedBy: null });
});

test("two people of finance approve up to the sum of their limits, and people without a limit nothing", async () => {
	const { billingDesk } = testServices();
	const customer = await aCustomer();
	const waiting = async (session: Awaited<ReturnType<typeof aPayer>>["session"]) =>
		(await billingDesk.approvals(session, undefined)).items.find(({ subjectId }) => subjectId === customer.id)?.id ??
		"";
	const asker = await aPayer(["finance"], "Baraka");
	const second = await aPayer(["finance"], "Achieng");
	await billingDesk.giveCredit(asker, customer.id, credit(40_000));
	expect(await billingDesk.approve(second, "billing.credit", await waiting(second.session))).toMatchObject({
		ok: true,
	});
	expect(await balanceOf(customer.id)).toEqual([40_000]);
	const support = await aPayer(["support"], "Otieno");
	await billingDesk.giveCredit(support, customer.id, credit(1));
	const colleague = await aPayer(["support"], "Chebet");
	const id = await waiting(support.session);
	expect(await billingDesk.approve(colleague, "billing.credit", id)).toMatchObject({ error: { kind: "forbidden" } });
	const third = await aPayer(["finance"], "Mwende");
	expect(await billingDesk.approve(third, "billing.credit", id)).toMatchObject({ ok: true });
});

test("abuse: two people can't approve each other's requests above their limits of a day", async () => {
	const { billingDesk } = testServices();
	const baraka = await aPayer(["finance"], "Baraka");
	const achieng = await aPayer(["finance"], "Achieng");
	const asked = async (asker: typeof baraka, shillings: number) => {
		const customer = await aCustomer();
		expect(await billingDesk.giveCredit(asker, customer.id, credit(shillings))).toMatchObject({ value: "waiting" });
		const { items } = await billingDesk.approvals(asker.session, undefined);
		return items.find(({ subjectId }) => subjectId === customer.id)?.id ?? "";
	};
	const [one, two] = [await asked(baraka, 25_000), await asked(baraka, 21_000)];
	const atOnce = await Promise.all(
		[one, two].map((id) => testServices().billingDesk.approve(achieng, "billing.credit", id)),
	);
	expect(atOnce.filter(({ ok }) => ok)).toHaveLength(1);
	const back = await asked(achieng, 21_000);
	expect(await billingDesk.approve(baraka, "billing.credit", back)).toMatchObject({
		error: { message: expect.stringContaining("at most Ksh 40,000 together in a day") },
	});
	expect(await billingDesk.approve(await aPayer(["manager"]), "billing.credit", back)).toMatchObject({ ok: true });
});

test("abuse: the limit of someone whose access was taken away adds nothing", async () => {
	const { billingDesk } = testServices();
	const customer = await aCustomer();
	const asker = await aPayer(["finance"], "Baraka");
	await billingDesk.giveCredit(asker, customer.id, credit(30_000));
	const { items } = await billingDesk.approvals(asker.session, undefined);
	const id = items.find(({ subjectId }) => subjectId === customer.id)?.id ?? "";
	await env.DB.prepare("update staff set status = 'disabled' where id = ?").bind(asker.member.id).run();
	expect(await billingDesk.approve(await aPayer(["finance"]), "billing.credit", id)).toMatchObject({
		error: { message: expect.stringContaining("at most Ksh 20,000 together") },
	});
});

test("abuse: a person who asked with one role can't approve after getting a higher one", async () => {
	const { billingDesk } = testServices();
	const customer = await aCustomer();
	const { session, member } = await aSignedInMember(["finance"]);
	const asker = { session, member: { id: member.id, name: member.name, roles: ["finance"] as const } };
	await billingDesk.giveCredit(asker, customer.id, credit(30_000));
	await env.DB.prepare("update staff_roles set role = 'owner' where staff_id = ?").bind(member.id).run();
	const promoted = { session, member: { ...asker.member, roles: ["owner"] as const } };
	const { items } = await billingDesk.approvals(session, undefined);
	const id = items.find(({ subjectId }) => subjectId === customer.id)?.id ?? "";
	expect(await billingDesk.approve(promoted, "billing.credit", id)).toMatchObject({ ok: false });
	// The statement refuses it, too, if the use-case is told another id.
	const disguised = { session, member: { ...promoted.member, id: "stf_someone" } };
	expect(await billingDesk.approve(disguised, "billing.credit", id)).toMatchObject({ ok: false });
	expect(await balanceOf(customer.id)).toEqual([]);
});

test("abuse: many small amounts count together, also when they are sent at once", async () => {
	const [one, two] = [await aCustomer(), await aCustomer()];
	const payer = await aPayer(["finance"]);
	const answers = await Promise.all([
		testServices().billingDesk.giveCredit(payer, one.id, credit(12_000)),
		testServices().billingDesk.giveCredit(payer, two.id, credit(12_000)),
	]);
	expect(answers.filter((answer) => answer.ok && answer.value === "done")).toHaveLength(1);
	const paid = [...(await balanceOf(one.id)), ...(await balanceOf(two.id))];
	expect(paid).toEqual([12_000]);
	const three = await aCustomer();
	expect(await testServices().billingDesk.giveCredit(payer, three.id, credit(8_001))).toMatchObject({
		value: "waiting",
	});
	expect(await testServices().billingDesk.giveCredit(payer, (await aCustomer()).id, credit(8_000))).toMatchObject({
		value: "done",
	});
});

test("abuse: support can only ask for credit, and the owner has no limit", async () => {
	const customer = await aCustomer();
	const { billingDesk } = testServices();
	expect(await billingDesk.giveCredit(await aPayer(["support"]), customer.id, credit(1))).toMatchObject({
		value: "waiting",
	});
	expect(await billingDesk.giveCredit(await aPayer(["owner"]), customer.id, credit(900_000))).toMatchObject({
		value: "done",
	});
	expect(await balanceOf(customer.id)).toEqual([900_000]);
});

test("an approved refund is paid once, and a refused one is not", async () => {
	const services = quietServices();
	const { invoiceId } = await aPaidInvoice(services);
	await env.DB.prepare("update ledger_entries set amount = amount + 10000000 where invoice_id = ?")
		.bind(invoiceId)
		.run();
	const asker = await aPayer(["finance"], "Baraka");
	const owner = await aPayer(["owner"], "Njeri");
	const { billingDesk } = services;
	const waiting = async () =>
		(await billingDesk.approvals(owner.session, undefined)).items.find(({ subjectId }) => subjectId === invoiceId)
			?.id ?? "";
	const shown = async () => {
		const found = await billingDesk.invoice(asker.session, invoiceId);
		return found && invoiceView(found, Date.now()).waiting;
	};
	expect(await shown()).toEqual([]);
	expect(await billingDesk.refund(asker, invoiceId, refundOf(25_000))).toMatchObject({ value: "waiting" });
	expect(await shown(), "on the page of the invoice").toMatchObject([
		{ text: expect.stringContaining("Ksh 25,000: a refund"), asked: expect.stringContaining("Asked by Baraka") },
	]);
	expect(await billingDesk.refund(asker, invoiceId, refundOf(26_000))).toMatchObject({ error: { kind: "conflict" } });
	expect(await billingDesk.refuse(owner, "billing.refund", await waiting(), "Not ours to pay")).toMatchObject({
		ok: true,
	});
	expect(await creditNotesOf(invoiceId)).toEqual([]);
	await billingDesk.refund(asker, invoiceId, refundOf(25_000));
	const id = await waiting();
	expect(await billingDesk.approve(owner, "billing.refund", id)).toMatchObject({ ok: true });
	expect(await billingDesk.approve(owner, "billing.refund", id)).toMatchObject({ error: { kind: "conflict" } });
	expect(await refundsOf(invoiceId)).toMatchObject([{ amount: 2_500_000 }]);
	expect(await creditNotesOf(invoiceId)).toMatchObject([{ issuedBy: "Baraka, approved by Njeri" }]);
});

test("a payment in cash or by bank settles the invoice once, with its entry", async () => {
	const services = testServices();
	const { invoiceId, user } = await anOrder(services);
	const { total } = await invoiceOf(invoiceId);
	const payer = await aPayer(["finance"]);
	const { session } = payer;
	const paid = {
		method: "cash" as const,
		amount: total,
		reference: `Book ${randomToken().slice(0, 8)}`,
		reason: "Paid here",
	};
	expect(await services.billingDesk.recordPayment(payer, invoiceId, paid)).toMatchObject({ ok: true });
	expect(await invoiceOf(invoiceId)).toMatchObject({ state: "paid" });
	expect(await services.billingDesk.recordPayment(payer, invoiceId, paid)).toMatchObject({ ok: false });
	expect(await balanceOf(user.id)).toEqual([]);
	const support = await aPayer(["support"]);
	const again = { ...paid, reference: "Another" };
	expect(await services.billingDesk.recordPayment(support, invoiceId, again)).toMatchObject({ ok: false });
	const { items } = await services.billingDesk.payments(session, { method: "cash", amount: total });
	expect(items.map((row) => row.invoiceId)).toContain(invoiceId);
});

const cash = (amount: number, reference = `Book ${randomToken().slice(0, 8)}`) => ({
	...{ method: "cash" as const, amount, reference, reason: "Paid here" },
});

test("abuse: a payment that no one made does not become credit above the limit, whole or in parts", async () => {
	const services = testServices();
	const { billingDesk } = services;
	const [open, one, two] = [await anOrder(services), await anOrder(services), await anOrder(services)];
	const payer = await aPayer(["finance"], "Baraka");
	const { total } = await invoiceOf(open.invoiceId);
	const invented = cash(total + 2_000_100);
	expect(await billingDesk.recordPayment(payer, open.invoiceId, invented)).toEqual({ ok: true, value: "waiting" });
	expect([await balanceOf(open.user.id), (await invoiceOf(open.invoiceId)).state]).toEqual([[], "open"]);
	const answers = await Promise.all(
		[one, two].map(({ invoiceId }) =>
			testServices().billingDesk.recordPayment(payer, invoiceId, cash(total + 1_200_000)),
		),
	);
	expect(answers.filter((answer) => answer.ok && answer.value === "done")).toHaveLength(1);
	// All of it becomes credit, because one invoice is paid already.
	const paid = (await invoiceOf(one.invoiceId)).state === "paid" ? one : two;
	expect(await billingDesk.recordPayment(payer, paid.invoiceId, cash(900_000))).toMatchObject({ value: "waiting" });
	expect(await balanceOf(paid.user.id)).toEqual([12_000 + (total % 100) / 100]);
	expect(await billingDesk.giveCredit(payer, paid.user.id, credit(8_001))).toMatchObject({ value: "waiting" });
});

test("a payment above the limit is recorded once when a second person approves it", async () => {
	const services = testServices();
	const { billingDesk } = services;
	const { invoiceId, user } = await anOrder(services);
	const { total, number } = await invoiceOf(invoiceId);
	const asker = await aPayer(["finance"], "Baraka");
	const owner = await aPayer(["owner"], "Njeri");
	expect(await billingDesk.recordPayment(asker, invoiceId, cash(total + 3_000_000, "Book 77"))).toMatchObject({
		value: "waiting",
	});
	const { items } = await billingDesk.approvals(owner.session, undefined);
	const found = items.find(({ subjectId }) => subjectId === invoiceId);
	expect(found?.asked).toMatchObject({ kind: "payment", number, payment: { method: "cash", reference: "Book 77" } });
	const id = found?.id ?? "";
	expect(await billingDesk.approve(asker, "billing.record", id)).toMatchObject({ error: { kind: "forbidden" } });
	const approvals = await Promise.all(
		[owner, await aPayer(["owner"])].map((who) => testServices().billingDesk.approve(who, "billing.record", id)),
	);
	expect(approvals.filter(({ ok }) => ok)).toHaveLength(1);
	expect([await balanceOf(user.id), (await invoiceOf(invoiceId)).state]).toEqual([
		[30_000 + (total % 100) / 100],
		"paid",
	]);
	const log = await services.staff.auditLog.list(owner.session, { subject: invoiceId });
	expect(log.items.map(({ kind, reason }) => `${kind}: ${reason}`).toSorted()).toEqual([
		"approval.approved: Paid here",
		"approval.asked: Paid here",
		"payment.recorded: Paid here",
	]);
});

test("cancelling an invoice cancels its order, and not twice", async () => {
	const services = testServices();
	const { invoiceId } = await anOrder(services);
	const { session } = await aPayer(["finance"]);
	expect(await services.billingDesk.void(session, invoiceId, "Duplicate")).toMatchObject({ ok: true });
	expect(await services.billingDesk.void(session, invoiceId, "Duplicate")).toMatchObject({
		error: { kind: "conflict" },
	});
	expect(await invoiceOf(invoiceId)).toMatchObject({ state: "void" });
	const { items } = await services.billingDesk.orders(session, { state: "cancelled" });
	expect(items.map((row) => row.invoiceId)).toContain(invoiceId);
});

test("orders on hold have a list of their own, and are not listed as unpaid or being set up", async () => {
	const services = testServices();
	const { session } = await aPayer(["read-only"]);
	const names: string[] = [];
	for (const state of ["pending_payment", "paid", "cancelled"] as const) {
		const { orderId } = await anOrder(services);
		const set = (reason: string | null) =>
			env.DB.prepare("update orders set state = ?, held_reason = ? where id = ?").bind(state, reason, orderId).run();
		const listed = async (query: Parameters<typeof services.billingDesk.orders>[1]) =>
			(await services.billingDesk.orders(session, query)).items.find(({ id }) => id === orderId);
		await set(null);
		expect(await listed({ state }), state).toBeDefined();
		expect(await listed({ state: "held" }), state).toBeUndefined();
		await set("Checking the card");
		const ended = state === "cancelled";
		expect((await listed({ state })) !== undefined, state).toBe(ended);
		expect((await listed({ state: "held" })) !== undefined, state).toBe(!ended);
		const row = await listed({});
		names.push(row ? listedOrder(row).stateName : "");
	}
	expect(names).toEqual(["On hold", "On hold", "Cancelled"]);
});

test("the lists filter by state, date and amount, and show nothing without the permission", async () => {
	const services = testServices();
	const { invoiceId } = await anOrder(services);
	const { total } = await invoiceOf(invoiceId);
	const { session } = await aPayer(["read-only"]);
	const { billingDesk } = services;
	const has = async (query: Parameters<typeof billingDesk.invoices>[1]) =>
		(await billingDesk.invoices(session, query)).items.some(({ id }) => id === invoiceId);
	expect(await has({ state: "open", amount: total })).toBe(true);
	expect(await has({ amount: total, from: "2020-01-01" })).toBe(true);
	for (const query of [
		...(["paid", "overdue", "void", "refunded"] as const).map((state) => ({ state })),
		...[{ amount: total + 1 }, { to: "2020-01-01" }],
	])
		expect(await has(query), JSON.stringify(query)).toBe(false);
	for (const state of ["pending", "succeeded", "failed", "expired"] as const)
		await billingDesk.payments(session, { state, method: "card" });
	const { session: other } = await aPayer(["catalogue"]);
	expect((await billingDesk.invoices(other, {})).items).toEqual([]);
	expect((await billingDesk.payments(other, {})).items).toEqual([]);
	expect((await billingDesk.orders(other, {})).items).toEqual([]);
	expect(await billingDesk.invoice(other, invoiceId)).toBeNull();
});

test("credit that was paid back leaves the balance once, and the customer is told", async () => {
	const { billingDesk, activity } = testServices();
	const customer = await aCustomer();
	await billingDesk.giveCredit(await aPayer(["owner"]), customer.id, credit(500));
	const payer = await aPayer(["finance"]);
	const reference = `SK${randomToken().slice(0, 8)}`;
	const paid = { ...credit(300), reference, reason: "Paid twice" };
	const sent = await Promise.all([1, 2].map(() => testServices().billingDesk.payBackCredit(payer, customer.id, paid)));
	expect(sent, "the same form twice").toEqual([ok, ok]);
	expect(await balanceOf(customer.id)).toEqual([200]);
	const again = (shillings: number, more = {}) =>
		billingDesk.payBackCredit(payer, customer.id, { ...credit(shillings), reference: randomToken(), ...more });
	expect(await again(100, { reference })).toMatchObject({ error: { fields: { reference: expect.any(String) } } });
	expect(await again(201)).toMatchObject({ error: { fields: { amount: "The customer has Ksh 200 of credit." } } });
	const both = await Promise.all([again(150), again(150)]);
	expect(
		both.filter((one) => one.ok),
		"two at once",
	).toHaveLength(1);
	expect(await balanceOf(customer.id)).toEqual([50]);
	const told = await mailsOf(customer.id, "mail.credit-changed");
	expect(told.map(({ payload }) => payload)).toContainEqual(
		expect.objectContaining({
			about: {
				kind: "credit.paid_back",
				params: { money: { amount: 30_000, currency: "KES" }, reference, reason: "Paid twice" },
			},
		}),
	);
	const { items } = await activity.list({ userId: customer.id });
	expect(items.filter(({ kind }) => kind === "credit.paid_back")).toHaveLength(2);
});

test("credit is paid back up to the limit of the person, and by no one without the permission", async () => {
	const { billingDesk } = testServices();
	const customer = await aCustomer();
	await billingDesk.giveCredit(await aPayer(["owner"]), customer.id, credit(90_000));
	const payBack = async (role: Role, shillings: number) =>
		billingDesk.payBackCredit(await aPayer([role]), customer.id, { ...credit(shillings), reference: randomToken() });
	expect(await payBack("finance", 40_001)).toMatchObject({
		error: { fields: { amount: expect.stringContaining("limit") } },
	});
	expect(await payBack("support", 10)).toMatchObject({ ok: false });
	expect(await balanceOf(customer.id)).toEqual([90_000]);
	expect(await payBack("owner", 90_000)).toEqual(ok);
	expect(await balanceOf(customer.id)).toEqual([]);
});
