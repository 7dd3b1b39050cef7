import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { emit } from "~/db/change.server";
import { createDatabase } from "~/db/client.server";
import { linksIn } from "~/features/email/links";
import { formatMoney } from "~/lib/money";
import type { Services } from "~/services.server";
import { aName, aPendingPayment, quietServices, registration } from "../support/orders";

/** Delivers all pending events and the events that they cause, as the queues would. */
async function deliverAll({ outbox }: Services): Promise<void> {
	for (let round = 0; round < 20; round += 1) {
		const due = await env.DB.prepare("select id from outbox where state = 'new' and next_at <= ?")
			.bind(Date.now())
			.all<{ id: string }>();
		if (due.results.length === 0) return;
		for (const { id } of due.results) await outbox.deliver(id);
	}
}

async function mailsTo(services: Services, email: string) {
	return ((await services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === email);
}

test("a paid order sends a receipt that adds up, and an email for each domain that becomes active", async () => {
	const services = quietServices();
	const [shop, market] = [aName(), aName("com")];
	const order = await aPendingPayment(services, { items: [registration(shop), registration(market, 2)] });
	await services.sandbox?.answer(order.ref, "approve");
	await deliverAll(services);

	const mails = await mailsTo(services, order.user.email);
	const receipt = mails.find(({ subject }) => subject.startsWith("Receipt"));
	expect(receipt?.subject).toContain(formatMoney(order.quote.total));
	for (const { amount } of order.quote.lines) expect(receipt?.text).toContain(formatMoney(amount));
	expect(receipt?.text).toMatch(/Invoice: KK\d{10}\nReceipt number: \S+\nPaid with: M-Pesa/);
	expect(receipt?.text).toContain(`We're registering ${shop} now`);
	expect(linksIn(receipt?.text ?? "")).toEqual([`https://kikoa.test/dashboard/invoices/${order.invoiceId}`]);

	const active = mails.map(({ subject }) => subject).filter((subject) => subject.endsWith("is yours"));
	expect(active.sort()).toEqual([`${market} is yours`, `${shop} is yours`].sort());
});

test("no email is sent twice when everything is delivered and swept again", async () => {
	const services = quietServices();
	const order = await aPendingPayment(services);
	await services.sandbox?.answer(order.ref, "approve");
	await deliverAll(services);
	const first = (await mailsTo(services, order.user.email)).length;
	const all = await env.DB.prepare("select id from outbox").all<{ id: string }>();
	await Promise.all(all.results.map(({ id }) => services.outbox.deliver(id)));
	await services.outbox.sweep();
	await deliverAll(services);
	expect(await mailsTo(services, order.user.email)).toHaveLength(first);
});

test("an email about a problem is not sent after the problem was solved", async () => {
	const services = quietServices();
	const order = await aPendingPayment(services);
	await services.sandbox?.answer(order.ref, "approve");
	await deliverAll(services);
	const jobId = await env.DB.prepare("select id from jobs where order_id = ?").bind(order.orderId).first<string>("id");
	const db = createDatabase(env.DB);
	const late = emit({ kind: "mail.order-problem", payload: { jobId: jobId ?? "" }, once: "late" });
	await db.commit(late, Date.now());
	const event = await env.DB.prepare("select id from outbox where dedupe_key = ?")
		.bind("mail.order-problem:late")
		.first<string>("id");
	await services.outbox.deliver(event ?? "");
	const subjects = (await mailsTo(services, order.user.email)).map(({ subject }) => subject);
	expect(subjects.filter((subject) => subject.startsWith("About your order"))).toEqual([]);
});

test("a new plan sends one email that says how to sign in, and what its domain needs", async () => {
	const services = quietServices();
	const own = aName();
	const hosting = { productId: "shared-business", term: "annual" as const, quantity: 1 };
	const order = await aPendingPayment(services, {
		items: [
			registration(own),
			{ ...hosting, key: "a", domain: own },
			{ ...hosting, key: "b", domain: "elsewhere.example" },
		],
	});
	await services.sandbox?.answer(order.ref, "approve");
	await deliverAll(services);

	const plans = await env.DB.prepare("select id, domain, ip from hosting_plans where user_id = ? order by domain desc")
		.bind(order.user.id)
		.all<{ id: string; domain: string; ip: string }>();
	expect(plans.results).toHaveLength(2);
	const mails = await mailsTo(services, order.user.email);
	const ready = mails.filter(({ subject }) => subject.endsWith("is ready"));
	expect(ready.map(({ subject }) => subject).toSorted()).toEqual(
		plans.results.map(({ domain }) => `Business Hosting for ${domain} is ready`).toSorted(),
	);
	for (const { id, domain, ip } of plans.results) {
		const text = ready.find(({ subject }) => subject.includes(domain))?.text.replace(/\s+/g, " ") ?? "";
		expect(text).toContain(`IP address: ${ip}`);
		expect(text).toContain(`Sign in to your portal with ${order.user.email} and open the plan.`);
		expect(linksIn(text)).toContain(`https://kikoa.test/dashboard/hosting/${id}/manage`);
		expect(text.includes("copy the TXT record")).toBe(domain === "elsewhere.example");
	}
});
