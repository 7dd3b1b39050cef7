import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import {
	addons,
	domains,
	hostingPlans,
	invoiceLines,
	invoices,
	jobs,
	ledgerEntries,
	notifications,
	orderLines,
	outbox,
} from "~/db/schema";
import { createRegistrations } from "~/features/domains/registrations.server";
import { orderView } from "~/features/orders/order-view";
import { addMonths } from "~/lib/add-months";
import { kenya } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { action as hostingAction } from "~/routes/portal/hosting";
import type { Services } from "~/services.server";
import { aDomain } from "../support/domains";
import { aCustomer, aSession, testServices } from "../support/factories";
import { aPlan, thePlan } from "../support/hosting";
import { aName, anOrder, aPendingPayment, aPhone, quietServices, registration, thePayment } from "../support/orders";
import { post } from "../support/route-action";
import { writeRows } from "../support/rows";
import { anOwner } from "../support/staff";
import { withMessage } from "../support/stored-texts";

const db = createDatabase(env.DB);

const ssl = (more: object = {}) => ({
	key: "ssl",
	productId: "addon-ssl",
	term: "annual" as const,
	quantity: 1,
	...more,
});
const backups = (more: object = {}) => ({
	key: "backups",
	productId: "addon-backups",
	term: "monthly" as const,
	quantity: 1,
	...more,
});
const plan = { key: "shared-pro:annual", productId: "shared-pro", term: "annual" as const, quantity: 1 };

const addonsOf = (userId: string) => db.read(db.orm.select().from(addons).where(eq(addons.userId, userId)));
const jobsOf = (orderId: string) => db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, orderId)));

async function aPaidOrder(services: Services, options: Parameters<typeof aPendingPayment>[1]) {
	const order = await aPendingPayment(services, options);
	await services.sandbox?.answer(order.ref, "approve");
	return order;
}

async function runJobs(services: Services, orderId: string) {
	for (const { id } of await jobsOf(orderId)) await services.orders.runJob(id);
}

/** Runs the order's jobs, and activates its add-ons as staff do. */
async function activate(services: Services, orderId: string) {
	await runJobs(services, orderId);
	await writeRows(db, [db.orm.update(jobs).set({ nextAt: 0 }).where(eq(jobs.orderId, orderId))]);
	await runJobs(services, orderId);
	for (const { id, state } of await jobsOf(orderId)) {
		if (state === "action_required")
			expect(await services.orders.completeJob(id, {}, await anOwner())).toEqual({ ok: true, value: null });
	}
}

test("an add-on that could be for several can't be ordered without a choice, and the message names the field", async () => {
	const services = quietServices();
	const user = { ...(await aCustomer()), currency: "KES" as const };
	const items = [registration(), registration(), ssl()];
	const quote = await services.cart.quote({ items, currency: "KES" }, { userId: user.id });
	expect(quote.problems).toEqual([
		{ key: "ssl", code: "addon_target", message: "Choose the domain or plan for Premium SSL.", blocks: true },
	]);
	await expect(anOrder(services, { items })).rejects.toThrow("Choose the domain or plan for Premium SSL.");
});

test("an add-on is for the only thing in the cart that it can be for, unless the account has something as well", async () => {
	const services = quietServices();
	const user = { ...(await aCustomer()), currency: "KES" as const };
	const order = await aPaidOrder(services, { customer: user, items: [plan, registration(), backups()] });
	await runJobs(services, order.orderId);
	const [owned] = await db.read(db.orm.select().from(hostingPlans).where(eq(hostingPlans.userId, user.id)));
	expect(await addonsOf(user.id)).toMatchObject([{ productId: "addon-backups", planId: owned?.id, domainId: null }]);

	const again = await services.cart.quote({ items: [plan, backups()], currency: "KES" }, { userId: user.id });
	expect(again.problems).toMatchObject([{ key: "backups", message: "Choose the plan for Automated backups." }]);
	const name = aName();
	const { problems } = await services.cart.quote({
		items: [registration(name), ssl({ domain: name }), ssl({ key: "second" })],
		currency: "KES",
	});
	expect(problems).toMatchObject([{ key: "second", code: "addon_target" }]);
});

