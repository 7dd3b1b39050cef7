import { env, exports } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { activityLog, domains, hostingPlans, invoiceLines, jobs, outbox, sandboxRegistry, users } from "~/db/schema";
import { domainRenewalOffer } from "~/features/cart/renewal-offer";
import { notificationText } from "~/features/notifications/notification-text";
import type { PlaceOrderInput } from "~/features/orders/checkout.schema";
import { storedNoteText } from "~/features/orders/job-reason";
import { renewalGuards } from "~/features/orders/renewal-guards.repo.server";
import { addMonths } from "~/lib/add-months";
import { addYears } from "~/lib/add-years";
import { formatMoney, kes } from "~/lib/money";
import type { RegistrationInfo } from "~/platform/registrar/registrar";
import type { Services } from "~/services.server";
import { aDomain } from "../support/domains";
import { aCustomer, aSession, testServices } from "../support/factories";
import { aPlan } from "../support/hosting";
import { aCheckout, aName, anOrder, aPhone, quietServices, thePayment } from "../support/orders";
import { memoryCache } from "../support/registrar";
import { writeRows } from "../support/rows";
import { withMessage, withTexts } from "../support/stored-texts";

const db = createDatabase(env.DB);
const DAY = 86_400_000;

type Items = PlaceOrderInput["items"];

const renewal = (domain: string, quantity = 1): Items[number] => ({
	key: `domain-renewal:${domain}`,
	productId: "domain-renewal",
	domain,
	quantity,
});

const starter = { productId: "web-starter", name: "Starter", price: 59_900, domain: "neema.com" };

const planRenewal = (planId: string, quantity = 1): Items[number] => ({
	key: `renewal:${planId}`,
	productId: "web-starter",
	term: "monthly",
	planId,
	quantity,
});

async function aBuyer() {
	return { ...(await aCustomer()), currency: "KES" as const };
}

async function pay(services: Services, user: { id: string; email: string }, invoiceId: string) {
	const started = await services.payments.start(user, invoiceId, { method: "mpesa", phone: aPhone() });
	if (!started.ok) throw new Error(started.error.message);
	const { providerRef } = await thePayment(started.value.paymentId);
	await services.sandbox?.answer(providerRef ?? "", "approve");
}

const jobsOf = (orderId: string) => db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, orderId)));
const expiryOf = async (id: string) =>
	(await db.read(db.orm.select({ at: domains.expiresAt }).from(domains).where(eq(domains.id, id))))[0]?.at;
const planEnd = async (id: string) =>
	(await db.read(db.orm.select({ at: hostingPlans.expiresAt }).from(hostingPlans).where(eq(hostingPlans.id, id))))[0]
		?.at;

test("only their customer sees pending renewals", async () => {
	const services = quietServices();
	const user = await aBuyer();
	const { name } = await aDomain(user.id);
	await anOrder(services, { items: [renewal(name)], customer: user });
	expect(await services.renewals.pending({ userId: user.id })).toMatchObject([{ domain: name }]);
	expect(await services.renewals.pending({ userId: (await aBuyer()).id })).toEqual([]);
});

test("a paid renewal extends the expiry by its years, once, and its customer gets an email", async () => {
	const services = quietServices();
	const user = await aBuyer();
	const domain = await aDomain(user.id, { name: aName("com"), tld: "com" });
	const order = await anOrder(services, { items: [renewal(domain.name, 3)], customer: user });
	expect(order.quote.lines).toMatchObject([
		{ kind: "renewal", name: domain.name, years: 3, amount: kes(3 * 1_950), currentExpiry: domain.expiresAt, most: 9 },
	]);
	const [line] = await db.read(db.orm.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, order.invoiceId)));
	expect(line?.description).toMatch(new RegExp(`^Renewal of ${domain.name}, 3 years, until \\d+ \\w+ \\d{4}$`));

	await pay(services, user, order.invoiceId);
	expect(await expiryOf(domain.id)).toBe(domain.expiresAt);
	const [job] = await jobsOf(order.orderId);
	expect(job).toMatchObject({ kind: "renew_domain", state: "queued" });
	await Promise.all(Array.from({ length: 4 }, () => services.orders.runJob(job?.id ?? "")));
	const until = addYears(domain.expiresAt, 3);
	expect(await expiryOf(domain.id)).toBe(until);
	const [registered] = await db.read(
		db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, domain.name)),
	);
	expect(registered?.expiresAt).toBe(until);
	expect(await services.orders.find({ userId: user.id }, order.orderId)).toMatchObject({
		order: { state: "fulfilled" },
	});

	const mails = await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, user.id)));
	expect(mails.filter(({ kind }) => kind === "mail.renewed")).toMatchObject([{ payload: { domainId: domain.id } }]);
	const log = await db.read(
		db.orm
			.select()
			.from(activityLog)
			.where(and(eq(activityLog.userId, user.id), eq(activityLog.subjectId, domain.id))),
	);
	expect(log.map((row) => withMessage(row).message)).toEqual([`${domain.name} is renewed.`]);
	const { items } = await services.notifications.list({ userId: user.id });
	expect(items.map((row) => withTexts(row).body).join()).toMatch(new RegExp(`${domain.name} is now paid until`));
});

