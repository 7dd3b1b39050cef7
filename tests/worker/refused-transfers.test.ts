import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { activityLog, domains, jobs, ledgerEntries, orderLines, outbox } from "~/db/schema";
import { kes } from "~/lib/money";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aCustomer } from "../support/factories";
import { aName, aPendingPayment, quietServices, registration } from "../support/orders";
import { withNote } from "../support/stored-texts";

const db = createDatabase(env.DB);
const MINUTE = 60_000;

const transfer = (domain: string, authCode: string) => ({
	...{ key: domain, productId: "domain-transfer", domain, quantity: 1, authCode },
});
const jobOf = async (orderId: string) => {
	const [job] = await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, orderId)));
	if (!job) throw new Error("no job");
	return withNote(job);
};
const rowOf = async (userId: string, name: string) => {
	const which = and(eq(domains.userId, userId), eq(domains.name, name));
	const [row] = await db.read(db.orm.select().from(domains).where(which));
	if (!row) throw new Error("no row");
	return row;
};
const mailsTo = async (userId: string) =>
	(await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, userId))))
		.map(({ kind }) => kind)
		.filter((kind) => kind.startsWith("mail.order-"));
const creditsOf = (userId: string) =>
	db.read(
		db.orm
			.select()
			.from(ledgerEntries)
			.where(and(eq(ledgerEntries.userId, userId), eq(ledgerEntries.kind, "credit"))),
	);

/** A paid transfer from another registrar whose authorization code was refused. */
async function aRefusedTransfer(services: ReturnType<typeof quietServices>) {
	const { user, owner } = await aConfirmedOwner(services);
	const name = `taken-${aName("com")}`;
	const customer = { id: user.id, email: user.email, currency: "KES" as const };
	const order = await aPendingPayment(services, { items: [transfer(name, "wrong-code-1")], customer });
	await services.sandbox?.answer(order.ref, "approve");
	await services.orders.runJob((await jobOf(order.orderId)).id);
	return { ...order, name, owner, domain: await rowOf(user.id, name) };
}

test("a transfer refused for its code asks for another one, and continues with it", async () => {
	let now = Date.now();
	const services = quietServices({ clock: () => now });
	const { orderId, owner, domain, user, name } = await aRefusedTransfer(services);
	expect(await jobOf(orderId)).toMatchObject({ state: "action_required", needs: "auth_code" });
	expect(domain.status).toBe("transfer_in");
	expect(await services.orders.enterAuthCode(owner, domain.id, "wrong again")).toMatchObject({
		error: { fields: { authCode: expect.stringContaining("no spaces") } },
	});
	expect(await services.orders.enterAuthCode(owner, domain.id, "wrong-code-2")).toEqual({ ok: true, value: null });
	await services.orders.runJob((await jobOf(orderId)).id);
	expect(await jobOf(orderId)).toMatchObject({ state: "action_required", needs: "auth_code", round: 1 });
	expect(await mailsTo(user.id)).toEqual(["mail.order-problem", "mail.order-problem"]);

	expect((await services.orders.enterAuthCode(owner, domain.id, " K9-abcdef ")).ok).toBe(true);
	for (let run = 0; run < 3; run += 1) {
		await services.orders.runJob((await jobOf(orderId)).id);
		now += 5 * MINUTE;
	}
	expect(await jobOf(orderId)).toMatchObject({ state: "done", needs: null });
	expect(await rowOf(user.id, name)).toMatchObject({ status: "active", registryId: expect.any(String) });
	const kept = await db.read(db.orm.select().from(orderLines).where(eq(orderLines.orderId, orderId)));
	expect(JSON.stringify(kept)).not.toContain("K9-abcdef");
	const log = await db.read(db.orm.select().from(activityLog).where(eq(activityLog.userId, user.id)));
	expect(JSON.stringify(log)).not.toContain("K9-abcdef");
});

test("a refused transfer returns the money as credit if the customer chooses that, once", async () => {
	const services = quietServices();
	const { orderId, owner, domain, user, quote } = await aRefusedTransfer(services);
	const taken = await Promise.all([1, 2, 3].map(() => services.orders.takeCredit(owner, domain.id)));
	expect(taken.filter(({ ok }) => ok)).toEqual([{ ok: true, value: orderId }]);
	// M-Pesa takes whole shillings.
	const paid = kes(Math.floor(quote.total.amount / 100));
	expect(await services.payments.credit.balances({ userId: user.id })).toEqual([paid]);
	expect(await rowOf(user.id, domain.name)).toMatchObject({ status: "released" });
	expect(await jobOf(orderId)).toMatchObject({ state: "done", needs: null });
	expect((await services.orders.find({ userId: user.id }, orderId))?.order.state).toBe("fulfilled");
	expect(await services.orders.enterAuthCode(owner, domain.id, "K9-abcdef")).toMatchObject({ ok: false });
	expect((await mailsTo(user.id)).filter((kind) => kind === "mail.order-line-returned")).toHaveLength(1);
});