test("an add-on without any choice says what to buy first, or why it isn't needed", async () => {
	const services = quietServices();
	const privacy = { key: "p", productId: "addon-privacy", term: "annual" as const, quantity: 1 };
	const name = aName();
	const problemsOf = async (...items: object[]) => {
		const { problems } = await services.cart.quote({ items: items as never, currency: "KES" });
		return problems.map(({ message }) => message);
	};
	expect(await problemsOf(ssl())).toEqual(["Premium SSL is for a domain or hosting plan. Add one to your cart first."]);
	expect(await problemsOf(backups(), registration(name))).toEqual([
		"Automated backups is for a hosting plan. Add one to your cart first.",
	]);
	expect(await problemsOf(privacy)).toEqual([
		"Domain privacy is for a hosting plan with a domain at another registrar. Add one to your cart first.",
	]);
	const free = (domain: string) => [
		`${domain} has WHOIS privacy for free, so it doesn't need Domain privacy. Remove it to continue.`,
	];
	expect(await problemsOf(privacy, registration(name))).toEqual(free(name));
	expect(await problemsOf(privacy, registration(name), { ...plan, domain: name })).toEqual(free(name));
	const { problems } = await services.cart.quote({ items: [privacy, registration(name)], currency: "KES" });
	expect(problems).toMatchObject([{ code: "addon_unneeded", blocks: true }]);
	const user = await aCustomer();
	const nothing = await services.cart.quote({ items: [ssl()], currency: "KES" }, { userId: user.id });
	expect(nothing.problems.map(({ message }) => message)).toEqual([
		"Premium SSL is for a domain or hosting plan, and your account has no active one. Add one to your cart first.",
	]);
	const domain = await aDomain(user.id);
	await aPlan(user.id, { domain: domain.name });
	const own = await services.cart.quote({ items: [privacy], currency: "KES" }, { userId: user.id });
	expect(own.problems.map(({ message }) => message)).toEqual(free(domain.name));
});

test("an add-on is sold only for what it can be for", async () => {
	const services = quietServices();
	const user = await aCustomer();
	const domain = await aDomain(user.id);
	const mail = await aPlan(user.id, { productId: "email-basic", name: "Email Basic", type: "email" });
	const elsewhere = await aPlan(user.id, { domain: "elsewhere.example" });
	const ours = await aPlan(user.id, { domain: domain.name });
	const stranger = await aPlan((await aCustomer()).id);
	const privacy = { key: "p", productId: "addon-privacy", term: "annual" as const, quantity: 1 };
	const problemOf = async (item: ReturnType<typeof ssl>) => {
		const { problems } = await services.cart.quote({ items: [item], currency: "KES" }, { userId: user.id });
		return problems.map(({ message }) => message);
	};
	expect(await problemOf(ssl({ domain: domain.name }))).toEqual([]);
	expect(await problemOf(backups({ planId: ours.id }) as never)).toEqual([]);
	expect(await problemOf(backups({ domain: domain.name }) as never)).toEqual([
		"Automated backups is for hosting plans, not for domains.",
	]);
	expect(await problemOf(backups({ planId: mail.id }) as never)).toEqual([
		"Automated backups is for plans with a website.",
	]);
	expect(await problemOf(backups({ planId: stranger.id }) as never)).toEqual([
		"Choose the plan for Automated backups.",
	]);
	expect(await problemOf({ ...privacy, planId: elsewhere.id } as never)).toEqual([]);
	expect(await problemOf({ ...privacy, planId: ours.id } as never)).toEqual([
		`${domain.name} has WHOIS privacy for free, so it doesn't need Domain privacy.`,
	]);
});

