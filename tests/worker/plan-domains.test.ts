import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains, outbox } from "~/db/schema";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { createDohLookup } from "~/platform/dns-lookup/doh";
import { createStandInLookup } from "~/platform/dns-lookup/stand-in";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import { breakRow } from "../support/broken-row";
import { aDns } from "../support/dns-lookup";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPanel, aPlan, panelDomain, panelUpdate, thePlan } from "../support/hosting";
import { readLogs } from "../support/logs";
import { aName, aPendingPayment, quietServices } from "../support/orders";
import { withMessage } from "../support/stored-texts";

const db = createDatabase(env.DB);

async function aHolder(domain: string, dns = aDns(), panel: Partial<HostingPanel> = {}) {
	const services = testServices({ dnsLookup: dns.lookup, hostingPanel: { ...aPanel().panel, ...panel } });
	const { user, owner } = await aConfirmedOwner(services);
	const plan = await aPlan(user.id, { domain, domainProvenAt: null });
	const { planDomains } = services;
	const record = planDomains.proofRecordFor({ userId: user.id, domain });
	return { ...services, user, owner, plan, record, dns, check: () => planDomains.check(owner, plan.id) };
}

test("a plan for a name that another account has is set up without it, until control is proven", async () => {
	const domain = aName("com");
	const victim = await aConfirmedOwner();
	await aDomain(victim.user.id, { name: domain });
	const services = quietServices({ dnsLookup: aDns().lookup });
	const hosting = { key: "h", productId: "shared-business", term: "monthly" as const, quantity: 1, domain };
	const order = await aPendingPayment(services, { items: [hosting] });
	await services.sandbox?.answer(order.ref, "approve");
	await services.orders.sweepJobs();
	await services.planDomains.connectHeldDomains("recent");
	const [plan] = await services.hosting.first({ userId: order.user.id }, 1);
	expect(plan).toMatchObject({ status: "active", domain, domainProvenAt: null });
	expect(await panelDomain(plan?.id ?? "")).toBeNull();
	const checked = await services.planDomains.check({ userId: order.user.id }, plan?.id ?? "");
	expect(checked).toMatchObject({ ok: false, error: { code: "record_missing" } });
	expect(await panelDomain(plan?.id ?? "")).toBeNull();
	const [held] = await db.read(db.orm.select().from(domains).where(eq(domains.name, domain)));
	expect(held).toMatchObject({ userId: victim.user.id, ssl: false });
});

test("the customer's own TXT record proves control, another customer's does not", async () => {
	const domain = aName("com");
	const dns = aDns();
	const rival = await aHolder(domain, dns);
	const holder = await aHolder(domain, dns);
	expect(holder.record.value).not.toBe(rival.record.value);
	dns.records.set(holder.record.name, holder.record.value);
	expect(await rival.check()).toMatchObject({ ok: false, error: { code: "record_missing" } });
	expect(await panelDomain(rival.plan.id)).toBeNull();
	expect((await holder.check()).ok).toBe(true);
	expect(await panelDomain(holder.plan.id)).toBe(domain);
	expect((await thePlan(holder.plan.id)).domainProvenAt).not.toBeNull();
	expect((await holder.activity.recent(holder.owner, 5)).map((row) => withMessage(row).message)).toContain(
		`Connected ${domain} to the hosting plan Business Hosting.`,
	);
	expect(await holder.check()).toMatchObject({ ok: false, error: { kind: "not_found" } });
});