test("a renewal whose answer was lost is finished by the next run, once and without staff", async () => {
	let now = Date.now();
	const clock = () => now;
	const { registrar } = testServices({ clock });
	let renewed = 0;
	const losing = {
		...registrar,
		async renew(command: Parameters<typeof registrar.renew>[0]) {
			const op = await registrar.renew(command);
			renewed += 1;
			if (renewed === 1) throw new Error("Network connection lost");
			return op;
		},
	};
	const services = quietServices({ clock, registrar: losing });
	const user = await aBuyer();
	const domain = await aDomain(user.id, { name: aName("com"), tld: "com" });
	const order = await anOrder(services, { items: [renewal(domain.name, 2)], customer: user });
	await pay(services, user, order.invoiceId);
	const [job] = await jobsOf(order.orderId);
	await services.orders.runJob(job?.id ?? "");
	expect(await jobsOf(order.orderId)).toMatchObject([{ state: "queued", attempts: 1 }]);
	now += 60_000;
	await services.orders.runJob(job?.id ?? "");
	expect(await jobsOf(order.orderId)).toMatchObject([{ state: "done", note: null }]);
	const until = addYears(domain.expiresAt, 2);
	expect(await expiryOf(domain.id)).toBe(until);
	const registered = await db.read(db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, domain.name)));
	expect(registered).toMatchObject([{ expiresAt: until }]);
});

test("the new expiry is a day in the customer's time zone, in the cart, on the invoice and in the notification", async () => {
	const services = quietServices();
	const user = await aBuyer();
	await writeRows(db, [db.orm.update(users).set({ timezone: "Australia/Sydney" }).where(eq(users.id, user.id))]);
	// Evening of the 9th in Nairobi, night to the 10th in Sydney.
	const expiresAt = Date.UTC(new Date().getUTCFullYear() + 1, 2, 9, 16);
	const domain = await aDomain(user.id, { name: aName("com"), tld: "com", expiresAt });
	const order = await anOrder(services, { items: [renewal(domain.name, 1)], customer: user });
	const day = `10 Mar ${new Date(expiresAt).getUTCFullYear() + 1}`;
	expect(order.quote.lines).toMatchObject([{ note: `Until ${day}` }]);
	const [line] = await db.read(db.orm.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, order.invoiceId)));
	expect(line?.description).toContain(`until ${day}`);
	await pay(services, user, order.invoiceId);
	for (const job of await jobsOf(order.orderId)) await services.orders.runJob(job.id);
	const { items } = await services.notifications.list({ userId: user.id });
	const reader = { timezone: "Australia/Sydney", language: "en-GB" };
	expect(items.map((row) => notificationText(row, reader).body)).toContain(`${domain.name} is now paid until ${day}.`);
});

test("an expired name is renewed from the day it expired, and active again", async () => {
	const services = quietServices();
	const user = await aBuyer();
	const expiresAt = Date.now() - 9 * DAY;
	const domain = await aDomain(user.id, { name: aName("co.ke"), tld: "co.ke", status: "expired", expiresAt });
	const order = await anOrder(services, { items: [renewal(domain.name)], customer: user });
	await pay(services, user, order.invoiceId);
	await services.orders.runJob((await jobsOf(order.orderId))[0]?.id ?? "");
	expect(await services.portfolio.find({ userId: user.id }, domain.id)).toMatchObject({
		status: "active",
		expiresAt: addYears(expiresAt, 1),
	});
});

