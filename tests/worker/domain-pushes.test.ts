import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import {
	activityLog,
	addons,
	dnsChanges,
	dnsRecords,
	domainPushes,
	domains,
	invoices,
	outbox,
	sandboxRegistry,
	users,
} from "~/db/schema";
import { offerView } from "~/features/domains/offer-view";
import { kenya } from "~/lib/dates";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aCustomer } from "../support/factories";
import { aPlan, thePlan } from "../support/hosting";
import { faultyMailer } from "../support/mail";
import { aName, aPendingPayment, quietServices } from "../support/orders";
import { invoiceOf } from "../support/refunds";
import { writeRows } from "../support/rows";
import { runCron, runDue } from "../support/schedule";

const db = createDatabase(env.DB);

const registrant = {
	...{ firstName: "Neema", lastName: "Wanjiru", organisation: null, email: "neema@example.com" },
	...{ phone: "+254722000000", address: "P.O. Box 7", city: "Kisumu", postalCode: null, country: "Kenya" },
};
const contacts = { registrant, admin: null, tech: null };

/** A customer who holds a domain, another customer, and a clock that the test moves. */
async function anOwnedDomain(fields: Parameters<typeof aDomain>[1] = {}) {
	const time = { now: Date.now() };
	const clock = () => time.now;
	const { mailer, delivered } = faultyMailer();
	const services = quietServices({ clock, mailer });
	const [{ user: sender, owner }, recipient] = await Promise.all([aConfirmedOwner(services), aCustomer()]);
	const domain = await aDomain(sender.id, fields);
	const { id } = domain;
	const to = { userId: recipient.id };
	const offerId = async (owned = to) => (await services.pushes.waiting(owned))[0]?.id ?? "";
	return {
		...{ services, time, clock, sender, owner, recipient, to, domain, id, offerId },
		offer: (email = recipient.email) => services.pushes.offer(owner, id, { email }),
		accept: async (pushId?: string, with_ = services) => with_.pushes.accept(to, pushId ?? (await offerId()), contacts),
		row: async () => {
			const [row] = await db.read(db.orm.select().from(domains).where(eq(domains.id, id)));
			if (!row) throw new Error("no domain");
			return row;
		},
		pushes: () => db.read(db.orm.select().from(domainPushes).where(eq(domainPushes.domainId, id))),
		async deliver(kind: string) {
			const events = await db.read(
				db.orm
					.select()
					.from(outbox)
					.where(and(eq(outbox.kind, kind), eq(outbox.state, "new"))),
			);
			const pushIds = (await db.read(db.orm.select().from(domainPushes).where(eq(domainPushes.domainId, id)))).map(
				(push) => push.id,
			);
			for (const event of events) {
				const text = JSON.stringify(event.payload);
				if ([id, ...pushIds].some((one) => text.includes(one))) await services.outbox.deliver(event.id);
			}
		},
		mailTo: (email: string) => delivered().filter((mail) => mail.to === email),
		kinds: async (userId: string) =>
			(await db.read(db.orm.select().from(activityLog).where(eq(activityLog.userId, userId)))).map(({ kind }) => kind),
		notices: async (userId: string) => (await services.notifications.list({ userId })).items.map(({ kind }) => kind),
	};
}

