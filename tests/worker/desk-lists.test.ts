import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { firstHelp } from "~/features/help/first-articles/first-articles";
import { projectSchema } from "~/features/projects/projects.schema";
import { shownState, shownStates } from "~/features/proposals/proposal";
import type { Role } from "~/features/staff/permissions";
import { ticketNumber } from "~/features/tickets/ticket";
import { ticketsQuerySchema } from "~/features/tickets/tickets-desk.schema";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { loader as auditLog } from "~/routes/desk/audit-log";
import { loader as exportLog } from "~/routes/desk/audit-log-csv";
import { loader as cannedReplies } from "~/routes/desk/canned-replies";
import { loader as catalogue } from "~/routes/desk/catalogue";
import { loader as customers } from "~/routes/desk/customers";
import { loader as exportCustomers } from "~/routes/desk/customers-csv";
import { loader as domains } from "~/routes/desk/domains";
import { loader as exportDomains } from "~/routes/desk/domains-csv";
import { loader as helpList } from "~/routes/desk/help";
import { loader as hosting } from "~/routes/desk/hosting";
import { loader as exportHosting } from "~/routes/desk/hosting-csv";
import { loader as invoices } from "~/routes/desk/invoices";
import { loader as exportInvoices } from "~/routes/desk/invoices-csv";
import { loader as orders } from "~/routes/desk/orders";
import { loader as exportOrders } from "~/routes/desk/orders-csv";
import { loader as payments } from "~/routes/desk/payments";
import { loader as exportPayments } from "~/routes/desk/payments-csv";
import { loader as projects } from "~/routes/desk/projects";
import { loader as exportProjects } from "~/routes/desk/projects-csv";
import { loader as promos } from "~/routes/desk/promos";
import { loader as quotes } from "~/routes/desk/quotes";
import { loader as exportQuotes } from "~/routes/desk/quotes-csv";
import { loader as search } from "~/routes/desk/search";
import { loader as staffList } from "~/routes/desk/staff";
import { loader as tickets } from "~/routes/desk/tickets";
import { action as changeViews } from "~/routes/desk/views";
import { createServices } from "~/services.server";
import { aDomain } from "../support/domains";
import { aCustomer, testServices } from "../support/factories";
import { aPlan } from "../support/hosting";
import { anOrder } from "../support/orders";
import { aPromo } from "../support/promo";
import { invoiceOf } from "../support/refunds";
import { metered } from "../support/rows-read";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";
import { costlySteps, listening, loadFullSizeStatistics, planOf } from "../support/statement-plans";

const csvOf = async (cookie: string, address = "/desk/invoices.csv") => {
	const answer = await exportInvoices(deskArgs({ cookie, address }) as never);
	return answer.text();
};

test("a list is downloaded with its filters, page after page, and a name can't become a formula", async () => {
	const services = testServices();
	const { invoiceId, user } = await anOrder(services);
	await env.DB.prepare("update users set first_name = '=HYPERLINK(1)', last_name = '' where id = ?")
		.bind(user.id)
		.run();
	const { number, total } = await invoiceOf(invoiceId);
	const { cookie, session } = await aSignedInMember(["finance"]);
	const csv = await csvOf(cookie, `/desk/invoices.csv?state=open&amount=${total / 100}`);
	const line = csv.split("\r\n").find((one) => one.startsWith(number));
	expect(line).toContain("'=HYPERLINK(1)");
	expect(line).toContain(String(total / 100));
	// Without the byte order mark, which `text` removes.
	expect(csv.startsWith("Invoice,State")).toBe(true);
	expect(await csvOf(cookie, "/desk/invoices.csv?state=void")).not.toContain(number);
	const owner = await aSignedInMember(["owner"]);
	const { items } = await services.staff.auditLog.list(owner.session, { kind: "list.exported" });
	expect(items.map(({ params }) => params)).toContainEqual({ list: "invoices", filters: "state=void" });
	// Pages of any size hold the same rows.
	const all = await services.billingDesk.invoices(session, {}, 100);
	const found: string[] = [];
	for (let after: string | undefined; ; ) {
		const page = await services.billingDesk.invoices(session, { after }, 1);
		found.push(...page.items.map(({ id }) => id));
		if (page.next === null) break;
		after = page.next;
	}
	expect(found).toEqual(all.items.map(({ id }) => id));
});