test("a domain after the first 200 of the account is recognised as the customer's own", async () => {
	const services = quietServices();
	const user = await aCustomer();
	const domain = await aDomain(user.id, { name: `zz-${aName("com")}` });
	const { registryId: _, ...row } = domain;
	const copies = Array.from({ length: 200 }, (_, at) => ({
		...row,
		id: createId("dom"),
		name: `a${at}-${domain.name}`,
	}));
	await writeRows(
		db,
		copies.map((copy) => db.orm.insert(domains).values(copy)),
	);
	const own = await aPlan(user.id, { domain: domain.name });
	const privacy = { key: "p", productId: "addon-privacy", term: "annual" as const, quantity: 1 };
	const free = [`${domain.name} has WHOIS privacy for free, so it doesn't need Domain privacy.`];
	const problemsOf = async (...items: object[]) => {
		const quote = await services.cart.quote({ items: items as never, currency: "KES" }, { userId: user.id });
		return quote.problems.map(({ message }) => message);
	};
	expect(await problemsOf({ ...privacy, planId: own.id })).toEqual(free);
	expect(await problemsOf({ ...plan, domain: domain.name }, { ...privacy, planKey: plan.key })).toEqual(free);
	expect(await problemsOf({ ...plan, domain: domain.name }, privacy)).toEqual([`${free[0]} Remove it to continue.`]);
});

test("the cart offers what an add-on can be for, in the cart and in the account", async () => {
	const services = quietServices();
	const user = await aCustomer();
	const domain = await aDomain(user.id);
	const own = await aPlan(user.id, { domain: domain.name });
	const name = aName();
	const items = [registration(name), plan, ssl(), backups()];
	const asker = { key: user.id } as never;
	const { targets, signedIn } = await services.cart.preview({ items, currency: "KES" }, { userId: user.id }, asker);
	expect(targets).toEqual({
		ssl: [
			{ value: `domain ${name}`, label: name, place: "cart" },
			{ value: "item shared-pro:annual", label: `Professional Hosting (${name})`, place: "cart" },
			{ value: `domain ${domain.name}`, label: domain.name, place: "account" },
			{ value: `plan ${own.id}`, label: `Business Hosting (${domain.name})`, place: "account" },
		],
		backups: [
			{ value: "item shared-pro:annual", label: `Professional Hosting (${name})`, place: "cart" },
			{ value: `plan ${own.id}`, label: `Business Hosting (${domain.name})`, place: "account" },
		],
	});
	const visitor = await services.cart.preview({ items, currency: "KES" }, null, asker);
	expect(visitor.targets.backups).toEqual([targets.backups?.[0]]);
	expect([signedIn, visitor.signedIn]).toEqual([true, false]);
});

