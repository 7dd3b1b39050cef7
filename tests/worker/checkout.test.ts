import { env } from "cloudflare:workers";
import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains, invoiceLines, invoices, orderLines, orders, promoCodes, promoRedemptions, users } from "~/db/schema";
import { createPromos } from "~/features/cart/promo.server";
import { invoiceNumber, invoiceYear } from "~/features/invoices/invoice-number";
import { placeOrderSchema } from "~/features/orders/checkout.schema";
import { orderView } from "~/features/orders/order-view";
import { checkoutLimit } from "~/features/orders/orders.server";
import { createPlaceOrder } from "~/features/orders/place-order.server";
import { kenya } from "~/lib/dates";
import { aSession } from "../support/factories";
import { aCheckout, aName, anOrder, contact, quietServices, registration } from "../support/orders";
import { writeRows } from "../support/rows";

const db = createDatabase(env.DB);
const DAY = 86_400_000;

async function aPromo(values: Partial<typeof promoCodes.$inferInsert> = {}) {
	const code = `CODE${Math.random().toString(36).slice(2, 8).toUpperCase()}`;
	const window = { startsAt: Date.now() - DAY, endsAt: Date.now() + DAY };
	await writeRows(db, [db.orm.insert(promoCodes).values({ code, percentBasisPoints: 1_000, ...window, ...values })]);
	return code;
}

const ordersOf = (userId: string) => db.read(db.orm.select().from(orders).where(eq(orders.userId, userId)));

test("an order copies names and prices, and its invoice has the same total", async () => {
	const services = quietServices();
	const hosting = { key: "h", productId: "shared-business", term: "annual" as const, quantity: 2 };
	const { orderId, invoiceId, quote } = await anOrder(services, { items: [registration(aName("com"), 2), hosting] });
	const [lines, [invoice], bill] = await Promise.all([
		db.read(db.orm.select().from(orderLines).where(eq(orderLines.orderId, orderId))),
		db.read(db.orm.select().from(invoices).where(eq(invoices.id, invoiceId))),
		db.read(db.orm.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId))),
	]);
	expect(invoice).toMatchObject({ state: "open", orderId, total: quote.total.amount, currency: "KES" });
	// M-Pesa shows at most twelve characters of an account reference.
	expect(invoice?.number).toMatch(/^KK\d{10}$/);
	const total = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
	expect(total(lines)).toBe(quote.subtotal.amount);
	expect(total(bill)).toBe(quote.subtotal.amount);
	// Two plans are one invoice line and two panel accounts. The free domain has its own line.
	expect(lines.map(({ kind }) => kind)).toEqual(["registration", "plan", "plan", "free_domain"]);
	expect(bill.map(({ quantity }) => quantity)).toEqual([1, 2, 1]);
	// One of the two plans pays for it.
	const free = lines.find(({ kind }) => kind === "free_domain");
	expect(lines.map(({ details }) => details.freeDomain)).toEqual([
		undefined,
		-(free?.amount ?? 0),
		undefined,
		undefined,
	]);
});

test("checkouts are limited, then delayed, and twenty copies of one press are one order", async () => {
	let now = Date.now();
	const services = quietServices({ clock: () => now });
	const { user, input } = await aCheckout(services);
	const pressed = await Promise.all(Array.from({ length: 20 }, () => services.orders.checkOut(user, input)));
	expect(new Set(pressed.map((answer) => answer.ok && answer.value.orderId)).size).toBe(1);
	expect(pressed.every(({ ok }) => ok)).toBe(true);
	for (let n = 20; n < checkoutLimit.limit; n += 1) await services.orders.checkOut(user, input);
	expect(await services.orders.checkOut(user, input)).toMatchObject({
		error: { kind: "rate_limited", retryAfter: 5, message: expect.stringContaining("Try again in 5 seconds.") },
	});
	const other = await aCheckout(services);
	expect((await services.orders.checkOut(other.user, other.input)).ok).toBe(true);
	now += 5_000;
	expect((await services.orders.checkOut(user, input)).ok).toBe(true);
});