test("a certificate that the panel gets later is looked for every hour for three days", async () => {
	const name = aName("com");
	const has = { certificate: false };
	const holder = await aHolder(name, aDns(), { hasCertificate: async () => has.certificate });
	await aDomain(holder.user.id, { name });
	await holder.planDomains.connectHeldDomains("recent");
	const isCertified = async () =>
		(await db.read(db.orm.select().from(domains).where(eq(domains.name, name))))[0]?.ssl ?? null;
	const events = db.orm.select().from(outbox).where(eq(outbox.userId, holder.user.id));
	const [event] = (await db.read(events)).filter(({ kind }) => kind === "hosting.certificate");
	expect(event?.payload).toEqual({ planId: holder.plan.id, domain: name });
	const look = (age: number, domain = name) =>
		holder.planDomains.checkCertificate({ planId: holder.plan.id, domain }, { createdAt: Date.now() - age });
	expect(await look(HOUR)).toMatchObject({ state: "postponed", reason: "The panel has no certificate yet" });
	expect(await look(3 * DAY)).toEqual({ state: "done", note: "The panel got no certificate" });
	expect(await isCertified()).toBe(false);
	has.certificate = true;
	expect(await look(HOUR, `other-${name}`), "no longer the plan's domain").toEqual({ state: "done" });
	expect(await isCertified()).toBe(false);
	expect(await look(HOUR)).toEqual({ state: "done" });
	expect(await isCertified()).toBe(true);
});

test("a panel that does not answer about the certificate still has the domain connected", async () => {
	const name = aName("com");
	const holder = await aHolder(name, aDns(), { hasCertificate: () => Promise.reject(new Error("down")) });
	await aDomain(holder.user.id, { name });
	await holder.planDomains.connectHeldDomains("recent");
	expect(await panelDomain(holder.plan.id)).toBe(name);
	expect((await thePlan(holder.plan.id)).domainPendingSince).toBeNull();
});

test("a domain of the account, or a subdomain, is connected without a record, with its certificate", async () => {
	const name = aName("com");
	const holder = await aHolder(name);
	await holder.planDomains.connectHeldDomains("recent");
	expect(await panelDomain(holder.plan.id), "not held yet").toBeNull();
	const { id } = await aDomain(holder.user.id, { name });
	const below = await aPlan(holder.user.id, { domain: `shop.${name}`, domainProvenAt: null });
	const alike = await aPlan(holder.user.id, { domain: `x${name}`, domainProvenAt: null });
	await holder.planDomains.connectHeldDomains("recent");
	expect(await panelDomain(holder.plan.id)).toBe(name);
	expect(await panelDomain(below.id)).toBe(`shop.${name}`);
	expect(await panelDomain(alike.id)).toBeNull();
	const [domain] = await db.read(db.orm.select().from(domains).where(eq(domains.id, id)));
	expect(domain?.ssl).toBe(true);
	expect(holder.dns.asked).toEqual([]);
});

test("one domain that the panel does not take stops no other, and older plans are connected once an hour", async () => {
	const logs = readLogs();
	const holder = await aHolder(aName("com"));
	const names = [aName("com"), aName("com"), aName("com")] as const;
	for (const name of names) await aDomain(holder.user.id, { name });
	const created = Date.now();
	const plan = (domain: string, age: number) =>
		aPlan(holder.user.id, { domain, domainProvenAt: null, createdAt: created - age });
	const broken = await plan(names[0], 2 * HOUR);
	const recent = await plan(names[1], HOUR);
	const older = await plan(names[2], 72 * HOUR);
	const { panel } = aPanel();
	const { planDomains } = testServices({
		hostingPanel: {
			...panel,
			setDomain: (account, domain) =>
				account === broken.id ? Promise.reject(new Error("connect timeout")) : panel.setDomain(account, domain),
		},
	});
	try {
		await planDomains.connectHeldDomains("recent");
		expect([await panelDomain(recent.id), await panelDomain(older.id)]).toEqual([names[1], null]);
		await planDomains.connectHeldDomains("all");
		expect([await panelDomain(broken.id), await panelDomain(older.id)]).toEqual([null, names[2]]);
	} finally {
		logs.stop();
	}
	expect(logs.lines("plan_domain_not_connected")).toContainEqual(
		expect.objectContaining({ planId: broken.id, outcome: "failed" }),
	);
});

test("a plan that can't be written stops no other plan from being connected", async () => {
	expectConsoleError();
	const holder = await aHolder(aName("com"));
	const names = [aName("com"), aName("com")] as const;
	for (const name of names) await aDomain(holder.user.id, { name });
	const plan = (domain: string, age: number) =>
		aPlan(holder.user.id, { domain, domainProvenAt: null, createdAt: Date.now() - age });
	const [broken, next] = [await plan(names[0], 2 * HOUR), await plan(names[1], HOUR)];
	const repair = await breakRow("hosting_plans", broken.id);
	await holder.planDomains.connectHeldDomains("recent").finally(repair);
	expect([await panelDomain(broken.id), await panelDomain(next.id)]).toEqual([null, names[1]]);
});

