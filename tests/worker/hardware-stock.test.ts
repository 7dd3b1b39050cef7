import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { soldHardware } from "~/features/catalog/catalog";
import { toCatalog } from "~/features/catalog/indexed";
import { withCatalog } from "~/features/catalog/scope.server";
import { settings } from "~/features/catalog/settings";
import { firstContent } from "~/features/catalog/version-one/version-one";
import type { PlaceOrderInput } from "~/features/orders/checkout.schema";
import { publishedStock } from "~/features/stock/published-stock.server";
import { DAY, HOUR, SECOND } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { action as entryAction, loader as entryLoader } from "~/routes/desk/catalogue-entry";
import type { Services } from "~/services.server";
import { aCustomer, aSession } from "../support/factories";
import {
	aCheckout,
	anOrder,
	aPendingPayment,
	contact,
	moneyRecordsOf,
	quietServices,
	registration,
} from "../support/orders";
import { aPromo } from "../support/promo";
import { aPaidInvoice, refund } from "../support/refunds";
import { runDue } from "../support/schedule";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";

const printer = "hardware-printer-network";
const name = "Network thermal printer, 80 mm";
const pieces = (quantity: number, productId = printer) => ({
	...{ key: productId, productId, term: "once" as const, quantity },
});

beforeEach(async () => {
	for (const table of ["stock_reservations", "hardware_stock", "problems"]) await env.DB.exec(`delete from ${table}`);
	await env.DB.exec("delete from outbox where kind = 'stock.publish'");
});

/** Someone at the desk who counts. */
async function aClerk(services: Services = quietServices()) {
	const { session, member, cookie } = await aSignedInMember(["catalogue"], { name: "Wanjiku Kamau" });
	const stock = async (productId = printer) =>
		(await services.stock.list(session)).find((one) => one.productId === productId);
	const count = async (counted: number, productId = printer) => {
		const { free = null, reserved = 0, version = null } = (await stock(productId)) ?? {};
		const seen = free === null ? null : free + reserved;
		return services.stock.count(session, productId, { version, seen, counted, reason: "Counted" });
	};
	const add = async (more: number) =>
		services.stock.add(session, printer, {
			version: (await stock())?.version ?? null,
			pieces: more,
			reason: "Delivery",
		});
	return { session, member, cookie, stock, count, add };
}

const soldOutEvents = () =>
	env.DB.prepare("select count(*) as n from outbox where kind = 'stock.publish'").first<number>("n");

const later = (days: number) => quietServices({ clock: () => Date.now() + days * DAY });

test("of twelve orders of the last three pieces exactly three are placed, and the others name the product", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(3);
	const checkouts = await Promise.all(Array.from({ length: 12 }, () => aCheckout(services, { items: [pieces(1)] })));
	const answers = await Promise.all(checkouts.map(({ user, input }) => services.orders.place(user, input)));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
	for (const answer of answers.filter(({ ok }) => !ok))
		expect(answer).toMatchObject({
			error: { kind: "conflict", code: "out_of_stock", message: expect.stringMatching(`^${name} is out of stock`) },
		});
	expect(await clerk.stock()).toMatchObject({ free: 0, reserved: 3 });
});

test("an order that is sent again reserves once, and one of all its products or of none", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(5);
	await clerk.count(1, "hardware-drawer-standard");
	const { user, input } = await aCheckout(services, { items: [pieces(2)] });
	await Promise.all(Array.from({ length: 4 }, () => services.orders.place(user, input)));
	expect(await clerk.stock()).toMatchObject({ free: 3, reserved: 2 });

	const both = await aCheckout(services, { items: [pieces(2), pieces(1, "hardware-drawer-standard")] });
	await anOrder(services, { items: [pieces(1, "hardware-drawer-standard")] });
	expect(await services.orders.place(both.user, both.input)).toMatchObject({ ok: false });
	expect(await clerk.stock()).toMatchObject({ free: 3, reserved: 2 });
});

test("the cart says how many are left before the order, and keeps what is in it", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(2);
	const quote = (items: PlaceOrderInput["items"]) => services.cart.quote({ items, currency: "KES" });
	expect((await quote([pieces(2)])).problems).toEqual([]);
	const many = await quote([pieces(3)]);
	expect(many.problems).toMatchObject([
		{ key: printer, blocks: true, message: `Only 2 of ${name} are left. Lower the quantity to continue.` },
	]);
	expect(many.lines).toMatchObject([{ productId: printer, quantity: 3 }]);
	await clerk.count(0);
	expect((await quote([pieces(1), pieces(1, "hardware-pos-terminal")])).problems).toMatchObject([
		{ key: printer, code: "out_of_stock", message: expect.stringContaining("save it for later") },
	]);
});