test("an account without a phone number stores the one from the checkout, and an existing one stays", async () => {
	const services = quietServices();
	const { user } = await aCheckout(services);
	const phoneOf = async () =>
		(await db.read(db.orm.select({ phone: users.phone }).from(users).where(eq(users.id, user.id))))[0]?.phone;
	expect(await phoneOf()).toBeNull();
	for (const phone of [contact.phone, "+254733000111"]) {
		const { input } = await aCheckout(services, { customer: user });
		expect(await services.orders.place(user, { ...input, contact: { ...contact, phone } })).toMatchObject({ ok: true });
	}
	expect(await phoneOf()).toBe(contact.phone);
});

test("the address of the last checkout is the account's billing address until the customer saves another", async () => {
	const services = quietServices();
	const { user } = await aCheckout(services);
	const owner = { userId: user.id };
	const order = async (values: Partial<typeof contact> & { company?: string; postalCode?: string }) => {
		const { input } = await aCheckout(services, { customer: user });
		const billing = await billingOf();
		const placed = await services.orders.place({ ...user, billing }, { ...input, contact: { ...contact, ...values } });
		if (!placed.ok) throw new Error(placed.error.message);
		const [invoice] = await db.read(db.orm.select().from(invoices).where(eq(invoices.id, placed.value.invoiceId)));
		return invoice?.billedTo;
	};
	const billingOf = async () => {
		const rows = db.orm.select({ billing: users.billingAddress }).from(users).where(eq(users.id, user.id));
		return (await db.read(rows))[0]?.billing ?? null;
	};
	expect(await order({})).toMatchObject({ name: "Amina Otieno", address: "P.O. Box 100", city: "Nairobi" });
	expect(await billingOf()).toMatchObject({ name: "Amina Otieno", address: "P.O. Box 100", city: "Nairobi" });
	await order({ postalCode: "00100" });
	expect(await billingOf()).toMatchObject({ city: "Nairobi", postalCode: "00100" });
	const moved = { company: "Baraka Ltd", address: "Oginga Odinga Street 4", city: "Kisumu" };
	expect(await order(moved)).toMatchObject(moved);
	expect(await billingOf()).toMatchObject({ name: "Baraka Ltd", address: "Oginga Odinga Street 4", city: "Kisumu" });
	const saved = { name: "Baraka Holdings", address: "Moi Avenue 5", city: "Mombasa", taxPin: "P051234567X" };
	await services.billingDetails.save(owner, saved);
	expect(await order({})).toMatchObject(saved);
	expect(await billingOf()).toEqual(saved);
});

test("the KRA PIN of the checkout is on the invoice and remembered, and the delivery address is on the order", async () => {
	const services = quietServices();
	const { user, input } = await aCheckout(services);
	const delivery = { address: "Kenyatta Market, stall 4", city: "Nakuru", phone: "+254722000111" };
	const placed = await services.orders.place(user, {
		...input,
		contact: { ...contact, taxPin: "P051234567X", delivery },
	});
	if (!placed.ok) throw new Error(placed.error.message);
	const [[invoice], [order], [account]] = await Promise.all([
		db.read(db.orm.select().from(invoices).where(eq(invoices.id, placed.value.invoiceId))),
		ordersOf(user.id),
		db.read(db.orm.select({ billing: users.billingAddress }).from(users).where(eq(users.id, user.id))),
	]);
	expect(invoice?.billedTo).toMatchObject({ taxPin: "P051234567X", address: contact.address });
	expect(order?.contact).toMatchObject({ delivery });
	expect(account?.billing).toMatchObject({ taxPin: "P051234567X", fromCheckout: true });
});

