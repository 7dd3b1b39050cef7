import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { audit, change, emit, log } from "~/db/change.server";
import { createDatabase } from "~/db/client.server";
import { monthKey } from "~/features/archive/archive-files.server";
import { billingEmailToken } from "~/features/billing-details/billing-email";
import { DAY } from "~/lib/durations";
import { secretsOf } from "~/platform/config";
import { mailsOf } from "../support/accounts";
import { aDomain } from "../support/domains";
import { aCustomer, aSession, testServices } from "../support/factories";
import { aName, aPendingPayment, quietServices } from "../support/orders";
import { aPaidInvoice } from "../support/refunds";
import { deliverReminders } from "../support/schedule";
import { anOwner, aSignedInMember } from "../support/staff";

const columnOf = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.all<Record<string, unknown>>()
		.then(({ results }) => results.map((row) => Object.values(row)[0]));

const versionOf = async (id: string) => Number((await columnOf("select updated_at from users where id = ?", id))[0]);

async function input(from: string) {
	return { from, version: await versionOf(from), checked: "call", reason: "Registered twice" } as const;
}

/** Rows of these tables stay with the closed account. `enquiries` became tickets and is not used any more. */
const staying = ["enquiries", "outbox", "payment_cards", "security_events", "sign_ups", "token_uses"];

const tablesOfCustomers = async () =>
	(await columnOf(
		"select name from sqlite_master where type = 'table' and sql like '%`user_id`%' order by 1",
	)) as readonly string[];

test("everything of an account belongs to the other one afterwards, and the account is closed", async () => {
	const services = quietServices();
	const session = await anOwner();
	const { user, invoiceId } = await aPaidInvoice(services);
	const { id: from, email } = user;
	const into = await aCustomer();
	const history = await columnOf("select id from activity_log where user_id = ?", from);
	const found = await services.customerMerge.pair(session, into.id, email);
	expect(found).toMatchObject({
		ok: true,
		value: { from: { id: from, domains: 2, invoices: 1 }, into: { id: into.id } },
	});
	expect(await services.customerMerge.merge(session, into.id, await input(from))).toEqual({ ok: true, value: email });

	for (const table of await tablesOfCustomers())
		if (!staying.includes(table))
			expect(await columnOf(`select user_id from ${table} where user_id = ?`, from), table).toEqual([]);
	expect(await columnOf("select user_id from invoices where id = ?", invoiceId)).toEqual([into.id]);
	expect(await columnOf("select user_id from domains where user_id = ?", into.id)).toHaveLength(2);
	for (const id of history)
		expect(await columnOf("select user_id from activity_log where id = ?", id)).toEqual([into.id]);
	expect(await env.DB.prepare("select status, merged_into, email from users where id = ?").bind(from).first()).toEqual({
		status: "closed",
		merged_into: into.id,
		email: `${from}@closed.invalid`,
	});
	expect((await mailsOf(into.id, "mail.accounts-merged")).map(({ payload }) => payload.to)).toEqual(
		expect.arrayContaining([undefined, email]),
	);
	expect((await services.staff.auditLog.list(session, { subject: into.id })).items).toMatchObject([
		{ kind: "customer.merged", params: { email, checked: "call" }, reason: "Registered twice" },
	]);
});

test("no table keeps rows of a merged account, except those that are named here", async () => {
	const written: string[] = [];
	const watched = new Proxy(env.DB, {
		get(target, property) {
			const value = Reflect.get(target, property);
			if (property !== "prepare") return typeof value === "function" ? value.bind(target) : value;
			return (sql: string) => {
				written.push(sql);
				return target.prepare(sql);
			};
		},
	});
	const [from, into] = [await aCustomer(), await aCustomer()];
	const { customerMerge } = testServices({}, watched);
	expect(await customerMerge.merge(await anOwner(), into.id, await input(from.id))).toMatchObject({ ok: true });
	const tables = await tablesOfCustomers();
	expect(tables).toContain("domains");
	for (const table of tables) {
		if (staying.includes(table) && table !== "payment_cards") continue;
		const isHandled = written.some(
			(sql) => sql.startsWith(`update "${table}" set`) || sql.startsWith(`delete from "${table}"`),
		);
		expect(isHandled, `${table} is moved, emptied or named`).toBe(true);
	}
});

test("the closed account's sessions end, and its cards are removed rather than moved", async () => {
	const services = quietServices();
	const [from, into] = [await aCustomer(), await aCustomer()];
	const { cookie } = await aSession(from);
	await env.DB.prepare(
		"insert into payment_cards (id, user_id, provider, token, fingerprint, brand, last4, exp_month, exp_year, renewals_at, created_at) values (?, ?, 'sandbox', 'sealed', 'f', 'Visa', '4242', 1, 2030, 1, 0)",
	)
		.bind(`crd_${from.id}`, from.id)
		.run();
	expect(await services.customerMerge.merge(await anOwner(), into.id, await input(from.id))).toMatchObject({
		ok: true,
	});
	expect(await services.sessions.viewer({ cookie }).customer()).toBeNull();
	expect(await columnOf("select renewals_at from payment_cards where user_id = ? and removed_at > 0", from.id)).toEqual(
		[null],
	);
});

