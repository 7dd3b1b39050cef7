import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { orderView } from "~/features/orders/order-view";
import { keyOf } from "~/features/problems/problem";
import { orderDeskView } from "~/features/services-desk/order-view";
import { kenya } from "~/lib/dates";
import * as orderPage from "~/routes/desk/order";
import type { Services } from "~/services.server";
import { testServices } from "../support/factories";
import { aName, anOrder, aPendingPayment, quietServices, registration } from "../support/orders";
import { invoiceOf } from "../support/refunds";
import { aPaidOrder, domainOf, runJobs } from "../support/registrar-orders";
import { anOwner, aSignedInMember, deskArgs, statusOf } from "../support/staff";

const reason = "The card is from another country than the phone.";
const conflict = { ok: false, error: { kind: "conflict" } };

function aShop() {
	const time = { now: Date.now() };
	const services = quietServices({ clock: () => time.now });
	return { services, time };
}

const jobOf = async (services: Services, orderId: string) => {
	const found = await services.ordersDesk.find(await anOwner(), orderId);
	return found?.jobs[0] ?? expect.fail("no job");
};
const isWaiting = async (services: Services, jobId: string) => {
	const problem = await services.problems.find(await anOwner(), keyOf({ kind: "job", subject: jobId }));
	return problem !== null && problem !== undefined && problem.resolvedAt === null;
};

test("a paid order on hold registers nothing until staff accept it, and the customer reads that it is checked", async () => {
	const shop = aShop();
	const { services } = shop;
	const name = aName("com");
	const { user, orderId } = await aPaidOrder(services, { items: [registration(name)] });
	const session = await anOwner();
	expect(await services.ordersDesk.hold(session, orderId, reason)).toMatchObject({ ok: true });
	const progress = async () => {
		const seen = await services.orders.find({ userId: user.id }, orderId);
		return seen && orderView(seen, shop.time.now, kenya).lines[0]?.progress;
	};
	const checked = { label: "Being checked", message: expect.stringContaining("checking your order") };
	expect(await progress(), "before its job runs").toMatchObject(checked);
	expect(await runJobs(shop, orderId)).toMatchObject([{ state: "action_required", externalRef: null }]);
	expect(await domainOf(name)).toMatchObject({ status: "pending", registrar: null });
	expect(await progress()).toMatchObject(checked);

	expect(await services.ordersDesk.accept(session, orderId, "The customer called.")).toMatchObject({ ok: true });
	expect(await runJobs(shop, orderId)).toMatchObject([{ state: "done", note: null }]);
	expect(await domainOf(name)).toMatchObject({ status: "active" });
});

test("an order that is held before it is paid waits after the payment, too", async () => {
	const shop = aShop();
	const { services } = shop;
	const name = aName("com");
	const { orderId, ref } = await aPendingPayment(services, { items: [registration(name)] });
	const session = await anOwner();
	expect(await services.ordersDesk.hold(session, orderId, reason)).toMatchObject({ ok: true });
	await services.sandbox?.answer(ref, "approve");
	expect(await runJobs(shop, orderId)).toMatchObject([{ state: "action_required" }]);
	await services.ordersDesk.accept(session, orderId, reason);
	expect(await runJobs(shop, orderId)).toMatchObject([{ state: "done" }]);
});

test("a job of a held order can't be tried again alone, but be completed by hand", async () => {
	const shop = aShop();
	const { services } = shop;
	const { orderId } = await aPaidOrder(services, { items: [registration(aName("com"))] });
	const session = await anOwner();
	await services.ordersDesk.hold(session, orderId, reason);
	await runJobs(shop, orderId);
	const job = await jobOf(services, orderId);
	expect(await services.ordersDesk.retryJob(session, orderId, job.id)).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining("on hold") },
	});
	const byHand = { jobId: job.id, ref: "R-1", expiresAt: shop.time.now + 365 * 86_400_000, reason: "By phone." };
	expect(await services.ordersDesk.completeJob(session, orderId, byHand)).toMatchObject({ ok: true });
	// What is done stays done.
	expect(await services.ordersDesk.hold(session, orderId, reason)).toMatchObject(conflict);
	await services.ordersDesk.accept(session, orderId, reason);
	expect(await runJobs(shop, orderId)).toMatchObject([{ state: "done", externalRef: "R-1" }]);
});