test("a domain moves with its records, forwards and add-ons, and both customers are told", async () => {
	const name = aName("com");
	const shop = await anOwnedDomain({
		name,
		forwards: [{ host: "old", target: "https://example.com", permanent: false }],
		locked: false,
	});
	const { services, sender, recipient, id, time } = shop;
	const plan = await aPlan(sender.id, { domain: name });
	const addon = {
		...{ id: createId("add"), userId: sender.id, productId: "addon-ssl", name: "SSL", domainId: id, planId: null },
		...{
			orderLineId: createId("lin"),
			price: 1_000_00,
			currency: "KES" as const,
			termMonths: 12,
			activatedAt: time.now,
		},
		...{ expiresAt: time.now + 90 * DAY, createdAt: time.now, updatedAt: time.now },
	};
	await writeRows(db, [
		db.orm.insert(addons).values(addon),
		db.orm
			.insert(dnsRecords)
			.values({ id: createId("dns"), domainId: id, type: "A", name: "@", value: "192.0.2.7", ttl: 3600 }),
		db.orm
			.insert(dnsChanges)
			.values({ id: createId("dnc"), domainId: id, version: 1, removed: [], added: [], createdAt: time.now }),
		db.orm.update(users).set({ currency: "USD" }).where(eq(users.id, recipient.id)),
	]);
	const registry = async () =>
		(await db.read(db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, name))))[0];
	const oldCode = (await registry())?.authCode;

	expect(await shop.offer()).toEqual({ ok: true, value: null });
	await shop.deliver("mail.domain-push");
	const [mail] = shop.mailTo(recipient.email);
	expect(mail?.subject).toBe(`${name} is offered to you`);
	expect(mail?.text).toContain(`/dashboard/domains/offers/${await shop.offerId()}`);
	expect(await shop.notices(recipient.id)).toContain("domain.offered");
	expect(await shop.row()).toMatchObject({ userId: sender.id });

	expect(await shop.accept()).toEqual({ ok: true, value: id });
	expect(await shop.row()).toMatchObject({
		...{ id, userId: recipient.id, status: "active", autoRenew: false, locked: true, contacts, orderLineId: null },
		...{ registrantCheck: "due", transferLockedUntil: time.now + 60 * DAY, forwards: [{ host: "old" }] },
	});
	expect(await db.read(db.orm.select().from(dnsRecords).where(eq(dnsRecords.domainId, id)))).toHaveLength(1);
	expect(await db.read(db.orm.select().from(dnsChanges).where(eq(dnsChanges.domainId, id)))).toEqual([]);
	expect(await db.read(db.orm.select().from(addons).where(eq(addons.id, addon.id)))).toMatchObject([
		{ userId: recipient.id, currency: "USD", domainId: id },
	]);
	expect(await thePlan(plan.id)).toMatchObject({ userId: sender.id, domain: name, status: "active" });

	for (const kind of ["domain.sync", "domain.reset-auth-code", "mail.domain-push"]) await shop.deliver(kind);
	expect(await registry()).toMatchObject({ locked: true, contacts });
	expect((await registry())?.authCode).not.toBe(oldCode);
	expect(shop.mailTo(sender.email).map(({ subject }) => subject)).toContain(`${name} was moved to another account`);
	expect(await shop.kinds(sender.id)).toEqual(expect.arrayContaining(["domain.push_offered", "domain.pushed"]));
	expect(await shop.kinds(recipient.id)).toContain("domain.received");
	expect(await shop.notices(sender.id)).toContain("domain.pushed");
	expect(await services.portfolio.find({ userId: sender.id }, id)).toBeNull();
	expect((await services.portfolio.list(shop.to, { tab: "all", q: "", sort: "name" })).items).toMatchObject([{ id }]);
});

test("an address without an account gets the same answer and email, and can register to accept", async () => {
	const shop = await anOwnedDomain();
	const known = await shop.offer();
	await shop.services.pushes.withdraw(shop.owner, shop.id);
	const email = `nobody-${createId("usr")}@example.com`;
	expect(await shop.offer(email)).toEqual(known);
	await shop.deliver("mail.domain-push");
	const [mail, ...more] = shop.mailTo(email);
	expect(more).toEqual([]);
	expect(mail?.subject).toContain("is offered to you");

	const unverified = await aCustomer({ email, status: "unverified" });
	const to = { userId: unverified.id };
	expect(await shop.services.pushes.waiting(to), "the address is not proven").toEqual([]);
	await writeRows(db, [db.orm.update(users).set({ status: "active" }).where(eq(users.id, unverified.id))]);
	const pushId = await shop.offerId(to);
	expect(await shop.services.pushes.accept(to, pushId, contacts)).toMatchObject({ ok: true });
	expect(await shop.row()).toMatchObject({ userId: unverified.id });
});

test("only the customer with the address sees, accepts or refuses an offer", async () => {
	const shop = await anOwnedDomain();
	await shop.offer();
	const pushId = await shop.offerId();
	const stranger = { userId: (await aCustomer()).id };
	const { pushes } = shop.services;
	for (const owner of [stranger, { userId: shop.sender.id }]) {
		expect(await pushes.offerTo(owner, pushId)).toBeUndefined();
		expect(await pushes.accept(owner, pushId, contacts)).toMatchObject({ error: { kind: "not_found" } });
		expect(await pushes.refuse(owner, pushId)).toMatchObject({ error: { kind: "not_found" } });
	}
	expect(await pushes.withdraw(stranger, shop.id)).toMatchObject({ error: { kind: "not_found" } });
	expect(await pushes.offer({ sessionHash: "x", confirmedFrom: 0 }, shop.id, { email: "a@example.com" })).toMatchObject(
		{
			error: { kind: "not_found" },
		},
	);
	expect(await shop.row()).toMatchObject({ userId: shop.sender.id });
	expect(await shop.pushes()).toMatchObject([{ state: "pending" }]);
});