test("an hourly run that is out of time continues after the plan where it stopped", async () => {
	await env.DB.exec("delete from hosting_plans");
	const holder = await aHolder(aName("com"));
	const names = [aName("com"), aName("com")] as const;
	const plans: { id: string }[] = [];
	for (const [index, domain] of names.entries()) {
		await aDomain(holder.user.id, { name: domain });
		plans.push(await aPlan(holder.user.id, { domain, domainProvenAt: null, createdAt: index }));
	}
	const connected = () => Promise.all(plans.map(({ id }) => panelDomain(id)));
	const asked: number[] = [];
	const onePlan = () => asked.push(1) > 1;
	await holder.planDomains.connectHeldDomains("all", onePlan);
	expect(await connected()).toEqual([names[0], null]);
	await env.DB.prepare("update hosting_plans set domain_proven_at = null where id = ?").bind(plans[0]?.id).run();
	asked.length = 0;
	await holder.planDomains.connectHeldDomains("all", onePlan);
	expect(await connected()).toEqual([...names]);
	expect((await thePlan(plans[0]?.id ?? "")).domainProvenAt, "not again in this round").toBeNull();
	await holder.planDomains.connectHeldDomains("all");
	expect((await env.DB.prepare("select * from task_positions").all()).results).toEqual([]);
	await holder.planDomains.connectHeldDomains("all");
	expect((await thePlan(plans[0]?.id ?? "")).domainProvenAt).not.toBeNull();
});

test.each(["pending", "transfer_in", "expired", "redemption", "released"] as const)(
	"a name that is only %s in the account proves nothing",
	async (status) => {
		const name = aName("com");
		const holder = await aHolder(name);
		await aDomain(holder.user.id, { name, status });
		await holder.planDomains.connectHeldDomains("recent");
		expect((await holder.check()).ok).toBe(false);
		expect(await panelDomain(holder.plan.id)).toBeNull();
	},
);

test("the last customer to prove control gets the domain, and the former plan loses it", async () => {
	const domain = aName("com");
	const dns = aDns();
	const [former, next] = [await aHolder(domain, dns), await aHolder(domain, dns)];
	dns.records.set(former.record.name, former.record.value);
	expect((await former.check()).ok).toBe(true);
	dns.records.set(next.record.name, next.record.value);
	expect((await next.check()).ok).toBe(true);
	expect([await panelDomain(former.plan.id), await panelDomain(next.plan.id)]).toEqual([null, domain]);
	expect((await thePlan(former.plan.id)).domainProvenAt).toBeNull();
	expect((await former.check()).ok).toBe(false);
});

test("a plan whose domain the panel takes away says so, even if the next plan does not get it", async () => {
	const domain = aName("com");
	const dns = aDns();
	const former = await aHolder(domain, dns);
	dns.records.set(former.record.name, former.record.value);
	expect((await former.check()).ok).toBe(true);
	const { panel } = aPanel();
	const refusing: Partial<HostingPanel> = {
		async setDomain(account, wanted) {
			return wanted ? { state: "failed", message: "no space", retryable: false } : panel.setDomain(account, wanted);
		},
	};
	const next = await aHolder(domain, dns, refusing);
	dns.records.set(next.record.name, next.record.value);
	const logs = readLogs();
	expect(await next.check()).toEqual({ ok: true, value: "pending" });
	expect(logs.lines("plan_domain_not_connected")).toEqual([
		expect.objectContaining({ planId: next.plan.id, outcome: "refused" }),
	]);
	logs.stop();
	expect(await panelDomain(former.plan.id)).toBeNull();
	expect((await thePlan(former.plan.id)).domainProvenAt).toBeNull();
	dns.records.set(former.record.name, former.record.value);
	expect((await former.check()).ok).toBe(true);
	expect(await panelDomain(former.plan.id)).toBe(domain);
});

