import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { Owner } from "~/db/owner";
import { domainSorts } from "~/features/domains/portfolio";
import { domainListSchema } from "~/features/domains/portfolio.schema";
import { hostingSorts } from "~/features/hosting/hosting";
import { invoiceSorts } from "~/features/invoices/billing";
import { projectSorts } from "~/features/projects/project";
import { projectListSchema, projectSchema } from "~/features/projects/projects.schema";
import type { Page } from "~/lib/page";
import { aCustomer, testServices } from "../support/factories";
import { layoutReads, portalReads } from "../support/portal-reads";
import { seededShop } from "../support/seeded";
import { withMessage, withTexts } from "../support/stored-texts";

type Shop = Awaited<ReturnType<typeof seededShop>>;

let shop: Shop;

beforeAll(async () => {
	shop = await seededShop();
});

const first = <T extends { userId: string; id: string }>(rows: T[], userId: string): T => {
	const row = rows.find((candidate) => candidate.userId === userId);
	if (!row) throw new Error("The seed has none");
	return row;
};

/** Prefixes of ids of customers' rows. */
async function idsOf(userId: string): Promise<string[]> {
	const { results: tables } = await env.DB.prepare(
		"select name from sqlite_master where type = 'table' and sql like '%`user_id`%' and sql like '%`id` text%'",
	).all<{ name: string }>();
	const found = await env.DB.batch<{ id: string }>(
		tables.map(({ name }) => env.DB.prepare(`select id from "${name}" where user_id = ?`).bind(userId)),
	);
	const ids = found.flatMap(({ results }) => results.map(({ id }) => id));
	expect(ids.length).toBeGreaterThan(30);
	return ids;
}

for (const [name, read] of Object.entries(portalReads)) {
	test(`the ${name} page reads D1 in one round trip, session and layout included`, async () => {
		const services = testServices();
		const { cookie, owner } = shop.demoSession;
		const [customer] = await Promise.all([
			services.sessions.viewer({ cookie }).customer(),
			layoutReads(services, owner),
			read(services, owner, first(shop.rows.invoices, shop.demo.id).id),
		]);
		expect(customer?.id).toBe(shop.demo.id);
		expect(services.db.roundTrips).toBe(1);
	});

	test(`the ${name} page shows nothing of another customer, and nothing without a session`, async () => {
		const services = testServices();
		const { domains, hostingPlans, invoices, orders, projects } = shop.rows;
		const theirs = await idsOf(shop.demo.id);
		for (const { id } of [
			...domains.filter(({ userId }) => userId === shop.demo.id),
			first(projects, shop.demo.id),
			first(hostingPlans, shop.demo.id),
			first(orders, shop.demo.id),
			first(invoices, shop.demo.id),
		]) {
			const seen = JSON.stringify((await read(services, shop.otherSession.owner, id)) ?? null);
			expect(seen).not.toMatch(/tujenge|Duka|_demo|Amani/i);
			expect(theirs.filter((one) => seen.includes(`"${one}"`))).toEqual([]);
			const nobody = JSON.stringify((await read(services, { sessionHash: "0".repeat(64) }, id)) ?? null);
			expect(nobody).not.toMatch(/tujenge|wanjiru|_demo|_ordinary/i);
		}
	});
}

test("the overview's rows are the signed-in customer's own", async () => {
	const { overview } = testServices();
	const found = await overview(shop.demoSession.owner);
	expect(found.domains).toHaveLength(5);
	expect(found.plans.map(({ status }) => status)).toEqual(["active", "active"]);
	expect(found.unpaid).toMatchObject([{ currency: "USD", total: 24_999 }]);
	expect(found.jobs).toMatchObject([{ state: "action_required", domain: "tujenge.africa" }]);
	const other = await overview(shop.otherSession.owner);
	expect(other.unpaid).toMatchObject([{ currency: "KES", total: 43_200 }]);
	expect(other.domains.map(({ name }) => name)).toEqual(["wanjirubakes.co.ke"]);
});

test("malformed ids find nothing", async () => {
	const { billing, dns, portfolio, projects } = testServices();
	const { owner } = shop.demoSession;
	for (const id of ["", "-1", "inv_", "' or 1=1 --", "%", "inv_%", "x".repeat(5_000), "\u0000"]) {
		expect(await billing.invoice(owner, id)).toBeNull();
		expect(await dns.records(owner, id)).toEqual([]);
		expect(await projects.tasks.list(owner, id)).toEqual([]);
		expect((await portfolio.setAutoRenew(owner, id, true)).ok).toBe(false);
	}
});