test("an add-on is paid until its domain or plan renews, belongs to it and is activated after it", async () => {
	const services = quietServices();
	const name = aName();
	const items = [
		registration(name, 2),
		{ ...plan, quantity: 2 },
		ssl({ domain: name }),
		backups({ planKey: plan.key }),
	];
	const order = await aPaidOrder(services, { items });
	expect(
		order.quote.lines.slice(2).map(({ name, quantity, amount, note }) => [name, quantity, amount.amount, note]),
	).toEqual([
		["Premium SSL", 2, 300_000, `For ${name}`],
		["Automated backups", 12, 480_000, "For Professional Hosting"],
		[`Free first year of ${name}`, 1, -50_000, undefined],
	]);
	const [domain] = await db.read(db.orm.select().from(domains).where(eq(domains.userId, order.user.id)));
	const lines = await db.read(db.orm.select().from(orderLines).where(eq(orderLines.orderId, order.orderId)));
	const first = lines.find(({ kind }) => kind === "plan");
	const [bought] = await db.read(
		db.orm
			.select()
			.from(hostingPlans)
			.where(eq(hostingPlans.orderLineId, first?.id ?? "")),
	);
	const rows = await addonsOf(order.user.id);
	expect(rows.map(({ productId, domainId, planId, expiresAt }) => [productId, domainId, planId, expiresAt])).toEqual([
		["addon-ssl", domain?.id, null, null],
		["addon-backups", null, bought?.id, null],
	]);
	const queued = await jobsOf(order.orderId);
	const activation = queued.find(({ kind }) => kind === "activate_addon");
	await services.orders.runJob(activation?.id ?? "");
	const early = await services.orders.find({ userId: order.user.id }, order.orderId);
	expect(early && orderView(early, Date.now(), kenya).lines.some(({ link }) => link), "nothing is active yet").toBe(
		false,
	);
	const waiting = (await jobsOf(order.orderId)).find(({ id }) => id === activation?.id);
	expect(waiting).toMatchObject({ state: "queued", attempts: 0 });

	await activate(services, order.orderId);
	const active = await addonsOf(order.user.id);
	expect(active.map(({ activatedAt, expiresAt }) => [activatedAt, expiresAt])).toEqual([
		[expect.any(Number), addMonths(active[0]?.activatedAt ?? 0, 24)],
		[expect.any(Number), addMonths(active[1]?.activatedAt ?? 0, 12)],
	]);
	const sent = await db.read(db.orm.select().from(notifications).where(eq(notifications.userId, order.user.id)));
	const names = sent.flatMap(({ kind, params }) => (kind === "job.action_required" ? [params.name] : []));
	expect(names.toSorted(), "not the domain alone").toEqual([
		"Automated backups for Professional Hosting",
		`Premium SSL for ${name}`,
	]);
	const shown = await services.orders.find({ userId: order.user.id }, order.orderId);
	expect(shown?.order.state).toBe("fulfilled");
	const about = shown && orderView(shown, Date.now(), kenya).lines.map(({ name, about }) => [name, about]);
	expect(about?.slice(-3, -1)).toEqual([
		["Premium SSL", `2 years · for ${name}`],
		["Automated backups", "1 year · for Professional Hosting"],
	]);
	const links = shown && orderView(shown, Date.now(), kenya).lines.map(({ link }) => link && [link.text, link.href]);
	const toPlan = ["Open the plan", `/dashboard/hosting?tab=web&open=${bought?.id}`];
	const toDomain = ["Open the domain", `/dashboard/domains/${domain?.id}`];
	expect(links).toEqual([toDomain, toPlan, ["Open the plan", expect.any(String)], toDomain, toPlan, null]);
	const list = await services.addons.of({ userId: order.user.id }, { planId: bought?.id ?? "" });
	expect(list.map(({ name }) => name)).toEqual(["Automated backups"]);
	const again = await services.cart.quote(
		{ items: [ssl({ domain: name })], currency: "KES" },
		{ userId: order.user.id },
	);
	expect(again.problems.map(({ message }) => message)).toEqual([`${name} already has Premium SSL.`]);
});

/** A plan with an add-on, both paid until `expiresAt`. */
async function aPlanWithAddon() {
	const user = await aCustomer({ phone: "+254712345678" });
	const expiresAt = Date.now() + 5 * DAY;
	const own = await aPlan(user.id, { expiresAt });
	const row = {
		id: `add_${crypto.randomUUID()}`,
		userId: user.id,
		productId: "addon-backups",
		name: "Automated backups",
		planId: own.id,
		orderLineId: `lin_${crypto.randomUUID()}`,
		price: 40_000,
		currency: "KES" as const,
		termMonths: 1,
		activatedAt: Date.now(),
		expiresAt,
		createdAt: Date.now(),
		updatedAt: Date.now(),
	};
	await writeRows(db, [db.orm.insert(addons).values(row)]);
	return { user, own, addon: row };
}

const theInvoice = async (userId: string) => {
	const [invoice] = await db.read(db.orm.select().from(invoices).where(eq(invoices.userId, userId)));
	const lines = await db.read(
		db.orm
			.select()
			.from(invoiceLines)
			.where(eq(invoiceLines.invoiceId, invoice?.id ?? "")),
	);
	return { invoice, lines: lines.map(({ description, amount }) => [description, amount]) };
};