test("if the Worker dies between the commit and the panel, the event brings the panel in line with the plans", async () => {
	const domain = aName("com");
	const dns = aDns();
	const former = await aHolder(domain, dns);
	dns.records.set(former.record.name, former.record.value);
	expect(await former.check()).toEqual({ ok: true, value: "connected" });
	const { panel } = aPanel();
	const time = { now: Date.now() };
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	const down = { setDomain: () => Promise.reject(new Error("the Worker has died")) };
	const next = await aHolder(domain, dns, down);
	dns.records.set(next.record.name, next.record.value);
	expect(await next.check()).toEqual({ ok: true, value: "pending" });
	warn.mockRestore();
	expect(await panelDomain(former.plan.id), "the panel still has the former plan's").toBe(domain);
	expect(await thePlan(former.plan.id)).toMatchObject({ domainProvenAt: null });
	expect(await thePlan(next.plan.id)).toMatchObject({ domainPendingSince: expect.any(Number) });

	const calls: unknown[] = [];
	const later = testServices({
		clock: () => time.now,
		hostingPanel: {
			...panel,
			setDomain: (...given) => {
				calls.push(given);
				return panel.setDomain(...given);
			},
		},
	});
	time.now += MINUTE + 1_000;
	await later.outbox.deliver(await panelUpdate(next.plan.id));
	expect(calls, "removed before it is added").toEqual([
		[former.plan.id, null],
		[next.plan.id, domain],
	]);
	await later.outbox.deliver(await panelUpdate(former.plan.id));
	for (const { plan } of [former, next]) {
		const row = await thePlan(plan.id);
		expect(row.domainPendingSince).toBeNull();
		expect(await panelDomain(plan.id)).toBe(row.domainProvenAt === null ? null : row.domain);
	}
});

test("a plan that changes while the panel is set is set again", async () => {
	const domain = aName("com");
	const { panel } = aPanel();
	const during: { run?: () => Promise<unknown> } = {};
	const holder = await aHolder(domain, aDns(), {
		async setDomain(...given) {
			const { run } = during;
			delete during.run;
			await run?.();
			return panel.setDomain(...given);
		},
	});
	await aDomain(holder.user.id, { name: domain });
	const disconnect = "update hosting_plans set domain_proven_at = null, domain_pending_since = 1 where id = ?";
	during.run = () => env.DB.prepare(disconnect).bind(holder.plan.id).run();
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	expect(await holder.check()).toEqual({ ok: true, value: "pending" });
	warn.mockRestore();
	expect(await panelDomain(holder.plan.id)).toBe(domain);
	expect(await holder.planDomains.updatePanel(holder.plan.id)).toEqual({ state: "done" });
	expect(await panelDomain(holder.plan.id)).toBeNull();
	expect(await thePlan(holder.plan.id)).toMatchObject({ domainProvenAt: null, domainPendingSince: null });
});

test("of two customers who prove control at the same time, one gets the domain", async () => {
	const domain = aName("com");
	const dns = aDns();
	const holders = [await aHolder(domain, dns), await aHolder(domain, dns)] as const;
	dns.lookup.text = async () => "found";
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	const checked = await Promise.all(holders.map((holder) => holder.check()));
	warn.mockRestore();
	expect(checked.some(({ ok }) => ok)).toBe(true);
	for (const { planDomains, plan } of holders) await planDomains.updatePanel(plan.id);
	const rows = await Promise.all(holders.map(({ plan }) => thePlan(plan.id)));
	expect(rows.filter(({ domainProvenAt }) => domainProvenAt !== null)).toHaveLength(1);
	const named = await Promise.all(holders.map(({ plan }) => panelDomain(plan.id)));
	expect(named).toEqual(rows.map((row) => (row.domainProvenAt === null ? null : domain)));
});