test("a list's address can't show other customers' rows", () => {
	const query = domainListSchema.parse({
		userId: shop.other.id,
		limit: "1000000000",
		tab: "everything",
		sort: "passwordHash",
		q: "a".repeat(10_000),
		after: "not a cursor",
	});
	expect(query).toEqual({ tab: "all", q: "", sort: "name", after: "not a cursor" });
});

test("a profile form changes its own fields and no others", async () => {
	const { accountSettings, sessions } = testServices();
	const { profileSchema } = await import("~/features/accounts/settings.schema");
	const profile = profileSchema.parse({
		firstName: "Wanjiru",
		lastName: "Kamau",
		phone: "0700 000 202",
		company: "",
		country: "Kenya",
		timezone: "Europe/London",
		language: "sw",
		email: "thief@example.com",
		currency: "USD",
		status: "closed",
		id: shop.demo.id,
	});
	await accountSettings.updateProfile(shop.otherSession.owner, profile);
	const row = await env.DB.prepare("select * from users where id = ?").bind(shop.other.id).first();
	expect(row).toMatchObject({
		email: shop.other.email,
		currency: "KES",
		status: "active",
		phone: "+254700000202",
		timezone: "Europe/London",
	});
	const viewer = await sessions.viewer({ cookie: shop.demoSession.cookie }).customer();
	expect(viewer).toMatchObject({ firstName: "Amani", timezone: "Africa/Nairobi" });
});

test("the lines of an invoice are shown only to the invoice's owner", async () => {
	const { billing } = testServices();
	const mine = first(shop.rows.invoices, shop.demo.id);
	expect((await billing.invoice(shop.demoSession.owner, mine.id))?.lines.length).toBeGreaterThan(0);
	expect(await billing.invoice(shop.otherSession.owner, mine.id)).toBeNull();
});

test("the SQL statement leaves another customer's domain unchanged, and nothing is logged", async () => {
	const { portfolio, activity } = testServices();
	const mine = first(shop.rows.domains, shop.demo.id);
	const before = await activity.recent(shop.otherSession.owner, 50);
	const refused = await portfolio.setAutoRenew(shop.otherSession.owner, mine.id, !mine.autoRenew);
	expect(refused).toMatchObject({ ok: false, error: { kind: "not_found" } });
	const row = await env.DB.prepare("select auto_renew from domains where id = ?").bind(mine.id).first();
	expect(row?.auto_renew).toBe(mine.autoRenew ? 1 : 0);
	expect(await activity.recent(shop.otherSession.owner, 50)).toEqual(before);
});

test("auto-renew is switched, and the activity log shows it", async () => {
	const { portfolio, activity } = testServices();
	const { owner } = shop.demoSession;
	const domain = first(shop.rows.domains, shop.demo.id);
	expect(await portfolio.setAutoRenew(owner, domain.id, false)).toMatchObject({ ok: true });
	const { items } = await portfolio.list(owner, { ...domainListSchema.parse({}), q: domain.name });
	expect(items[0]?.autoRenew).toBe(false);
	const [latest] = (await activity.recent(owner, 1)).map(withMessage);
	expect(latest).toMatchObject({ actor: "customer", message: `Turned auto-renew off for ${domain.name}.` });
});

test("a revoked session reads and writes nothing from the next request on", async () => {
	const services = testServices();
	const extra = await seededShop();
	const { owner, sessionId, cookie } = extra.demoSession;
	expect((await services.portfolio.counts(owner)).all).toBe(5);
	await services.accountSettings.endSignIn(shop.demoSession.owner, sessionId);
	expect(await services.sessions.viewer({ cookie }).customer()).toBeNull();
	expect((await services.portfolio.counts(owner)).all).toBe(0);
	const domain = first(shop.rows.domains, shop.demo.id);
	expect((await services.portfolio.setAutoRenew(owner, domain.id, true)).ok).toBe(false);
});

test("the list of sessions shows no token, and another customer's session is not found", async () => {
	const { accountSettings, sessions } = testServices();
	const list = JSON.stringify(await sessions.list(shop.demoSession.owner));
	expect(list).not.toContain(shop.demoSession.owner.sessionHash);
	const refused = await accountSettings.endSignIn(shop.otherSession.owner, shop.demoSession.sessionId);
	expect(refused).toMatchObject({ ok: false, error: { kind: "not_found" } });
});