test("only the owner enters a code for a transfer or takes its money, and guessing codes is limited", async () => {
	const services = quietServices();
	const { orderId, owner, domain } = await aRefusedTransfer(services);
	const stranger = { userId: (await aCustomer()).id };
	expect((await services.orders.enterAuthCode(stranger, domain.id, "K9-abcdef")).ok).toBe(false);
	expect((await services.orders.takeCredit(stranger, domain.id)).ok).toBe(false);
	expect(await jobOf(orderId)).toMatchObject({ needs: "auth_code", round: 0 });
	for (let code = 2; code <= 5; code += 1) {
		expect((await services.orders.enterAuthCode(owner, domain.id, `wrong-code-${code}`)).ok).toBe(true);
		await services.orders.runJob((await jobOf(orderId)).id);
	}
	const sixth = await services.orders.enterAuthCode(owner, domain.id, "K9-abcdef");
	expect(sixth).toMatchObject({ ok: false, error: { message: expect.stringContaining("5 codes were refused") } });
	expect((await services.orders.takeCredit(owner, domain.id)).ok).toBe(true);
});

test("a transfer of a name that is locked or not registered becomes credit, and its row ends", async () => {
	const services = quietServices();
	const holder = await aCustomer();
	const locked = await aDomain(holder.id, { name: aName("com") });
	const order = await aPendingPayment(services, { items: [transfer(locked.name, "auth-code-1")] });
	await services.sandbox?.answer(order.ref, "approve");
	await services.orders.runJob((await jobOf(order.orderId)).id);
	expect(await rowOf(order.user.id, locked.name)).toMatchObject({ status: "released" });
	expect(await creditsOf(order.user.id)).toHaveLength(1);
	expect(await rowOf(holder.id, locked.name)).toMatchObject({ status: "active" });
});

test("a malformed authorization code is refused before payment", async () => {
	const services = quietServices();
	const { id: userId } = await aCustomer();
	const name = `taken-${aName("com")}`;
	const problems = async (authCode: string) =>
		(await services.cart.quote({ items: [transfer(name, authCode)], currency: "KES" }, { userId })).problems;
	for (const code of ["short", "with space", "smart–dash", "kódi-123", "tab\tcode", "x".repeat(129)])
		expect(await problems(code), code).toMatchObject([{ code: "auth_code_invalid", blocks: true }]);
	for (const code of ["K9-abcdef", "!~123456", "x".repeat(32)]) expect(await problems(code), code).toEqual([]);
});

test("a name paid for in two tabs is registered once, and the other payment becomes credit", async () => {
	const services = quietServices();
	const { user } = await aConfirmedOwner(services);
	const customer = { id: user.id, email: user.email, currency: "KES" as const };
	const name = aName();
	const orders = [];
	for (let tab = 0; tab < 2; tab += 1)
		orders.push(await aPendingPayment(services, { items: [registration(name)], customer }));
	for (const { ref } of orders) await services.sandbox?.answer(ref, "approve");
	for (const { orderId } of orders.toReversed()) await services.orders.runJob((await jobOf(orderId)).id);
	const [first, second] = orders;
	expect(await jobOf(first?.orderId ?? "")).toMatchObject({ state: "done", message: null });
	expect((await jobOf(second?.orderId ?? "")).message).toContain("was already ordered in your account");
	expect(await rowOf(user.id, name)).toMatchObject({ status: "active" });
	const paid = kes(Math.floor((second?.quote.total.amount ?? 0) / 100)).amount;
	expect(await creditsOf(user.id)).toMatchObject([{ amount: paid, currency: "KES" }]);
});

test("a name paid for by two customers goes to one, and the other's payment becomes credit", async () => {
	const services = quietServices();
	const name = aName();
	const orders = [];
	for (let tab = 0; tab < 2; tab += 1) orders.push(await aPendingPayment(services, { items: [registration(name)] }));
	for (const { ref } of orders) await services.sandbox?.answer(ref, "approve");
	for (const { orderId } of orders) await services.orders.runJob((await jobOf(orderId)).id);
	const [winner, loser] = orders;
	expect(await rowOf(winner?.user.id ?? "", name)).toMatchObject({ status: "active" });
	expect(await rowOf(loser?.user.id ?? "", name)).toMatchObject({ status: "released" });
	expect(await creditsOf(winner?.user.id ?? "")).toEqual([]);
	expect(await creditsOf(loser?.user.id ?? "")).toHaveLength(1);
});