test("customers and projects are downloaded as their list shows them, in pages of any size", async () => {
	const { customers, projects, projectsDesk } = testServices();
	const family = `Export${Math.random().toString(36).slice(2, 8)}`;
	const made = [];
	for (const firstName of ["+Amina", "Baraka", "Chebet"]) made.push(await aCustomer({ firstName, lastName: family }));
	for (const { id } of made) await projects.create({ userId: id }, projectSchema.parse({ name: `${family} site` }));
	const { cookie, session } = await aSignedInMember(["owner"]);
	const linesOf = async (exported: typeof exportCustomers, list: string, query: string) => {
		const answer = await exported(deskArgs({ cookie, address: `/desk/${list}.csv?${query}` }) as never);
		return (await answer.text()).trim().split("\r\n").slice(1);
	};
	const found = await linesOf(exportCustomers, "customers", `q=${family}`);
	expect(found).toHaveLength(3);
	expect(found[0]).toContain(`'+Amina ${family}`);
	expect((await linesOf(exportCustomers, "customers", "")).length).toBeGreaterThan(2);
	const named = await linesOf(exportProjects as never, "projects", `q=${family}&status=planned`);
	expect(named.map((line) => line.split(",")[0])).toEqual(Array(3).fill(`${family} site`));
	expect(await linesOf(exportProjects as never, "projects", `q=${family}&status=completed`)).toEqual([]);
	for (const list of [
		(after: string | undefined) => customers.search(session, { q: family, after }, 1),
		(after: string | undefined) => projectsDesk.list(session, { q: family, status: undefined, after }, 1),
	]) {
		const ids: string[] = [];
		for (let after: string | undefined; ; ) {
			const { items, next } = await list(after);
			ids.push(...items.map(({ id }) => id));
			if (next === null) break;
			after = next;
		}
		expect(new Set(ids).size).toBe(3);
	}
});

test("quotes are downloaded as expired after their last day, and open ones with their total at the tax of today", async () => {
	const { id: userId, email } = await aCustomer();
	const now = Date.now();
	const sums = { currency: "KES", subtotal: 120_000, discount: 0, shipping: 0, tax: 3_450, total: 123_450 };
	const content = JSON.stringify({ items: [], order: { taxBasisPoints: 287, sums } });
	for (const [id, until] of [
		["prp_expired", now - 1],
		["prp_open", now + DAY],
	] as const)
		await env.DB.prepare(
			"insert into proposals (id, user_id, state, currency, total, content, written_by, created_at, expires_at) values (?, ?, 'open', 'KES', 123450, ?, '=cmd', ?, ?)",
		)
			.bind(id, userId, content, now - 2, until)
			.run();
	const { cookie } = await aSignedInMember(["finance"]);
	const csv = await (await exportQuotes(deskArgs({ cookie, address: "/desk/quotes.csv" }) as never)).text();
	expect(csv).toContain(`prp_expired,expired,Amina Otieno,${email},${userId},KES,1234.50,'=cmd`);
	expect(csv).toContain(`prp_open,open,Amina Otieno,${email},${userId},KES,1296.00,'=cmd`);
});

test("without the permission a list is not downloaded", async () => {
	const { cookie } = await aSignedInMember(["support"]);
	const answer = await exportInvoices(deskArgs({ cookie, address: "/desk/invoices.csv" }) as never).catch(
		(thrown: unknown) => thrown,
	);
	expect(statusOf(answer)).toBe(404);
});