test("accounts that can't be merged are refused with the reason, and nothing moves", async () => {
	const { customerMerge } = testServices();
	const session = await anOwner();
	const [from, into, dollars, closed] = await Promise.all([aCustomer(), aCustomer(), aCustomer(), aCustomer()]);
	await env.DB.prepare("update users set currency = 'USD' where id = ?").bind(dollars.id).run();
	await env.DB.prepare("update users set status = 'closed' where id = ?").bind(closed.id).run();
	for (const [other, text] of [
		[into.id, "same account"],
		[dollars.id, "USD"],
		[closed.id, "Only active accounts"],
		["usr_nobody", "No account has"],
		["nobody@example.com", "No account has"],
		["'; drop table users", "No account has"],
	] as const) {
		const message = expect.stringContaining(text);
		expect(await customerMerge.pair(session, into.id, other), other).toMatchObject({ error: { message } });
		expect(
			await customerMerge.merge(session, into.id, { from: other, version: 0, checked: "call", reason: "x" }),
			other,
		).toMatchObject({ ok: false });
	}
	expect(await customerMerge.merge(session, into.id, { ...(await input(from.id)), version: 1 })).toMatchObject({
		error: { kind: "conflict" },
	});
	expect(await columnOf("select status from users where id = ?", from.id)).toEqual(["active"]);
});

test("two accounts with the same domain are not merged", async () => {
	const [from, into] = [await aCustomer(), await aCustomer()];
	for (const { id } of [from, into])
		await env.DB.prepare(
			"insert into domains (id, user_id, name, tld, status, nameservers, created_at, updated_at) values (?, ?, 'duka-twice.ke', 'ke', 'released', '[]', 0, 0)",
		)
			.bind(`dom_${id}`, id)
			.run();
	expect(await testServices().customerMerge.pair(await anOwner(), into.id, from.id)).toMatchObject({
		error: { message: expect.stringContaining("duka-twice.ke") },
	});
});

test("abuse: an account of someone at the desk takes no customer's account, and support merges nothing", async () => {
	const { customerMerge } = testServices();
	const session = await anOwner();
	const [from, into] = [await aCustomer(), await aCustomer()];
	const { member } = await aSignedInMember(["support"]);
	await env.DB.prepare("update users set email = (select email from staff where id = ?) where id = ?")
		.bind(member.id, into.id)
		.run();
	expect(await customerMerge.merge(session, into.id, await input(from.id))).toMatchObject({
		error: { kind: "conflict" },
	});
	const support = await aSignedInMember(["support"]);
	expect(await customerMerge.merge(support.session, into.id, await input(from.id))).toMatchObject({
		error: { kind: "not_found" },
	});
	expect(await columnOf("select status from users where id = ?", from.id)).toEqual(["active"]);
});

test("accounts whose orders were placed with the same key of the browser are merged, and keep both orders", async () => {
	const [from, into] = [await aCustomer(), await aCustomer()];
	for (const { id } of [from, into])
		await env.DB.prepare(
			"insert into orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping, total, contact, created_at) values (?, ?, 'one-browser-sent-both', 'hash', 'cancelled', 'KES', 0, 0, 0, 0, 0, '{}', 0)",
		)
			.bind(`ord_${id}`, id)
			.run();
	expect(await testServices().customerMerge.merge(await anOwner(), into.id, await input(from.id))).toMatchObject({
		ok: true,
	});
	expect(await columnOf("select id from orders where user_id = ? order by id", into.id)).toEqual(
		[`ord_${from.id}`, `ord_${into.id}`].toSorted(),
	);
	expect(await columnOf("select idempotency_key from orders where id = ?", `ord_${into.id}`)).toEqual([
		"one-browser-sent-both",
	]);
});

test("an account is not merged while a payment runs, and only once when two people merge it", async () => {
	const services = quietServices();
	const session = await anOwner();
	const { user } = await aPendingPayment(services);
	const into = await aCustomer();
	expect(await services.customerMerge.merge(session, into.id, await input(user.id))).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining("payment") },
	});
	const from = await aCustomer();
	const other = await aCustomer();
	const sent = await input(from.id);
	const both = await Promise.all([
		testServices().customerMerge.merge(session, into.id, sent),
		testServices().customerMerge.merge(session, other.id, sent),
	]);
	expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

test("archived months of the closed account are in the other one's archive", async () => {
	const services = testServices();
	const [from, into] = [await aCustomer(), await aCustomer()];
	const row = (id: string) => `${JSON.stringify({ id })}\n`;
	await env.FILES.put(monthKey(from.id, "activity", "2024-03"), row("act_1"));
	await env.FILES.put(monthKey(into.id, "activity", "2024-03"), row("act_2"));
	await services.customerMerge.merge(await anOwner(), into.id, await input(from.id));
	for (let run = 0; run < 2; run += 1) await services.archive.moveToAccount({ from: from.id, into: into.id });
	expect(await env.FILES.get(monthKey(from.id, "activity", "2024-03"))).toBeNull();
	const moved = await env.FILES.get(monthKey(into.id, "activity", "2024-03"));
	expect(
		(await moved?.text())
			?.trim()
			.split("\n")
			.map((line) => JSON.parse(line).id)
			.toSorted(),
	).toEqual(["act_1", "act_2"]);
});