test("twenty parallel requests with one key make one order and get one answer", async () => {
	const services = quietServices();
	const { user, input } = await aCheckout(services);
	const answers = await Promise.all(Array.from({ length: 20 }, () => services.orders.place(user, input)));
	const placed = await ordersOf(user.id);
	expect(placed).toHaveLength(1);
	for (const answer of answers) expect(answer).toEqual(answers[0]);
	expect(answers[0]).toMatchObject({ ok: true, value: { orderId: placed[0]?.id } });
});

test("the same key with another cart is refused", async () => {
	const services = quietServices();
	const { user, input } = await aCheckout(services);
	await services.orders.place(user, input);
	const other = await aCheckout(services, { customer: { ...user, email: "" } });
	const again = await services.orders.place(user, { ...other.input, idempotencyKey: input.idempotencyKey });
	expect(again).toMatchObject({ ok: false, error: { kind: "conflict", code: "idempotency_key_reused" } });
	expect(await ordersOf(user.id)).toHaveLength(1);
});

test("another customer's order with the same key is a separate order", async () => {
	const services = quietServices();
	const first = await aCheckout(services);
	const second = await aCheckout(services);
	const a = await services.orders.place(first.user, first.input);
	const b = await services.orders.place(second.user, {
		...second.input,
		idempotencyKey: first.input.idempotencyKey,
	});
	expect(a.ok && b.ok && a.value.orderId !== b.value.orderId).toBe(true);
});

test("fifty orders at the same time get fifty consecutive invoice numbers", async () => {
	const services = quietServices();
	const checkouts = await Promise.all(Array.from({ length: 50 }, () => aCheckout(services)));
	const placed = await Promise.all(checkouts.map(({ user, input }) => services.orders.place(user, input)));
	expect(placed.every(({ ok }) => ok)).toBe(true);
	const rows = await db.read(
		db.orm
			.select({ number: invoices.number })
			.from(invoices)
			.where(like(invoices.number, `KK${new Date().getFullYear()}%`)),
	);
	const numbers = rows.map(({ number }) => Number(number.slice(6))).sort((a, b) => a - b);
	expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
});

test("a price sent by the browser is refused, and the server's price is charged", async () => {
	const { user: _, ...rest } = await aCheckout(quietServices());
	const item = { ...registration(), unitAmount: 1, price: 1 };
	const parsed = placeOrderSchema.safeParse({ ...rest.input, items: [item] });
	expect(parsed.success).toBe(false);
});

test("an outdated total returns the new quote and writes nothing", async () => {
	const services = quietServices();
	const { user, input, quote } = await aCheckout(services);
	const answer = await services.orders.place(user, { ...input, expectedTotal: input.expectedTotal - 100 });
	expect(answer).toMatchObject({ ok: false, error: { code: "price_changed", quote: { total: quote.total } } });
	expect(await ordersOf(user.id)).toEqual([]);
	// The customer accepts the new total, and the same attempt succeeds.
	expect((await services.orders.place(user, input)).ok).toBe(true);
});

test("an order's lines stay as they were when it was placed", async () => {
	const services = quietServices();
	const { user, input } = await aCheckout(services);
	const placed = await services.orders.place(user, input);
	if (!placed.ok) throw new Error("not placed");
	// Another tab makes a new attempt, which is a new order.
	const later = await aCheckout(services, { customer: { ...user, email: "" }, items: [registration(aName(), 3)] });
	expect((await services.orders.place(user, later.input)).ok).toBe(true);
	const lines = await db.read(db.orm.select().from(orderLines).where(eq(orderLines.orderId, placed.value.orderId)));
	expect(lines.map(({ domain, quantity }) => [domain, quantity])).toEqual([[input.items[0]?.domain, 1]]);
});

