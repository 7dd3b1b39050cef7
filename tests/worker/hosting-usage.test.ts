import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { hostingPlans, sandboxPanelAccounts, taskPositions } from "~/db/schema";
import { usageAge } from "~/features/hosting/plan-row";
import { createUsageRepo } from "~/features/hosting/usage.repo.server";
import { kenya } from "~/lib/dates";
import { HOUR, MINUTE } from "~/lib/durations";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import { aCustomer, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPanel, aPlan, thePlan } from "../support/hosting";
import { readLogs } from "../support/logs";
import { writeRows } from "../support/rows";
import { metered } from "../support/rows-read";

const db = createDatabase(env.DB);
const disk = { used: 1, total: 50, unit: "GB" };
const resources = { disk };
let now: number;

beforeEach(async () => {
	now = Date.now();
	await env.DB.exec("delete from sandbox_panel_accounts");
	await env.DB.exec("delete from hosting_plans");
});

const servicesWith = (panel: Partial<HostingPanel> = {}) =>
	testServices({ clock: () => now, hostingPanel: { ...aPanel(() => now).panel, ...panel } });

async function somePlans(count = 1): Promise<string[]> {
	const { id } = await aCustomer();
	const plans: string[] = [];
	for (let index = 0; index < count; index += 1) plans.push((await aPlan(id, { resources }, now)).id);
	return plans;
}

const useAtPanel = (used: number, account?: string) =>
	writeRows(db, [
		db.orm
			.update(sandboxPanelAccounts)
			.set({ resources: { disk: { ...disk, used } } })
			.where(account === undefined ? undefined : eq(sandboxPanelAccounts.account, account)),
	]);

const usedBy = async (id: string) => (await thePlan(id)).resources.disk?.used;

test("300 plans are read in one round, with one commit for each page", async () => {
	const { id: userId } = await aCustomer();
	const ids = Array.from({ length: 300 }, (_, index) => `hst_many_${String(index).padStart(3, "0")}`);
	const plan = {
		userId,
		productId: "shared-business",
		name: "Business Hosting",
		type: "web" as const,
		status: "active" as const,
		resources,
		features: [],
		price: 420_000,
		currency: "KES" as const,
		termMonths: 1,
		createdAt: now,
		updatedAt: now,
	};
	for (const [index, id] of ids.entries())
		await env.DB.batch([
			env.DB.prepare(
				"insert into sandbox_panel_accounts (account, plan, email, ip, resources, created_at) values (?, 'shared-business', '', '', ?, 0)",
			).bind(id, JSON.stringify({ disk: { ...disk, used: index } })),
		]);
	await writeRows(
		db,
		ids.map((id) => db.orm.insert(hostingPlans).values({ ...plan, id })),
	);
	const services = servicesWith();
	await services.hostingUsage.readAll();
	const rows = await db.read(db.orm.select().from(hostingPlans));
	expect(rows).toHaveLength(300);
	for (const row of rows) expect(row.resources.disk).toEqual({ ...disk, used: ids.indexOf(row.id) });
	// The position, then for each of two pages one read and one commit.
	expect(services.db.roundTrips).toBe(5);
});

test("usage that has not changed writes nothing", async () => {
	const [plan = ""] = await somePlans();
	const services = servicesWith();
	await useAtPanel(31);
	await services.hostingUsage.readAll();
	expect(await thePlan(plan)).toMatchObject({ resources: { disk: { used: 31 } }, usageAt: now });
	const writes = async () => (await env.DB.prepare("select count(*) as n from write_receipts").first("n")) as number;
	const [before, row] = [await writes(), await thePlan(plan)];
	now += HOUR;
	await services.hostingUsage.readAll();
	expect([await writes(), await thePlan(plan)]).toEqual([before, row]);
});

test("comparing usage reads the plan and no row for each of its resources", async () => {
	const ids = await somePlans(20);
	const { d1, rowsRead } = metered();
	const used = Object.fromEntries(ids.map((id) => [id, { disk: disk.used, bandwidth: 4, mailboxes: 2 }]));
	expect(await createUsageRepo(createDatabase(d1)).listChanged(used)).toEqual([]);
	// The list of plans is read like a table.
	expect(rowsRead()).toBeLessThanOrEqual(2 * ids.length);
});

test("a resource that the panel does not report, or another product, keeps its figures", async () => {
	const { id } = await aCustomer();
	const plan = await aPlan(id, { resources: { disk, domains: { used: 2, total: 10 } } }, now);
	await useAtPanel(31);
	await servicesWith().hostingUsage.readAll();
	expect((await thePlan(plan.id)).resources).toEqual({ disk: { ...disk, used: 31 }, domains: { used: 2, total: 10 } });

	await useAtPanel(40);
	const panel = aPanel(() => now).panel;
	const changedInBetween = servicesWith({
		usage: async (account) => {
			await env.DB.prepare("update hosting_plans set product_id = 'shared-pro' where id = ?").bind(account).run();
			return panel.usage(account);
		},
	});
	await changedInBetween.hostingUsage.refresh({ ...(await thePlan(plan.id)), usageAt: null });
	expect(await usedBy(plan.id)).toBe(31);
});