test("a customer who wins the domain back keeps it, even if the other plan's update is still running", async () => {
	const domain = aName("com");
	const dns = aDns();
	const during = { run: async () => {} };
	const { panel } = aPanel();
	const first = await aHolder(domain, dns);
	const second = await aHolder(domain, dns, {
		async setDomain(account, name) {
			if (account === first.plan.id) await during.run();
			return panel.setDomain(account, name);
		},
	});
	dns.lookup.text = async () => "found";
	expect(await first.check()).toEqual({ ok: true, value: "connected" });
	during.run = async () => {
		during.run = async () => {};
		expect(await first.check()).toEqual({ ok: true, value: "connected" });
	};
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	expect(await second.check()).toEqual({ ok: true, value: "pending" });
	warn.mockRestore();
	expect(await panelDomain(second.plan.id)).toBeNull();
	const later = testServices({ clock: () => Date.now() + 2 * MINUTE });
	await later.outbox.deliver(await panelUpdate(first.plan.id));
	await later.outbox.deliver(await panelUpdate(second.plan.id));
	expect([await panelDomain(first.plan.id), await panelDomain(second.plan.id)]).toEqual([domain, null]);
	expect(await thePlan(first.plan.id)).toMatchObject({ domainProvenAt: expect.any(Number), domainPendingSince: null });
});

test("nameservers that do not answer prove nothing, and checks are limited", async () => {
	const holder = await aHolder(aName("com"), aDns(new Map(), true));
	expect(await holder.check()).toMatchObject({ ok: false, error: { kind: "unavailable" } });
	for (let count = 1; count < 20; count += 1) await holder.check();
	expect(await holder.check()).toMatchObject({ ok: false, error: { kind: "rate_limited" } });
	expect(holder.dns.asked).toHaveLength(20);
});

test("only its owner can have a plan's domain checked", async () => {
	const holder = await aHolder(aName("com"));
	const stranger = await aConfirmedOwner();
	expect(await holder.planDomains.check(stranger.owner, holder.plan.id)).toMatchObject({
		ok: false,
		error: { kind: "not_found" },
	});
	expect(holder.dns.asked).toEqual([]);
});

test("TXT records are read from the public DNS, and the strings of one record are joined", async () => {
	const answers = (body: object, status = 200) =>
		createDohLookup(async (url) => {
			expect(new URL(url).searchParams.get("type")).toBe("TXT");
			return Response.json(body, { status });
		}).text("_hosting-check.example.com", "hosting-check=abc");
	const txt = (data: string) => ({ Status: 0, Answer: [{ name: "_hosting-check.example.com", type: 16, data }] });
	expect(await answers(txt('"hosting-check=abc"'))).toBe("found");
	expect(await answers(txt('"hosting-" "check=abc"'))).toBe("found");
	expect(await answers(txt('"hosting-check=abcd"'))).toBe("missing");
	expect(await answers({ Status: 0 })).toBe("missing");
	expect(await answers({ Status: 3 })).toBe("missing");
	expect(await answers({ Status: 2 })).toBe("unknown");
	expect(await answers({}, 502)).toBe("unknown");
});

test("the stand-in answers from local zones, and for names that begin with proven", async () => {
	const rrsets = [{ name: "_hosting-check.duka.co.ke.", type: "TXT", ttl: 300, values: ['"yes"'] }];
	const lookup = createStandInLookup(async (name) => (name === "duka.co.ke" ? rrsets : []));
	expect(await lookup.text("_hosting-check.duka.co.ke", "yes")).toBe("found");
	expect(await lookup.text("_hosting-check.duka.co.ke", "no")).toBe("missing");
	expect(await lookup.text("_hosting-check.proven-shop.com", "any")).toBe("found");
	expect(await lookup.text("_hosting-check.improven.com", "any")).toBe("missing");
});