test("items that can't be renewed are named, and the rest of the cart stays", async () => {
	const services = quietServices();
	const [user, other] = [await aBuyer(), await aBuyer()];
	const mine = await aDomain(user.id, { name: aName("com"), tld: "com" });
	const theirs = await aDomain(other.id, { name: aName("com"), tld: "com" });
	const coming = await aDomain(user.id, { name: aName("com"), tld: "com", status: "transfer_in" });
	const lost = await aDomain(user.id, { name: aName("com"), tld: "com", status: "redemption" });
	const gone = await aDomain(user.id, { name: aName("com"), tld: "com", status: "released" });
	const full = await aDomain(user.id, { name: aName("co.ke"), tld: "co.ke", expiresAt: Date.now() + 3.5 * 365 * DAY });
	const items = [mine, theirs, coming, lost, gone].map(({ name }) => renewal(name));
	const input = { items: [...items, renewal(full.name, 2)], currency: "KES" as const };
	const quote = await services.cart.quote(input, { userId: user.id });
	expect(quote.lines.map(({ domain }) => domain)).toEqual([mine.name]);
	expect(quote.problems.map(({ key, code, blocks }) => [key, code, blocks])).toEqual([
		[`domain-renewal:${theirs.name}`, "not_yours", true],
		[`domain-renewal:${coming.name}`, "not_renewable", true],
		[`domain-renewal:${lost.name}`, "not_renewable", true],
		[`domain-renewal:${gone.name}`, "not_yours", true],
		[`domain-renewal:${full.name}`, "quantity", true],
	]);
	expect(quote.problems.at(-1)?.message).toBe(`${full.name} can only be renewed for 1 year now, not 2.`);

	const { input: order } = await aCheckout(services, { items: [renewal(theirs.name)], customer: user });
	const placed = await services.orders.place(user, { ...order, expectedTotal: 0 });
	expect(placed).toMatchObject({ ok: false, error: { kind: "conflict", code: "not_yours" } });
});

test("the API prices a renewal for its signed-in owner, and leaves it in the cart of a visitor", async () => {
	const [user, other] = [await aBuyer(), await aBuyer()];
	const domain = await aDomain(user.id, { name: aName("com"), tld: "com" });
	const ask = async (cookie?: string) => {
		const response = await exports.default.fetch("https://kikoa.test/api/cart/quote", {
			method: "POST",
			headers: {
				"Content-Type": "application/json",
				Origin: "https://kikoa.test",
				...(cookie && { Cookie: cookie }),
			},
			body: JSON.stringify({ items: [renewal(domain.name, 2)] }),
		});
		expect(response.status).toBe(200);
		const { lines, problems } = (await response.json()) as Awaited<ReturnType<Services["cart"]["quote"]>>;
		return { lines, problems: problems.map(({ code, blocks }) => [code, blocks]) };
	};
	expect(await ask((await aSession(user)).cookie)).toMatchObject({
		lines: [{ currentExpiry: domain.expiresAt, amount: kes(3_900) }],
		problems: [],
	});
	expect(await ask((await aSession(other)).cookie)).toEqual({ lines: [], problems: [["not_yours", true]] });
	for (const cookie of [undefined, "__Host-session=ended"]) {
		const anonymous = await ask(cookie);
		expect(anonymous).toMatchObject({ lines: [{ amount: kes(3_900) }], problems: [["sign_in", false]] });
		expect(JSON.stringify(anonymous)).not.toContain("currentExpiry");
	}
});

test("a renewal is ordered once, and a second order names the open invoice", async () => {
	const services = quietServices();
	const user = await aBuyer();
	const domain = await aDomain(user.id, { name: aName("com"), tld: "com" });
	const checkouts = await Promise.all(
		Array.from({ length: 4 }, () => aCheckout(services, { items: [renewal(domain.name)], customer: user })),
	);
	// A plan for the name is not affected.
	await anOrder(services, { items: [planRenewal((await aPlan(user.id, { domain: domain.name })).id)], customer: user });
	const placed = await Promise.all(checkouts.map(({ input }) => services.orders.place(user, input)));
	const made = placed.flatMap((one) => (one.ok ? one.value : []));
	expect(made).toHaveLength(1);
	for (const one of placed) {
		if (one.ok) continue;
		expect(one.error).toMatchObject({ kind: "conflict", code: "already_ordered" });
		expect(one.error.message).toMatch(/on invoice KK\d{10} is waiting for payment/);
	}

	// It can be ordered again after it was cancelled, or after it was paid and done.
	await services.orders.cancel({ userId: user.id }, made[0]?.orderId ?? "");
	const again = await anOrder(services, { items: [renewal(domain.name)], customer: user });
	await pay(services, user, again.invoiceId);
	const asked = { items: [renewal(domain.name)], currency: "KES" as const };
	const waiting = await services.cart.quote(asked, { userId: user.id });
	expect(waiting.problems).toMatchObject([{ code: "already_ordered", message: /is paid and in progress/ }]);
	await services.orders.runJob((await jobsOf(again.orderId))[0]?.id ?? "");
	const next = await services.cart.quote(asked, { userId: user.id });
	expect(next.problems).toEqual([]);
	expect(next.lines).toMatchObject([{ currentExpiry: addYears(domain.expiresAt, 1), most: 8 }]);
});