test("a promo code that a refused order had can be used again", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(1);
	const { code } = await aPromo({ code: "LASTPIECE", maxUses: 1 });
	const { user, input } = await aCheckout(services, { items: [pieces(1)], promo: code });
	await anOrder(services, { items: [pieces(1)] });
	expect(await services.orders.place(user, input)).toMatchObject({ error: { code: "out_of_stock" } });
	await clerk.add(1);
	expect(await services.orders.place(user, input)).toMatchObject({ ok: true });
});

test("any number of a product that is not counted can be ordered, and its first count knows what orders wait for", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await anOrder(services, { items: [pieces(7)] });
	expect(await clerk.stock()).toMatchObject({ free: null, reserved: 7 });
	await clerk.count(10);
	expect(await clerk.stock()).toMatchObject({ free: 3, reserved: 7 });
});

test("a cancelled order gives its pieces back once, however often it is cancelled", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(4);
	const order = await anOrder(services, { items: [pieces(3), registration()] });
	expect(await clerk.stock()).toMatchObject({ free: 1 });
	const owner = { userId: order.user.id };
	await Promise.all(Array.from({ length: 4 }, () => services.orders.cancel(owner, order.orderId)));
	await services.orders.cancel(owner, order.orderId);
	expect(await clerk.stock()).toMatchObject({ free: 4, reserved: 0 });
});

test("an order that is not paid in time gives its pieces back, and money that comes later waits in Today", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(2);
	const pending = await aPendingPayment(services, { items: [pieces(2)] });
	await env.DB.prepare("update invoices set due_at = ? where id = ?")
		.bind(Date.now() - HOUR, pending.invoiceId)
		.run();
	await runDue(services, ({ orders }) => orders.queueUnpaid("all"));
	expect(await clerk.stock(), "a payment is pending").toMatchObject({ free: 0, reserved: 2 });
	await env.DB.prepare("update payments set state = 'expired' where id = ?").bind(pending.paymentId).run();
	await runDue(quietServices({ clock: () => Date.now() + HOUR }), ({ orders }) => orders.queueUnpaid("all"));
	expect(await clerk.stock()).toMatchObject({ free: 2, reserved: 0 });

	await anOrder(services, { items: [pieces(2)] });
	await services.sandbox?.answer(pending.ref, "approve");
	const { ledger, reviews, jobs } = await moneyRecordsOf(pending.invoiceId, pending.user.id);
	expect([ledger.map(({ kind }) => kind), jobs]).toEqual([["credit"], []]);
	expect(reviews.map(({ reason }) => reason)).toContain("invoice_void");
	expect(await clerk.stock(), "the other customer keeps them").toMatchObject({ free: 0, reserved: 2 });
});

test("an account that closes gives back what its unpaid orders have reserved", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(5);
	const unpaid = await anOrder(services, { items: [pieces(2)] });
	await anOrder(services, { items: [pieces(1)] });
	const closesAt = Date.now();
	await env.DB.prepare("update users set status = 'closing', closes_at = ? where id = ?")
		.bind(closesAt, unpaid.user.id)
		.run();
	await services.closing.closeDue({ userId: unpaid.user.id, closesAt });
	expect(await clerk.stock()).toMatchObject({ free: 4, reserved: 1 });
});

test("goods that are sent leave the shelf, and stay away", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(5);
	const paid = await aPaidInvoice(services, { items: [pieces(2)] });
	expect(await clerk.stock()).toMatchObject({ free: 3, reserved: 2 });
	const job = await env.DB.prepare("select id from jobs where order_id = ?").bind(paid.orderId).first<string>("id");
	await services.orders.runJob(job ?? "");
	const { session } = await aSignedInMember(["support"]);
	expect(await services.orders.completeJob(job ?? "", { ref: "G4S 1", reason: "Sent" }, session)).toMatchObject({
		ok: true,
	});
	expect(await clerk.stock()).toMatchObject({ free: 3, reserved: 0 });
	await runDue(later(settings.paymentDays + 1), ({ orders }) => orders.queueUnpaid("all"));
	expect(await clerk.stock()).toMatchObject({ free: 3, reserved: 0 });
});