test("people see their own views of a list and those that are shared, and remove only their own", async () => {
	const mine = await aSignedInMember(["finance"]);
	const other = await aSignedInMember(["support"]);
	const { savedViews } = testServices();
	const list = "/desk/invoices";
	const send = (cookie: string, form: Record<string, string>) =>
		changeViews(deskArgs({ cookie, address: "/desk/views", form: { list, ...form } }) as never);
	const saved = (await send(mine.cookie, {
		intent: "save",
		...{ name: "Overdue", query: "state=overdue&after=abc", shared: "on" },
	})) as Response;
	expect(saved.headers.get("Location")).toBe("/desk/invoices?state=overdue");
	await send(mine.cookie, { intent: "save", name: "Mine alone", query: "state=paid" });
	const names = async (who: typeof mine) => (await savedViews.list(who.session, list)).map(({ name }) => name);
	expect(await names(mine)).toEqual(["Mine alone", "Overdue"]);
	expect(await names(other)).toEqual(["Overdue"]);
	expect(await savedViews.list(other.session, "/desk/payments")).toEqual([]);

	const [shared] = await savedViews.list(other.session, list);
	expect(shared).toMatchObject({ query: "state=overdue", mine: false, mayRemove: false });
	await send(other.cookie, { intent: "remove", viewId: shared?.id ?? "" });
	expect(await names(other)).toEqual(["Overdue"]);
	await send(mine.cookie, { intent: "remove", viewId: shared?.id ?? "" });
	expect(await names(other)).toEqual([]);
});

test("views that are shared and removed are in the audit log, and owners remove those of others", async () => {
	const author = await aSignedInMember(["support"]);
	const owner = await aSignedInMember(["owner"]);
	const { savedViews, staff } = testServices();
	const list = "/desk/payments";
	const send = (cookie: string, form: Record<string, string>) =>
		changeViews(deskArgs({ cookie, address: "/desk/views", form: { list, ...form } }) as never);
	const name = `Failed ${Math.random().toString(36).slice(2, 8)}`;
	await send(author.cookie, { intent: "save", name, query: "state=failed", shared: "on" });
	await send(author.cookie, { intent: "save", name: `Own ${name}`, query: "state=failed" });
	const own = (await savedViews.list(author.session, list)).find((view) => view.name === `Own ${name}`);
	const shared = (await savedViews.list(owner.session, list)).find((view) => view.name === name);
	expect([own, shared]).toMatchObject([
		{ mine: true, mayRemove: true },
		{ mine: false, mayRemove: true },
	]);
	expect(await savedViews.remove(owner.session, own?.id ?? ""), "a view of one person").toMatchObject({ ok: false });
	expect(await savedViews.remove(owner.session, shared?.id ?? "")).toEqual({ ok: true, value: null });
	expect((await savedViews.list(author.session, list)).map((view) => view.name)).toEqual([`Own ${name}`]);
	await savedViews.remove(author.session, own?.id ?? "");
	const { items } = await staff.auditLog.list(owner.session, { subject: shared?.id });
	expect(items.map(({ kind, staffId, params }) => [kind, staffId, params])).toEqual(
		[
			["view.removed", owner.member.id],
			["view.shared", author.member.id],
		].map((entry) => [...entry, { name, list }]),
	);
	expect((await staff.auditLog.list(owner.session, { subject: own?.id })).items).toEqual([]);
});

test("a view without a name is refused with a message, and one of another address not found", async () => {
	const { cookie, session } = await aSignedInMember(["owner"]);
	const send = (form: Record<string, string>) =>
		changeViews(
			deskArgs({ cookie, address: "/desk/views", form: { intent: "save", query: "", ...form } }) as never,
		).catch((thrown: unknown) => thrown);
	const refused = (await send({ list: "/desk/orders", name: " " })) as Response;
	expect(refused.headers.get("Set-Cookie")).toContain("flash=");
	expect(statusOf(await send({ list: "https://evil.example", name: "x" }))).toBe(404);
	expect(await testServices().savedViews.list(session, "/desk/orders")).toEqual([]);
});

test("the command palette finds an invoice, its customer and a domain, for those who may see them", async () => {
	const services = testServices();
	const { invoiceId, orderId, user } = await anOrder(services);
	const { number } = await invoiceOf(invoiceId);
	const find = async (roles: Parameters<typeof aSignedInMember>[0], q: string) => {
		const { cookie } = await aSignedInMember(roles);
		const answer = await search(deskArgs({ cookie, address: `/desk/search?q=${encodeURIComponent(q)}` }) as never);
		return (await answer.json()) as { title: string; hits: { title: string; href: string }[] }[];
	};
	const byNumber = await find(["finance"], number);
	expect(byNumber.find(({ title }) => title === "Invoices")?.hits).toMatchObject([
		{ title: number, href: `/desk/invoices/${invoiceId}` },
	]);
	expect(byNumber.find(({ title }) => title === "Orders")?.hits).toMatchObject([{ href: `/desk/orders/${orderId}` }]);
	const byEmail = await find(["support"], user.email);
	expect(byEmail.find(({ title }) => title === "Customers")?.hits).toMatchObject([
		{ href: `/desk/customers/${user.id}` },
	]);
	expect(await find(["owner"], "")).toEqual([]);
	const titlesFor = async (q: string) => (await find(["catalogue"], q)).map(({ title }) => title);
	for (const q of [number, user.email]) expect(await titlesFor(q), q).toEqual([]);
	expect(await titlesFor("shared-business")).toEqual(["Products and texts"]);
	const other = await aCustomer();
	expect(JSON.stringify(await find(["owner"], other.email))).not.toContain(user.id);
});