test.each(["pending", "transfer_in", "expired", "redemption"] as const)(
	"a domain that is %s can't be offered",
	async (status) => {
		const shop = await anOwnedDomain({ status });
		expect(await shop.offer()).toMatchObject({
			error: { kind: "conflict", message: expect.stringContaining("Only active domains") },
		});
		expect(await shop.pushes()).toEqual([]);
	},
);

test("a domain is offered to one other customer at a time", async () => {
	const shop = await anOwnedDomain();
	expect(await shop.offer(shop.sender.email)).toMatchObject({
		error: { fields: { email: expect.stringContaining("your own") } },
	});
	const all = await Promise.all([1, 2, 3].map((one) => shop.offer(`friend-${one}@example.com`)));
	expect(all.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await shop.offer()).toMatchObject({
		error: { kind: "conflict", message: expect.stringMatching(/already offered to friend-/) },
	});
	expect(await shop.services.pushes.withdraw(shop.owner, shop.id)).toEqual({ ok: true, value: null });
	expect(await shop.services.pushes.withdraw(shop.owner, shop.id)).toMatchObject({ error: { kind: "conflict" } });
	expect(await shop.offer()).toMatchObject({ ok: true });
	expect((await shop.pushes()).map(({ state }) => state).toSorted()).toEqual(["pending", "withdrawn"]);
});

test("a refused domain stays, and its sender is told", async () => {
	const shop = await anOwnedDomain();
	await shop.offer();
	const pushId = await shop.offerId();
	expect(await shop.services.pushes.refuse(shop.to, pushId)).toEqual({ ok: true, value: null });
	expect(await shop.services.pushes.refuse(shop.to, pushId), "again").toEqual({ ok: true, value: null });
	expect(await shop.accept(pushId)).toMatchObject({ error: { message: `You refused ${shop.domain.name}.` } });
	await shop.deliver("mail.domain-push");
	expect(shop.mailTo(shop.sender.email).map(({ subject }) => subject)).toContain(
		`${shop.domain.name} stays in your account`,
	);
	expect(await shop.notices(shop.sender.id)).toContain("domain.push_declined");
	expect(await shop.row()).toMatchObject({ userId: shop.sender.id, autoRenew: true });
});

test("an offer that nobody answers expires once, and its sender is told", async () => {
	const shop = await anOwnedDomain();
	await shop.offer();
	const pushId = await shop.offerId();
	shop.time.now += 7 * DAY + MINUTE;
	expect(await shop.accept(pushId)).toMatchObject({ error: { message: expect.stringContaining("has expired") } });
	await Promise.all([runCron("7 * * * *", { clock: shop.clock }), runCron("7 * * * *", { clock: shop.clock })]);
	expect(await shop.pushes()).toMatchObject([{ state: "expired" }]);
	expect((await shop.notices(shop.sender.id)).filter((kind) => kind === "domain.push_expired")).toHaveLength(1);
	// The session has ended in the meantime.
	const owner = { userId: shop.sender.id } as unknown as typeof shop.owner;
	expect(await shop.services.pushes.offer(owner, shop.id, { email: shop.recipient.email })).toMatchObject({ ok: true });
});

test("an offer is either accepted or withdrawn, and accepting twice moves the domain once", async () => {
	for (let round = 0; round < 5; round += 1) {
		const shop = await anOwnedDomain();
		await shop.offer();
		const pushId = await shop.offerId();
		const [accepted, withdrawn] = await Promise.all([
			shop.accept(pushId),
			quietServices({ clock: shop.clock }).pushes.withdraw(shop.owner, shop.id),
		]);
		expect([accepted.ok, withdrawn.ok].filter(Boolean)).toHaveLength(1);
		expect(await shop.row()).toMatchObject({ userId: accepted.ok ? shop.recipient.id : shop.sender.id });
	}
	const shop = await anOwnedDomain();
	await shop.offer();
	const pushId = await shop.offerId();
	const both = await Promise.all([1, 2, 3].map(() => shop.accept(pushId, quietServices({ clock: shop.clock }))));
	expect(both).toEqual([1, 2, 3].map(() => ({ ok: true, value: shop.id })));
	expect((await shop.kinds(shop.recipient.id)).filter((kind) => kind === "domain.received")).toHaveLength(1);
	expect(await shop.accept(pushId), "later").toEqual({ ok: true, value: shop.id });
});

