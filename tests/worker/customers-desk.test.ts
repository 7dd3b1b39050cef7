import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { handleCustomerForm } from "~/features/customers/customer-form";
import { createSentEmails } from "~/features/email/sent-emails.server";
import { createR2FileStore } from "~/platform/files/r2";
import { loader as customersFile } from "~/routes/desk/customers-csv";
import { createServices } from "~/services.server";
import { aDomain } from "../support/domains";
import { aCustomer, aSession, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { flakyFiles } from "../support/flaky-files";
import { anOrder } from "../support/orders";
import { aSignedInMember, deskArgs } from "../support/staff";
import { costlySteps, listening, loadFullSizeStatistics } from "../support/statement-plans";

const found = async (q: string) => {
	const { session } = await aSignedInMember(["support"]);
	const { items, exact } = await testServices().customers.search(session, { q });
	return { ids: items.map(({ id }) => id), exact };
};

const profile = {
	...{ firstName: "Achieng", lastName: "Otieno", phone: null, company: null },
	...({ country: "Kenya", timezone: "Africa/Nairobi", language: "en-GB" } as const),
};

let next = 1;
/** A text that no other test has. */
const unique = () => `z${Date.now().toString(36)}${next++}`;

test("a customer is found by the start of their name, surname or company, in any case", async () => {
	const word = unique();
	const customer = await aCustomer({ firstName: `Wan${word}`, lastName: `Kam${word}`, company: `Tuj${word} Ltd` });
	for (const q of [`wan${word}`, `WAN${word} ka`, `kam${word} wan`, `tuj${word} l`]) {
		expect((await found(q)).ids, q).toEqual([customer.id]);
	}
	expect((await found(word)).ids, "the middle of a name").toEqual([]);
});

test("a whole address, number, domain or receipt leads straight to its customer", async () => {
	const name = `${unique()}.com`;
	const digits = String(Date.now()).slice(-7);
	const customer = await aCustomer({ phone: `+25471${digits}` });
	await aDomain(customer.id, { name, tld: "com" });
	for (const q of [
		customer.email,
		customer.id,
		name,
		`https://www.${name}/about`,
		`071${digits}`,
		`+254 71 ${digits}`,
	]) {
		expect((await found(q)).exact, q).toEqual({ customerId: customer.id, invoiceId: null });
	}
	expect((await found(customer.email.slice(0, -4))).exact, "a part of it").toBeNull();
});

test("an invoice's number is found as customers type it, and a payment by its receipt and its card", async () => {
	const { user: customer, invoiceId } = await anOrder(testServices());
	const invoice = (await testServices().orders.invoice(invoiceId)) ?? { id: "", number: "" };
	const receipt = `T${unique().toUpperCase()}`;
	await env.DB.prepare(
		`insert into payments (id, invoice_id, user_id, provider, method, callback_token, amount, currency, state, receipt,
			card_name, created_at, expires_at) values (?1, ?2, ?3, 'mpesa', 'mpesa', ?1, 1, 'KES', 'succeeded', ?4,
			'Visa •••• 9317', 1, 1)`,
	)
		.bind(`pay_${unique()}`, invoice.id, customer.id, receipt)
		.run();
	const typed = invoice.number.replace(/^KK(\d{4})/, "kk $1-").toLowerCase();
	expect((await found(typed)).exact).toEqual({ customerId: customer.id, invoiceId });
	expect((await found(receipt.toLowerCase())).exact).toEqual({ customerId: customer.id, invoiceId: null });
	expect((await found("9317")).ids).toEqual([customer.id]);
});

test("money that was given as credit, without a payment, is found by its receipt", async () => {
	const customer = await aCustomer();
	const receipt = `T${unique().toUpperCase()}`;
	await env.DB.prepare(
		`insert into ledger_entries (id, user_id, invoice_id, kind, provider, receipt, amount, currency, created_at)
		values (?1, ?2, '', 'credit', 'mpesa', ?3, 100, 'KES', 1)`,
	)
		.bind(`led_${unique()}`, customer.id, receipt)
		.run();
	expect((await found(receipt.toLowerCase())).exact).toEqual({ customerId: customer.id, invoiceId: null });
});

test("each meaning of a search text is found in a range of an index", async () => {
	const { session } = await aSignedInMember(["support"]);
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const listened = listening(env.DB, (sql, values) => queries.push({ sql, values }));
	const { customers } = createServices({ ...env, DB: listened }, () => {});
	const texts = ["usr_1", "someone@example.com", "amina.co.ke", "KK2026000001", "0712345678", "TKX123456", "4242", ""];
	for (const q of texts) await customers.search(session, { q });
	expect(queries.length).toBeGreaterThan(texts.length);
	expect(queries.some(({ sql }) => sql.includes(`from "ledger_entries"`))).toBe(true);
	await loadFullSizeStatistics();
	for (const { sql, values } of queries) expect(await costlySteps(sql, values), sql).toEqual([]);
});

test("a search with many results has pages without gaps or repetitions", async () => {
	const word = unique();
	const ids = [];
	for (let i = 0; i < 25; i += 1) ids.push((await aCustomer({ firstName: word, lastName: `${i}` })).id);
	const { session } = await aSignedInMember(["support"]);
	const { customers } = testServices();
	const one = await customers.search(session, { q: word });
	const two = await customers.search(session, { q: word, after: one.next ?? "" });
	expect(one.items).toHaveLength(20);
	expect([...one.items, ...two.items].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
	expect(two.next).toBeNull();
});

test("the CSV file has a customer once who is found by their name and, on another page, by their company", async () => {
	const word = unique();
	const customer = await aCustomer({ firstName: word, lastName: "a", company: `${word} z` });
	const { results } = await env.DB.prepare("pragma table_info(users)").all<{ name: string }>();
	const own: Record<string, string> = {
		...{ id: "'usr_' || ?2 || n", email: "?2 || n || '@example.com'", last_name: "'m' || n", company: "null" },
	};
	await env.DB.prepare(
		`with recursive series(n) as (select 1 union all select n + 1 from series where n < 1001)
			insert into users (${results.map(({ name }) => name).join(", ")})
			select ${results.map(({ name }) => own[name] ?? name).join(", ")} from series, users where id = ?1`,
	)
		.bind(customer.id, word)
		.run();
	const { cookie } = await aSignedInMember(["owner"]);
	const file = await customersFile(deskArgs({ cookie, address: `/desk/customers.csv?q=${word}` }) as never);
	const ids = (await file.text()).match(/usr_\w+/g) ?? [];
	expect(ids).toHaveLength(1_002);
	expect(new Set(ids).size).toBe(1_002);
	expect(ids).toContain(customer.id);
});

test("without the permission no customer is found, whatever the search", async () => {
	const customer = await aCustomer();
	const { session } = await aSignedInMember(["catalogue"]);
	const { customers } = testServices();
	for (const q of ["", customer.email, customer.id, "a"]) {
		expect((await customers.search(session, { q })).items, q).toEqual([]);
	}
	expect(await customers.find(session, customer.id)).toBeNull();
	expect((await customers.notes(session, customer.id, {})).items).toEqual([]);
});

test("two people who edit a note or a profile at once don't overwrite each other", async () => {
	const customer = await aCustomer();
	const first = await aSignedInMember(["support"], { name: "Wanjiku" });
	const second = await aSignedInMember(["finance"], { name: "Baraka" });
	const { customers, customerActions } = testServices();
	const by = (who: typeof first) => ({ session: who.session, member: { name: who.member.name } });
	await customerActions.addNote(by(first), customer.id, "Calls on Fridays");
	const [note] = (await customers.notes(first.session, customer.id, {})).items;
	const edit = { noteId: note?.id ?? "", version: note?.updatedAt ?? 0 };
	await new Promise((resolve) => setTimeout(resolve, 2));
	expect(await customerActions.editNote(by(first), customer.id, { ...edit, text: "One" })).toMatchObject({ ok: true });
	expect(await customerActions.editNote(by(second), customer.id, { ...edit, text: "Two" })).toMatchObject({
		error: { code: "changed_meanwhile" },
	});
	expect((await customers.notes(first.session, customer.id, {})).items).toMatchObject([
		{ text: "One", writtenBy: "Wanjiku", editedBy: "Wanjiku" },
	]);
	const change = { version: customer.updatedAt, reason: "Spelling" };
	expect(await customerActions.editProfile(first.session, customer.id, profile, change)).toMatchObject({ ok: true });
	expect(await customerActions.editProfile(first.session, customer.id, profile, change)).toMatchObject({
		error: { code: "changed_meanwhile" },
	});
});

test("a note is removed with a reason only, and the audit log keeps its text", async () => {
	const customer = await aCustomer();
	const { session, member } = await aSignedInMember(["support"]);
	const { customers, customerActions, staff } = testServices();
	const by = { session, member: { name: member.name } };
	await customerActions.addNote(by, customer.id, "Pays in cash");
	const [note] = (await customers.notes(session, customer.id, {})).items;
	const remove = (reason: string) => {
		const fields = { noteId: note?.id, version: note?.updatedAt, reason };
		return handleCustomerForm(customerActions, { intent: "remove-note", fields, ...by }, customer.id);
	};
	expect(await remove("")).toMatchObject({ error: { fields: { reason: expect.any(String) } } });
	expect((await customers.notes(session, customer.id, {})).items).toHaveLength(1);
	expect(await remove("Not true")).toMatchObject({ ok: true });
	expect((await customers.notes(session, customer.id, {})).items).toEqual([]);
	const auditor = await aSignedInMember(["owner"]);
	const { items } = await staff.auditLog.list(auditor.session, { subject: customer.id });
	expect(items.find(({ kind }) => kind === "customer.note_removed")).toMatchObject({
		reason: "Not true",
		params: { before: "Pays in cash" },
	});
});

test("a change for a customer is in the audit log with its reason and values", async () => {
	const customer = await aCustomer({ firstName: "Acheing" });
	const { session } = await aSignedInMember(["manager"]);
	const { customerActions, staff } = testServices();
	await aSession(customer);
	await customerActions.editProfile(session, customer.id, profile, {
		version: customer.updatedAt,
		reason: "Typing error",
	});
	await customerActions.endSessions(session, customer.id, "Lost phone");
	await customerActions.close(session, customer.id, "Asked in ticket");
	const { items } = await staff.auditLog.list(session, { subject: customer.id });
	expect(items.map(({ kind, reason }) => ({ kind, reason })).toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
		{ kind: "customer.closing", reason: "Asked in ticket" },
		{ kind: "customer.profile_changed", reason: "Typing error" },
		{ kind: "customer.sessions_ended", reason: "Lost phone" },
	]);
	expect(items.find(({ kind }) => kind === "customer.profile_changed")?.params).toEqual({
		changes: [{ field: "first name", before: "Acheing", after: "Achieng" }],
	});
	const left = await env.DB.prepare("select count(*) as n from sessions where user_id = ?")
		.bind(customer.id)
		.first("n");
	expect(left).toBe(0);
});

test("someone without the permission changes nothing, and nothing is logged", async () => {
	const customer = await aCustomer({ status: "unverified", verifiedAt: null });
	const { session, member } = await aSignedInMember(["read-only"]);
	const owner = await aSignedInMember(["owner"]);
	const { customerActions, staff } = testServices();
	await aSession({ ...customer }).catch(() => null);
	const answers = await Promise.all([
		customerActions.addNote({ session, member }, customer.id, "x"),
		customerActions.verify(session, customer.id, "x"),
		customerActions.resendVerification(session, customer.id, "x"),
		customerActions.endSessions(session, customer.id, "x"),
		customerActions.close(session, customer.id, "x"),
		customerActions.exportData(session, customer.id),
	]);
	expect(answers.filter(({ ok }) => ok)).toEqual([]);
	expect((await staff.auditLog.list(owner.session, { subject: customer.id })).items).toEqual([]);
});

test("an address that several people registered with is verified only by its link", async () => {
	const customer = await aCustomer({ status: "unverified", verifiedAt: null });
	const { session } = await aSignedInMember(["support"]);
	const { customerActions, accounts } = testServices();
	const signUp = (hash: string) =>
		env.DB.prepare(
			"insert into sign_ups (browser_hash, user_id, first_name, last_name, country, password_hash, created_at) values (?1, ?2, 'A', 'B', 'Kenya', ?1, 1)",
		)
			.bind(hash, customer.id)
			.run();
	await signUp(unique());
	const mine = unique();
	await signUp(mine);
	expect(await customerActions.verify(session, customer.id, "Called")).toMatchObject({ error: { kind: "conflict" } });
	await env.DB.prepare("delete from sign_ups where user_id = ? and browser_hash <> ?").bind(customer.id, mine).run();
	expect(await customerActions.verify(session, customer.id, "Called")).toMatchObject({ ok: true });
	expect(await accounts.find(customer.id)).toMatchObject({ status: "active", passwordHash: mine });
});

test("resetting two-step sign-in says what was checked, signs the customer out and emails them", async () => {
	const customer = await aCustomer({ totpSecret: "sealed", totpSince: 1 });
	await aSession(customer);
	const { session } = await aSignedInMember(["owner"]);
	const { customerActions, customers, staff } = testServices();
	const reset = () => customerActions.resetTwoStep(session, customer.id, { checked: "call", reason: "New phone" });
	expect(await reset()).toMatchObject({ ok: true });
	expect(await reset()).toMatchObject({ error: { kind: "conflict" } });
	expect(await customers.find(session, customer.id)).toMatchObject({
		account: { totpSince: null },
		counts: { sessions: 0 },
	});
	expect((await customers.emails(session, customer.id, {})).items).toMatchObject([{ kind: "mail.security-notice" }]);
	expect((await staff.auditLog.list(session, { subject: customer.id })).items).toMatchObject([
		{ kind: "customer.two_step_reset", params: { checked: "call" }, reason: "New phone" },
	]);
});

test("staff can send a receipt again, but not a link into the account", async () => {
	const customer = await aCustomer();
	const { session } = await aSignedInMember(["support"]);
	const { customerActions, customers } = testServices();
	const add = (id: string, kind: string, payload: object) =>
		env.DB.prepare(
			"insert into outbox (id, kind, payload, user_id, state, next_at, created_at, sent_at) values (?, ?, ?, ?, 'sent', 1, 1, 1)",
		)
			.bind(id, kind, JSON.stringify(payload), customer.id)
			.run();
	const [receipt, link] = [`out_${unique()}`, `out_${unique()}`];
	await add(receipt, "mail.receipt", { invoiceId: "inv_1" });
	await add(link, "mail.reset-password", { userId: customer.id, generation: 1 });
	expect(await customerActions.resendEmail(session, customer.id, receipt)).toMatchObject({ ok: true });
	expect(await customerActions.resendEmail(session, customer.id, link)).toMatchObject({ error: { kind: "conflict" } });
	const other = await aCustomer();
	expect(await customerActions.resendEmail(session, other.id, receipt)).toMatchObject({ error: { kind: "not_found" } });
	const kinds = (await customers.emails(session, customer.id, {})).items.map(({ kind, state }) => `${kind} ${state}`);
	expect(kinds.toSorted()).toEqual(["mail.receipt new", "mail.receipt sent", "mail.reset-password sent"]);
});

test("staff read an email as it was sent, and only in the account that got it", async () => {
	const [customer, other] = [await aCustomer(), await aCustomer()];
	const { session } = await aSignedInMember(["support"]);
	const { customers } = testServices();
	const sentEmails = createSentEmails({ store: createR2FileStore(env.FILES) });
	const id = `out_${unique()}`;
	const add = (id: string) =>
		env.DB.prepare(
			"insert into outbox (id, kind, payload, user_id, state, next_at, created_at, sent_at) values (?, 'mail.receipt', '{}', ?, 'sent', 1, 1, 1)",
		)
			.bind(id, customer.id)
			.run();
	await add(id);
	const email = { to: customer.email, subject: "Receipt", text: "Thank you." };
	await sentEmails.keep({ userId: customer.id, id }, email);
	expect(await customers.email(session, customer.id, id)).toMatchObject({
		row: { id },
		sent: { ok: true, value: email },
	});
	expect(await customers.email(session, other.id, id)).toBeNull();
	const older = `out_${unique()}`;
	await add(older);
	expect(await customers.email(session, customer.id, older)).toMatchObject({ sent: { ok: true, value: null } });
	const broken = testServices({ fileStore: flakyFiles(createR2FileStore(env.FILES), { get: "before" }) });
	expectConsoleError();
	expect(await broken.customers.email(session, customer.id, id)).toMatchObject({
		sent: { ok: false, error: { kind: "unavailable" } },
	});
});

test("staff change the address and the KRA PIN on the next invoices, with a reason and what was before", async () => {
	const customer = await aCustomer({ country: "Kenya" });
	const { customers, customerActions, orders } = testServices();
	const first = await aSignedInMember(["support"]);
	const reader = await aSignedInMember(["read-only"]);
	const version = async () => String((await customers.account(first.session, customer.id))?.updatedAt);
	const send = async (by: typeof first, fields: Record<string, string>) =>
		handleCustomerForm(
			customerActions,
			{ intent: "billing", fields: { version: await version(), reason: "Asked by phone", ...fields }, ...by },
			customer.id,
		);
	const details = { name: "Tujenge Ltd", address: "Moi Avenue 12", city: "Nairobi", taxPin: "p051234567x" };
	expect(await send(first, { ...details, taxPin: "12" })).toMatchObject({
		error: { fields: { taxPin: expect.any(String) } },
	});
	expect(await send(first, { ...details, reason: "" })).toMatchObject({
		error: { fields: { reason: expect.any(String) } },
	});
	expect(await send(reader, details)).toMatchObject({ ok: false });
	expect((await customers.account(first.session, customer.id))?.billingAddress).toBeNull();
	const stale = await version();
	expect(await send(first, details)).toMatchObject({ ok: true });
	expect(await send(first, { ...details, version: stale })).toMatchObject({ error: { code: "changed_meanwhile" } });
	const { invoiceId } = await anOrder(testServices(), {
		customer: { ...customer, currency: "KES", billing: { ...details, taxPin: "P051234567X" } } as never,
	});
	expect((await orders.invoice(invoiceId))?.billedTo).toMatchObject({ name: "Tujenge Ltd", taxPin: "P051234567X" });
	const entry = await env.DB.prepare(
		"select params, reason from audit_log where kind = 'customer.billing_changed' and customer_id = ?",
	)
		.bind(customer.id)
		.first<{ params: string; reason: string }>();
	expect(entry?.reason).toBe("Asked by phone");
	expect(JSON.parse(entry?.params ?? "{}").changes).toContainEqual({
		field: "tax number",
		before: "",
		after: "P051234567X",
	});
});