test("the audit log is downloaded whole, more than fits on one page, and the download is recorded", async () => {
	const { cookie, session } = await aSignedInMember(["owner"]);
	const subject = `bulk${Math.random().toString(36).slice(2, 8)}`;
	await env.DB.prepare(
		`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5200)
		insert into audit_log (id, at, staff_name, kind, subject_type, subject_id, params, request_id, place)
		select ?1 || i, 1000 + i, 'Wanjiku', 'test', 'test', ?1, '{}', 'r', 'Kenya' from n`,
	)
		.bind(subject)
		.run();
	const address = `/desk/settings/audit-log.csv?subject=${subject}`;
	const csv = await (await exportLog(deskArgs({ cookie, address }) as never)).text();
	const lines = csv.trim().split("\r\n").slice(1);
	expect(lines).toHaveLength(5_200);
	expect(new Set(lines).size).toBe(5_200);
	const { items } = await testServices().staff.auditLog.list(session, { kind: "list.exported" });
	expect(items.map(({ params }) => params)).toContainEqual({ list: "audit-entries", filters: `subject=${subject}` });
});

test("the audit log is searched by what staff know, with an index and in one statement", async () => {
	const services = testServices();
	const { invoiceId, user } = await anOrder(services);
	const { number } = await invoiceOf(invoiceId);
	const domain = await aDomain(user.id);
	const { session } = await aSignedInMember(["owner"]);
	const insert = env.DB.prepare(
		`insert into audit_log (id, at, staff_name, kind, subject_type, subject_id, customer_id, params, request_id, place)
		values (?1, 5, 'Wanjiku', 'test', 'test', ?2, ?3, '{}', 'r', 'Kenya')`,
	);
	const ids = { invoice: `log_a${invoiceId}`, domain: `log_b${invoiceId}`, customer: `log_c${invoiceId}` };
	await env.DB.batch([
		insert.bind(ids.invoice, invoiceId, null),
		insert.bind(ids.domain, domain.id, null),
		insert.bind(ids.customer, "dep_x", user.id),
	]);
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const listened = createServices(
		{ ...env, DB: listening(env.DB, (sql, values) => queries.push({ sql, values })) },
		() => {},
	);
	const found = async (subject: string) =>
		(await listened.staff.auditLog.list(session, { subject })).items.map(({ id }) => id);
	expect(await found(number.toLowerCase())).toEqual([ids.invoice]);
	expect(await found(`https://www.${domain.name}/`)).toEqual([ids.domain]);
	expect(await found(user.email.toUpperCase())).toEqual([ids.customer]);
	expect(await found(invoiceId)).toEqual([ids.invoice]);
	expect(await found("KK2026A99999")).toEqual([]);
	expect(queries).toHaveLength(5);
	await loadFullSizeStatistics();
	for (const { sql, values } of queries) {
		expect(await costlySteps(sql, values), sql).toEqual([]);
		expect((await planOf(sql, values)).join("\n"), sql).toMatch(/audit_log USING INDEX audit_log_(?:subject|customer)/);
	}
});