test("an automatic renewal includes the add-ons, and paying it renews them", async () => {
	const services = quietServices();
	const { user, own, addon } = await aPlanWithAddon();
	await services.renewals.invoices.invoicePlan({ id: own.id, expiresAt: own.expiresAt ?? 0 });
	const { invoice, lines } = await theInvoice(user.id);
	expect(lines).toEqual([
		[expect.stringContaining("Renewal of Business Hosting, 1 month, until "), 420_000],
		["Renewal of Automated backups for Business Hosting, 1 month", 40_000],
	]);
	expect(invoice).toMatchObject({ subtotal: 460_000 });
	const started = await services.payments.start(user, invoice?.id ?? "", { method: "mpesa", phone: aPhone() });
	const payment = await thePayment(started.ok ? started.value.paymentId : "");
	await services.sandbox?.answer(payment.providerRef ?? "", "approve");
	await runJobs(services, invoice?.orderId ?? "");
	const [renewed] = await addonsOf(user.id);
	expect(renewed?.expiresAt).toBe(addMonths(addon.expiresAt, 1));
});

test("a cancelled add-on is not renewed, and can be kept while it is paid", async () => {
	const services = quietServices();
	const { user, own, addon } = await aPlanWithAddon();
	const owner = { userId: user.id };
	const set = (intent: "cancel-addon" | "keep-addon") =>
		services.addons.set(owner, { planId: own.id }, { intent, addonId: addon.id });
	expect(await set("cancel-addon")).toEqual({ ok: true, value: null });
	expect(await set("cancel-addon")).toMatchObject({ ok: false });
	const renewal = { key: "r", productId: own.productId, term: "monthly" as const, planId: own.id, quantity: 1 };
	const kinds = async () =>
		(await services.cart.quote({ items: [renewal], currency: "KES" }, owner)).lines.map(({ kind }) => kind);
	expect(await kinds()).toEqual(["hosting_renewal"]);
	expect(await set("keep-addon")).toEqual({ ok: true, value: null });
	expect(await kinds()).toEqual(["hosting_renewal", "addon_renewal"]);
	const stranger = await aCustomer();
	const theirs = { intent: "cancel-addon", addonId: addon.id } as const;
	expect(await services.addons.set({ userId: stranger.id }, { planId: own.id }, theirs)).toMatchObject({ ok: false });
	await set("cancel-addon");
	const later = quietServices({ clock: () => addon.expiresAt + DAY });
	expect(await later.addons.of(owner, { planId: own.id })).toEqual([]);
});

test("an add-on ends with its plan and with its domain", async () => {
	const services = quietServices();
	const { user, own, addon } = await aPlanWithAddon();
	await services.hosting.cancel({ userId: user.id }, own.id);
	const later = quietServices({ clock: () => addon.expiresAt + DAY });
	await later.hosting.endCancelled();
	expect(await addonsOf(user.id)).toMatchObject([{ endedAt: addon.expiresAt + DAY }]);

	const domain = await aDomain(user.id);
	const ofDomain = { ...addon, id: "add_of_domain", orderLineId: "lin_of_domain", planId: null, domainId: domain.id };
	await writeRows(db, [db.orm.insert(addons).values(ofDomain)]);
	await db.commit(createRegistrations(db).end(domain as never, "released", Date.now()), Date.now());
	const [ended] = await db.read(
		db.orm
			.select()
			.from(addons)
			.where(and(eq(addons.id, "add_of_domain"))),
	);
	expect(ended?.endedAt).toEqual(expect.any(Number));
});

