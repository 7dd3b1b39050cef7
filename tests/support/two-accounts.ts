import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import { holderStatuses } from "~/db/held-by-another";
import type { ConfirmedOwner } from "~/db/owner";
import {
	type Domain,
	dnsChanges,
	dnsRecords,
	domains,
	invoices,
	jobs,
	ledgerEntries,
	notifications,
	orderLines,
	orders,
	sandboxRegistry,
	sandboxZones,
} from "~/db/schema";
import { releaseDays } from "~/features/domains/lifecycle";
import { planFulfilment } from "~/features/orders/fulfilment-plan.server";
import { markInvoicePaid } from "~/features/orders/mark-invoice-paid.server";
import type { OrderLineDetails, OrderLineKind } from "~/features/orders/order-line";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import type { Overrides } from "~/services.server";
import { aCustomer } from "./factories";
import { aName, contact, quietServices } from "./orders";
import { writeRows } from "./rows";
import { runDue } from "./schedule";

const db = createDatabase(env.DB);
const price = 100_000;
const tax = 8_000;

export type Account = "A" | "B";
export const otherAccount = (who: Account): Account => (who === "A" ? "B" : "A");
export const elsewhereCode = "code-from-elsewhere";
export const wrongCode = "wrong-code-1";
export const strangersCode = "code-of-the-next";

let invoiceNumber = 0;

/**
 * Two accounts, one name, a clock and a registry. The test delivers the queue's messages itself, in any order, with any
 * delay and more than once. Orders are paid without the checkout, which would refuse some of them.
 */