test("a single-use code under fifty parallel orders is used once", async () => {
	const services = quietServices();
	const promo = await aPromo({ maxUses: 1 });
	const checkouts = await Promise.all(Array.from({ length: 50 }, () => aCheckout(services, { promo })));
	const answers = await Promise.all(checkouts.map(({ user, input }) => services.orders.place(user, input)));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	const refused = answers.filter((answer) => !answer.ok);
	expect(refused.every((answer) => !answer.ok && /used up/.test(answer.error.message))).toBe(true);
	expect(await db.read(db.orm.select().from(promoRedemptions).where(eq(promoRedemptions.code, promo)))).toHaveLength(1);
});

test("twelve parallel orders use a code for four uses exactly four times", async () => {
	const services = quietServices();
	const promo = await aPromo({ maxUses: 4 });
	const checkouts = await Promise.all(Array.from({ length: 12 }, () => aCheckout(services, { promo })));
	const answers = await Promise.all(checkouts.map(({ user, input }) => services.orders.place(user, input)));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(4);
	const [code] = await db.read(db.orm.select().from(promoCodes).where(eq(promoCodes.code, promo)));
	expect(code?.uses).toBe(4);
});

test("a code for one use per customer is refused the second time, also in parallel", async () => {
	const services = quietServices();
	const promo = await aPromo({ maxUsesPerCustomer: 1 });
	const first = await aCheckout(services, { promo });
	const second = await aCheckout(services, { promo, customer: { ...first.user, email: "" } });
	const answers = await Promise.all([
		services.orders.place(first.user, first.input),
		services.orders.place(first.user, second.input),
	]);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});

test("an order's page shows its discount, so that lines and total agree", async () => {
	const services = quietServices();
	const shown = async (promo?: string) => {
		const { user, orderId } = await anOrder(services, { promo });
		const found = await services.orders.find({ userId: user.id }, orderId);
		return found && orderView(found, Date.now(), kenya).discount;
	};
	expect([await shown(), await shown(await aPromo())]).toEqual([null, "−Ksh 50"]);
});

test("the cart already refuses a code that the signed-in customer has used", async () => {
	const services = quietServices();
	const promo = await aPromo({ maxUsesPerCustomer: 1 });
	const order = await anOrder(services, { promo });
	const { cookie } = await aSession(order.user);
	const { owner } = services.sessions.viewer({ cookie });
	const input = { items: [registration()], promo, currency: "KES" as const };
	expect((await services.cart.quote(input, owner)).problems).toMatchObject([{ code: "promo", blocks: true }]);
	expect((await services.cart.quote(input)).problems).toEqual([]);
});

test("a cancelled order returns its promo code", async () => {
	const services = quietServices();
	const promo = await aPromo({ maxUses: 1 });
	const order = await anOrder(services, { promo });
	expect(await services.orders.cancel({ userId: order.user.id }, order.orderId)).toMatchObject({ ok: true });
	expect((await anOrder(services, { promo })).orderId).not.toBe(order.orderId);
	expect(await services.orders.cancel({ userId: order.user.id }, order.orderId)).toMatchObject({ ok: false });
});

test("an order with nothing to pay is paid and set up immediately", async () => {
	const services = quietServices();
	const { user, input, quote } = await aCheckout(services);
	const nothing = { ...quote.total, amount: 0 };
	const free = {
		...quote,
		discount: quote.subtotal,
		tax: nothing,
		taxBasisPoints: 1_600,
		shipping: nothing,
		total: nothing,
	};
	const { place } = createPlaceOrder({
		...services,
		promos: createPromos(services),
		cart: { quote: async () => free },
	});
	const placed = await place(user, { ...input, expectedTotal: 0 });
	if (!placed.ok) throw new Error(placed.error.message);
	const found = await services.orders.find({ userId: user.id }, placed.value.orderId);
	expect(found).toMatchObject({
		order: { state: "paid" },
		invoice: { state: "paid", taxBasisPoints: 1_600 },
		jobs: [{ kind: "register_domain" }],
	});
});