test("quotes are filtered by the status that their list shows, each by an index", async () => {
	const { id: userId } = await aCustomer();
	const { cookie, session } = await aSignedInMember(["support"]);
	const now = Date.now();
	const quote = (state: string, expiresAt: number) => {
		const id = createId("prp");
		return env.DB.prepare(
			`insert into proposals (id, user_id, state, currency, total, content, written_by, created_at, expires_at)
			values (?1, ?2, ?3, 'KES', 100, '{}', 'Wanjiku', ?4, ?5)`,
		)
			.bind(id, userId, state, now - DAY, expiresAt)
			.run()
			.then(() => id);
	};
	const made = {
		open: await quote("open", now + DAY),
		expired: await quote("open", now - 1),
		accepted: await quote("accepted", now - 1),
		declined: await quote("declined", now + DAY),
		withdrawn: await quote("withdrawn", now + DAY),
	};
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const listened = createServices(
		{ ...env, DB: listening(env.DB, (sql, values) => queries.push({ sql, values })) },
		() => {},
	);
	for (const state of shownStates) {
		const { items } = await listened.proposals.list(session, { state, after: undefined });
		const own = items.filter((row) => row.customerId === userId);
		expect(
			own.map(({ id }) => id),
			state,
		).toEqual([made[state]]);
		expect(shownState(own[0] ?? { state: "open", expiresAt: 0 }, now), state).toBe(state);
	}
	await loadFullSizeStatistics();
	for (const { sql, values } of queries) {
		expect(await costlySteps(sql, values), sql).toEqual([]);
		expect((await planOf(sql, values)).join("\n"), sql).toMatch(/proposals USING INDEX proposals_(?!created|user)/);
	}
	const saved = await changeViews(
		deskArgs({
			...{ cookie, address: "/desk/views" },
			form: { intent: "save", list: "/desk/quotes", query: "state=open", name: "Open quotes" },
		}) as never,
	);
	expect(saved).toMatchObject({ status: 303 });
	expect(await testServices().savedViews.list(session, "/desk/quotes")).toMatchObject([{ name: "Open quotes" }]);
});

test("closed tickets are filtered by department and by person, each by an index", async () => {
	const { session, member } = await aSignedInMember(["support"]);
	const subject = `Old ${Math.random().toString(36).slice(2, 8)}`;
	const insert = env.DB.prepare(
		`insert into tickets (id, number, via, department, subject, status, tags, assignee, due_at, created_at, updated_at, closed_at)
		values (?1, ?1, 'portal', ?2, ?3, 'closed', '[]', ?4, 1, 1, 1, 1)`,
	);
	const [mine, other] = [createId("tck"), createId("tck")];
	await env.DB.batch([
		insert.bind(mine, "billing", subject, member.id),
		insert.bind(other, "technical", subject, null),
	]);
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const listened = createServices(
		{ ...env, DB: listening(env.DB, (sql, values) => queries.push({ sql, values })) },
		() => {},
	);
	const closed = async (filter: Record<string, string>) => {
		const query = ticketsQuerySchema.parse({ list: "closed", ...filter });
		const { items } = await listened.ticketsDesk.list(session, query);
		return items.filter((ticket) => ticket.subject === subject).map(({ id }) => id);
	};
	expect(await closed({ department: "billing" })).toEqual([mine]);
	expect(await closed({ department: "technical" })).toEqual([other]);
	expect(await closed({ mine: "1" })).toEqual([mine]);
	expect(await closed({ mine: "1", department: "technical" })).toEqual([]);
	await loadFullSizeStatistics();
	for (const { sql, values } of queries) {
		expect(await costlySteps(sql, values), sql).toEqual([]);
		expect((await planOf(sql, values)).join("\n"), sql).toMatch(
			/tickets USING INDEX tickets_closed_(?:department|assignee)/,
		);
	}
});