test("if its domain can't be registered, an add-on is cancelled and becomes credit", async () => {
	const services = quietServices();
	const name = aName();
	const order = await aPaidOrder(services, { items: [registration(name), ssl({ domain: name })] });
	await writeRows(db, [db.orm.update(domains).set({ status: "released" }).where(eq(domains.name, name))]);
	const activation = (await jobsOf(order.orderId)).find(({ kind }) => kind === "activate_addon");
	await services.orders.runJob(activation?.id ?? "");
	const credits = await db.read(
		db.orm
			.select()
			.from(ledgerEntries)
			.where(and(eq(ledgerEntries.userId, order.user.id), eq(ledgerEntries.kind, "credit"))),
	);
	expect(credits).toMatchObject([{ provider: "order_line" }]);
	expect(await addonsOf(order.user.id)).toMatchObject([{ endedAt: expect.any(Number) }]);
});

test("the forms on the plan's page cancel and keep an add-on", async () => {
	const { user, own, addon } = await aPlanWithAddon();
	const services = testServices();
	const { cookie } = await aSession(user, { services });
	const send = (intent: string) =>
		post(hostingAction, {
			services,
			cookie,
			address: `/dashboard/hosting?open=${own.id}`,
			form: { intent, planId: own.id, addonId: addon.id },
		});
	expect(await send("cancel-addon")).toBeInstanceOf(Response);
	expect(await addonsOf(user.id)).toMatchObject([{ cancelledAt: expect.any(Number) }]);
	expect(await send("cancel-addon")).toMatchObject({
		data: { failure: { message: "This add-on can no longer be changed." } },
	});
	expect(await send("keep-addon")).toBeInstanceOf(Response);
	expect(await addonsOf(user.id)).toMatchObject([{ cancelledAt: null }]);
	expect(await thePlan(own.id)).toMatchObject({ cancelledAt: null });
	const { items } = await services.activity.list({ userId: user.id });
	expect(items.map(({ kind }) => kind)).toEqual(["addon.kept", "addon.cancelled"]);
});

const creditsOf = (userId: string) =>
	db.read(
		db.orm
			.select()
			.from(ledgerEntries)
			.where(and(eq(ledgerEntries.userId, userId), eq(ledgerEntries.kind, "credit"))),
	);

test("an add-on that two orders bought for one plan becomes credit once", async () => {
	const services = quietServices();
	const user = { ...(await aCustomer()), currency: "KES" as const };
	const own = await aPlan(user.id);
	const options = { items: [backups({ planId: own.id })], customer: user };
	const first = await aPendingPayment(services, options);
	const second = await aPendingPayment(services, options);
	for (const { ref } of [second, first]) await services.sandbox?.answer(ref, "approve");
	await activate(services, first.orderId);
	await activate(services, second.orderId);
	const rows = await addonsOf(user.id);
	expect(rows.map(({ endedAt }) => endedAt === null).sort()).toEqual([false, true]);
	expect(await creditsOf(user.id)).toMatchObject([{ provider: "order_line" }]);
});

test("an add-on that was cancelled and is over can be bought again", async () => {
	const { user, own, addon } = await aPlanWithAddon();
	const past = { cancelledAt: Date.now() - 5 * DAY, expiresAt: Date.now() - DAY };
	await writeRows(db, [db.orm.update(addons).set(past).where(eq(addons.id, addon.id))]);
	const items = [backups({ planId: own.id })];
	const quote = await quietServices().cart.quote({ items, currency: "KES" }, { userId: user.id });
	expect(quote.problems).toEqual([]);
});

test("the time in which its plan was suspended is not charged for an add-on", async () => {
	const services = quietServices();
	const { user, own, addon } = await aPlanWithAddon();
	const expiresAt = Date.now() - 20 * DAY;
	await writeRows(db, [
		db.orm.update(addons).set({ expiresAt }).where(eq(addons.id, addon.id)),
		db.orm.update(hostingPlans).set({ expiresAt, status: "suspended" }).where(eq(hostingPlans.id, own.id)),
	]);
	const items = [{ key: "r", productId: own.productId, term: "monthly" as const, planId: own.id, quantity: 1 }];
	const order = await aPaidOrder(services, { items, customer: { ...user, currency: "KES" } });
	expect(order.quote.lines.map(({ kind, quantity }) => [kind, quantity])).toEqual([
		["hosting_renewal", 1],
		["addon_renewal", 1],
	]);
	for (const { id } of (await jobsOf(order.orderId)).toReversed()) await services.orders.runJob(id);
	const [renewed] = await addonsOf(user.id);
	expect(renewed?.expiresAt).toBeGreaterThanOrEqual(addMonths(Date.now() - DAY, 1));
});

