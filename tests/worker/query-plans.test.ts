import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { Domain } from "~/db/schema";
import { previewMark } from "~/features/bulk-actions/bulk-actions.server";
import { settings } from "~/features/catalog/settings";
import { suspensionGraceMs } from "~/features/hosting/suspension";
import { projectSchema } from "~/features/projects/projects.schema";
import { hourOf, kenya } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { scheduledPayloads } from "~/registry";
import { createServices, type Services } from "~/services.server";
import { aCardHolder } from "../support/cards";
import { aDomain } from "../support/domains";
import { aCustomer, testServices } from "../support/factories";
import { fullSizeStatistics } from "../support/full-size-statistics";
import { aPlan } from "../support/hosting";
import { aName, anOrder } from "../support/orders";
import { portalReads, sortedReads } from "../support/portal-reads";
import { metered } from "../support/rows-read";
import { seededShop } from "../support/seeded";
import { aMember, aStaffSession } from "../support/staff";
import { costlyStatements, costlySteps, listening, planOf, smallTables } from "../support/statement-plans";

let shop: Awaited<ReturnType<typeof seededShop>>;

beforeAll(async () => {
	shop = await seededShop();
});

for (const [name, read] of Object.entries(portalReads)) {
	test(`the ${name} page finds its rows by an index, however many other customers there are`, async () => {
		const { id } = shop.rows.domains[0] ?? { id: "" };
		await read(testServices(), shop.demoSession.owner, id);
		expect(await costlyStatements()).toEqual([]);
	});
}

