import { expect, test } from "vitest";
import type { Customer } from "~/features/accounts/customer";
import { dnsChangeLimit, refreshLimit } from "~/features/domains/change-limits";
import { planChangeLimit } from "~/features/orders/plan-changes.server";
import { DAY, SECOND } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { action as changeHosting } from "~/routes/portal/change-hosting";
import { action as editDns } from "~/routes/portal/domain-dns";
import { action as importDns } from "~/routes/portal/domain-dns-import";
import { action as domainsAction } from "~/routes/portal/domains";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aPanel, aPlan } from "../support/hosting";
import { quietServices } from "../support/orders";
import { post } from "../support/route-action";

async function aCustomerAt(start: number) {
	let now = start;
	const clock = () => now;
	const services = quietServices({ clock, hostingPanel: aPanel(clock).panel });
	const { user, owner, cookie } = await aConfirmedOwner(services);
	const pass = (ms: number) => {
		now += ms;
	};
	/** Uses up a limit except for this many attempts. */
	const leave = (key: [string, string], limit: { limit: number; windowMs: number }, left: number) =>
		services.rateLimiter.takeAll([{ key, ...limit, cost: limit.limit - left }]);
	return { services, user, owner, cookie, pass, leave };
}

const tooMany = (retryAfter: number, message: string) => ({
	data: { failure: { kind: "rate_limited", retryAfter, message: expect.stringContaining(message) } },
	init: { status: 429, headers: { "Retry-After": String(retryAfter) } },
});

test("a customer's domain refreshes are limited, then delayed, and other customers' are not", async () => {
	const { services, user, cookie, pass, leave } = await aCustomerAt(Date.now());
	await aDomain(user.id);
	await aDomain(user.id);
	const refresh = (who: string) =>
		post(domainsAction, {
			services,
			cookie: who,
			address: "/dashboard/domains?tab=active",
			form: { intent: "refresh" },
		});
	await leave(["domain-refresh", user.id], refreshLimit, 2);
	expect(await refresh(cookie)).toMatchObject({ status: 303 });
	const refused = "You refreshed your domains too many times. Try again in 20 seconds.";
	expect(await refresh(cookie)).toMatchObject(tooMany(20, refused));
	const other = await aConfirmedOwner(services);
	await aDomain(other.user.id);
	expect(await refresh(other.cookie)).toMatchObject({ status: 303 });
	pass(20 * SECOND);
	expect(await refresh(cookie)).toMatchObject({ status: 303 });
});

test("twenty refreshes at the same time count each domain once", async () => {
	const { services, user, owner, leave } = await aCustomerAt(Date.now());
	await aDomain(user.id);
	await leave(["domain-refresh", user.id], refreshLimit, 5);
	const query = { tab: "all", q: "", sort: "name" } as const;
	const answers = await Promise.all(Array.from({ length: 20 }, () => services.portfolio.refresh(owner, query)));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
});

test("changes to a domain's records are limited, then delayed, and the form keeps what was typed", async () => {
	const { services, user, owner, cookie, pass, leave } = await aCustomerAt(Date.now());
	const [domain, another] = [await aDomain(user.id), await aDomain(user.id)];
	const typed = { name: "shop", ttl: "3600", value: "192.0.2.7" };
	const add = async ({ id }: { id: string }) => {
		const version = String((await services.dns.zone(owner, id))?.domain.zoneVersion);
		const address = `/dashboard/domains/${id}/dns?add=A`;
		const form = { intent: "add", version, type: "A", ...typed };
		return post(editDns, { services, cookie, address, params: { domainId: id }, form });
	};
	await leave(["dns-change", domain.id], dnsChangeLimit, 0);
	const refused = await add(domain);
	expect(refused).toMatchObject(tooMany(5, "was changed too many times. Try again in 5 seconds."));
	expect(refused).toMatchObject({ data: { values: typed } });
	const text = "shop 3600 IN A 192.0.2.7";
	const imported = await post(importDns, {
		...{ services, cookie, address: `/dashboard/domains/${domain.id}/dns/import`, params: { domainId: domain.id } },
		form: { intent: "apply", mode: "merge", version: "0", text },
	});
	expect(imported).toMatchObject(tooMany(5, "Try again in 5 seconds."));
	expect(imported).toMatchObject({ data: { values: { text, mode: "merge" } } });
	expect((await services.dns.zone(owner, domain.id))?.records).toEqual([]);
	expect(await add(another)).toMatchObject({ status: 302 });
	pass(5 * SECOND);
	expect(await add(domain)).toMatchObject({ status: 302 });
});

test("requests by a stranger or from an outdated form don't count towards a domain's limit", async () => {
	const { services, user, owner, leave } = await aCustomerAt(Date.now());
	const domain = await aDomain(user.id);
	await leave(["dns-change", domain.id], dnsChangeLimit, 1);
	const stranger = await aConfirmedOwner(services);
	const at = { domainId: domain.id, version: 0 };
	const empty = { name: "", ttl: "3600", priority: "", weight: "", port: "", flags: "", tag: "" };
	const record = { ...empty, type: "A", name: "shop", value: "192.0.2.7" } as const;
	expect(await services.dns.add(stranger.owner, at, record)).toMatchObject({ error: { kind: "not_found" } });
	expect(await services.dns.add(owner, { ...at, version: 7 }, record)).toMatchObject({ error: { kind: "conflict" } });
	expect((await services.dns.add(owner, at, record)).ok).toBe(true);
});

test("plan changes are limited, then delayed, and a repeated press gives the same order", async () => {
	const { services, user, owner, cookie, pass, leave } = await aCustomerAt(Date.now());
	const plan = await aPlan(user.id, { expiresAt: services.clock() + 15 * DAY }, services.clock());
	const customer = (await services.sessions.viewer({ cookie }).customer()) as Customer;
	const found = await services.planChanges.options(owner, plan.id);
	const quote = found?.alternatives.flatMap(({ quote }) =>
		quote.ok && quote.value.total.amount > 0 ? [quote.value] : [],
	)[0];
	if (!quote) throw new Error("No larger plan");
	const form = {
		...{ to: quote.to.product.id, total: String(quote.total.amount), credit: String(quote.credit.amount) },
		key: randomToken(),
	};
	const address = `/dashboard/hosting/${plan.id}/change?to=${form.to}`;
	const agree = () => post(changeHosting, { services, cookie, address, params: { planId: plan.id }, form });
	await leave(["plan-change", customer.id], planChangeLimit, 0);
	const refused = "You changed many plans in a short time. Try again in 5 seconds.";
	expect(await agree()).toMatchObject(tooMany(5, refused));
	pass(5 * SECOND);
	expect(await agree()).toMatchObject({ status: 303 });
	expect(await agree()).toMatchObject({ status: 303 });
});