test("an add-on with several references belongs to the one that was checked", async () => {
	const services = quietServices();
	const user = { ...(await aCustomer()), currency: "KES" as const };
	const own = await aPlan(user.id);
	const domain = await aDomain(user.id);
	const both = (key: string) => ssl({ key, domain: domain.name, planId: own.id });
	const twice = { items: [both("a"), ssl({ key: "b", planId: own.id })], currency: "KES" as const };
	const { problems } = await services.cart.quote(twice, { userId: user.id });
	expect(problems).toMatchObject([{ key: "b", code: "duplicate" }]);
	await aPaidOrder(services, { items: [both("a")], customer: user });
	expect(await addonsOf(user.id)).toMatchObject([{ domainId: null, planId: own.id }]);
});

test("an add-on that is cancelled leaves the unpaid invoice of its renewal", async () => {
	const services = quietServices();
	const { user, own, addon } = await aPlanWithAddon();
	const owner = { userId: user.id };
	const set = (intent: "cancel-addon" | "keep-addon") =>
		services.addons.set(owner, { planId: own.id }, { intent, addonId: addon.id });
	await services.renewals.invoices.invoicePlan({ id: own.id, expiresAt: own.expiresAt ?? 0 });
	expect(await set("cancel-addon")).toEqual({ ok: true, value: null });
	const { invoice, lines } = await theInvoice(user.id);
	expect(lines).toEqual([[expect.stringContaining("Renewal of Business Hosting, 1 month"), 420_000]]);
	expect(invoice).toMatchObject({ state: "open", subtotal: 420_000, tax: 33_600, total: 453_600 });
	const order = await services.orders.find(owner, invoice?.orderId ?? "");
	expect(order?.order).toMatchObject({ subtotal: 420_000, tax: 33_600, total: 453_600 });
	expect(order?.lines.map(({ kind }) => kind)).toEqual(["hosting_renewal"]);
	expect((await services.activity.recent(owner, 5)).map((row) => withMessage(row).message)).toContain(
		`Removed Automated backups for Business Hosting from invoice ${invoice?.number}, which is now Ksh 4,536.`,
	);

	// Kept again, it is charged with the next renewal, for both terms.
	expect(await set("keep-addon")).toEqual({ ok: true, value: null });
	const started = await services.payments.start(user, invoice?.id ?? "", { method: "mpesa", phone: aPhone() });
	const payment = await thePayment(started.ok ? started.value.paymentId : "");
	expect(payment.amount).toBe(453_600);
	await services.sandbox?.answer(payment.providerRef ?? "", "approve");
	await runJobs(services, invoice?.orderId ?? "");
	expect(await creditsOf(user.id)).toEqual([]);
	expect(await addonsOf(user.id)).toMatchObject([{ expiresAt: addon.expiresAt, endedAt: null }]);
	const renewal = { key: "r", productId: own.productId, term: "monthly" as const, planId: own.id, quantity: 1 };
	const next = await services.cart.quote({ items: [renewal], currency: "KES" }, owner);
	expect(next.lines.map(({ kind, quantity }) => [kind, quantity])).toEqual([
		["hosting_renewal", 1],
		["addon_renewal", 2],
	]);
});

test("a payment that was settled while the add-on left the invoice is calculated again", async () => {
	const services = quietServices();
	const { user, own, addon } = await aPlanWithAddon();
	await services.renewals.invoices.invoicePlan({ id: own.id, expiresAt: own.expiresAt ?? 0 });
	const { invoice } = await theInvoice(user.id);
	if (!invoice) throw new Error("no invoice");
	const paid = await services.orders.markInvoicePaid(invoice, Date.now());
	const cancelled = { intent: "cancel-addon" as const, addonId: addon.id };
	await services.addons.set({ userId: user.id }, { planId: own.id }, cancelled);
	expect(await services.db.commit(paid, Date.now())).toEqual({ state: "stale" });
});