test("a name that was renewed elsewhere, or deleted, between order and payment is not renewed", async () => {
	const services = quietServices();
	const user = await aBuyer();
	const moved = await aDomain(user.id, { name: aName("com"), tld: "com" });
	const gone = await aDomain(user.id, { name: aName("com"), tld: "com" });
	const items = [renewal(moved.name), renewal(gone.name)];
	const order = await anOrder(services, { items, customer: user });
	const later = addYears(moved.expiresAt, 1);
	await writeRows(db, [
		db.orm.update(sandboxRegistry).set({ expiresAt: later }).where(eq(sandboxRegistry.name, moved.name)),
		db.orm.update(domains).set({ status: "released" }).where(eq(domains.id, gone.id)),
	]);
	await pay(services, user, order.invoiceId);
	for (const { id } of await jobsOf(order.orderId)) await services.orders.runJob(id);
	const done = await jobsOf(order.orderId);
	const texts = done.map((job) => [job.state, storedNoteText(job, "en-GB")?.slice(0, moved.name.length)]);
	expect(texts.sort()).toEqual(
		[
			["action_required", moved.name],
			["action_required", gone.name],
		].sort(),
	);
	const registered = await db.read(db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, gone.name)));
	expect(registered[0]?.expiresAt).toBe(gone.expiresAt);
});

test("a premium name is renewed at its registry's price", async () => {
	const services = quietServices();
	const user = await aBuyer();
	const name = `premium-${crypto.randomUUID().slice(0, 8)}.com`;
	const { id } = await aDomain(user.id, { name, tld: "com" });
	const premium = (await services.registrar.lookUp(name))?.renewal;
	const quote = await services.cart.quote({ items: [renewal(name, 2)], currency: "KES" }, { userId: user.id });
	expect(premium?.amount).toBeGreaterThan(0);
	expect(quote.subtotal).toEqual(kes((2 * (premium?.amount ?? 0)) / 100));

	// The page shows the price of the quote.
	const domain = await services.portfolio.find({ userId: user.id }, id);
	if (!domain) throw new Error("no domain");
	const registry = await services.renewals.registration(domain);
	const reader = { currency: "KES", language: "en", timezone: "Africa/Nairobi" } as const;
	const offer = domainRenewalOffer({ domain, registry, pending: [] }, Date.now(), reader);
	expect(offer).toMatchObject({ item: { price: (premium?.amount ?? 0) / 100 } });
	expect("choices" in offer && offer.choices[1]?.text).toBe(`2 years, ${formatMoney(quote.subtotal)}`);
});

test("a page asks a registry once in ten minutes, and again if the name was renewed or expires later than known", async () => {
	const { cache, kept } = memoryCache<RegistrationInfo>();
	const name = `asked-${crypto.randomUUID().slice(0, 8)}.com`;
	const held = await aDomain((await aBuyer()).id, { name, tld: "com" });
	const { id, expiresAt } = held;
	const real = testServices().registrar;
	const info = vi.fn(real.info);
	const services = testServices({ registrar: { ...real, info }, registrationCache: cache });
	const asked = async (domain: { name: string; expiresAt: number | null }) => {
		await services.renewals.registration({ ...held, ...domain });
		await services.settle();
		return info.mock.calls.length;
	};
	expect([await asked({ name, expiresAt }), await asked({ name, expiresAt })]).toEqual([1, 1]);
	expect(kept.get(name)?.seconds).toBe(600);
	expect(await asked({ name, expiresAt: (expiresAt ?? 0) + 1 })).toBe(2);
	await services.registrar.renew({ ...held, opId: id, years: 1, currentExpiry: expiresAt ?? 0 });
	expect(kept.has(name)).toBe(false);
	expect(await asked({ name, expiresAt })).toBe(3);
	expect(await asked({ name, expiresAt: null }), "of a name that is not registered yet nothing is asked").toBe(3);
});