test("tickets are found by tag in every list, and a page reads as many rows however many closed tickets have the tag", async () => {
	const { session, member } = await aSignedInMember(["support"]);
	const tag = `t${Math.random().toString(36).slice(2, 8)}`;
	const insert = env.DB.prepare(
		`with recursive n(i) as (select 1 union all select i + 1 from n where i < ?7)
		insert into tickets (id, number, via, department, subject, status, tags, assignee, due_at, created_at, updated_at)
		select ?1 || i, ?1 || i, 'portal', ?2, 'Old', ?3, ?4, ?5, ?6 + i, 1, ?6 + i from n`,
	);
	const tags = JSON.stringify(["other", tag]);
	const ids = { open: createId("tck"), waiting: createId("tck"), closed: createId("tck"), mine: createId("tck") };
	const [, , , stored] = await env.DB.batch<{ tag: string }>([
		insert.bind(ids.open, "billing", "open", tags, null, 1, 1),
		insert.bind(ids.waiting, "billing", "waiting", tags, null, 1, 1),
		insert.bind(ids.mine, "billing", "closed", tags, member.id, 1, 1),
		env.DB.prepare("select tag from ticket_tags where ticket_id = ?1 || 1 order by tag").bind(ids.mine),
	]);
	expect(stored?.results.map((row) => row.tag)).toEqual(["other", tag]);
	const { d1, rowsRead } = metered();
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const { ticketsDesk } = createServices(
		{ ...env, DB: listening(d1, (sql, values) => queries.push({ sql, values })) },
		() => {},
	);
	const found = async (filter: Record<string, string>) => {
		const { items } = await ticketsDesk.list(session, ticketsQuerySchema.parse({ tag, ...filter }));
		return items.map(({ id }) => id.slice(0, -1));
	};
	const pages: readonly (readonly [Record<string, string>, string[]])[] = [
		[{ list: "open" }, [ids.open]],
		[{ list: "waiting" }, [ids.waiting]],
		[{ list: "closed" }, [ids.mine]],
		[{ list: "closed", tag: ` ${tag.toUpperCase()} ` }, [ids.mine]],
		[{ list: "closed", department: "billing" }, [ids.mine]],
		[{ list: "closed", department: "technical" }, []],
		[{ list: "closed", mine: "1" }, [ids.mine]],
		[{ list: "closed", tag: "unused" }, []],
	];
	for (const [filter, expected] of pages) expect(await found(filter), JSON.stringify(filter)).toEqual(expected);
	const few = rowsRead();
	// Older ones with the tag, and newer ones without.
	await env.DB.batch([
		insert.bind(ids.closed, "technical", "closed", tags, null, -10_000, 5_000),
		insert.bind(createId("tck"), "billing", "closed", "[]", member.id, 1, 5_000),
	]);
	for (const [filter] of pages) await found(filter);
	// Four lists have a full page now, each row with its ticket, customer and person.
	expect(rowsRead() - 2 * few).toBeLessThan(4 * 26 * 6);
	await loadFullSizeStatistics();
	for (const { sql, values } of queries) {
		expect(await costlySteps(sql, values), sql).toEqual([]);
		const plan = (await planOf(sql, values)).join("\n");
		expect(plan, sql).toMatch(/ticket_tags USING (?:COVERING )?INDEX ticket_tags_(?:list|department|assignee)/);
		expect(plan, sql).not.toContain("ORDER BY");
	}
});

test.each([
	["domains", domains, exportDomains, { status: "gone", registrar: "none", within: "9", q: "x".repeat(101) }],
	["hosting", hosting, exportHosting, { status: "gone", within: "9", plan: "x".repeat(101) }],
	["invoices", invoices, exportInvoices, { state: "gone", from: "2026-13-01", amount: "ten" }],
	["orders", orders, exportOrders, { state: "gone", to: "yesterday" }],
	["payments", payments, exportPayments, { state: "gone", method: "shells", amount: "-1" }],
	["customers", customers, exportCustomers, { q: "x".repeat(101) }],
	["quotes", quotes, exportQuotes, { state: "gone" }],
	["projects", projects, exportProjects, { status: "gone" }],
	["audit log", auditLog, exportLog, { from: "2026-02-30", subject: "x".repeat(101) }],
	["tickets", tickets, null, { list: "gone", mine: "2", department: "none", tag: "x".repeat(60) }],
	["canned replies", cannedReplies, null, { department: "none" }],
	["staff", staffList, null, { status: "gone", role: "king" }],
	["help", helpList, null, { section: "none", state: "gone" }],
	["catalogue", catalogue, null, { kind: "none" }],
	["promo codes", promos, null, { q: "x".repeat(31) }],
])(
	"an invalid filter of the list of %s is refused with a message, and nothing is listed or exported",
	async (_, list, csv, filters) => {
		// Those of other tests have no content.
		await env.DB.exec("delete from proposals");
		await anOrder(testServices());
		const { cookie, session } = await aSignedInMember(["owner"]);
		const exported = async () =>
			(await testServices().staff.auditLog.list(session, { kind: "list.exported" })).items.length;
		const before = await exported();
		for (const [name, value] of Object.entries(filters)) {
			const args = deskArgs({ cookie, address: `/desk/x?${new URLSearchParams({ [name]: value })}` }) as never;
			const { data, init } = (await list(args)) as { data: Record<string, unknown>; init: ResponseInit };
			expect(init.status, name).toBe(400);
			expect(data.invalid, name).toEqual({ [name]: expect.stringMatching(/^(?:Choose|Enter|Use at most) /) });
			const rows = data.rows ?? data.customers ?? data.entries ?? data.members ?? data.replies ?? data.promos;
			expect(rows, name).toEqual([]);
			if (csv === null) continue;
			const answer = (await csv(args)) as Response;
			expect([answer.status, await answer.text()], name).toEqual([400, expect.stringContaining(`${name}: `)]);
		}
		expect(await exported()).toBe(before);
		const empty = new URLSearchParams(Object.keys(filters).map((name) => [name, ""]));
		const shown = await list(deskArgs({ cookie, address: `/desk/x?${empty}` }) as never);
		expect(statusOf(shown), "an empty field is no filter").toBe(200);
	},
);