test("an order that is accepted while a job finds it on hold is not left with a stopped job", async () => {
	const shop = aShop();
	const { services, time } = shop;
	const { orderId } = await aPaidOrder(services, { items: [registration(aName("com"))] });
	const session = await anOwner();
	await services.ordersDesk.hold(session, orderId, reason);
	let isStopping = false;
	let accepted = null as unknown;
	// Accepts the order just before the run stores that the hold has stopped the job.
	const d1 = new Proxy(env.DB, {
		get(target, name) {
			if (name === "prepare")
				return (text: string) => {
					isStopping ||= /^insert into "problems"/i.test(text.trim());
					return target.prepare(text);
				};
			if (name === "batch")
				return async (statements: D1PreparedStatement[]) => {
					if (isStopping && accepted === null) accepted = await services.ordersDesk.accept(session, orderId, reason);
					return target.batch(statements);
				};
			const value: unknown = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	const { id } = await jobOf(services, orderId);
	await testServices({ clock: () => time.now }, d1).orders.runJob(id);
	expect(accepted).toMatchObject({ ok: true });
	time.now += 2 * 60_000;
	expect(await runJobs(shop, orderId)).toMatchObject([{ state: "done" }]);
	expect(await isWaiting(services, id)).toBe(false);
});

test("accepting removes the job from what waits for staff", async () => {
	const shop = aShop();
	const { services } = shop;
	const { orderId } = await aPaidOrder(services, { items: [registration(aName("com"))] });
	const session = await anOwner();
	await services.ordersDesk.hold(session, orderId, reason);
	await runJobs(shop, orderId);
	const job = await jobOf(services, orderId);
	expect(await isWaiting(services, job.id)).toBe(true);
	await services.ordersDesk.accept(session, orderId, reason);
	expect(await isWaiting(services, job.id)).toBe(false);
});

test("only an order that waits for payment or work is held, once, and only by those who may change orders", async () => {
	const shop = aShop();
	const { services } = shop;
	const { orderId } = await anOrder(services);
	const session = await anOwner();
	expect(await services.ordersDesk.accept(session, orderId, reason)).toMatchObject(conflict);
	const { session: reader } = await aSignedInMember(["read-only"]);
	expect(await services.ordersDesk.hold(reader, orderId, reason)).toMatchObject({ ok: false });
	expect(await services.ordersDesk.find(reader, orderId)).toMatchObject({ order: { heldReason: null } });
	expect(await services.ordersDesk.hold(session, orderId, reason)).toMatchObject({ ok: true });
	expect(await services.ordersDesk.hold(session, orderId, reason)).toMatchObject(conflict);
	const done = await aPaidOrder(services, { items: [registration(aName("com"))] });
	await runJobs(shop, done.orderId);
	expect(await services.ordersDesk.hold(session, done.orderId, reason)).toMatchObject(conflict);
	expect(await services.ordersDesk.hold(session, "ord_nothing", reason)).toMatchObject({
		error: { kind: "not_found" },
	});
});

test("support cancels an unpaid order with a reason, on hold or not, and a paid one stays", async () => {
	const shop = aShop();
	const { services } = shop;
	const support = await aSignedInMember(["support"]);
	const cancel = async (orderId: string, form: Record<string, string>, { cookie } = support) => {
		const address = `/desk/orders/${orderId}`;
		const visit = { services, cookie, address, params: { orderId }, form: { intent: "cancel", ...form } };
		return (await orderPage.action(deskArgs(visit) as never).catch((thrown: unknown) => thrown)) as Response & {
			data?: { failure: unknown };
		};
	};
	const { orderId, invoiceId, user } = await anOrder(services);
	await services.ordersDesk.hold(support.session, orderId, reason);
	expect(await cancel(orderId, {})).toMatchObject({ data: { failure: { fields: { reason: expect.any(String) } } } });
	expect(statusOf(await cancel(orderId, { reason }, await aSignedInMember(["finance"])))).toBe(404);
	expect(await invoiceOf(invoiceId)).toMatchObject({ state: "open" });

	expect(statusOf(await cancel(orderId, { reason: "Ordered twice" }))).toBe(303);
	expect(await invoiceOf(invoiceId)).toMatchObject({ state: "void" });
	const found = await services.ordersDesk.find(support.session, orderId);
	expect(found && orderDeskView(found)).toMatchObject({ state: "cancelled", canCancel: false, heldReason: null });
	const { items } = await services.staff.auditLog.list(await anOwner(), { subject: orderId });
	expect(items.map((entry) => [entry.kind, entry.reason, entry.customerId]).toSorted()).toEqual([
		["order.cancelled_by_staff", "Ordered twice", user.id],
		["order.held", reason, user.id],
	]);
	const paid = await aPaidOrder(services, { items: [registration(aName("com"))] });
	for (const id of [orderId, paid.orderId])
		expect(await cancel(id, { reason })).toMatchObject({ data: { failure: { kind: "conflict" } } });
});