test("a page does not wait for a registry that does not answer", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	try {
		const services = testServices({
			registrar: { ...testServices().registrar, info: () => new Promise(() => {}) },
			registrationCache: memoryCache<RegistrationInfo>().cache,
		});
		const shown = services.renewals.registration({
			name: "silent.com",
			registrar: null,
			registryId: null,
			registeredAt: 0,
			expiresAt: Date.now(),
		});
		await vi.advanceTimersByTimeAsync(3_000);
		expect(await shown).toBeUndefined();
	} finally {
		vi.useRealTimers();
	}
});

test("a hosting plan is renewed for its own price and term, from the end of its term", async () => {
	const services = quietServices();
	const user = await aBuyer();
	const plan = await aPlan(user.id, starter);
	const order = await anOrder(services, { items: [planRenewal(plan.id, 3)], customer: user });
	expect(order.quote.lines).toMatchObject([
		{
			kind: "hosting_renewal",
			quantity: 3,
			unit: kes(599),
			amount: kes(1_797),
			currentExpiry: plan.expiresAt,
			most: 12,
		},
	]);
	await pay(services, user, order.invoiceId);
	const [job] = await jobsOf(order.orderId);
	await Promise.all([services.orders.runJob(job?.id ?? ""), services.orders.runJob(job?.id ?? "")]);
	await services.orders.runJob(job?.id ?? "");
	expect(await planEnd(plan.id)).toBe(addMonths(plan.expiresAt ?? 0, 3));
	expect(await jobsOf(order.orderId)).toMatchObject([{ kind: "renew_hosting", state: "done" }]);
	const mails = await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, user.id)));
	expect(mails.filter(({ kind }) => kind === "mail.renewed")).toMatchObject([{ payload: { planId: plan.id } }]);
});

test("another customer's plan, a cancelled one and one already ordered can't be renewed", async () => {
	const services = quietServices();
	const [user, other] = [await aBuyer(), await aBuyer()];
	const [mine, cancelled, theirs] = [
		await aPlan(user.id, starter),
		await aPlan(user.id, { ...starter, cancelledAt: Date.now() }),
		await aPlan(other.id, starter),
	];
	const quote = await services.cart.quote(
		{ items: [cancelled, theirs].map(({ id }) => planRenewal(id)), currency: "KES" },
		{ userId: user.id },
	);
	expect(quote.lines).toEqual([]);
	expect(quote.problems.map(({ code }) => code)).toEqual(["not_renewable", "not_yours"]);

	const checkouts = await Promise.all(
		[1, 2, 3].map(() => aCheckout(services, { items: [planRenewal(mine.id)], customer: user })),
	);
	const placed = await Promise.all(checkouts.map(({ input }) => services.orders.place(user, input)));
	expect(placed.filter(({ ok }) => ok)).toHaveLength(1);

	// The plan ended between order and payment, so staff must handle the money.
	const [made] = placed.flatMap((one) => (one.ok ? one.value : []));
	await writeRows(db, [db.orm.update(hostingPlans).set({ status: "terminated" }).where(eq(hostingPlans.id, mine.id))]);
	await pay(services, user, made?.invoiceId ?? "");
	const [job] = await jobsOf(made?.orderId ?? "");
	await services.orders.runJob(job?.id ?? "");
	expect(await jobsOf(made?.orderId ?? "")).toMatchObject([{ state: "action_required" }]);
	expect(await planEnd(mine.id)).toBe(mine.expiresAt);
});

test("a plan that was cancelled after its renewal was quoted is not renewed", async () => {
	const user = await aCustomer();
	const plan = await aPlan(user.id);
	const { id: planId, expiresAt } = plan;
	const guards = renewalGuards(db, user.id, [
		{ kind: "hosting_renewal", domain: null, planId, currentExpiry: expiresAt },
	]);
	expect(await db.commit(guards, Date.now())).toEqual({ state: "ok" });
	expect(await testServices().hosting.cancel({ userId: user.id }, planId)).toMatchObject({ ok: true });
	expect(await db.commit(guards, Date.now())).toEqual({ state: "stale" });
});