test("work that read its customer just before the merge writes nothing, and is done for the account that stays", async () => {
	const session = await anOwner();
	const [from, into] = [await aCustomer({ phone: "+254712345678" }), await aCustomer({ phone: "+254712345679" })];
	const name = aName("com");
	const { id, expiresAt } = await aDomain(from.id, { name, tld: "com", expiresAt: Date.now() + 20 * DAY });
	const db = createDatabase(env.DB);
	let merged: unknown;
	const late: typeof db = {
		...db,
		async commit(change, now) {
			const isInvoice = change.parts.some((part) => part.type === "log" && part.entry.kind === "invoice.issued");
			if (isInvoice) merged ??= await testServices().customerMerge.merge(session, into.id, await input(from.id));
			return db.commit(change, now);
		},
	};
	const due = { id, expiresAt: expiresAt ?? 0 };
	await expect(quietServices({ db: late }).renewals.invoices.invoiceDomain(due)).rejects.toThrow("was merged");
	expect(merged).toMatchObject({ ok: true });
	const invoicesOf = (userId: string) => columnOf("select id from invoices where user_id = ?", userId);
	expect(await invoicesOf(from.id)).toEqual([]);
	expect(await quietServices().renewals.invoices.invoiceDomain(due)).toEqual({ state: "done" });
	expect(await invoicesOf(into.id)).toHaveLength(1);
	expect(await columnOf("select id from orders where user_id = ?", from.id)).toEqual([]);
	// Staff who had its page open get a conflict.
	const note = { kind: "account.merged", actor: "staff", params: { email: "x@example.com" } } as const;
	const written = audit(session, "customers.merge", {
		...{ kind: "customer.merged_into", subject: { type: "customer", id: from.id } },
		params: { email: "x@example.com", into: into.email },
	});
	const byStaff = change(written, log({ ...note, owner: { userId: from.id } }));
	expect(await db.commit(byStaff, Date.now())).toEqual({ state: "stale" });
});

test("emails that wait at the time of the merge go to the account that stays, except those about the closed one", async () => {
	const session = await anOwner();
	const services = quietServices();
	const [from, into] = [await aCustomer(), await aCustomer()];
	const near = { tld: "com", expiresAt: Date.now() + 7 * DAY - 1, autoRenew: false };
	const names = [aName("com"), aName("com")];
	for (const [index, { id }] of [from, into].entries()) await aDomain(id, { ...near, name: names[index] ?? "" });
	await services.renewals.expiry.sendReminders();
	const [reset, changed] = [
		{ kind: "mail.reset-password", payload: { userId: from.id, generation: 1 }, userId: from.id } as const,
		{ kind: "mail.password-changed", payload: { userId: from.id }, userId: from.id } as const,
	];
	const db = createDatabase(env.DB);
	for (const event of [reset, changed]) await db.commit(emit(event), Date.now());
	expect(await services.customerMerge.merge(session, into.id, await input(from.id))).toMatchObject({ ok: true });
	expect(await mailsOf(into.id, "mail.reset-password")).toEqual([]);
	for (const kind of ["mail.reset-password", "mail.password-changed"]) {
		const [own] = await mailsOf(from.id, kind);
		await services.outbox.deliver(own?.id ?? "");
	}
	for (const { id } of [from, into]) await deliverReminders(id);
	const sent = ((await services.inbox?.list()) ?? []).filter(({ recipient }) =>
		[from.email, into.email].includes(recipient),
	);
	expect(sent).toMatchObject([{ recipient: into.email }]);
	for (const name of names) expect(sent[0]?.text).toContain(name);
});

test("a billing address that both accounts have stays confirmed if its reader agreed in one of them", async () => {
	const services = quietServices();
	const session = await anOwner();
	const [from, into] = [await aCustomer(), await aCustomer()];
	const shared = `books-${from.id}@example.com`;
	for (const { id, email } of [from, into])
		expect(
			await services.billingEmails.add({ id, email }, shared, { actor: "customer", owner: { userId: id } }),
		).toMatchObject({ ok: true });
	const [agreed] = await services.billingEmails.list({ userId: from.id });
	const token = billingEmailToken(secretsOf(services.config), agreed?.id ?? "");
	expect(await services.billingEmails.confirm(token)).toMatchObject({ ok: true });
	expect(await services.customerMerge.merge(session, into.id, await input(from.id))).toMatchObject({ ok: true });
	expect(await services.billingEmails.list({ userId: into.id })).toMatchObject([
		{ email: shared, confirmedAt: expect.any(Number) },
	]);
	// Also the reader's link to stop them.
	expect(await services.billingEmails.stop(token)).toMatchObject({ ok: true });
	expect(await services.billingEmails.list({ userId: into.id })).toEqual([]);
});