/** A paid order whose goods wait for staff to send them. */
async function aPaidOrderOf(services: Services, quantity: number) {
	const paid = await aPaidInvoice(services, { items: [pieces(quantity)] });
	const job =
		(await env.DB.prepare("select id from jobs where order_id = ?").bind(paid.orderId).first<string>("id")) ?? "";
	await services.orders.runJob(job);
	const jobRow = () =>
		env.DB.prepare("select state, note from jobs where id = ?")
			.bind(job)
			.first<{ state: string; note: string | null }>();
	const endings = async () => (await services.refunds.invoice(paid.number))?.bought.map(({ ending }) => ending);
	return { ...paid, job, jobRow, endings };
}

test("goods that are refunded before they were sent are free again, once, and are not sent any more", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(5);
	const paid = await aPaidOrderOf(services, 2);
	expect(await paid.endings()).toEqual([`${name} is not sent any more, and 2 pieces are in the stock again.`]);
	expect(await refund(services, paid.number)).toMatchObject({
		ok: false,
		error: { fields: { services: expect.stringContaining("2 pieces") } },
	});
	const requests = Array.from({ length: 3 }, () => refund(services, paid.number, { services: "end" }));
	expect((await Promise.all(requests)).filter(({ ok }) => ok)).not.toEqual([]);
	expect(await clerk.stock()).toMatchObject({ free: 5, reserved: 0 });
	const job = await paid.jobRow();
	expect([job?.state, job?.note]).toEqual(["done", expect.stringContaining("refunded_before_sent")]);
	const open = "select count(*) as n from problems where resolved_at is null and subject = ?";
	expect(await env.DB.prepare(open).bind(paid.job).first<number>("n")).toBe(0);
	const { session } = await aSignedInMember(["support"]);
	expect(await services.orders.completeJob(paid.job, { ref: "G4S 1", reason: "Sent" }, session)).toMatchObject({
		error: { kind: "conflict" },
	});
	expect(await paid.endings()).toEqual([`${name} was not sent, and is in the stock again.`]);
	expect(await clerk.stock()).toMatchObject({ free: 5, reserved: 0 });
});

test("a refund that keeps the goods, or comes after they were sent, leaves the stock as it is and says so", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(5);
	const kept = await aPaidOrderOf(services, 1);
	expect(await refund(services, kept.number, { services: "keep" })).toMatchObject({ ok: true });
	expect((await kept.jobRow())?.state).toBe("action_required");
	expect(await clerk.stock()).toMatchObject({ free: 4, reserved: 1 });
	const sent = await aPaidOrderOf(services, 2);
	const { session } = await aSignedInMember(["support"]);
	await services.orders.completeJob(sent.job, { ref: "G4S 1", reason: "Sent" }, session);
	expect(await sent.endings()).toEqual([`${name} was sent. When it comes back, add it to the stock in the catalogue.`]);
	expect(await refund(services, sent.number, { services: "end" })).toMatchObject({ ok: false });
	expect(await refund(services, sent.number)).toMatchObject({ ok: true });
	expect(await clerk.stock()).toMatchObject({ free: 2, reserved: 1 });
});

/** A customer whose billing settings have an address, so that staff can order goods for them. */
async function aBuyer() {
	const user = await aCustomer();
	const billing = JSON.stringify({ name: "Amina", address: contact.address, city: contact.city, taxPin: null });
	await env.DB.prepare("update users set billing_address = ?, phone = ? where id = ?")
		.bind(billing, contact.phone, user.id)
		.run();
	return user;
}