test("a name that the customer already has can't be ordered again", async () => {
	const services = quietServices();
	const name = aName();
	const { user, input } = await aCheckout(services, { items: [registration(name)] });
	const now = Date.now();
	await writeRows(db, [
		db.orm.insert(domains).values({
			id: `dom_${now}`,
			userId: user.id,
			name,
			tld: "co.ke",
			status: "active",
			nameservers: [],
			createdAt: now,
			updatedAt: now,
		}),
	]);
	expect(await services.orders.place(user, input)).toMatchObject({ ok: false, error: { code: "already_yours" } });
});

test("an order with too many hosting plans is refused with advice", async () => {
	const services = quietServices();
	const items = [{ key: "h", productId: "shared-starter", term: "monthly" as const, quantity: 21 }];
	const { user, input } = await aCheckout(services, { items });
	const answer = await services.orders.place(user, input);
	expect(answer).toMatchObject({ ok: false, error: { code: "too_many_plans" } });
	expect(await ordersOf(user.id)).toEqual([]);
});

test("a cart with too many lines is refused before anything is priced", () => {
	const items = Array.from({ length: 51 }, (_, index) => registration(`shop-${index}.co.ke`));
	const parsed = placeOrderSchema.safeParse({
		idempotencyKey: "k".repeat(20),
		items,
		contact,
		expectedTotal: 0,
	});
	expect(parsed.error?.issues[0]?.message).toMatch(/at most 50/);
});

test("property names of JavaScript objects are treated like any other text in a cart", () => {
	const hostile = JSON.parse('{"__proto__":{"total":1},"constructor":{"prototype":{"x":1}}}');
	const parsed = placeOrderSchema.safeParse({
		...hostile,
		idempotencyKey: "k".repeat(20),
		items: [registration("shop.co.ke")],
		contact: { ...contact, ...hostile },
		expectedTotal: 1,
	});
	expect(parsed.success).toBe(true);
	expect(Object.keys(parsed.data ?? {})).not.toContain("constructor");
	expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test("contact details are checked field by field, and the phone number becomes E.164", () => {
	const base = { idempotencyKey: "k".repeat(20), items: [registration("shop.co.ke")], expectedTotal: 1 };
	const good = placeOrderSchema.parse({ ...base, contact: { ...contact, phone: "0712 345 678", company: "" } });
	expect(good.contact).toMatchObject({ phone: "+254712345678" });
	expect(good.contact.company).toBeUndefined();
	const bad = placeOrderSchema.safeParse({ ...base, contact: { ...contact, phone: "12", city: " " } });
	const fields = bad.error?.issues.map(({ path }) => path.join("."));
	expect(fields).toContain("contact.city");
});

test("only its owner finds an order", async () => {
	const services = quietServices();
	const order = await anOrder(services);
	const other = await aCheckout(services);
	expect(await services.orders.find({ userId: other.user.id }, order.orderId)).toBeUndefined();
	expect(await services.orders.cancel({ userId: other.user.id }, order.orderId)).toMatchObject({
		error: { kind: "not_found" },
	});
	const where = and(eq(orders.id, order.orderId), eq(orders.state, "pending_payment"));
	expect(await db.read(db.orm.select().from(orders).where(where))).toHaveLength(1);
});

test("the number after 999,999 in a year continues with a letter", async () => {
	const services = quietServices();
	const year = invoiceYear(Date.now());
	const setLast = (last: number) =>
		env.DB.prepare("insert into invoice_sequences (year, last) values (?1, ?2) on conflict do update set last = ?2")
			.bind(year, last)
			.run();
	const { results } = await env.DB.prepare("select last from invoice_sequences").all<{ last: number }>();
	for (const last of [999_998, 999_999, 1_099_999, 3_399_998]) {
		await setLast(last);
		const { invoiceId } = await anOrder(services);
		expect((await services.orders.invoice(invoiceId))?.number).toBe(invoiceNumber(year, last + 1));
	}
	await expect(anOrder(services), "there is no number left").rejects.toThrow("NOT NULL");
	await setLast(results[0]?.last ?? 0);
});