test("the renewal leaves the sender's open invoice, and the recipient is invoiced for the same expiry", async () => {
	const shop = await anOwnedDomain({ expiresAt: Date.now() + 20 * DAY });
	const { services, sender, recipient, time } = shop;
	await runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	const openOf = (userId: string) =>
		db.read(
			db.orm
				.select()
				.from(invoices)
				.where(and(eq(invoices.userId, userId), eq(invoices.state, "open"))),
		);
	const [renewal] = await openOf(sender.id);
	expect(renewal).toBeDefined();
	await shop.offer();
	expect(await openOf(sender.id), "nothing changes before the answer").toHaveLength(1);
	expect(await shop.accept()).toMatchObject({ ok: true });
	expect(await invoiceOf(renewal?.id ?? "")).toMatchObject({ state: "void" });

	await services.portfolio.setAutoRenew(shop.to, shop.id, true);
	time.now += HOUR;
	await runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	expect(await openOf(recipient.id)).toHaveLength(1);
	expect(await openOf(sender.id)).toEqual([]);
});

test("a domain with an unpaid order or an unfinished job is not moved", async () => {
	const shop = await anOwnedDomain({ expiresAt: Date.now() + 200 * DAY });
	const { services, sender, domain } = shop;
	await shop.offer();
	const pushId = await shop.offerId();
	const customer = { id: sender.id, email: sender.email, currency: "KES" as const };
	const items = [{ key: "r", productId: "domain-renewal", domain: domain.name, quantity: 1 }];
	const order = await aPendingPayment(services, { items, customer });
	const { number } = await invoiceOf(order.invoiceId);
	expect(await shop.accept(pushId)).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining("open order") },
	});
	await services.pushes.withdraw(shop.owner, shop.id);
	expect(await shop.offer()).toMatchObject({ error: { message: expect.stringContaining(`Invoice ${number}`) } });
	await services.sandbox?.answer(order.ref, "approve");
	expect(await shop.offer()).toMatchObject({ error: { message: expect.stringContaining("still being worked on") } });
	expect(await shop.row()).toMatchObject({ userId: sender.id });
});

test("a domain that leaves the sender or expires while it is offered is not moved", async () => {
	const lost = await anOwnedDomain();
	await lost.offer();
	const lostOffer = await lost.offerId();
	await writeRows(db, [
		db.orm.update(sandboxRegistry).set({ state: "elsewhere" }).where(eq(sandboxRegistry.name, lost.domain.name)),
	]);
	await lost.services.portfolio.refresh({ userId: lost.sender.id }, { tab: "all", q: "", sort: "name" });
	expect(await lost.services.pushes.waiting(lost.to)).toEqual([]);
	expect(await lost.accept(lostOffer)).toMatchObject({ error: { kind: "conflict" } });
	expect(await lost.row()).toMatchObject({ userId: lost.sender.id, status: "released" });

	const late = await anOwnedDomain({ expiresAt: Date.now() + DAY });
	await late.offer();
	const lateOffer = await late.offerId();
	late.time.now += 2 * DAY;
	await runDue(late.services, ({ renewals }) => renewals.expiry.queueDue("all"));
	expect(await late.accept(lateOffer)).toMatchObject({ error: { message: expect.stringContaining("is not active") } });
});

test("offers of and to an account end when it closes, and a closing account accepts none", async () => {
	const shop = await anOwnedDomain();
	await shop.offer();
	const pushId = await shop.offerId();
	await writeRows(db, [db.orm.update(users).set({ status: "closing" }).where(eq(users.id, shop.recipient.id))]);
	expect(await shop.accept(pushId)).toMatchObject({
		error: { message: expect.stringContaining("account is closing") },
	});
	await writeRows(db, [db.orm.update(users).set({ status: "active" }).where(eq(users.id, shop.recipient.id))]);
	expect(await shop.services.closing.schedule(shop.sender, shop.owner)).toEqual({ ok: true, value: null });
	const closesAt = (await db.read(db.orm.select().from(users).where(eq(users.id, shop.sender.id))))[0]?.closesAt ?? 0;
	expect(await shop.services.pushes.waiting(shop.to), "it can be accepted until then").toHaveLength(1);
	shop.time.now += 15 * DAY;
	await shop.services.closing.closeDue({ userId: shop.sender.id, closesAt });
	expect(await shop.pushes()).toEqual([]);
	expect(await shop.accept(pushId)).toMatchObject({ error: { kind: "not_found" } });
});

