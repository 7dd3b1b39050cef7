import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import { outbox, users } from "~/db/schema";
import { DAY } from "~/lib/durations";
import { createServices } from "~/services.server";
import { aCustomer } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPlan } from "../support/hosting";
import { quietServices } from "../support/orders";
import { writeRows } from "../support/rows";
import { metered } from "../support/rows-read";
import { runDue } from "../support/schedule";

const db = createDatabase(env.DB);
const clock = Date.now;

const count = (sql: string, ...values: (string | number)[]) =>
	env.DB.prepare(`select count(*) as n from ${sql}`)
		.bind(...values)
		.first<number>("n");

/** Numbered items, from 0. */
const source = (size: number) => ({
	kind: "account.close" as const,
	page: async (after: number | null, limit: number) => {
		const first = after === null ? 0 : after + 1;
		return Array.from({ length: Math.max(Math.min(limit, size - first), 0) }, (_, index) => first + index);
	},
	event: (n: number) => ({ payload: { userId: `usr_page${n}`, closesAt: n }, once: `page${n}` }),
});
const queued = () => count("outbox where dedupe_key like 'account.close:page%'");

test("every item is queued once, on however many pages, and a run that is out of time is continued by the next", async () => {
	let pages = 0;
	const isOver = () => {
		pages += 1;
		return pages >= 3;
	};
	expect(await queueDueItems({ db, clock, pageSize: 10, isOver }, [source(65)])).toBe(30);
	expect(await queueDueItems({ db, clock, pageSize: 10 }, [source(65)])).toBe(35);
	expect(await queueDueItems({ db, clock, pageSize: 13 }, [source(65), source(65)])).toBe(0);
	expect(await queued()).toBe(65);
	const [row] = await db.read(db.orm.select().from(outbox).where(eq(outbox.dedupeKey, "account.close:page7")));
	expect(row).toMatchObject({ payload: { userId: "usr_page7", closesAt: 7 }, state: "new", attempts: 0, userId: null });
});

test("more rows than a page with the same time are queued once each, also when some leave between two pages", async () => {
	const user = await aCustomer();
	const [at, pageRows] = [Date.now() - DAY, 250];
	await env.DB.prepare(
		`with recursive n(i) as (select 0 union all select i + 1 from n where i < 799)
		insert into domains (id, user_id, name, tld, status, auto_renew, nameservers, expires_at, created_at, updated_at)
		select 'dom_same' || i, ?1, 'same-' || i || '.com', 'com', 'active', 0, '[]', ?2, 0, 0 from n`,
	)
		.bind(user.id, at)
		.run();
	const ids = (
		await env.DB.prepare("select id from domains where user_id = ? order by id").bind(user.id).all<{ id: string }>()
	).results;
	const leaving = [ids[3]?.id, ids[pageRows - 1]?.id];
	let commits = 0;
	const changing: typeof db = {
		...db,
		async commit(change, now) {
			commits += 1;
			// After the first page, one of its rows and its last row are renewed.
			if (commits === 1)
				for (const id of leaving)
					await env.DB.prepare("update domains set expires_at = expires_at + 1 where id = ?").bind(id).run();
			return db.commit(change, now);
		},
	};
	const { renewals } = quietServices({ db: changing });
	expect(await renewals.expiry.queueDue("recent")).toBe(802);
	expect(await renewals.expiry.queueDue("recent")).toBe(0);
	const queuedRows = "outbox where kind = 'domain.expire' and payload ->> '$.domainId' like 'dom_same%'";
	expect(await count(queuedRows)).toBe(802);
	expect(await count(`(select distinct payload ->> '$.domainId' from ${queuedRows})`)).toBe(800);
	await env.DB.prepare("delete from domains where user_id = ?").bind(user.id).run();
});

test("every reminder due on a day is in that day's email, however many domains expire around it", async () => {
	const services = quietServices();
	const now = services.clock();
	const user = await aCustomer();
	// 2,500 domains that expire soon or have expired, on days without a reminder, and 300 with one, half of them last.
	await env.DB.prepare(
		`with recursive n(i) as (select 0 union all select i + 1 from n where i < 2799)
		insert into domains (id, user_id, name, tld, status, auto_renew, nameservers, expires_at, created_at, updated_at)
		select 'dom_due' || i, ?1, 'due-' || i || '.com', 'com', iif(i < 1000, 'expired', 'active'), 0, '[]',
			case when i < 1000 then ?2 - 20 * ?3 - i when i < 1150 then ?2 + 7 * ?3 - i when i < 2650 then ?2 + 45 * ?3 - i
				else ?2 + 60 * ?3 - i end, 0, 0 from n`,
	)
		.bind(user.id, now, DAY)
		.run();
	expect(await services.renewals.expiry.sendReminders()).toBe(300);
	expect(await services.renewals.expiry.sendReminders()).toBe(0);
	expect(await count("reminders where user_id = ?", user.id)).toBe(300);
	expect(await count("outbox where kind = 'mail.reminders' and user_id = ?", user.id)).toBe(1);
	expect(await count("notifications where kind = 'domain.expiring' and user_id = ?", user.id)).toBe(300);
	await env.DB.prepare("delete from domains where user_id = ?").bind(user.id).run();
});

