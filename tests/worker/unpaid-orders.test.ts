import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { settings } from "~/features/catalog/settings";
import { DAY, HOUR } from "~/lib/durations";
import type { Services } from "~/services.server";
import { anOrder, aPendingPayment, moneyRecordsOf, quietServices } from "../support/orders";
import { aPromo } from "../support/promo";
import { runCron, runDue } from "../support/schedule";

const later = (days: number) => {
	const now = Date.now() + days * DAY;
	return quietServices({ clock: () => now });
};
const afterwards = () => later(settings.paymentDays + 1);
const queueUnpaid = ({ orders }: Services) => orders.queueUnpaid("all");
const stateOf = (orderId: string) =>
	env.DB.prepare("select state from orders where id = ?").bind(orderId).first("state");
const count = (sql: string, ...values: string[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.first<number>("n");

test("an unpaid order is cancelled after its due date, once, and its customer gets an email", async () => {
	const services = quietServices();
	const order = await anOrder(services);
	await runDue(later(settings.paymentDays - 1), queueUnpaid);
	expect(await stateOf(order.orderId)).toBe("pending_payment");

	const clock = () => afterwards().clock();
	await Promise.all([runCron("7 * * * *", { clock }), runCron("7 * * * *", { clock })]);
	await runCron("7 * * * *", { clock });
	expect(await stateOf(order.orderId)).toBe("cancelled");
	const told = "from outbox where kind = 'mail.order-cancelled' and user_id = ?";
	expect(await count(`select count(*) as n ${told}`, order.user.id)).toBe(1);
	expect(await count("select count(*) as n from notifications where user_id = ?", order.user.id)).toBe(1);
	expect(await count("select count(*) as n from activity_log where subject_id = ?", order.orderId)).toBe(1);

	const mail = await env.DB.prepare(`select id ${told}`).bind(order.user.id).first<string>("id");
	const reader = afterwards();
	await reader.outbox.deliver(mail ?? "");
	const [sent] = ((await reader.inbox?.list()) ?? []).filter(({ recipient }) => recipient === order.user.email);
	expect(sent?.subject).toMatch(/^Your order was cancelled: invoice KK\d{10}$/);
	expect(sent?.text).toContain(order.quote.lines[0]?.domain ?? "nothing");
});

test("a cancelled order returns its promo code", async () => {
	const services = quietServices();
	const { code } = await aPromo({ code: "TWICEGIVEN", maxUses: 1 });
	const order = await anOrder(services, { promo: code });
	const uses = () => count("select uses as n from promo_codes where code = ?", code);
	expect(await uses()).toBe(1);
	await runDue(afterwards(), queueUnpaid);
	expect(await stateOf(order.orderId)).toBe("cancelled");
	expect(await uses()).toBe(0);
});

test("an order with a pending payment is not cancelled, and money after the end becomes credit", async () => {
	const services = quietServices();
	const pending = await aPendingPayment(services);
	await env.DB.prepare("update invoices set due_at = ? where id = ?")
		.bind(Date.now() - HOUR, pending.invoiceId)
		.run();
	await runDue(services, queueUnpaid);
	expect(await stateOf(pending.orderId)).toBe("pending_payment");

	await env.DB.prepare("update payments set state = 'expired' where id = ?").bind(pending.paymentId).run();
	await runDue(quietServices({ clock: () => Date.now() + HOUR }), queueUnpaid);
	expect(await stateOf(pending.orderId)).toBe("cancelled");
	await services.sandbox?.answer(pending.ref, "approve");
	const { ledger, reviews } = await moneyRecordsOf(pending.invoiceId, pending.user.id);
	expect(ledger.map(({ kind }) => kind)).toEqual(["credit"]);
	expect(reviews.map(({ reason }) => reason)).toContain("invoice_void");
});