test("an error on one page is reported and stops neither the next page nor another server", async () => {
	expectConsoleError();
	const [first = "", second = "", third = ""] = await somePlans(3);
	const accounts = new Map([
		["a0", first],
		["b0", second],
		["b2", third],
	]);
	const pages: string[] = [];
	const { hostingUsage } = servicesWith({
		servers: async () => ["a", "b", "c"],
		usageOfServer: async (server, page) => {
			pages.push(`${server}${page}`);
			if (server === "c" || (server === "b" && page === 1)) throw new Error("connect timeout");
			const account = accounts.get(`${server}${page}`);
			return { accounts: account ? [{ account, used: { disk: 7 } }] : [], more: server === "b" && page < 2 };
		},
	});
	await hostingUsage.readAll();
	expect([await usedBy(first), await usedBy(second), await usedBy(third)]).toEqual([7, 7, 7]);
	expect(pages.toSorted()).toEqual(["a0", "b0", "b1", "b2", "c0", "c1"]);
});

test.each([
	["no object", "busy"],
	["no accounts", { more: false }],
	["an account that is null", { accounts: [null], more: false }],
	["a text as a number", { accounts: [{ account: "x", used: { disk: "12 GB" } }], more: false }],
	["a negative number", { accounts: [{ account: "x", used: { disk: -1 } }], more: false }],
	["no end", { accounts: [], more: true }],
])("a server that answers with %s changes nothing and keeps back no other server", async (_, garbage) => {
	expectConsoleError();
	const [plan = "", other = ""] = await somePlans(2);
	const text = JSON.stringify(garbage).replace('"x"', JSON.stringify(plan));
	const { hostingUsage } = servicesWith({
		// The last one is read after the others.
		servers: async () => ["a", "b", "c", "d", "e", "f", "g"],
		usageOfServer: async (server) =>
			server === "g" ? { accounts: [{ account: other, used: { disk: 7 } }], more: false } : JSON.parse(text),
	});
	await hostingUsage.readAll();
	expect([await usedBy(plan), await usedBy(other)]).toEqual([1, 7]);
});

test("a round that runs out of time is continued at the page where it stopped", async () => {
	const servers = Array.from({ length: 8 }, (_, index) => `s${index}`);
	const pages: string[] = [];
	const { hostingUsage } = servicesWith({
		servers: async () => servers,
		usageOfServer: async (server, page) => {
			pages.push(`${server}.${page}`);
			return { accounts: [], more: server === "s7" && page < 2 };
		},
	});
	const afterGroups = (count: number) => () => count-- <= 0;
	await hostingUsage.readAll(afterGroups(1));
	expect(pages.splice(0)).toEqual(["s0.0", "s1.0", "s2.0", "s3.0", "s4.0", "s5.0"]);
	await hostingUsage.readAll(afterGroups(2));
	expect(pages.splice(0)).toEqual(["s6.0", "s7.0", "s7.1"]);
	await hostingUsage.readAll();
	expect(pages.splice(0)).toEqual(["s6.2", "s7.2"]);
	expect(await db.read(db.orm.select().from(taskPositions))).toEqual([]);
	await hostingUsage.readAll();
	expect(pages).toHaveLength(10);
});

test("two rounds at once write the same figures", async () => {
	const [plan = ""] = await somePlans();
	await useAtPanel(32);
	await Promise.all([servicesWith().hostingUsage.readAll(), servicesWith().hostingUsage.readAll()]);
	expect(await usedBy(plan)).toBe(32);
});

test("an opened plan whose usage is an hour old is read again, and its age is shown", async () => {
	const [id = ""] = await somePlans();
	const { hostingUsage } = servicesWith();
	await useAtPanel(31);
	const age = async () => usageAge(await thePlan(id), now, kenya);
	expect(await age()).toBe("Not measured yet.");
	await hostingUsage.refresh(await thePlan(id));
	expect([await usedBy(id), await age()]).toEqual([31, "Updated this minute."]);
	await useAtPanel(32);
	now += HOUR - MINUTE;
	await hostingUsage.refresh(await thePlan(id));
	expect([await usedBy(id), await age()]).toEqual([31, "Updated 59 minutes ago."]);
	now += MINUTE;
	await hostingUsage.refresh(await thePlan(id));
	expect([await usedBy(id), await age()]).toEqual([32, "Updated this minute."]);
	now += HOUR;
	await hostingUsage.refresh(await thePlan(id));
	expect(await age(), "unchanged, but read again").toBe("Updated this minute.");
});

test("a panel that does not answer leaves an opened plan's usage as it was", async () => {
	const [id = ""] = await somePlans();
	const before = await thePlan(id);
	const logs = readLogs();
	try {
		await servicesWith({ usage: () => Promise.reject(new Error("connect timeout")) }).hostingUsage.refresh(before);
		expect(logs.lines("usage_not_read")).toMatchObject([{ planId: id, error: { name: "Error" } }]);
		for (const garbage of ["busy", { disk: "12 GB" }, { disk: null }])
			await servicesWith({ usage: async () => garbage as never }).hostingUsage.refresh(before);
	} finally {
		logs.stop();
	}
	await servicesWith({ usage: async () => null }).hostingUsage.refresh(before);
	expect(await thePlan(id)).toEqual(before);
});
