import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { hostingPlans } from "~/db/schema";
import { DAY, HOUR, MINUTE, SECOND } from "~/lib/durations";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import { mailsOf } from "../support/accounts";
import { breakRow } from "../support/broken-row";
import { aDns } from "../support/dns-lookup";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aCustomer, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPanel, aPlan, panelDomain, panelUpdate, thePlan } from "../support/hosting";
import { readLogs } from "../support/logs";
import { faultyMailer } from "../support/mail";
import { aName } from "../support/orders";

beforeEach(async () => {
	await env.DB.exec("delete from hosting_plans");
});

const start = Date.now();

/** A customer with a plan for a domain that is registered elsewhere, and a clock that can be moved. */
async function aWaitingPlan(fields: Partial<typeof hostingPlans.$inferInsert> = {}, dns = aDns()) {
	const time = { now: start };
	const { panel } = aPanel(() => time.now);
	const calls: Partial<HostingPanel> = {};
	const inbox = faultyMailer();
	const services = testServices({
		clock: () => time.now,
		dnsLookup: dns.lookup,
		mailer: inbox.mailer,
		hostingPanel: { ...panel, setDomain: (...given) => (calls.setDomain ?? panel.setDomain)(...given) },
	});
	const user = await aCustomer();
	const domain = aName("com");
	const plan = await aPlan(user.id ?? "", { domain, domainProvenAt: null, ...fields }, start);
	const { name, value } = services.planDomains.proofRecordFor({ userId: user.id ?? "", domain });
	return {
		...{ time, calls, inbox, services, user, domain, plan, dns },
		addRecord: () => dns.records.set(name, value),
		run: () => services.planDomains.checkRecords(),
		emails: () => mailsOf(user.id, "mail.domain-unconnected"),
	};
}

test("a record is looked for every hour on the first day, then less often, and no longer after day 14", async () => {
	const { time, dns, run, emails, plan, domain } = await aWaitingPlan();
	const checkedAt: number[] = [];
	for (let hour = 0; hour < 18 * 24; hour += 1) {
		// Runs do not start at exactly the same second.
		time.now = start + hour * HOUR + (hour % 3) * 20 * SECOND;
		const before = dns.asked.length;
		await run();
		if (dns.asked.length > before) checkedAt.push(hour);
		if (hour < 14 * 24) expect(await emails()).toEqual([]);
	}
	const every = (step: number, from: number, to: number) =>
		Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
	expect(checkedAt).toEqual([...every(1, 0, 24), ...every(3, 26, 72), ...every(6, 77, 336), 336]);
	expect(dns.asked).toHaveLength(checkedAt.length);
	expect(await emails()).toMatchObject([{ payload: { planId: plan.id, domain } }]);
}, 60_000);

test("a record that is found connects the domain, and the log says that the system did it", async () => {
	const { time, services, user, plan, domain, dns, addRecord, run } = await aWaitingPlan();
	await run();
	addRecord();
	time.now += HOUR;
	await run();
	expect(await thePlan(plan.id)).toMatchObject({ domainProvenAt: time.now });
	const { results } = await env.DB.prepare("select actor, kind, params from activity_log where subject_id = ?")
		.bind(plan.id)
		.all();
	expect(results).toEqual([
		{ actor: "system", kind: "hosting.domain", params: JSON.stringify({ plan: plan.name, domain }) },
	]);
	expect(await services.activity.recent({ userId: user.id ?? "" }, 5)).toHaveLength(1);
	time.now += 20 * DAY;
	await run();
	expect(dns.asked).toHaveLength(2);
});

test("if the panel fails, the domain is pending until the event connects it, and other plans are connected", async () => {
	const logs = readLogs();
	const dns = aDns();
	const { time, calls, services, plan, addRecord, run } = await aWaitingPlan({}, dns);
	const other = await aWaitingPlan({}, dns);
	addRecord();
	other.addRecord();
	const { panel } = aPanel();
	calls.setDomain = (account, domain) =>
		account === plan.id ? Promise.reject(new Error("down")) : panel.setDomain(account, domain);
	await run();
	expect(await thePlan(plan.id)).toMatchObject({ domainProvenAt: start, domainPendingSince: start });
	expect(await thePlan(other.plan.id)).toMatchObject({ domainProvenAt: start, domainPendingSince: null });
	const asked = dns.asked.length;
	calls.setDomain = async () => ({ state: "failed", message: "busy", retryable: true });
	time.now += MINUTE;
	expect(await services.outbox.deliver(await panelUpdate(plan.id))).toEqual({ retryInSeconds: expect.any(Number) });
	expect(await thePlan(plan.id)).toMatchObject({ domainPendingSince: start });
	expect(logs.lines("plan_domain_not_connected")).toHaveLength(1);
	logs.stop();
	delete calls.setDomain;
	time.now += HOUR;
	await services.outbox.deliver(await panelUpdate(plan.id));
	expect(await thePlan(plan.id)).toMatchObject({ domainProvenAt: start, domainPendingSince: null });
	expect(await panelDomain(plan.id)).toBe(plan.domain);
	await run();
	expect(dns.asked).toHaveLength(asked);
});

test("a plan that can't be connected waits for its next check, and others are connected", async () => {
	expectConsoleError();
	const dns = aDns();
	const { plan, addRecord, run } = await aWaitingPlan({}, dns);
	const other = await aWaitingPlan({ domainCheckedAt: 1 }, dns);
	addRecord();
	other.addRecord();
	const repair = await breakRow("hosting_plans", plan.id, "domain_proven_at");
	await run().finally(repair);
	expect(await thePlan(plan.id)).toMatchObject({ domainProvenAt: null, domainCheckedAt: start });
	expect(await thePlan(other.plan.id)).toMatchObject({ domainProvenAt: start });
});