test("an owner can mark notifications as read one by one or all together", async () => {
	const { notifications, activity } = testServices();
	const { items } = await notifications.list(shop.demoSession.owner, { tab: "unread" });
	expect(items).toHaveLength(3);
	expect((await notifications.list(shop.demoSession.owner)).items).toHaveLength(4);
	expect(await notifications.unread(shop.demoSession.owner)).toBe(3);
	await notifications.markRead(shop.otherSession.owner, items[0]?.id ?? "");
	await notifications.markAllRead(shop.otherSession.owner);
	expect(await notifications.unread(shop.demoSession.owner)).toBe(3);
	await notifications.markRead(shop.demoSession.owner, items[0]?.id ?? "");
	expect(await notifications.unread(shop.demoSession.owner)).toBe(2);
	const opened = items[1];
	for (let times = 0; times < 2; times += 1)
		expect(await notifications.open(shop.demoSession.owner, opened?.id ?? "")).toEqual({
			ok: true,
			value: opened && withTexts(opened).href,
		});
	expect(await notifications.unread(shop.demoSession.owner)).toBe(1);
	const foreign = await notifications.open(shop.otherSession.owner, items[2]?.id ?? "");
	expect(foreign).toMatchObject({ ok: false, error: { kind: "not_found" } });
	expect(foreign).toEqual(await notifications.open(shop.otherSession.owner, "ntf_absent"));
	expect(await notifications.unread(shop.demoSession.owner)).toBe(1);
	for (let times = 0; times < 2; times += 1) await notifications.markAllRead(shop.demoSession.owner);
	expect(await notifications.unread(shop.demoSession.owner)).toBe(0);
	const told = async (owner: Owner) =>
		(await activity.list(owner, { q: "marked" })).items.map((row) => withMessage(row).message).toReversed();
	expect(await told(shop.demoSession.owner)).toEqual([
		"Marked a notification as read.",
		"Marked a notification as read.",
		"Marked all notifications as read.",
	]);
	expect(await told(shop.otherSession.owner)).toEqual([]);
});

test("activity is found by its actor and its text", async () => {
	const { activity } = testServices();
	const { owner } = shop.demoSession;
	const said = async (filter: Parameters<typeof activity.list>[1]) =>
		(await activity.list(owner, filter)).items.map(withMessage).map(({ actor, message }) => `${actor}: ${message}`);
	const all = await said({});
	expect(await said({ who: "staff" })).toEqual(all.filter((line) => line.startsWith("staff")));
	expect(await said({ q: "DUKA online" })).toEqual(all.filter((line) => line.includes("Duka online")));
	expect(await said({ who: "staff", q: "auto-renew" })).toEqual([]);
});

test("invoices are found by number and by the text of their lines, within a state", async () => {
	const { billing } = testServices();
	const { owner } = shop.demoSession;
	const [open] = (await billing.list(owner, { tab: "open" })).items;
	const found = async (tab: "all" | "open" | "paid", q: string) => (await billing.list(owner, { tab, q })).items;
	expect(await found("all", open?.number ?? "-")).toEqual([open]);
	expect(await found("open", "milestone")).toEqual([open]);
	expect(await found("paid", "milestone")).toEqual([]);
	expect(await billing.export(owner, { tab: "all", q: "milestone" })).toEqual([open]);
});

test("a search accepts any text and finds part of a name, whatever its case", async () => {
	const { search } = testServices();
	const { owner } = shop.demoSession;
	for (const text of ["%", "_", "'", "x".repeat(100), "🦒", "a\u0000b", "\\"]) await search(owner, text);
	const found = await search(owner, "TUJENGE");
	expect(found.domains).toHaveLength(5);
	expect(found.plans.map(({ name }) => name)).toEqual(["Business", "Email Pro"]);
	expect((await search(owner, "milestone")).invoices).toHaveLength(1);
	expect((await search(owner, "duka moja")).projects.map(({ name }) => name)).toEqual(["Duka online shop"]);
});

test("a search finds letters beyond a to z as written and in lower case", async () => {
	const { projects, search } = testServices();
	const owner = { userId: (await aCustomer()).id };
	const capital = await projects.create(owner, projectSchema.parse({ name: "École ya Kisumu" }));
	const small = await projects.create(owner, projectSchema.parse({ name: "Kisumu café" }));
	const found = async (text: string) => (await search(owner, text)).projects.map(({ id }) => id);
	expect([await found("École"), await found("CAFÉ"), await found("café")]).toEqual([[capital], [small], [small]]);
});

test("a list continues where its page ended, in every order", async () => {
	const { portfolio } = testServices();
	const { owner } = shop.otherSession;
	const insert = env.DB.prepare(
		"insert into domains (id, user_id, name, tld, status, expires_at, nameservers, created_at, updated_at) values (?, ?, ?, 'ke', 'active', ?, '[]', 0, 0)",
	);
	await env.DB.batch(
		Array.from({ length: 60 }, (_, index) =>
			insert.bind(`dom_page${index}`, shop.other.id, `page-${index}.ke`, index % 3 === 0 ? null : 1_000 * (index % 7)),
		),
	);
	for (const sort of domainSorts) {
		const rows = await allPages((after) => portfolio.list(owner, { ...domainListSchema.parse({}), sort, after }));
		expect(new Set(rows.map(({ id }) => id)).size).toBe(61);
		expect(rows).toHaveLength(61);
		const never = Number.MAX_SAFE_INTEGER;
		expectSorted(sort, rows, ({ name, status, expiresAt }) =>
			sort.endsWith("expires") ? (expiresAt ?? never) : sort.endsWith("name") ? name : status,
		);
	}
});

