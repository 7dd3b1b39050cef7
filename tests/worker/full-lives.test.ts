import { env } from "cloudflare:workers";
import { and, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains, hostingPlans, invoices, jobs, outbox } from "~/db/schema";
import { suspensionGraceMs } from "~/features/hosting/suspension";
import { addYears } from "~/lib/add-years";
import { DAY, MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { expectConsoleError } from "../support/fail-on-console";
import { inMemory } from "../support/local-d1";
import { aName, anOrder, registration } from "../support/orders";
import { anOutsideWorld, type OutsideFault, type OutsideWorld } from "../support/outside-world";
import { creditNotesOf, invoiceOf, refundsOf } from "../support/refunds";
import { aBuyer, type Buyer } from "../support/world-customer";

const db = () => createDatabase(env.DB);

type Faults = NonNullable<Parameters<typeof anOutsideWorld>[0]>["faultAt"];
const domainRow = async (name: string) =>
	(await db().read(db().orm.select().from(domains).where(eq(domains.name, name))))[0];

/** Searches, buys with M-Pesa, signs the zone, renews by card, lets it be deleted, restores it, and transfers it away. */
async function lifeOfADomain(world: OutsideWorld) {
	const { services, openProvider, powerDns, clock } = world;
	const buyer = await aBuyer(world);
	const { user, owner } = buyer;
	const name = aName("com");

	await services.domains.check([name], { fresh: true });
	const order = await anOrder(services, { items: [registration(name)], customer: user });
	await buyer.payByPhone(order.invoiceId);
	expect(await buyer.stateOf(order.invoiceId)).toBe("paid");
	const bought = await domainRow(name);
	expect(bought).toMatchObject({ status: "active" });
	const { id } = bought ?? { id: "" };

	const zone = await services.dns.zone(owner, id);
	const more = { priority: "", weight: "", port: "", flags: "", tag: "" };
	const record = { type: "A", name: "www", value: "192.0.2.10", ttl: "3600", ...more } as const;
	await services.dns.add(owner, { domainId: id, version: zone?.domain.zoneVersion ?? 0 }, record);
	await world.settle();
	expect(powerDns.zones.get(`${name}.`)?.sets).toContainEqual(
		expect.objectContaining({ name: `www.${name}.`, type: "A" }),
	);
	let signed = await services.domainManagement.setDnssec(owner, id, true);
	await world.settle();
	if (!signed.ok) signed = await services.domainManagement.setDnssec(owner, id, true);
	expect(signed).toMatchObject({ ok: true });
	await world.settle();
	expect(openProvider.record(name)).toMatchObject({ is_dnssec_enabled: true });

	// The first year ends: the invoice comes on its own, and is paid by card.
	const firstEnd = (await domainRow(name))?.expiresAt ?? 0;
	await world.goTo(firstEnd - 25 * DAY);
	const [renewal, ...others] = await buyer.openInvoices();
	expect(others).toEqual([]);
	await buyer.payByCard(renewal?.id ?? "");
	expect(await domainRow(name)).toMatchObject({ status: "active", expiresAt: addYears(firstEnd, 1) });

	// The second year ends. The invoice that was emailed can be paid until the registrar deletes the name. Nobody pays.
	const secondEnd = addYears(firstEnd, 1);
	await world.goTo(secondEnd - 25 * DAY);
	await world.goTo(secondEnd + DAY);
	expect(await domainRow(name)).toMatchObject({ status: "expired" });
	expect(await buyer.openInvoices()).toHaveLength(1);
	await world.goTo(secondEnd + 31 * DAY);
	expect(await domainRow(name)).toMatchObject({ status: "redemption" });
	expect(await buyer.openInvoices()).toEqual([]);
	openProvider.quarantine(name, { soft: clock() - DAY, hard: clock() + 30 * DAY });
	await buyer.restore(id);
	const [restore] = await buyer.openInvoices();
	await buyer.payByPhone(restore?.id ?? "");
	expect(openProvider.record(name)).toMatchObject({ status: "RRQ" });
	openProvider.finish(name);
	await world.until(async () => (await domainRow(name))?.status === "active");
	expect(await domainRow(name)).toMatchObject({ status: "active", expiresAt: addYears(firstEnd, 2) });
	expect(powerDns.zones.get(`${name}.`)?.sets).toContainEqual(
		expect.objectContaining({ name: `www.${name}.`, type: "A" }),
	);

	// It goes to another registrar.
	await services.domainManagement.unlock(owner, id);
	await world.settle();
	let code = await services.domainManagement.showAuthCode(owner, id).catch(() => null);
	for (let attempt = 0; attempt < 3 && !code?.ok; attempt += 1) {
		await world.pass(10 * MINUTE);
		code = await services.domainManagement.showAuthCode(owner, id).catch(() => null);
	}
	expect(code).toMatchObject({ ok: true, value: openProvider.record(name).auth_code });
	openProvider.record(name).status = "TRAN";
	await world.goTo(clock() + DAY);
	await world.until(async () => (await domainRow(name))?.status === "released");
	expect(await domainRow(name)).toMatchObject({ status: "released" });

	expect(openProvider.domains).toHaveLength(1);
	expect(openProvider.record(name).renewal_date.slice(0, 10)).toBe("2029-12-15");
	return buyer;
}

const planOf = async (userId: string) => {
	const [plan] = await db().read(db().orm.select().from(hostingPlans).where(eq(hostingPlans.userId, userId)));
	if (!plan) throw new Error("no plan");
	return plan;
};

/** Bought with M-Pesa, not paid in time and suspended, paid again, upgraded by card, refunded and cancelled. */
async function lifeOfAPlan(world: OutsideWorld) {
	const { services, whm, paystack } = world;
	const buyer = await aBuyer(world);
	const { user, owner } = buyer;
	const item = { key: "h", productId: "shared-starter", term: "monthly", quantity: 1 } as const;
	const order = await anOrder(services, { items: [item], customer: user });
	await buyer.payByPhone(order.invoiceId);
	const plan = await planOf(user.id);
	expect(plan).toMatchObject({ status: "active" });
	const account = () => [...whm.accounts.values()][0];
	expect(account()).toMatchObject({ plan: "shared-starter", suspendReason: null });
	const firstEnd = plan.expiresAt ?? 0;

	await world.goTo(firstEnd - 5 * DAY);
	await world.goTo(firstEnd + DAY);
	await world.goTo(firstEnd + suspensionGraceMs + DAY);
	expect(await planOf(user.id)).toMatchObject({ status: "suspended" });
	expect(account()).toMatchObject({ suspendReason: expect.stringContaining("Not paid") });
	const [renewal, ...more] = await buyer.openInvoices();
	expect(more).toEqual([]);
	await buyer.payByPhone(renewal?.id ?? "");
	expect(await planOf(user.id)).toMatchObject({ status: "active", keptUntil: null });
	expect(account()).toMatchObject({ suspendReason: null });

	const offers = await services.planChanges.options(owner, plan.id);
	const larger = offers?.alternatives.find(({ product }) => product.id === "shared-business");
	if (!larger?.quote.ok) throw new Error("no larger plan");
	const { total, credit } = larger.quote.value;
	const input = {
		planId: plan.id,
		to: "shared-business",
		total: total.amount,
		credit: credit.amount,
		key: randomToken(),
	};
	const agreed = await services.planChanges.agree(user, owner, input);
	if (!agreed.ok) throw new Error(agreed.error.message);
	await buyer.payByCard(agreed.value.invoiceId);
	expect(await planOf(user.id)).toMatchObject({ productId: "shared-business" });
	expect(account()).toMatchObject({ plan: "shared-business" });

	const { number } = await invoiceOf(agreed.value.invoiceId);
	const key = randomToken();
	for (let attempt = 0; attempt < 3; attempt += 1)
		await services.refunds.issue(number, { by: "Neema", to: "payment", reason: "Not what it should be" }, key);
	await world.settle();
	await world.until(async () => {
		for (const refund of paystack.refunds) refund.status = "processed";
		return (await refundsOf(agreed.value.invoiceId))[0]?.state === "succeeded";
	});
	expect(await refundsOf(agreed.value.invoiceId)).toMatchObject([{ state: "succeeded" }]);
	expect(await creditNotesOf(agreed.value.invoiceId)).toHaveLength(1);
	expect(paystack.refunds).toHaveLength(1);

	// Its content is kept for a time after the term, and backed up before it is deleted.
	await services.hosting.cancel(owner, plan.id);
	await world.goTo(((await planOf(user.id)).expiresAt ?? 0) + DAY);
	await world.until(async () => account()?.suspendReason != null);
	const ended = await planOf(user.id);
	expect(ended).toMatchObject({ status: "suspended", endedReason: expect.any(String), keptUntil: expect.any(Number) });
	expect(account()).toMatchObject({ suspendReason: expect.stringContaining("Ended") });
	expect(whm.backups.size).toBe(0);
	await world.goTo((ended.keptUntil ?? 0) + MINUTE);
	await world.until(async () => account() === undefined);
	expect(await planOf(user.id)).toMatchObject({ status: "terminated" });
	expect(account()).toBeUndefined();
	expect([...whm.backups.values()]).toContain("COMPLETED");
	return buyer;
}

/**
 * What is true after every life: all money that came paid an invoice or was given back with a credit note, nothing waits,
 * and nothing was given up.
 */
async function expectWhole({ daraja, paystack }: OutsideWorld, { user }: Buyer): Promise<void> {
	const issued = await db().read(db().orm.select().from(invoices).where(eq(invoices.userId, user.id)));
	const settled = issued.filter(({ state }) => state === "paid" || state === "refunded");
	expect(issued.filter(({ state }) => state === "open")).toEqual([]);
	const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
	const byPhone = daraja.pushes().flatMap(({ result, amount }) => (result?.code === 0 ? amount * 100 : []));
	const byCard = paystack.transactions().flatMap(({ reference, paid }) => (wasPaid(reference) ? paid : []));
	function wasPaid(reference: string): boolean {
		return paystack.transactions().some((one) => one.reference === reference && one.card !== null);
	}
	expect(sum(settled.map(({ total, creditUsed }) => total - creditUsed))).toBe(sum([...byPhone, ...byCard]));
	const notes = await creditNotesOf(...issued.map(({ id }) => id));
	expect(sum(notes.map(({ total }) => total))).toBe(sum(paystack.refunds.map(({ amount }) => amount)));
	const waiting = await db().read(
		db()
			.orm.select({ kind: outbox.kind, state: outbox.state, lastError: outbox.lastError })
			.from(outbox)
			.where(and(ne(outbox.state, "sent"), ne(outbox.kind, "mail.staff-task"))),
	);
	// Staff look at each domain that leaves.
	expect(waiting.filter(({ kind }) => kind !== "domain.reconcile")).toEqual([]);
	expect(await db().read(db().orm.select().from(jobs).where(ne(jobs.state, "done")))).toEqual([]);
}

/** Emails that the customer got. Sorted, because a repeated call changes their order. */
const subjectsOf = ({ mail }: OutsideWorld, { user }: Buyer): string[] =>
	mail
		.delivered()
		.filter(({ to }) => to === user.email)
		.map(({ subject }) => subject.replace(/fresh-\S+?\.com|K[KC]\d+/g, "…"))
		.toSorted();

const lives = [
	{ of: "a domain", life: lifeOfADomain },
	{ of: "a hosting account", life: lifeOfAPlan },
] as const;

type Life = (typeof lives)[number]["life"];

/** Lives through it once. Returns the outside calls, and the emails that its customer got. */
const live = (life: Life, faultAt?: Faults) =>
	inMemory(async () => {
		const world = anOutsideWorld(faultAt && { faultAt });
		const buyer = await life(world);
		await expectWhole(world, buyer);
		return { calls: world.calls, faults: world.faults, subjects: subjectsOf(world, buyer) };
	});

const undisturbed = new Map<Life, ReturnType<typeof live>>();

/** The same life without faults. */
function withoutFaults(life: Life): ReturnType<typeof live> {
	const lived = undisturbed.get(life) ?? live(life);
	undisturbed.set(life, lived);
	return lived;
}

const combinations = (...faults: readonly OutsideFault[]) =>
	lives.flatMap((one) => faults.map((fault) => ({ ...one, fault })));

const isThorough = import.meta.env.MODE === "thorough";

// A silent service is like one that answers with an error: nothing is done.
test.each(isThorough ? [] : combinations("error", "lost"))(
	"the whole life of $of is as without faults when the first outside call of each kind ends with: $fault",
	async ({ life, fault }) => {
		expectConsoleError();
		const expected = await withoutFaults(life);
		const met = new Set<string>();
		const lived = await live(life, ({ name }) => {
			if (met.has(name)) return undefined;
			met.add(name);
			return fault;
		});
		expect(lived.faults.length).toBeGreaterThan(15);
		expect(lived.subjects).toEqual(expected.subjects);
	},
	120_000,
);

/** Which part of the calls this run takes, and of how many. */
const [part = 1, parts = 1] = (import.meta.env.VITE_FAULTS_PART ?? "1/1").split("/").map(Number);

// Takes an hour on two cores: npm run test:thorough
const eachInTurn = isThorough ? combinations("error", "silent", "lost") : [];

test.each(eachInTurn)(
	"the whole life of $of is as without faults when one outside call ends with $fault, each call in turn",
	async ({ life, fault }) => {
		expectConsoleError();
		const { calls, subjects } = await withoutFaults(life);
		const broken: Error[] = [];
		const met = new Map<string, number>();
		for (const [index, name] of calls.entries()) {
			// By its kind and its number among those, because calls at the same time have no fixed order.
			const nth = (met.get(name) ?? 0) + 1;
			met.set(name, nth);
			if (index % parts !== part - 1) continue;
			let left = nth;
			try {
				const lived = await live(life, (call) => {
					if (call.name === name) left -= 1;
					return call.name === name && left === 0 ? fault : undefined;
				});
				expect(lived.faults).toEqual([{ name, fault }]);
				expect(lived.subjects).toEqual(subjects);
			} catch (cause) {
				broken.push(new Error(`${fault} at ${name}, number ${nth}`, { cause }));
			}
		}
		if (broken.length > 0) throw new AggregateError(broken, `${broken.map(({ message }) => message).join("\n")}`);
	},
	3_600_000,
);