test("a name that the recipient had before moves, and one that they have ordered does not", async () => {
	const shop = await anOwnedDomain();
	const { recipient, sender, domain } = shop;
	const released = {
		...domain,
		id: createId("dom"),
		userId: recipient.id,
		status: "released" as const,
		registryId: null,
	};
	await writeRows(db, [db.orm.insert(domains).values(released)]);
	await shop.offer();
	expect(await shop.accept()).toMatchObject({ ok: true });
	expect(
		await db.read(
			db.orm
				.select({ id: domains.id, userId: domains.userId, status: domains.status })
				.from(domains)
				.where(eq(domains.name, domain.name)),
		),
	).toEqual(
		expect.arrayContaining([
			{ id: domain.id, userId: recipient.id, status: "active" },
			{ id: released.id, userId: sender.id, status: "released" },
		]),
	);

	const other = await anOwnedDomain();
	const claim = { ...other.domain, id: createId("dom"), userId: other.recipient.id, status: "transfer_in" as const };
	await writeRows(db, [db.orm.insert(domains).values(claim)]);
	await other.offer();
	expect(await other.accept()).toMatchObject({ error: { message: expect.stringContaining("You have an order for") } });
	expect(await other.row()).toMatchObject({ userId: other.sender.id });
});

test("a moved domain goes back, and its former holder can't change it in between", async () => {
	const shop = await anOwnedDomain();
	const { services } = shop;
	await shop.offer();
	await shop.accept();
	expect(await services.domainManagement.unlock(shop.owner, shop.id)).toMatchObject({ error: { kind: "not_found" } });
	const back = { userId: shop.recipient.id } as unknown as typeof shop.owner;
	expect(await services.pushes.offer(back, shop.id, { email: shop.sender.email })).toMatchObject({ ok: true });
	const pushId = await shop.offerId({ userId: shop.sender.id });
	expect(await services.pushes.accept({ userId: shop.sender.id }, pushId, contacts)).toMatchObject({ ok: true });
	expect(await shop.row()).toMatchObject({ userId: shop.sender.id });
});

test.each([
	["com", 60],
	["co.ke", 0],
])("a name under .%s can't be unlocked for %i days after it was moved", async (tld, days) => {
	const shop = await anOwnedDomain({ name: aName(tld) });
	await shop.offer();
	const [offer] = await shop.services.pushes.waiting(shop.to);
	if (!offer) throw new Error("no offer");
	expect(offerView(offer, shop.time.now, kenya)).toMatchObject({ lockDays: days, ended: null });
	await shop.accept();
	const owner = { userId: shop.recipient.id } as unknown as typeof shop.owner;
	const unlock = () => shop.services.domainManagement.unlock(owner, shop.id);
	if (days > 0) {
		shop.time.now += (days - 1) * DAY;
		expect(await unlock()).toMatchObject({
			error: { kind: "conflict", message: expect.stringContaining("stays locked until") },
		});
		shop.time.now += 2 * DAY;
	}
	expect(await unlock()).toEqual({ ok: true, value: null });
});

test("a registrar that can't change the code by itself leaves it to staff", async () => {
	const shop = await anOwnedDomain({ registrar: null });
	const { registrar } = shop.services;
	const services = quietServices({ registrar: { ...registrar, resetAuthCode: async () => "by_hand" } });
	expect(await services.pushes.resetAuthCode(shop.id)).toBe("by_hand");
	expect(await shop.services.pushes.resetAuthCode(shop.id)).toBe("done");
});

test("an offer of another database is refused with the way that remains", async () => {
	const shop = await anOwnedDomain();
	expect(shop.services.pushes.isElsewhere("psh_2_abc")).toBe(true);
	expect(await shop.accept("psh_2_abc")).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining("authorization code") },
	});
});