test("a plan that was bought without a domain gets one, connected at once if the customer has it here", async () => {
	const services = testServices({ dnsLookup: aDns().lookup, hostingPanel: aPanel().panel });
	const { user, owner } = await aConfirmedOwner(services);
	const own = aName("com");
	await aDomain(user.id, { name: own });
	const resources = { domains: { used: 0, total: 1 } };
	const [first, second] = [await aPlan(user.id, { resources }), await aPlan(user.id)];
	const { choose } = services.planDomains;
	expect(await choose(owner, first.id, "not a domain")).toMatchObject({
		error: { fields: { domain: expect.any(String) } },
	});
	expect(await choose(owner, first.id, own.toUpperCase())).toEqual({ ok: true, value: "connected" });
	expect(await thePlan(first.id)).toMatchObject({
		domain: own,
		domainProvenAt: expect.any(Number),
		resources: { domains: { used: 1, total: 1 } },
	});
	expect(await panelDomain(first.id)).toBe(own);
	expect(await choose(owner, first.id, aName("com"))).toMatchObject({ error: { kind: "conflict" } });

	expect(await choose(owner, second.id, "elsewhere.example")).toEqual({ ok: true, value: "unproven" });
	expect(await thePlan(second.id)).toMatchObject({ domain: "elsewhere.example", domainProvenAt: null });
	expect(await panelDomain(second.id)).toBeNull();
	// An unproven domain can be replaced.
	expect(await choose(owner, second.id, "elsewhere.example.org")).toEqual({ ok: true, value: "unproven" });
	const stranger = await aConfirmedOwner(services);
	const third = await aPlan(user.id);
	expect(await choose(stranger.owner, third.id, aName("com"))).toMatchObject({ ok: false });
	expect(await thePlan(third.id)).toMatchObject({ domain: null });
	expect((await services.activity.recent(owner, 5)).map((row) => withMessage(row).message)).toContain(
		"Chose elsewhere.example for a hosting plan.",
	);
});

test("a domain that another plan of the customer uses moves only if the customer agrees, and keeps its proof", async () => {
	const services = testServices({ dnsLookup: aDns().lookup, hostingPanel: aPanel().panel });
	const { user, owner } = await aConfirmedOwner(services);
	const elsewhere = aName("com");
	const first = await aPlan(user.id, { name: "First", domain: elsewhere });
	const second = await aPlan(user.id);
	const { choose } = services.planDomains;
	const refusal = { ok: false, error: { code: "domain_used", fields: { domain: expect.any(String) } } };
	expect(await choose(owner, second.id, elsewhere)).toMatchObject(refusal);
	expect(await choose(owner, second.id, elsewhere, aName("com"))).toMatchObject(refusal);
	expect(await thePlan(second.id)).toMatchObject({ domain: null });
	expect(await thePlan(first.id)).toMatchObject({ domain: elsewhere, domainProvenAt: expect.any(Number) });

	expect(await choose(owner, second.id, elsewhere, elsewhere.toUpperCase())).toEqual({ ok: true, value: "connected" });
	expect(await thePlan(first.id)).toMatchObject({ domain: null, domainProvenAt: null, domainPendingSince: null });
	expect(await thePlan(second.id)).toMatchObject({ domain: elsewhere, domainProvenAt: expect.any(Number) });
	expect([await panelDomain(first.id), await panelDomain(second.id)]).toEqual([null, elsewhere]);
	expect((await services.activity.recent(owner, 5)).map((row) => withMessage(row).message)).toContain(
		`Moved ${elsewhere} from the hosting plan First to another plan.`,
	);
	// A plan with mailboxes can share the domain of one with a website.
	const mail = await aPlan(user.id, { productId: "email-basic", name: "Email Basic", type: "email" });
	expect(await choose(owner, mail.id, elsewhere)).toEqual({ ok: true, value: "unproven" });
});

test("a plan that was ordered for the domain of another plan waits until the customer moves it", async () => {
	const services = testServices({ dnsLookup: aDns().lookup, hostingPanel: aPanel().panel });
	const { user, owner } = await aConfirmedOwner(services);
	const { name } = await aDomain(user.id);
	const first = await aPlan(user.id, { name: "First", domain: name });
	const second = await aPlan(user.id, { domain: name, domainProvenAt: null });
	const { choose, check, connectHeldDomains, usedBy } = services.planDomains;
	await connectHeldDomains("recent");
	expect(await thePlan(second.id)).toMatchObject({ domainProvenAt: null });
	expect(await check(owner, second.id)).toMatchObject({
		ok: false,
		error: { kind: "conflict", message: expect.stringContaining(`${name} is in use by your plan First.`) },
	});
	expect(await usedBy(owner, second.id)).toBe("First");
	expect(await choose(owner, second.id, name, name)).toEqual({ ok: true, value: "connected" });
	await connectHeldDomains("recent");
	expect([await panelDomain(first.id), await panelDomain(second.id)]).toEqual([null, name]);
	expect(await usedBy(owner, second.id)).toBeNull();
});