test("the command palette finds plans, projects, tickets, quotes, products, promo codes and help articles, each only with its permission", async () => {
	const services = testServices();
	const { id: userId } = await aCustomer();
	const word = `Nyota${Math.random().toString(36).slice(2, 8)}`;
	const domain = `${word.toLowerCase()}.co.ke`;
	const plan = await aPlan(userId, { domain });
	const projectId = await services.projects.create({ userId }, projectSchema.parse({ name: `${word} website` }));
	const [ticketId, quoteId] = [createId("tck"), createId("prp")];
	const number = ticketNumber(ticketId, "T");
	await env.DB.batch([
		env.DB.prepare(
			`insert into tickets (id, number, via, department, subject, status, tags, due_at, created_at, updated_at)
			values (?1, ?2, 'portal', 'billing', 'Refund', 'open', '[]', 1, 1, 1)`,
		).bind(ticketId, number),
		env.DB.prepare(
			`insert into proposals (id, user_id, state, currency, total, content, written_by, created_at, expires_at)
			values (?1, ?2, 'open', 'KES', 100, '{}', 'Wanjiku', 1, 2)`,
		).bind(quoteId, userId),
	]);
	const [article] = firstHelp.articles;
	const things = [
		["Hosting", domain, `/desk/hosting/${plan.id}`],
		["Projects", word, `/desk/projects/${projectId}`],
		["Tickets", number.toLowerCase(), `/desk/tickets/${ticketId}`],
		["Quotes", quoteId, `/desk/quotes/${quoteId}`],
		["Help articles", article?.title.toUpperCase() ?? "", `/desk/help/${article?.id}`],
		["Products and texts", "business hosting", "/desk/catalogue/prices/plan:shared-business"],
		["Products and texts", ".CO.KE", "/desk/catalogue/prices/extension:co.ke"],
		["Promo codes", word.slice(0, 8), `/desk/catalogue/promos?q=${word.toUpperCase()}`],
	] as const;
	await aPromo({ code: word.toUpperCase() });
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const d1 = listening(env.DB, (sql, values) => queries.push({ sql, values }));
	const listened = createServices({ ...env, DB: d1 }, () => {});
	const foundBy = async (role: Role) => {
		const { session } = await aSignedInMember([role]);
		const found: string[] = [];
		for (const [title, q, address] of things) {
			const before = listened.db.roundTrips;
			const group = (await listened.deskSearch(session, q)).find((one) => one.title === title);
			expect(listened.db.roundTrips - before, q).toBe(1);
			if (group?.hits.some(({ href }) => href === address)) found.push(title);
		}
		return found;
	};
	expect(await foundBy("support")).toEqual(things.map(([title]) => title));
	const catalogue = ["Products and texts", "Products and texts", "Promo codes"];
	expect(await foundBy("finance")).toEqual(["Hosting", "Tickets", "Quotes", ...catalogue]);
	expect(await foundBy("catalogue")).toEqual(["Help articles", ...catalogue]);
	await loadFullSizeStatistics();
	for (const { sql, values } of queries) expect(await costlySteps(sql, values), sql).toEqual([]);
});