test("an invoice that was partly paid from credit keeps a cancelled add-on", async () => {
	const services = quietServices();
	const { user, own, addon } = await aPlanWithAddon();
	await services.renewals.invoices.invoicePlan({ id: own.id, expiresAt: own.expiresAt ?? 0 });
	const { invoice } = await theInvoice(user.id);
	await writeRows(db, [db.orm.update(invoices).set({ creditUsed: 100 }).where(eq(invoices.userId, user.id))]);
	const cancelled = { intent: "cancel-addon" as const, addonId: addon.id };
	expect(await services.addons.set({ userId: user.id }, { planId: own.id }, cancelled)).toMatchObject({ ok: true });
	expect((await theInvoice(user.id)).invoice).toMatchObject({ total: invoice?.total });
	expect((await addonsOf(user.id))[0]?.cancelledAt).not.toBeNull();
});

test("an add-on that is cancelled while its renewal is being paid is not renewed, and its price becomes credit", async () => {
	const services = quietServices();
	const { user, own, addon } = await aPlanWithAddon();
	await services.renewals.invoices.invoicePlan({ id: own.id, expiresAt: own.expiresAt ?? 0 });
	const { invoice } = await theInvoice(user.id);
	const started = await services.payments.start(user, invoice?.id ?? "", { method: "mpesa", phone: aPhone() });
	const payment = await thePayment(started.ok ? started.value.paymentId : "");
	const cancelled = { intent: "cancel-addon" as const, addonId: addon.id };
	expect(await services.addons.set({ userId: user.id }, { planId: own.id }, cancelled)).toEqual({
		ok: true,
		value: null,
	});
	expect((await theInvoice(user.id)).invoice).toMatchObject({ subtotal: 460_000 });
	await services.sandbox?.answer(payment.providerRef ?? "", "approve");
	await runJobs(services, invoice?.orderId ?? "");
	expect(await addonsOf(user.id)).toMatchObject([{ expiresAt: addon.expiresAt, endedAt: null }]);
	expect((await thePlan(own.id)).expiresAt).toBe(addMonths(own.expiresAt ?? 0, 1));
	expect(await creditsOf(user.id)).toMatchObject([{ provider: "order_line" }]);
	const emails = await db.read(
		db.orm
			.select({ id: outbox.id })
			.from(outbox)
			.where(and(eq(outbox.userId, user.id), eq(outbox.kind, "mail.order-line-returned"))),
	);
	for (const { id } of emails) await services.outbox.deliver(id);
	const [mail] = (await services.inbox?.list())?.filter(({ recipient }) => recipient === user.email) ?? [];
	expect(mail?.subject).toBe("Credit for Automated backups for Business Hosting");
	expect(mail?.text).toContain("You cancelled Automated backups for Business Hosting, so we did not renew it.");
});

test("an add-on whose plan ends before staff activate it becomes credit", async () => {
	const services = quietServices();
	const user = { ...(await aCustomer()), currency: "KES" as const };
	const own = await aPlan(user.id);
	const order = await aPaidOrder(services, { items: [backups({ planId: own.id })], customer: user });
	await runJobs(services, order.orderId);
	const [job] = await jobsOf(order.orderId);
	expect(job?.state).toBe("action_required");
	await services.hosting.cancel({ userId: user.id }, own.id);
	await quietServices({ clock: () => (own.expiresAt ?? 0) + DAY }).hosting.endCancelled();
	expect(await services.orders.completeJob(job?.id ?? "", {}, await anOwner())).toMatchObject({ ok: false });
	expect((await jobsOf(order.orderId))[0]?.state).toBe("done");
	expect(await creditsOf(user.id)).toMatchObject([{ provider: "order_line" }]);
});