export async function twoAccounts(name = aName("com")) {
	let now = Date.UTC(2027, 0, 1);
	const services = quietServices({ clock: () => now });
	const [a, b] = await Promise.all([aCustomer(), aCustomer()]);
	const users = { A: a.id, B: b.id };
	const owner = (who: Account) => ({ userId: users[who] }) as unknown as ConfirmedOwner;

	const rows = () => db.read(db.orm.select().from(domains).where(eq(domains.name, name)));
	const row = async (who: Account) => (await rows()).find(({ userId }) => userId === users[who]);
	const registry = async () =>
		(await db.read(db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, name))))[0];
	const zone = async () => (await db.read(db.orm.select().from(sandboxZones).where(eq(sandboxZones.name, name))))[0];
	const recordsOf = (domainId: string) =>
		db.read(db.orm.select().from(dnsRecords).where(eq(dnsRecords.domainId, domainId)));

	/** Id of our registration of the name, read from the table and not through the registrar under test. */
	async function objectId(): Promise<string | null> {
		const registered = await registry();
		if (registered?.state !== "registered") return null;
		// The registry has released the name, although the holder's row may still wait for the next hourly task.
		if (registered.expiresAt + releaseDays("com") * DAY <= now) return null;
		const moving = registered.movesAt !== null && now < registered.movesAt;
		return moving ? registered.previousObjectId : registered.objectId;
	}

	/** The account whose registration the registry confirms. */
	async function holder(): Promise<{ who: Account; domain: Domain } | null> {
		const live = (await rows()).find(({ status }) => holderStatuses.some((one) => one === status));
		if (!live) return null;
		if (live.registryId === null || live.registryId !== (await objectId())) return null;
		return { who: live.userId === users.A ? "A" : "B", domain: live };
	}

	/** State of the name at the registry, at the nameservers and in the account. */
	async function publicStateOf({ who, domain }: { who: Account; domain: Domain }) {
		const [held, records, changes, notices, registered, hosted] = await Promise.all([
			db.read(db.orm.select().from(domains).where(eq(domains.id, domain.id))),
			recordsOf(domain.id),
			db.read(db.orm.select().from(dnsChanges).where(eq(dnsChanges.domainId, domain.id))),
			db.read(db.orm.select().from(notifications).where(eq(notifications.userId, users[who]))),
			registry(),
			zone(),
		]);
		return { held, records, changes, notices: notices.length, registered, hosted };
	}

	/** A paid order of one line. Returns its job. */
	async function pay(
		who: Account,
		kind: OrderLineKind,
		{ currentExpiry = null, ...details }: OrderLineDetails & { readonly currentExpiry?: number | null },
	): Promise<string> {
		const userId = users[who];
		const [orderId, invoiceId] = [createId("ord", now), createId("inv", now)];
		const sums = { currency: "KES" as const, subtotal: price, discount: 0, tax, shipping: 0, total: price + tax };
		const line = {
			...{ id: createId("lin", now), orderId, position: 0, productId: `domain-${kind}`, kind, name, domain: name },
			...{ planId: null, currentExpiry, renewedDomainId: null, renewedPlanId: null, renewedExpiry: null },
			...{ quantity: 1, unitAmount: price, amount: price, details: { tld: "com", years: 1, ...details } },
		};
		const state = { id: orderId, userId, idempotencyKey: orderId, requestHash: "", contact, createdAt: now };
		invoiceNumber += 1;
		const number = `T${invoiceNumber}`;
		const invoice = {
			id: invoiceId,
			number,
			orderId,
			userId,
			creditUsed: 0,
			total: sums.total,
			actor: "customer" as const,
		};
		const plan = planFulfilment({ ...state, ...sums }, [line], now);
		const { total: amount, currency } = sums;
		await writeRows(db, [
			db.orm.insert(orders).values({ ...state, ...sums, state: "pending_payment" }),
			db.orm.insert(orderLines).values(line),
			db.orm.insert(invoices).values({
				...{ id: invoiceId, number, orderId, userId, state: "open", ...sums, issuedAt: now, dueAt: now },
				billedTo: { name: "Amina Otieno", email: contact.email },
			}),
			db.orm.insert(ledgerEntries).values({
				...{ id: createId("led", now), userId, invoiceId, kind: "payment", provider: "sandbox", receipt: orderId },
				...{ amount, currency, createdAt: now },
			}),
		]);
		await db.commit(markInvoicePaid(db, invoice, plan, now), now);
		return plan.jobs[0]?.id ?? "";
	}

	return {
		services,
		/** The same shop with some of its ports replaced. */
		servicesWith: (ports: Overrides) => quietServices({ clock: () => now, ...ports }),
		users,
		owner,
		name,
		rows,
		row,
		registry,
		zone,
		recordsOf,
		holder,
		objectId,
		publicStateOf,
		pay,
		clock: () => now,

		jobsOf: (who: Account) => db.read(db.orm.select().from(jobs).where(eq(jobs.userId, users[who]))),

		/** Ledger entries of the account's credit. */
		creditsOf: (who: Account) =>
			db.read(
				db.orm
					.select()
					.from(ledgerEntries)
					.where(and(eq(ledgerEntries.userId, users[who]), eq(ledgerEntries.kind, "credit"))),
			),

		async tick(ms: number) {
			now += ms;
			await runDue(services, ({ renewals }) => renewals.expiry.queueDue("all"));
		},

		/** Someone else registers the name through another registrar, if it is free. */
		async registerElsewhere() {
			if (await services.registrar.lookUp(name)) return;
			const entry = { authCode: elsewhereCode, locked: false, nameservers: ["ns1.elsewhere.example"] };
			const object = { state: "elsewhere" as const, objectId: createId("op", now), previousObjectId: null };
			const values = { ...entry, ...object, movesAt: null, expiresAt: now + 365 * DAY, createdAt: now };
			await writeRows(db, [
				db.orm
					.insert(sandboxRegistry)
					.values({ name, ...values })
					.onConflictDoNothing(),
			]);
		},

		/** The account registers the name, and the job runs. */
		async register(who: Account) {
			const jobId = await pay(who, "registration", {});
			await services.orders.runJob(jobId);
			const held = await row(who);
			if (held?.status !== "active") throw new Error(`${who} did not get ${name}`);
			return held;
		},

		/** Replaces the registration by someone else's with us, without changing our own rows. */
		replaceRegistration: () =>
			writeRows(db, [
				db.orm
					.update(sandboxRegistry)
					.set({
						state: "registered",
						objectId: createId("op", now),
						movesAt: null,
						authCode: strangersCode,
						createdAt: now,
						expiresAt: now + 800 * DAY,
					})
					.where(eq(sandboxRegistry.name, name)),
			]),

		/** The registry deletes the name. */
		dropRegistration: () => writeRows(db, [db.orm.delete(sandboxRegistry).where(eq(sandboxRegistry.name, name))]),

		/** The name moves to another registrar. */
		moveElsewhere: () =>
			writeRows(db, [
				db.orm
					.update(sandboxRegistry)
					.set({
						state: "elsewhere",
						objectId: createId("op", now),
						movesAt: null,
						authCode: elsewhereCode,
						locked: false,
					})
					.where(eq(sandboxRegistry.name, name)),
			]),

		/** Cleans up, so that the next test's clock does not change these rows. */
		end: () =>
			writeRows(db, [
				db.orm.delete(dnsRecords),
				db.orm.update(domains).set({ status: "released", expiresAt: null }).where(eq(domains.name, name)),
				db.orm.delete(sandboxRegistry).where(eq(sandboxRegistry.name, name)),
				db.orm.delete(sandboxZones).where(eq(sandboxZones.name, name)),
			]),
	};
}

export type TwoAccounts = Awaited<ReturnType<typeof twoAccounts>>;