for (const [name, read] of Object.entries(sortedReads)) {
	test(`the list of ${name} has the same rows in every order`, async () => {
		const pages = await read(testServices(), shop.demoSession.owner);
		const [first, ...others] = pages
			.filter((_, index) => index % 2 === 0)
			.map(({ items }) => items.map(({ id }) => id).sort());
		expect(first?.length).toBeGreaterThan(0);
		for (const ids of others) expect(ids).toEqual(first);
	});

	test(`the list of ${name} reads only the owner's rows in every order`, async () => {
		const queries: { sql: string; values: readonly unknown[] }[] = [];
		const database = listening(env.DB, (sql, values) => queries.push({ sql, values }));
		await read(
			createServices({ ...env, DB: database }, () => {}),
			shop.demoSession.owner,
		);
		expect(queries.length).toBeGreaterThan(0);
		await costlyStatements();
		for (const { sql, values } of queries) {
			expect(await costlySteps(sql, values), sql).toEqual([]);
			expect((await planOf(sql, values))[0], sql).toMatch(/^SEARCH \w+ USING INDEX \w+ \(user_id=\?/);
		}
	});
}

test("the checks of TXT records read only the plans that are still checked, in the order of their last check", async () => {
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const database = listening(env.DB, (sql, values) => queries.push({ sql, values }));
	await createServices({ ...env, DB: database }, () => {}).planDomains.checkRecords();
	expect(queries).toHaveLength(1);
	const [{ sql, values } = { sql: "", values: [] }] = queries;
	// The partial index holds only these plans.
	expect((await planOf(sql, values))[0]).toBe("SCAN hosting_plans USING INDEX hosting_domain_checks");
	expect(await planOf(sql, values)).not.toContainEqual(expect.stringContaining("TEMP B-TREE FOR ORDER BY"));
	expect(await costlySteps(sql, values)).toEqual([]);
});

test("each index of a table that grows has statistics, and only those", async () => {
	const { results } = await env.DB.prepare("select tbl_name as t, name from sqlite_schema where type = 'index'").all<{
		t: string;
		name: string;
	}>();
	const indexes = results.filter(({ t }) => !smallTables.test(t)).map(({ t, name }) => `${t} ${name}`);
	const known = Object.entries(fullSizeStatistics).flatMap(([t, names]) =>
		Object.keys(names).map((name) => `${t} ${name}`),
	);
	expect(known.sort()).toEqual(indexes.sort());
});

test("a statement that reads a whole table or all rows in a state is costly", async () => {
	const costly = [
		"select * from domains",
		"select name from domains d where d.ssl = 1",
		"select * from outbox where state = ?",
	];
	for (const sql of costly) expect(await costlySteps(sql, sql.includes("?") ? ["sent"] : []), sql).toHaveLength(1);
	expect(await costlySteps("select * from outbox where state = ? and next_at < ?", ["new", 0])).toEqual([]);
});

/** Work of the crons that finds what is due. */
const finders: Readonly<Record<string, (services: Services) => Promise<unknown>>> = {
	"recent unpaid orders": ({ orders }) => orders.queueUnpaid("recent"),
	"all unpaid orders": ({ orders }) => orders.queueUnpaid("all"),
	"recent status changes": ({ renewals }) => renewals.expiry.queueDue("recent"),
	"all status changes": ({ renewals }) => renewals.expiry.queueDue("all"),
	"recent offers of domains": ({ pushes }) => pushes.queueDue("recent"),
	"all offers of domains": ({ pushes }) => pushes.queueDue("all"),
	"recent overdue plans": ({ renewals }) => renewals.overduePlans.queueDue("recent"),
	"all overdue plans": ({ renewals }) => renewals.overduePlans.queueDue("all"),
	"reminders of unpaid plans": ({ renewals }) => renewals.overduePlans.sendReminders(),
	"recent renewals": ({ renewals }) => renewals.invoices.queueDue("recent"),
	"all renewals": ({ renewals }) => renewals.invoices.queueDue("all"),
	"unpaid renewals": ({ renewals }) => renewals.charges.reportUnpaid(),
	"renewal charges": ({ renewals }) => renewals.charges.queueDue(),
	"M-Pesa prompts": ({ payments }) => payments.prompts.queueDue(),
	"expiry reminders": ({ renewals }) => renewals.expiry.sendReminders(),
	"reminders of invoices": ({ renewals }) => renewals.invoices.sendReminders(),
	"reminders to registrants": ({ registrantChecks }) => registrantChecks.sendReminders(),
	"closing accounts": ({ closing }) => closing.queueDue(),
	"due projects": ({ projects }) => projects.remindDue(),
	"old months": ({ archive }) => archive.queueDue(),
	"sent events": ({ archive }) => archive.moveSentEvents(),
	"webhook bodies": ({ archive }) => archive.moveWebhookBodies(),
	"comparison of zones": ({ zoneComparison }) => zoneComparison.run(),
	"comparison with registrars": ({ registrationComparison }) => registrationComparison.run(),
};

test("scheduled work reads what is due, and no more with 500 times the rows that are not", async () => {
	const now = Date.now() + (settings.paymentDays + 1) * DAY;
	const clock = () => now;
	const finding = async () => {
		const sums: Record<string, number> = {};
		for (const [name, find] of Object.entries(finders)) sums[name] = await rowsRead(clock, find);
		return sums;
	};
	const handling = async (items: readonly Item[]) => {
		const sums: Record<string, number> = {};
		for (const { kind, id } of items) sums[kind] = await rowsRead(clock, ({ outbox }) => outbox.deliver(id));
		return sums;
	};
	await dueThings(now);
	await finding();
	const before = { ...(await finding()), ...(await handling(await newItems())) };
	expect(Object.keys(before)).toEqual([...Object.keys(finders), ...Object.keys(scheduledPayloads).sort()]);

	await bystanders(now);
	await dueThings(now);
	await finding();
	const after = { ...(await finding()), ...(await handling(await newItems())) };
	for (const [name, rows] of Object.entries(after)) {
		// There are also two more of each thing that is due. A charge reads about ten rows.
		expect(rows, name).toBeLessThan((before[name] ?? 0) + 50);
	}
});

test("sweeps and checks of the outbox read only what waits, even if nothing did when statistics were made", async () => {
	await env.DB.batch([
		env.DB.prepare(
			`with recursive n(i) as (select 0 union all select i + 1 from n where i < 499)
				insert into outbox (id, kind, payload, state, next_at, created_at, sent_at)
				select 'out_sent' || i, 'mail.receipt', '{}', 'sent', i, 0, 0 from n`,
		),
		env.DB.prepare("update outbox set state = 'sent', sent_at = 0"),
		env.DB.prepare("analyze outbox"),
	]);
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const database = listening(env.DB, (sql, values) => queries.push({ sql, values }));
	const { outbox } = createServices({ ...env, DB: database }, () => {});
	await outbox.sweep();
	await outbox.health(1_000);
	expect(queries).toHaveLength(3);
	for (const { sql, values } of queries) {
		const steps = await planOf(sql, values);
		expect(
			steps.filter((step) => /^SCAN outbox|\(state=\?\)/.test(step)),
			sql,
		).toEqual([]);
	}
});

interface Item {
	readonly kind: string;
	readonly id: string;
}

/** The newest waiting item of each kind. */
async function newItems(): Promise<Item[]> {
	const kinds = JSON.stringify(Object.keys(scheduledPayloads));
	// SQLite takes `id` from the row with the highest rowid. Ids themselves are random.
	const { results } = await env.DB.prepare(
		`select kind, id, max(rowid) from outbox where state = 'new' and kind in (select value from json_each(?))
			group by kind order by kind`,
	)
		.bind(kinds)
		.all<{ kind: string; id: string }>();
	return results;
}

/** Something due for each kind of scheduled work. */
async function dueThings(now: number): Promise<void> {
	const services = testServices();
	await anOrder(services);
	const user = await aCustomer({ phone: "+254712345678" });
	await aDomain(user.id, { name: aName("com"), tld: "com", expiresAt: now + 29 * DAY });
	await aDomain(user.id, { name: aName("com"), tld: "com", expiresAt: now - DAY });
	await aDomain(user.id, { name: aName("com"), tld: "com", expiresAt: now + 7 * DAY - 1 });
	const renewed = await aDomain(user.id, { name: aName("com"), tld: "com", expiresAt: now + 100 * DAY });
	await env.DB.prepare("update sandbox_registry set expires_at = expires_at + ? where name = ?")
		.bind(365 * DAY, renewed.name)
		.run();
	await startedBulkAction(renewed, now);
	await aPlan(user.id, { expiresAt: now + 6 * DAY });
	await aPlan(user.id, { expiresAt: now - suspensionGraceMs - DAY });
	await aPlan(user.id, { expiresAt: now - 40 * DAY, status: "suspended", keptUntil: now + DAY - 1 });
	await aPlan(user.id, { status: "suspended", suspendedReason: "Sends spam", suspendedUntil: now - DAY });
	await services.projects.create(
		{ userId: user.id },
		projectSchema.parse({
			name: "Soon",
			dueDate: new Date(now + DAY).toISOString().slice(0, 10),
			status: "in-progress",
		}),
	);
	await aCustomer({ status: "closing", closesAt: now - DAY });
	await dueCharges(now);
	await oldRows(user.id, now - 3 * 365 * DAY);
	await env.DB.prepare(
		`insert into domain_pushes (id, domain_id, user_id, recipient_email, state, created_at, expires_at)
			select 'psh_' || id, id, user_id, 'someone@example.com', 'pending', 0, ?1 - 3600000 from domains
			where status = 'active' and id not in (select domain_id from domain_pushes) limit 2`,
	)
		.bind(now)
		.run();
}

/** With its row queued. */
async function startedBulkAction(domain: Pick<Domain, "id" | "name" | "updatedAt">, now: number): Promise<void> {
	const services = testServices({ clock: () => now, queues: { send: async () => {} } });
	const member = await aMember(["support"]);
	const always = { idleExpiresAt: now + DAY, expiresAt: now + DAY };
	const { session } = await aStaffSession(member, always);
	const rows = [{ id: domain.id, name: domain.name, version: domain.updatedAt, refusal: null }];
	const started = await services.bulkActions.start(session, member, {
		...{ subject: "domain", change: "lock", rows, input: {}, retryOf: null },
		...{ seen: previewMark("lock", rows), key: createId("blk") },
	});
	if (!started.ok) throw new Error(started.error.message);
	await services.bulkActions.queueRows({ bulkId: started.value });
}

/** A domain and a plan whose invoices are due for a charge, and a charge without an answer for each. */
async function dueCharges(now: number): Promise<void> {
	const { customer, confirmed, card, services } = await aCardHolder();
	await services.payments.cards.payRenewals(confirmed, customer.id, card);
	const domain = await aDomain(customer.id, { name: aName("com"), tld: "com", expiresAt: now + 6 * DAY });
	const plan = await aPlan(customer.id, { expiresAt: now + 2.5 * DAY });
	const invoice = async (id: string, column: "renewed_domain_id" | "renewed_plan_id", expiresAt: number) => {
		const values = [id, customer.id, expiresAt, now - 3 * DAY] as const;
		const insert = (sql: string) => env.DB.prepare(`insert into ${sql}`).bind(...values);
		const line = env.DB.prepare(`insert into order_lines (id, order_id, position, product_id, kind, name, ${column},
			renewed_expiry, quantity, unit_amount, amount, details)
			select 'lin_' || ?1, 'ord_' || ?1, 0, 'p', 'renewal', '', ?1, ?2, 1, 1, 1, '{}'`).bind(id, expiresAt);
		await env.DB.batch([
			insert(`orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping, total,
				contact, created_at)
				select 'ord_' || ?1, ?2, ?1, '', 'awaiting_payment', 'KES', 1, 0, 0, 0, 1, '{}', ?4`),
			line,
			insert(`invoices (id, number, order_id, user_id, state, currency, subtotal, discount, tax, shipping, total, billed_to,
				issued_at, due_at) select 'inv_' || ?1, ?1, 'ord_' || ?1, ?2, 'open', 'KES', 1, 0, 0, 0, 1, '{}', ?4, ?3`),
			insert(`payments (id, invoice_id, user_id, provider, method, callback_token, amount, currency, automatic, state,
				created_at, expires_at) select 'pay_' || ?1, 'inv_' || ?1, ?2, 'sandbox', 'card', ?1, 1, 'KES', 1, 'expired', ?4, ?3`),
		]);
	};
	const ending = await aPlan(customer.id, { expiresAt: now - 40 * DAY, status: "suspended", keptUntil: now - DAY });
	await duePrompt(now);
	await invoice(ending.id, "renewed_plan_id", now - 40 * DAY);
	await invoice(domain.id, "renewed_domain_id", now + 6 * DAY);
	await invoice(plan.id, "renewed_plan_id", now + 2.5 * DAY);
}

/** An invoice whose customer gets an M-Pesa prompt at this hour. */
async function duePrompt(now: number): Promise<void> {
	const services = testServices({ clock: () => now });
	const user = await aCustomer({ phone: "+254712345678" });
	const order = await anOrder(services, { customer: { ...user, currency: "KES" } });
	const { id } = await aDomain(user.id, { name: aName("com"), tld: "com", expiresAt: now + 300 * DAY });
	const phone = `07${Math.random().toString().slice(2, 10)}`;
	await services.payments.prompts.choose({ userId: user.id }, { phone, hour: hourOf(now, kenya.timezone) });
	await env.DB.batch([
		env.DB.prepare("update invoices set due_at = ? where id = ?").bind(now - DAY, order.invoiceId),
		env.DB.prepare("update order_lines set renewed_domain_id = ?2, renewed_expiry = ?3 where order_id = ?1").bind(
			order.orderId,
			id,
			now - DAY,
		),
	]);
}

/** An entry and a notification, before all others in their tables, as old rows are. */
async function oldRows(userId: string, time: number): Promise<void> {
	const first = (table: string) => `(select min(rowid) - 1 from ${table})`;
	await env.DB.batch([
		env.DB.prepare("update activity_log set rowid = rowid + 10000000"),
		env.DB.prepare("update notifications set rowid = rowid + 10000000"),
		env.DB.prepare(
			`insert into activity_log (rowid, id, user_id, actor, kind, params, message, created_at)
				values (${first("activity_log")}, 'act_old' || ?1, ?1, 'system', 'x', '{}', '', ?2)`,
		).bind(userId, time),
		env.DB.prepare(
			`insert into notifications (rowid, id, user_id, kind, title, body, created_at)
				values (${first("notifications")}, 'ntf_old' || ?1, ?1, 'x', '', '', ?2)`,
		).bind(userId, time),
	]);
}

/** 500 rows of other customers in each table, with nothing due. */
async function bystanders(now: number): Promise<void> {
	const many = (insert: string) =>
		env.DB.prepare(
			`with recursive n(i) as (select 0 union all select i + 1 from n where i < 499) insert into ${insert} from n`,
		);
	const owner = "'usr_by' || i";
	await env.DB.batch([
		many(`users (id, email, first_name, last_name, country, status, password_hash, created_at, updated_at)
			select ${owner}, 'by' || i || '@example.com', 'A', 'B', 'Kenya', 'active', '', 0, 0`),
		many(`domains (id, user_id, name, tld, status, nameservers, expires_at, created_at, updated_at)
			select 'dom_by' || i, ${owner}, 'by' || i || '.com', 'com', 'active', '[]', ?1 + 200 * 86400000, 0, 0`).bind(now),
		many(`bulk_rows (bulk_id, position, subject_id, name, version, state)
			select (select id from bulk_actions order by rowid limit 1), i + 1, 'dom_by' || i, '', 0, 'done'`),
		many(`domain_pushes (id, domain_id, user_id, recipient_email, state, created_at, expires_at)
			select 'psh_by' || i, 'dom_by' || i, ${owner}, 'someone@example.com', 'pending', 0, ?1 + 86400000`).bind(now),
		many(`hosting_plans (id, user_id, product_id, name, type, status, resources, features, price, currency,
				term_months, expires_at, created_at, updated_at)
			select 'hst_by' || i, ${owner}, 'shared-business', 'B', 'web', 'active', '{}', '[]', 1, 'KES', 12,
				?1 + 200 * 86400000, 0, 0`).bind(now),
		many(`orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping, total,
				contact, created_at)
			select 'ord_by' || i, ${owner}, 'by' || i, '', 'fulfilled', 'KES', 1, 0, 0, 0, 1, '{}', 0`),
		many(`invoices (id, number, order_id, user_id, state, currency, subtotal, discount, tax, shipping, total, billed_to,
				issued_at, due_at)
			select 'inv_by' || i, 'BY' || i, 'ord_by' || i, ${owner}, 'paid', 'KES', 1, 0, 0, 0, 1, '{}', 0, ?1 - 86400000`).bind(
			now,
		),
		many(`projects (id, user_id, name, description, client, status, priority, progress, due_at, technologies, team,
				created_at, updated_at)
			select 'prj_by' || i, ${owner}, 'P', '', '', 'completed', 'low', 100, ?1 + 86400000, '[]', '[]', 0, 0`).bind(now),
		many(`outbox (id, kind, payload, dedupe_key, state, next_at, created_at, sent_at)
			select 'out_by' || i, 'mail.receipt', '{}', 'by' || i, 'sent', 0, 0, 0`),
		many(`notifications (id, user_id, kind, params, title, body, dedupe_key, created_at)
			select 'ntf_by' || i, ${owner}, 'job.done', '{}', '', '', 'by' || i, ?1`).bind(now),
		many(`activity_log (id, user_id, actor, kind, params, message, created_at)
			select 'act_by' || i, ${owner}, 'system', 'x', '{}', '', ?1`).bind(now),
	]);
}

/** Rows that D1 reads in batches. Also expects that every statement uses indexes. */
async function rowsRead(clock: () => number, run: (services: Services) => Promise<unknown>): Promise<number> {
	const { d1, rowsRead } = metered();
	await run(createServices({ ...env, DB: d1 }, () => {}, { clock, queues: { send: async () => {} } }));
	expect(await costlyStatements()).toEqual([]);
	return rowsRead();
}