test("plans, projects and invoices are sorted over all pages", async () => {
	const { billing, hosting, projects } = testServices();
	const { id: userId } = await aCustomer();
	const owner = { userId };
	await env.DB.batch(
		Array.from({ length: 30 }, (_, n) => [
			env.DB.prepare(
				`insert into hosting_plans (id, user_id, product_id, name, type, status, resources, features, price, currency,
					term_months, expires_at, created_at, updated_at)
					values ('hst_sort' || ?1, ?2, 'shared-business', 'Plan ' || (?1 % 4), 'web', 'active', '{}', '[]', 1, 'KES', 12, ?3, ?1, 0)`,
			).bind(n, userId, n % 5 === 0 ? null : (n * 7) % 11),
			env.DB.prepare(
				`insert into projects (id, user_id, name, description, client, status, priority, progress, due_at, technologies,
					team, created_at, updated_at)
					values ('prj_sort' || ?1, ?2, 'Project ' || (?1 % 4), '', '', 'planned', 'low', 0, ?3, '[]', '[]', ?1, 0)`,
			).bind(n, userId, n % 5 === 0 ? null : (n * 7) % 11),
			env.DB.prepare(
				`insert into orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping,
					total, contact, created_at)
					values ('ord_sort' || ?1, ?2, 'sort' || ?1, '', 'fulfilled', 'KES', 1, 0, 0, 0, 1, '{}', 0)`,
			).bind(n, userId),
			env.DB.prepare(
				`insert into invoices (id, number, order_id, user_id, state, currency, subtotal, discount, tax, shipping, total,
					billed_to, issued_at, due_at)
					values ('inv_sort' || ?1, 'SO' || ?1, 'ord_sort' || ?1, ?2, 'paid', 'KES', 1, 0, 0, 0, ?3, '{}', ?1 % 6, 0)`,
			).bind(n, userId, ((n * 7) % 11) * 100),
		]).flat(),
	);
	const never = Number.MAX_SAFE_INTEGER;
	for (const sort of hostingSorts) {
		const rows = await allPages((after) => hosting.list(owner, { tab: "web", sort, after }));
		expectAllSorted(sort, rows, ({ name, createdAt, expiresAt }) =>
			sort.endsWith("name") ? name : sort === "created" ? createdAt : (expiresAt ?? never),
		);
	}
	for (const sort of projectSorts) {
		const rows = await allPages((after) => projects.list(owner, { ...projectListSchema.parse({}), sort, after }));
		expectAllSorted(sort, rows, ({ name, createdAt, dueAt }) =>
			sort.endsWith("name") ? name : sort === "-created" ? createdAt : (dueAt ?? never),
		);
	}
	const keys = { issued: "issuedAt", total: "total" } as const;
	for (const sort of invoiceSorts) {
		const key = keys[sort.replace("-", "") as keyof typeof keys];
		const rows = await allPages((after) => billing.list(owner, { tab: "all", sort, after }));
		expectAllSorted(sort, rows, (row) => row[key]);
		expectSorted(sort, await billing.export(owner, { tab: "all", sort }), (row) => row[key]);
	}
});

async function allPages<T>(list: (after: string | undefined) => Promise<Page<T>>): Promise<T[]> {
	const rows: T[] = [];
	let after: string | undefined;
	do {
		const page = await list(after);
		expect(page.items.length).toBeLessThanOrEqual(25);
		rows.push(...page.items);
		after = page.next ?? undefined;
	} while (after);
	return rows;
}

/** @param sort the values are descending if it starts with a hyphen */
function expectSorted<T>(sort: string, rows: readonly T[], keyOf: (row: T) => string | number): void {
	const values = rows.map(keyOf);
	const sorted = values.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
	expect(values, sort).toEqual(sort.startsWith("-") ? sorted.reverse() : sorted);
}

/** As `expectSorted`, for the thirty rows of the test. */
function expectAllSorted<T extends { readonly id: string }>(
	sort: string,
	rows: readonly T[],
	keyOf: (row: T) => string | number,
): void {
	expect(new Set(rows.map(({ id }) => id)).size).toBe(30);
	expectSorted(sort, rows, keyOf);
}