test("each page is read from where the last one ended", async () => {
	const user = await aCustomer();
	const size = 2_000;
	await env.DB.prepare(
		`with recursive n(i) as (select 0 union all select i + 1 from n where i < ?4 - 1)
		insert into domains (id, user_id, name, tld, status, auto_renew, nameservers, expires_at, created_at, updated_at)
		select 'dom_page' || i, ?1, 'page-' || i || '.com', 'com', 'active', 1, '[]', ?2 + 10 * ?3 + i / 7, 0, 0 from n`,
	)
		.bind(user.id, Date.now(), DAY, size)
		.run();
	expect(await quietServices().renewals.invoices.queueDue("all")).toBe(size);
	const { d1, rowsRead } = metered();
	const services = createServices({ ...env, DB: d1 }, () => {});
	expect(await services.renewals.invoices.queueDue("all")).toBe(0);
	expect(rowsRead()).toBeGreaterThan(size);
	// The row and its index entry, the key and its index entry, and the JSON of the keys.
	expect(rowsRead()).toBeLessThan(6 * size);
	await env.DB.batch([
		env.DB.prepare("delete from outbox where dedupe_key like 'renewal.invoice-domain:dom_page%'"),
		env.DB.prepare("delete from domains where user_id = ?").bind(user.id),
	]);
});

test("120 plans that can't be invoiced do not stop the others, and staff get one email for all of them", async () => {
	expectConsoleError();
	const services = quietServices();
	const user = await aCustomer({ phone: "+254712345678" });
	const soon = Date.now() + 2 * DAY;
	await env.DB.prepare(
		`with recursive n(i) as (select 0 union all select i + 1 from n where i < 119)
		insert into hosting_plans (id, user_id, product_id, name, type, status, resources, features, price, currency,
			term_months, expires_at, created_at, updated_at)
		select 'hst_retired' || i, ?1, 'shared-retired', 'Retired', 'web', 'active', '{}', '[]', 1, 'KES', 1, ?2 + i, 0, 0
		from n`,
	)
		.bind(user.id, soon)
		.run();
	const good = [await aPlan(user.id, { expiresAt: soon + DAY }), await aPlan(user.id, { expiresAt: soon + DAY })];
	const run = () => runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	await run();
	expect(await run()).toBe(0);
	for (const { id } of good) {
		const orders =
			"orders o join order_lines on order_id = o.id where renewed_plan_id = ? and state = 'pending_payment'";
		expect(await count(orders, id)).toBe(1);
	}
	const dead = "outbox where kind = 'renewal.invoice-plan' and state = 'dead' and last_error like '%unknown_product'";
	expect(await count(dead)).toBe(120);
	const { results } = await env.DB.prepare("select id from outbox where kind = 'mail.staff-task'").all<{
		id: string;
	}>();
	expect(results).toHaveLength(1);
	await services.outbox.deliver(results[0]?.id ?? "");
	const [email] = ((await services.inbox?.list()) ?? []).filter(({ subject }) => subject.includes("renewal.invoice"));
	expect(email?.text).toContain("unknown_product");
	expect(email?.text).toContain("one email for each reason and day");
});

test("an event whose payload is no JSON becomes a dead letter, and staff get its email", async () => {
	expectConsoleError();
	const services = quietServices();
	await env.DB.prepare(
		"insert into outbox (id, kind, payload, state, next_at, created_at) values ('out_broken', 'renewal.invoice-plan', '{broken', 'new', 0, 0)",
	).run();
	expect(await services.outbox.deliver("out_broken")).toBe("finished");
	expect(await count("outbox where id = 'out_broken' and state = 'dead' and last_error like 'Payload: %'")).toBe(1);
	const alert = env.DB.prepare("select id from outbox where kind = 'mail.staff-task' and payload like '%out_broken%'");
	await services.outbox.deliver((await alert.first<string>("id")) ?? "");
	const emails = (await services.inbox?.list()) ?? [];
	expect(emails.find(({ text }) => text.includes("out_broken"))?.text).toContain("{broken");
});

test("a renewal that can be invoiced again before the expiry is invoiced then", async () => {
	const user = await aCustomer({ phone: "+254712345678", status: "closing" });
	const plan = await aPlan(user.id, { expiresAt: Date.now() + 5 * DAY });
	await runDue(quietServices(), ({ renewals }) => renewals.invoices.queueDue("all"));
	const orders = () => count("order_lines where renewed_plan_id = ?", plan.id);
	expect(await orders()).toBe(0);
	await writeRows(db, [db.orm.update(users).set({ status: "active" }).where(eq(users.id, user.id))]);
	const later = quietServices({ clock: () => Date.now() + DAY + 1_000 });
	await runDue(later, async () => 0);
	expect(await orders()).toBe(1);
});

test("scheduled items and the emails that follow travel in their own queue", async () => {
	const sent: { queue: string; outboxId: string }[] = [];
	const services = quietServices({
		queues: {
			async send(queue, messages) {
				sent.push(...messages.map(({ outboxId }) => ({ queue, outboxId })));
			},
		},
	});
	const user = await aCustomer({ status: "closing", closesAt: 1 });
	await services.closing.queueDue();
	await services.settle();
	const [row] = await db.read(
		db.orm
			.select()
			.from(outbox)
			.where(eq(outbox.dedupeKey, `account.close:${user.id}:1`)),
	);
	expect(sent).toEqual([{ queue: "scheduled", outboxId: row?.id }]);
});