test("one run checks all plans, at most five at once, and leaves out those that have nothing to prove", async () => {
	const { dns, run, user, domain } = await aWaitingPlan();
	const userId = user.id ?? "";
	for (let count = 0; count < 119; count += 1)
		await aPlan(userId, { domain: aName("com"), domainProvenAt: null }, start);
	const held = aName("com");
	await aDomain(userId, { name: held });
	await aPlan(userId, { domain: held, domainProvenAt: null }, start);
	await aPlan(userId, { domain: aName("com") }, start);
	await aPlan(userId, { domain: aName("com"), domainProvenAt: null, status: "suspended" }, start);
	await aPlan(userId, {}, start);
	await run();
	expect(dns.asked).toHaveLength(120);
	expect(new Set(dns.asked).size).toBe(120);
	expect(dns.asked).toContain(`_hosting-check.${domain}`);
	expect(dns.asked).not.toContain(`_hosting-check.${held}`);
	expect(dns.most.atOnce).toBe(5);
	await run();
	expect(dns.asked, "again within the hour").toHaveLength(120);
});

test("a run that is out of time leaves the rest to the next one, which begins with the oldest check", async () => {
	const { services, dns, user, domain } = await aWaitingPlan({ domainCheckedAt: start - HOUR });
	const [older, oldest] = [aName("com"), aName("com")];
	await aPlan(user.id ?? "", { domain: older, domainProvenAt: null, domainCheckedAt: start - 2 * HOUR }, start);
	await aPlan(user.id ?? "", { domain: oldest, domainProvenAt: null }, start);
	const questions: number[] = [];
	await services.planDomains.checkRecords(() => questions.push(1) > 1);
	expect(dns.asked).toEqual([`_hosting-check.${oldest}`]);
	await services.planDomains.checkRecords();
	expect(dns.asked.slice(1)).toEqual([`_hosting-check.${older}`, `_hosting-check.${domain}`]);
});

test("the plan that lost its domain is not checked again and gets no email about it", async () => {
	const dns = aDns();
	const former = await aWaitingPlan({}, dns);
	former.addRecord();
	await former.run();
	const next = await aWaitingPlan({ domain: former.domain }, dns);
	const owner = { userId: next.user.id ?? "" };
	const record = next.services.planDomains.proofRecordFor({ ...owner, domain: former.domain });
	dns.records.set(record.name, record.value);
	expect((await next.services.planDomains.check(owner, next.plan.id)).ok).toBe(true);
	expect((await thePlan(former.plan.id)).domainProvenAt).toBeNull();
	// The record of the former holder is back, as if both were there.
	former.addRecord();
	const asked = dns.asked.length;
	for (let day = 0; day < 30; day += 1) {
		former.time.now = start + day * DAY;
		await former.run();
	}
	expect(dns.asked).toHaveLength(asked);
	expect(await former.emails()).toEqual([]);
	expect((await thePlan(next.plan.id)).domainProvenAt).not.toBeNull();
});

test("the email says how to connect the domain, once, and only while it is not connected", async () => {
	const { time, services, inbox, plan, domain, user, run, emails } = await aWaitingPlan();
	time.now = start + 13.9 * DAY;
	await run();
	time.now = start + 14 * DAY;
	await Promise.all([run(), run()]);
	time.now += DAY;
	await run();
	const [email, ...others] = await emails();
	expect(others).toEqual([]);
	await services.outbox.deliver(email?.id ?? "");
	const [sent] = inbox.delivered().filter(({ to }) => to.includes(user.email));
	expect(sent?.subject).toBe(`${domain} is not connected to Business Hosting`);
	expect(sent?.text).toContain(`Add the record where the DNS of ${domain} is managed.`);
	expect(sent?.text).toContain(`/dashboard/hosting/${plan.id}/manage`);

	const late = await aWaitingPlan();
	late.time.now = start + DAY;
	await late.run();
	late.time.now = start + 14 * DAY;
	await late.run();
	late.addRecord();
	const owner = { userId: late.user.id ?? "" };
	expect((await late.services.planDomains.check(owner, late.plan.id)).ok, "Check now works after day 14").toBe(true);
	const [stale] = await late.emails();
	await late.services.outbox.deliver(stale?.id ?? "");
	expect(late.inbox.delivered().filter(({ to }) => to.includes(late.user.email))).toEqual([]);
});

test("a plan that becomes active after day 14 is checked once, without an email", async () => {
	const { dns, run, emails, time } = await aWaitingPlan({ createdAt: start - 20 * DAY });
	for (let hour = 0; hour < 24; hour += 1) {
		time.now = start + hour * HOUR;
		await run();
	}
	expect(dns.asked).toHaveLength(1);
	expect(await emails()).toEqual([]);
});

test("nameservers that do not answer count as checked", async () => {
	const { run, plan, dns, time } = await aWaitingPlan({}, aDns(new Map(), true));
	await run();
	expect(dns.asked).toHaveLength(1);
	expect(await thePlan(plan.id)).toMatchObject({ domainProvenAt: null, domainCheckedAt: time.now });
});

test("another customer's record connects nothing", async () => {
	const { run, plan, domain, dns, services } = await aWaitingPlan();
	const rival = await aConfirmedOwner();
	const { name, value } = services.planDomains.proofRecordFor({ userId: rival.user.id, domain });
	dns.records.set(name, value);
	await run();
	expect((await thePlan(plan.id)).domainProvenAt).toBeNull();
});
