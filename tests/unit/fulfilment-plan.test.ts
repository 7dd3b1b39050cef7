import { expect, test } from "vitest";
import type { OrderLine } from "~/db/schema";
import { planFulfilment } from "~/features/orders/fulfilment-plan.server";

const now = Date.UTC(2026, 10, 21);
const order = {
	id: "ord_1",
	userId: "usr_1",
	currency: "KES" as const,
	contact: {
		firstName: "Amina",
		lastName: "Otieno",
		email: "a@example.com",
		phone: "",
		address: "",
		city: "",
		country: "Kenya",
	},
	subtotal: 200_000,
	discount: 0,
};

const line = (kind: OrderLine["kind"], more: Partial<OrderLine> = {}): OrderLine => ({
	...{ id: `lin_${kind}`, orderId: order.id, position: 0, productId: kind, kind, name: kind, domain: null },
	...{ planId: null, currentExpiry: null, renewedDomainId: null, renewedPlanId: null, renewedExpiry: null },
	...{ quantity: 1, unitAmount: 0, amount: 0, details: {} },
	...more,
});

const hosting = { name: "Business", type: "web" as const, resources: {}, features: [], price: 100_000, termMonths: 12 };

test("a plan stores what was paid for it after a promo code", () => {
	const bought = [line("plan", { details: { hosting } })];
	expect(planFulfilment({ ...order, discount: 20_000 }, bought, now).hosting).toMatchObject([{ paid: 90_000 }]);
	expect(planFulfilment(order, bought, now).hosting[0]).not.toHaveProperty("paid");
});

test("the value of a free domain is subtracted from what was paid for its plan", () => {
	const bought = [line("plan", { details: { hosting, freeDomain: 30_000 } })];
	const [paid, discounted, tiny] = [
		planFulfilment(order, bought, now),
		planFulfilment({ ...order, discount: 20_000 }, bought, now),
		planFulfilment(order, [line("plan", { details: { hosting, freeDomain: 300_000 } })], now),
	].map((plan) => plan.hosting[0]?.paid);
	expect([paid, discounted, tiny]).toEqual([70_000, 63_000, 0]);
});

test("each line becomes one job, and a free first year belongs to its domain's line", () => {
	const lines = [
		line("registration", { domain: "neema.co.ke" }),
		line("free_domain", { domain: "neema.co.ke" }),
		line("hardware"),
	];
	const { domains, hosting: plans, jobs } = planFulfilment(order, lines, now);
	expect(domains).toMatchObject([
		{ name: "neema.co.ke", tld: "co.ke", status: "pending", orderLineId: "lin_registration" },
	]);
	expect([plans, jobs.map(({ kind }) => kind)]).toEqual([[], ["register_domain", "ship_hardware"]]);
	expect(planFulfilment(order, [line("transfer", { domain: "neema.com" })], now).domains).toMatchObject([
		{ status: "transfer_in", tld: "com" },
	]);
});