test("orders of staff and accepted quotes reserve pieces, and a quote without enough pieces stays open", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(3);
	const { session, member } = await aSignedInMember(["manager"]);
	const person = { session, member: { id: member.id, name: member.name } };
	const user = await aBuyer();
	const rows = { items: [pieces(2)], custom: [] };
	const checked = await services.staffOrders.check(session, "orders.change", user.id, rows, undefined);
	if (!checked.ok) throw new Error(checked.error.message);
	const expectedTotal = checked.value.quote.total.amount;
	const form = { key: randomToken(), validDays: 14, expectedTotal, message: "" };
	const sent = await services.staffOrders.sendQuote(person, user.id, rows, form);
	if (!sent.ok) throw new Error(sent.error.message);
	expect(await clerk.stock(), "a quote reserves nothing").toMatchObject({ free: 3 });

	const order = { key: randomToken(), promo: undefined, dueInDays: 14, expectedTotal, reason: "Asked on the phone" };
	expect(await services.staffOrders.place(person, "orders.change", user.id, rows, order)).toMatchObject({ ok: true });
	expect(await clerk.stock()).toMatchObject({ free: 1, reserved: 2 });
	const owner = { userId: user.id };
	const signedIn = await aSession(user, { services });
	const customer = await services.sessions.viewer({ cookie: signedIn.cookie }).customer();
	if (!customer) throw new Error("no customer");
	const accept = () => services.proposals.accept(customer, owner, sent.value);
	expect(await accept()).toMatchObject({ ok: false, error: { message: expect.stringContaining(`Only 1 of ${name}`) } });
	await clerk.add(1);
	expect(await accept()).toMatchObject({ ok: true });
	expect(await clerk.stock()).toMatchObject({ free: 0, reserved: 4 });
});

test("of two corrections at once the second is told what the first did, and an order in between disturbs neither", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(10);
	const { version = null } = (await clerk.stock()) ?? {};
	await anOrder(services, { items: [pieces(1)] });
	const add = (more: number) =>
		services.stock.add(clerk.session, printer, { version, pieces: more, reason: "Delivery" });
	const [first, second] = await Promise.all([add(5), add(5)]);
	expect([first, second].filter(({ ok }) => ok)).toHaveLength(1);
	expect([first, second].find(({ ok }) => !ok)).toMatchObject({
		error: {
			code: "changed_meanwhile",
			message: expect.stringContaining("Now 15 are on the shelf, 1 of them for orders."),
		},
	});
	expect(await clerk.stock()).toMatchObject({ free: 14, reserved: 1 });
	// The shelf is the one that the person saw, so the new order does not matter.
	const seen = (await clerk.stock())?.version ?? null;
	await anOrder(services, { items: [pieces(2)] });
	const recount = { version: seen, seen: 15, counted: 13, reason: "Two are broken" };
	expect(await services.stock.count(clerk.session, printer, recount)).toMatchObject({ ok: true });
	expect(await clerk.stock()).toMatchObject({ free: 10, reserved: 3 });
	expect(await clerk.add(-14)).toMatchObject({ error: { fields: { pieces: "Only 13 are on the shelf." } } });
	const { session: owner } = await aSignedInMember(["owner"]);
	const entries = (await services.staff.auditLog.list(owner, { subject: `hardware:${printer}` })).items;
	expect(entries.slice(0, 3).map(({ kind, reason }) => [kind, reason])).toEqual([
		["stock.counted", "Two are broken"],
		["stock.added", "Delivery"],
		["stock.counted", "Counted"],
	]);
});

test("people without the permission change no stock, and their requests are not found", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(3);
	const { session, cookie } = await aSignedInMember(["read-only"]);
	const version = (await clerk.stock())?.version ?? null;
	expect(await services.stock.add(session, printer, { version, pieces: 4, reason: "Mine" })).toMatchObject({
		ok: false,
	});
	const params = { key: `hardware:${printer}` };
	const address = `/desk/catalogue/prices/${params.key}`;
	const form = { intent: "stock-add", version: String(version), pieces: "4", reason: "Mine" };
	const sent = await entryAction(deskArgs({ cookie, address, params, form }) as never).catch((thrown) => thrown);
	expect(statusOf(sent)).toBe(404);
	expect(await clerk.stock()).toMatchObject({ free: 3 });
});

test("the forms of the desk count, add, remove and stop, and say what is wrong with a number", async () => {
	const clerk = await aClerk();
	const params = { key: `hardware:${printer}` };
	const address = `/desk/catalogue/prices/${params.key}`;
	const load = () => entryLoader(deskArgs({ cookie: clerk.cookie, address, params }) as never);
	const send = async (form: Record<string, string>) => {
		const { stock } = await load();
		const version = String(stock?.version ?? "");
		const sent = { version, seen: String(stock?.shelf ?? ""), reason: "Delivery", ...form };
		return entryAction(deskArgs({ cookie: clerk.cookie, address, params, form: sent }) as never);
	};
	expect((await load()).stock).toMatchObject({ free: null, shelf: null, version: "" });
	expect(await send({ intent: "stock-add", pieces: "3" })).toMatchObject({
		data: { failure: { fields: { pieces: "Count the pieces first." } } },
	});
	await send({ intent: "stock-count", counted: "1,000" });
	await send({ intent: "stock-add", pieces: "-990" });
	await send({ intent: "stock-low", lowAt: "12" });
	expect((await load()).stock).toMatchObject({ free: 10, shelf: 10, lowAt: 12, isLow: true });
	for (const typed of ["", "1.5", "many", "0"])
		expect(await send({ intent: "stock-add", pieces: typed })).toMatchObject({
			data: { failure: { fields: { pieces: expect.stringMatching(/^Enter /) } } },
		});
	await send({ intent: "stock-stop" });
	expect((await load()).stock).toMatchObject({ free: null, lowAt: 12 });
});

test("what sells out or runs low is in Today until there are pieces again, once for each time", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(4);
	const { version = null } = (await clerk.stock()) ?? {};
	await services.stock.setLowAt(clerk.session, printer, { version, lowAt: 2 });
	const manager = (await aSignedInMember(["manager"])).session;
	const waiting = async () =>
		(await services.problems.queue(manager, { state: "waiting" })).items.map(({ kind, stockFree }) => [
			kind,
			stockFree,
		]);
	expect(await waiting()).toEqual([]);
	const order = await anOrder(services, { items: [pieces(2)] });
	expect(await waiting()).toEqual([["stock", 2]]);
	await anOrder(services, { items: [pieces(1)] });
	expect(await waiting()).toEqual([["stock", 1]]);
	await anOrder(services, { items: [pieces(1)] });
	expect(await waiting()).toEqual([["stock", 0]]);
	const [row] = (await services.problems.queue(manager, { state: "waiting" })).items;
	await services.problems.handle(manager, { key: row?.key ?? "", version: row?.version ?? 0 }, undefined);
	await clerk.count(2, "hardware-pos-terminal");
	expect(await waiting(), "handled stays handled").toEqual([]);
	await services.orders.cancel({ userId: order.user.id }, order.orderId);
	expect(await waiting(), "two came back, which is low again").toEqual([["stock", 2]]);
	await clerk.add(10);
	expect(await waiting()).toEqual([]);
});

test("a sold out product that is no longer sold is not in Today, and is again once it is sold again", async () => {
	const services = quietServices();
	const clerk = await aClerk();
	await clerk.count(0);
	const manager = (await aSignedInMember(["manager"])).session;
	const waiting = async () => (await services.problems.queue(manager, { state: "waiting" })).items.length;
	expect(await waiting()).toBe(1);
	const hardware = firstContent.hardware.map((one) => (one.id === printer ? { ...one, retired: true as const } : one));
	await withCatalog(toCatalog(2, { ...firstContent, hardware }), async () => {
		expect(await waiting()).toBe(0);
		expect(await services.problems.waiting(10)).toEqual({ count: 0, since: null });
		await services.problems.resolveGone();
	});
	expect(await waiting()).toBe(1);
});

test("the public pages know within a minute what has sold out and what is back", async () => {
	let now = Date.now();
	const clock = () => now;
	const isolate = () => quietServices({ clock, stockMemory: publishedStock() });
	const [near, far] = [isolate(), isolate()];
	const clerk = await aClerk(near);
	await clerk.count(1);
	expect([...(await far.stock.soldOut()).productIds]).toEqual([]);
	const order = await anOrder(near, { items: [pieces(1)] });
	expect(await soldOutEvents(), "the first count and the sale").toBe(2);
	await near.stock.distribute();
	now += 56 * SECOND;
	expect([...(await far.stock.soldOut()).productIds]).toEqual([printer]);
	expect([...(await isolate().stock.soldOut()).productIds]).toEqual([printer]);

	await near.orders.cancel({ userId: order.user.id }, order.orderId);
	await near.stock.distribute();
	now += 56 * SECOND;
	expect([...(await far.stock.soldOut()).productIds]).toEqual([]);
	// Nothing changes for the pages while some are left.
	await clerk.count(9);
	const before = await soldOutEvents();
	await anOrder(near, { items: [pieces(2)] });
	expect(await soldOutEvents()).toBe(before);
});

test("every product of the sample catalogue is not counted", async () => {
	const clerk = await aClerk();
	for (const { id } of soldHardware()) expect(await clerk.stock(id)).toBeUndefined();
});
