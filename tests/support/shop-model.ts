import { and, eq, inArray, isNull } from "drizzle-orm";
import fc from "fast-check";
import { createDatabase } from "~/db/client.server";
import type { ConfirmedOwner } from "~/db/owner";
import { addons, domains, hostingPlans, invoices, jobs, paymentReviews, payments, refunds, users } from "~/db/schema";
import type { Customer } from "~/features/accounts/customer";
import { quoteRestore } from "~/features/domains/restore";
import { chargedTotal } from "~/features/invoices/billing";
import type { PlaceOrderInput } from "~/features/orders/checkout.schema";
import { receivedOf } from "~/features/payments/review-money";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { callbackToken } from "./daraja";
import { aCustomer } from "./factories";
import { contact } from "./orders";
import type { anOutsideWorld, OutsideFault, OutsideWorld } from "./outside-world";
import { anOwner } from "./staff";

/** What is ordered. `nth`: which of the shop's names, of those at another registrar, or of the customer's domains or plans. */
type Wish = {
	readonly of: "name" | "plan" | "domain-renewal" | "plan-renewal" | "transfer" | "addon";
	readonly nth: number;
};

/** What happens in the model. `nth` picks one of those that exist, so that a shorter sequence keeps its meaning. */
export type Action =
	| { readonly do: "search"; readonly nth: number }
	| {
			readonly do: "order";
			readonly wishes: readonly Wish[];
			/** `sent twice`: the same request. `in two tabs`: the same cart as two orders. */
			readonly how?: "sent twice" | "in two tabs";
	  }
	| {
			readonly do: "send-quote";
			readonly wishes: readonly Wish[];
			readonly days: number;
			/** Whether it has a line for work, which is in no catalogue. */
			readonly work: boolean;
			readonly accepts: boolean;
	  }
	| { readonly do: "answer-quote"; readonly nth: number; readonly accepts: boolean }
	| { readonly do: "cancel-order" | "pay-with-credit"; readonly nth: number }
	| { readonly do: "pay-by-phone"; readonly nth: number; readonly answer: "pays" | "declines" | "ignores" }
	| { readonly do: "answer-phone" | "pay-old-card-page"; readonly nth: number }
	| { readonly do: "pay-by-card"; readonly nth: number; readonly renewals: boolean; readonly pays: boolean }
	| { readonly do: "pay-to-paybill"; readonly nth: number; readonly amount: "exact" | "less" | "more" | "unknown" }
	| { readonly do: "repeat-message"; readonly nth: number }
	| {
			readonly do: "refund";
			readonly nth: number;
			readonly to: "payment" | "credit" | "by_hand";
			readonly of: "all" | "half" | "line";
			readonly services: "end" | "keep";
	  }
	| { readonly do: "end-refunds"; readonly status: "processed" | "failed" }
	| { readonly do: "fail-backup" }
	| { readonly do: "auto-renew"; readonly nth: number; readonly on: boolean }
	| { readonly do: "cancel-plan" | "keep-plan"; readonly nth: number }
	| { readonly do: "restore"; readonly nth: number }
	| { readonly do: "push"; readonly nth: number; readonly accepts: boolean }
	| { readonly do: "answer-push"; readonly nth: number; readonly accepts: boolean }
	| { readonly do: "merge" }
	| { readonly do: "suspend-plan"; readonly nth: number; readonly days: number }
	| { readonly do: "unsuspend-plan" | "end-plan"; readonly nth: number }
	| { readonly do: "end-transfer"; readonly nth: number; readonly status: "ACT" | "FAI" }
	| { readonly do: "enter-code"; readonly nth: number; readonly right: boolean }
	| { readonly do: "end-refused-transfer" | "leave"; readonly nth: number }
	| { readonly do: "change-plan"; readonly nth: number; readonly to: number }
	| { readonly do: "cancel-addon" | "keep-addon"; readonly nth: number }
	| { readonly do: "change-at-registrar"; readonly nth: number }
	| { readonly do: "staff" }
	| { readonly do: "minutes"; readonly minutes: number }
	| { readonly do: "days"; readonly days: number }
	| { readonly do: "sleep"; readonly days: number };

/** One step of a sequence. */
export interface Step {
	readonly who: number;
	readonly action: Action;
	/** Which of the step's outside calls fail, by their position in it. */
	readonly faults: readonly { readonly at: number; readonly fault: OutsideFault }[];
	/** At which of the step's writes the process dies. */
	readonly crash: { readonly write: number; readonly when: "before" | "after" } | null;
}

const record = <T>(fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) =>
	fc.record(fields, { noNullPrototype: true });

const nth = fc.nat({ max: 5 });

const wish: fc.Arbitrary<Wish> = record({
	of: fc.constantFrom("name", "plan", "name", "plan", "transfer", "addon", "domain-renewal", "plan-renewal"),
	nth: fc.nat({ max: 3 }),
});

const wishes = fc.array(wish, { minLength: 1, maxLength: 3 });

const action: fc.Arbitrary<Action> = fc.oneof(
	{
		weight: 6,
		arbitrary: record({
			do: fc.constant("order"),
			wishes,
			how: fc.constantFrom(undefined, undefined, undefined, undefined, "sent twice", "in two tabs"),
		}),
	},
	{
		weight: 2,
		arbitrary: record({
			...{ do: fc.constant("send-quote"), wishes, days: fc.constantFrom(1, 30), work: fc.boolean() },
			accepts: fc.constantFrom(true, true, false),
		}),
	},
	{
		weight: 1,
		arbitrary: record({ do: fc.constant("answer-quote"), nth, accepts: fc.constantFrom(true, true, true, false) }),
	},
	{ weight: 1, arbitrary: record({ do: fc.constant("search"), nth }) },
	{
		weight: 8,
		arbitrary: record({
			...{ do: fc.constant("pay-by-phone"), nth },
			answer: fc.constantFrom("pays", "pays", "pays", "declines", "ignores"),
		}),
	},
	{
		weight: 6,
		arbitrary: record({
			do: fc.constant("pay-by-card"),
			nth,
			renewals: fc.boolean(),
			pays: fc.constantFrom(true, true, false),
		}),
	},
	{
		weight: 3,
		arbitrary: record({
			...{ do: fc.constant("pay-to-paybill"), nth },
			amount: fc.constantFrom("exact", "less", "more", "unknown"),
		}),
	},
	{ weight: 1, arbitrary: record({ do: fc.constantFrom("answer-phone", "pay-old-card-page"), nth }) },
	{ weight: 2, arbitrary: record({ do: fc.constant("repeat-message"), nth }) },
	{ weight: 2, arbitrary: record({ do: fc.constantFrom("cancel-order", "pay-with-credit"), nth }) },
	{
		weight: 2,
		arbitrary: record({
			...{ do: fc.constant("refund"), nth, of: fc.constantFrom("all", "half", "line") },
			to: fc.constantFrom("payment", "payment", "credit", "by_hand"),
			services: fc.constantFrom("end", "keep"),
		}),
	},
	{ weight: 1, arbitrary: record({ do: fc.constant("end-refunds"), status: fc.constantFrom("processed", "failed") }) },
	{ weight: 1, arbitrary: record({ do: fc.constant("auto-renew"), nth, on: fc.boolean() }) },
	{ weight: 1, arbitrary: record({ do: fc.constantFrom("cancel-plan", "keep-plan"), nth }) },
	{ weight: 2, arbitrary: record({ do: fc.constant("restore"), nth }) },
	{ weight: 3, arbitrary: record({ do: fc.constant("push"), nth, accepts: fc.constantFrom(true, true, false) }) },
	{
		weight: 1,
		arbitrary: record({ do: fc.constant("answer-push"), nth, accepts: fc.constantFrom(true, true, false) }),
	},
	{ weight: 1, arbitrary: record({ do: fc.constantFrom("merge", "fail-backup") }) },
	{
		weight: 2,
		arbitrary: record({ do: fc.constant("suspend-plan"), nth, days: fc.constantFrom(0, 2, 30) }),
	},
	{ weight: 1, arbitrary: record({ do: fc.constantFrom("unsuspend-plan", "end-plan"), nth }) },
	{
		weight: 2,
		arbitrary: record({ do: fc.constant("end-transfer"), nth, status: fc.constantFrom("ACT", "ACT", "FAI") }),
	},
	{ weight: 2, arbitrary: record({ do: fc.constant("enter-code"), nth, right: fc.constantFrom(true, true, false) }) },
	{ weight: 1, arbitrary: record({ do: fc.constantFrom("end-refused-transfer", "leave"), nth }) },
	{ weight: 3, arbitrary: record({ do: fc.constant("change-plan"), nth, to: nth }) },
	{ weight: 1, arbitrary: record({ do: fc.constantFrom("cancel-addon", "keep-addon"), nth }) },
	{ weight: 1, arbitrary: record({ do: fc.constant("change-at-registrar"), nth }) },
	{ weight: 1, arbitrary: record({ do: fc.constant("staff") }) },
	{ weight: 3, arbitrary: record({ do: fc.constant("minutes"), minutes: fc.constantFrom(1, 2, 10, 60, 300) }) },
	{ weight: 6, arbitrary: record({ do: fc.constant("days"), days: fc.constantFrom(1, 2, 5, 24, 31) }) },
	{ weight: 1, arbitrary: record({ do: fc.constant("sleep"), days: fc.constantFrom(1, 30, 120, 340) }) },
) as fc.Arbitrary<Action>;

const fault = record({
	at: fc.nat({ max: 12 }),
	fault: fc.constantFrom<OutsideFault>("error", "silent", "lost", "late"),
});

export const step: fc.Arbitrary<Step> = record({
	who: fc.constantFrom(0, 0, 0, 1),
	action,
	faults: fc.oneof(
		{ weight: 2, arbitrary: fc.constant([]) },
		{ weight: 1, arbitrary: fc.array(fault, { minLength: 1, maxLength: 3 }) },
	),
	crash: fc.oneof(
		{ weight: 5, arbitrary: fc.constant(null) },
		{
			weight: 1,
			arbitrary: record({ write: fc.integer({ min: 1, max: 12 }), when: fc.constantFrom("before", "after") }),
		},
	),
}) as fc.Arbitrary<Step>;

/** Until staff can activate add-ons, and have done so. */
const delivered: readonly Action[] = [{ do: "minutes", minutes: 10 }, { do: "minutes", minutes: 60 }, { do: "staff" }];

/** What follows the first purchase: nothing yet, it is delivered, its renewal is due, or the domain is in redemption. */
const pasts: readonly (readonly Action[])[] = [
	[],
	delivered,
	delivered,
	[...delivered, { do: "sleep", days: 29 }],
	[...delivered, { do: "sleep", days: 345 }],
	[...delivered, { do: "sleep", days: 405 }],
];

/** Things that belong together, which random wishes rarely have. */
const together: readonly (readonly Wish[])[] = [
	[
		{ of: "plan", nth: 0 },
		{ of: "addon", nth: 1 },
	],
	[
		{ of: "name", nth: 0 },
		{ of: "addon", nth: 0 },
	],
	[
		{ of: "name", nth: 1 },
		{ of: "plan", nth: 0 },
		{ of: "addon", nth: 1 },
	],
];

/** Somebody buys something, and then anything happens. */
export const sequence = (maxLength: number): fc.Arbitrary<Step[]> =>
	fc
		.tuple(
			fc.oneof(wishes, fc.constantFrom(...together)),
			fc.constantFrom<Action>(
				{ do: "pay-by-phone", nth: 0, answer: "pays" },
				{ do: "pay-by-card", nth: 0, renewals: true, pays: true },
			),
			fc.constantFrom(...pasts),
			fc.array(step, { minLength: 1, maxLength, size: "max" }),
		)
		.map(([wishes, paid, age, steps]) => [
			...[{ do: "order", wishes } as const, paid, ...age].map(undisturbed),
			...steps,
		]);

/** How the references of refunds begin that staff have paid. */
export const byHand = "HAND-";

const undisturbed = (action: Action): Step => ({ who: 0, action, faults: [], crash: null });

/** The shop's names are available until someone registers them. */
const nameOf = (index: number): string => `fresh-model-${index % 3}.com`;

/** Held at another registrar. Every other time, the customer first enters a wrong code. */
const nameElsewhere = (index: number): string => `taken-model-${index % 2}.com`;
const codeElsewhere = "Code-of-the-model-1";

export type Shop = Awaited<ReturnType<typeof aShop>>;

/** An empty shop with two customers, in its world. */
export async function aShop(d1: D1Database, aWorld: (faultAt: Parameters<typeof anOutsideWorld>[0]) => OutsideWorld) {
	/** Faults of the current step, and the number of its first call. */
	let planned: Step["faults"] = [];
	let first = 0;
	const world: OutsideWorld = aWorld({
		faultAt: ({ index }) => planned.find(({ at }) => at === index - first)?.fault,
		hasPaybill: true,
	});
	const db = createDatabase(d1);
	const { daraja, paystack, openProvider, clock } = world;
	for (const index of [0, 1]) openProvider.state.elsewhere.set(nameElsewhere(index), codeElsewhere);
	const staff = await anOwner(d1);
	const billingAddress = { name: "Amina", address: contact.address, city: contact.city, taxPin: null };
	const customers = await Promise.all(
		["+254712345678", "+254722345678"].map(async (phone, index) => {
			const user = await aCustomer({ phone, email: `customer-${index}@example.com`, billingAddress }, d1);
			return { ...user, phone, currency: "KES" as const, billing: billingAddress } as unknown as Customer & {
				readonly phone: string;
			};
		}),
	);
	/** Messages that services have sent to us. They may come again. */
	const sent: { readonly name: string; readonly deliver: () => Promise<unknown> }[] = [];
	/** When settings were last changed at the registrar. */
	let changedAt = 0;
	/** The customer into whose account the other one was merged. */
	let survivor: number | null = null;
	const customer = (who: number) => customers[survivor ?? who] as (typeof customers)[number];
	/** References of card pages that a customer has seen. */
	const seenPages: string[] = [];

	const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)];
	const invoicesOf = async (userId: string) =>
		(await db.read(db.orm.select().from(invoices))).filter((one) => one.userId === userId).toSorted(byNumber);
	const byNumber = (a: { number: string }, b: { number: string }) => (a.number < b.number ? -1 : 1);
	const byAge = (a: { createdAt: number; id: string }, b: { createdAt: number; id: string }) =>
		a.createdAt - b.createdAt;
	const domainsOf = async (userId: string) =>
		(await db.read(db.orm.select().from(domains))).filter((one) => one.userId === userId).toSorted(byAge);
	const plansOf = async (userId: string) =>
		(await db.read(db.orm.select().from(hostingPlans))).filter((one) => one.userId === userId).toSorted(byAge);
	const addonsOf = async (userId: string) =>
		(await db.read(db.orm.select().from(addons))).filter((one) => one.userId === userId).toSorted(byAge);
	/** The customer's domains that wait for an authorization code, and others. */
	/** Names that the shop is still moving here. They can't leave for 60 days (ICANN transfer policy). */
	const arriving = async () =>
		(await db.read(db.orm.select().from(domains)))
			.filter(({ status }) => status === "transfer_in")
			.map(({ name }) => name);
	const claimsOf = async (userId: string) => (await domainsOf(userId)).filter(({ status }) => status === "transfer_in");
	/** Open ones first, because most customers pay these. */
	async function anInvoice(userId: string, index: number) {
		const all = await invoicesOf(userId);
		const open = all.filter(({ state }) => state === "open");
		return pick(index < 4 && open.length > 0 ? open : all, index);
	}

	/** A customer sends a request that got no answer once more. */
	async function persistently<T>(request: () => Promise<T>): Promise<T | undefined> {
		try {
			return await request();
		} catch {
			await world.finishWork();
			return request();
		}
	}

	/** The results of requests that run at once. The next step begins after the last of them. */
	async function bothOf<T>(requests: readonly Promise<T>[]): Promise<T[]> {
		await Promise.allSettled(requests);
		return Promise.all(requests);
	}

	const contacts = { registrant: { ...contact, organisation: null, postalCode: null }, admin: null, tech: null };
	const bytes = (body: unknown) => new TextEncoder().encode(JSON.stringify(body));

	async function send(name: string, deliver: () => Promise<unknown>): Promise<void> {
		sent.push({ name, deliver });
		await world.receive(name, deliver);
	}

	function answerPush(checkoutId: string, answer: "pays" | "declines"): Promise<void> {
		const { url, body } = daraja.answer(checkoutId, answer === "pays" ? 0 : 1032);
		const [name = "", token = ""] = new URL(url).pathname.split("/").slice(-2);
		return send("M-Pesa callback", () =>
			world.newServices().payments.handleWebhook(name, token, bytes(body), new Headers()),
		);
	}

	function payPage(reference: string): Promise<void> {
		const { raw, headers } = paystack.payPage(reference);
		return send("Paystack message", () => world.newServices().payments.handleWebhook("paystack", null, raw, headers));
	}

	async function cartOf(user: Pick<Customer, "id">, wishes: readonly Wish[]): Promise<PlaceOrderInput["items"]> {
		const items: PlaceOrderInput["items"] = [];
		for (const { of, nth: index } of wishes) {
			const own = of === "domain-renewal" ? pick(await domainsOf(user.id), index) : undefined;
			const plan = of === "plan-renewal" ? pick(await plansOf(user.id), index) : undefined;
			if (of === "name")
				items.push({
					key: nameOf(index),
					productId: "domain-registration",
					domain: nameOf(index),
					quantity: 1 + (index % 2),
				});
			if (of === "transfer") {
				const domain = nameElsewhere(index);
				const authCode = index < 2 ? codeElsewhere : "wrong-code-of-the-model";
				items.push({ key: domain, productId: "domain-transfer", domain, quantity: 1, authCode });
			}
			if (of === "addon") items.push(...(await anAddon(user.id, index, items)));
			if (of === "plan") items.push({ key: "plan", productId: "shared-starter", term: "monthly", quantity: 1 });
			if (own)
				items.push({ key: `r${own.name}`, productId: "domain-renewal", domain: own.name, quantity: 1 + (index % 2) });
			if (plan)
				items.push({
					key: `r${plan.id}`,
					productId: plan.productId,
					term: "monthly",
					planId: plan.id,
					quantity: 1 + (index % 2),
				});
		}
		return items.filter(({ key }, index) => items.findIndex((one) => one.key === key) === index);
	}

	async function order(user: Customer, wishes: readonly Wish[], how: "sent twice" | "in two tabs" | undefined) {
		const items = await cartOf(user, wishes);
		if (items.length === 0) return;
		const place = (idempotencyKey: string) =>
			persistently(async () => {
				const services = world.newServices();
				const quote = await services.cart.quote({ items, currency: "KES" }, { userId: user.id });
				return services.orders.place(user, { idempotencyKey, items, contact, expectedTotal: quote.total.amount });
			});
		const key = randomToken();
		const keys = how === undefined ? [key] : [key, how === "sent twice" ? key : randomToken()];
		const placed = await bothOf(keys.map(place));
		const ids = placed.flatMap((one) => (one?.ok ? [one.value.orderId] : []));
		if (how === "sent twice" && new Set(ids).size > 1) throw new Error("One request has placed two orders");
	}

	/** Accepts a quote of the customer twice at once, or declines it. */
	async function answerQuote(user: Customer, index: number, accepts: boolean): Promise<unknown> {
		const owner = { userId: user.id };
		const quote = pick(await world.newServices().proposals.openOf(owner), index);
		if (!quote) return undefined;
		if (!accepts) return world.newServices().proposals.decline(owner, quote.id);
		const [first, again] = await bothOf(
			[1, 2].map(() => persistently(() => world.newServices().proposals.accept(user, owner, quote.id))),
		);
		if (first?.ok && again?.ok && first.value.orderId !== again.value.orderId)
			throw new Error("One quote became two orders");
		return first;
	}

	/** Staff offer the customer these products, perhaps with work of their own. */
	async function sendQuote(
		user: Customer,
		wishes: readonly Wish[],
		validDays: number,
		work: boolean,
	): Promise<unknown> {
		const { staffOrders } = world.newServices();
		const custom = work ? [{ description: "Move of a website", quantity: 1, unitAmount: 250_000 }] : [];
		const rows = { items: await cartOf(user, wishes), custom };
		if (rows.items.length + custom.length === 0) return undefined;
		const checked = await staffOrders.check(staff, "orders.change", user.id, rows, undefined);
		if (!checked.ok) return checked;
		const input = { key: randomToken(), validDays, expectedTotal: checked.value.quote.total.amount, message: "" };
		return staffOrders.sendQuote({ session: staff, member: { name: "Neema" } }, user.id, rows, input);
	}

	/** A certificate for a domain, or backups for a plan, that is the customer's or in the cart. */
	async function anAddon(
		userId: string,
		index: number,
		cart: PlaceOrderInput["items"],
	): Promise<PlaceOrderInput["items"]> {
		const ssl = { key: "ssl", productId: "addon-ssl", term: "annual", quantity: 1 } as const;
		const backups = { key: "backups", productId: "addon-backups", term: "monthly", quantity: 1 } as const;
		const isActive = ({ status }: { readonly status: string }) => status === "active";
		const named = cart.find(({ productId }) => productId === "domain-registration")?.domain;
		const bought = cart.find(({ productId }) => productId === "shared-starter");
		if (index % 2 === 0) {
			const domain = named ?? pick((await domainsOf(userId)).filter(isActive), index)?.name;
			return domain === undefined ? [] : [{ ...ssl, domain }];
		}
		if (bought && bought.planId === undefined) return [{ ...backups, planKey: bought.key }];
		const plan = pick((await plansOf(userId)).filter(isActive), index);
		return plan ? [{ ...backups, planId: plan.id }] : [];
	}

	/** Staff activate add-ons, and decide about money without an invoice and refunds that failed or are paid by hand. */
	async function staffWork(): Promise<void> {
		const services = world.newServices();
		for (const { id, body } of await db.read(
			db.orm
				.select()
				.from(paymentReviews)
				.where(isNull(paymentReviews.resolvedAt))
				.orderBy(paymentReviews.createdAt, paymentReviews.id),
		))
			if (receivedOf(body))
				await services.payments.reviews.assign(id, { customer: customer(0).email, reason: "Called" }, staff);
		const activations = and(eq(jobs.kind, "activate_addon"), eq(jobs.state, "action_required"));
		for (const { id } of await db.read(db.orm.select().from(jobs).where(activations).orderBy(jobs.createdAt, jobs.id)))
			await services.orders.completeJob(id, {}, staff);
		const unfinished = inArray(refunds.state, ["pending", "failed"]);
		for (const refund of await db.read(
			db.orm.select().from(refunds).where(unfinished).orderBy(refunds.createdAt, refunds.id),
		)) {
			const { id, state, target } = refund;
			if (target === "by_hand")
				await services.refunds.decide(id, { action: "complete", by: "Neema", reference: `${byHand}${id}` }, staff);
			else if (state === "failed") await services.refunds.decide(id, { action: "retry", by: "Neema" }, staff);
			// The provider did not say in time how it ended, and staff see it in the provider's portal.
			else if (refund.nextCheckAt === null && paystack.refunds.some((one) => one.status === "processed"))
				await services.refunds.decide(id, { action: "complete", by: "Neema", reference: id }, staff);
		}
	}

	/** The list of M-Pesa payments, which has those whose notice was lost, is read each hour and has those of two days. */
	async function passHours(): Promise<void> {
		for (let hour = 0; hour < 2; hour += 1) await world.passHour();
	}

	async function act(who: number, action: Action): Promise<unknown> {
		const user = customer(who);
		const owner = { userId: user.id };
		switch (action.do) {
			case "search":
				return world.newServices().domains.check([nameOf(action.nth)], { fresh: true });
			case "order":
				return order(user, action.wishes, action.how);
			case "send-quote":
				await sendQuote(user, action.wishes, action.days, action.work);
				return action.accepts && answerQuote(user, 0, true);
			case "answer-quote":
				return answerQuote(user, action.nth, action.accepts);
			case "cancel-order": {
				const invoice = await anInvoice(user.id, action.nth);
				return invoice?.orderId && world.newServices().orders.cancel(owner, invoice.orderId);
			}
			case "pay-with-credit": {
				const invoice = await anInvoice(user.id, action.nth);
				return invoice && world.newServices().payments.credit.pay(owner, invoice.id);
			}
			case "pay-by-phone": {
				const invoice = await anInvoice(user.id, action.nth);
				if (!invoice) return undefined;
				const known = new Set(daraja.pushes().map(({ checkoutId }) => checkoutId));
				await persistently(() =>
					world.newServices().payments.start(user, invoice.id, { method: "mpesa", phone: user.phone }),
				).catch(() => null);
				const ringing = daraja.pushes().find(({ checkoutId, result }) => !known.has(checkoutId) && result === null);
				if (ringing && action.answer !== "ignores") await answerPush(ringing.checkoutId, action.answer);
				return undefined;
			}
			case "answer-phone": {
				const ringing = daraja.pushes().filter(({ result, at }) => result === null && at > clock() - 75_000);
				const push = pick(ringing, action.nth);
				return push && answerPush(push.checkoutId, "pays");
			}
			case "pay-by-card": {
				const invoice = await anInvoice(user.id, action.nth);
				if (!invoice) return undefined;
				const started = await persistently(() =>
					world.newServices().payments.start(user, invoice.id, {
						method: "card",
						...(action.renewals && { keep: "on", renewals: "on" }),
					}),
				).catch(() => null);
				if (!started?.ok || !started.value.redirectUrl) return undefined;
				const { paymentId } = started.value;
				const [payment] = (await db.read(db.orm.select().from(payments))).filter(({ id }) => id === paymentId);
				const reference = payment?.providerRef;
				if (!reference) return undefined;
				seenPages.push(reference);
				return action.pays && payPage(reference);
			}
			case "pay-old-card-page": {
				const unpaid = seenPages.filter((reference) =>
					paystack.transactions().some((one) => one.reference === reference && one.status === "abandoned"),
				);
				const reference = pick(unpaid, action.nth);
				return reference && payPage(reference);
			}
			case "pay-to-paybill": {
				const invoice = await anInvoice(user.id, action.nth);
				const due = invoice ? Math.floor(chargedTotal(invoice).amount / 100) - Math.floor(invoice.creditUsed / 100) : 0;
				if (!invoice || due < 20) return undefined;
				const amount = { exact: due, less: due - 10, more: due + 10, unknown: due }[action.amount];
				const reference = action.amount === "unknown" ? "shop" : invoice.number;
				const { body } = daraja.payToPaybill({ reference, amount });
				return send("M-Pesa notice", () =>
					world.newServices().payments.direct.receiveNotice("daraja", callbackToken, bytes(body)),
				);
			}
			case "repeat-message": {
				const message = pick(sent, action.nth);
				return message && world.receive(message.name, message.deliver);
			}
			case "refund": {
				const settled = (await invoicesOf(user.id)).filter(({ state }) => state === "paid" || state === "refunded");
				const invoice = pick(settled, action.nth);
				if (!invoice) return undefined;
				const key = randomToken();
				return persistently(async () => {
					const { refunds } = world.newServices();
					const { left = 0, lines = [] } = (await refunds.invoice(invoice.number)) ?? {};
					const half = action.of === "half" && { amount: Math.floor(left / 200) * 100 };
					const line = action.of === "line" && { lines: lines.slice(0, 1).map(({ id }) => id) };
					const input = { by: "Neema", to: action.to, reason: "Agreed", ...half, ...line };
					const issued = await refunds.issue(invoice.number, input, key);
					// Only a refund that can end something asks for the choice.
					const asks = !issued.ok && issued.error.fields?.services !== undefined;
					return asks ? refunds.issue(invoice.number, { ...input, services: action.services }, key) : issued;
				});
			}
			case "end-refunds": {
				for (const refund of paystack.refunds) if (refund.status === "pending") refund.status = action.status;
				return undefined;
			}
			case "fail-backup":
				return world.failBackup();
			case "auto-renew": {
				const domain = pick(await domainsOf(user.id), action.nth);
				return domain && world.newServices().portfolio.setAutoRenew(owner, domain.id, action.on);
			}
			case "cancel-plan":
			case "keep-plan": {
				const plan = pick(await plansOf(user.id), action.nth);
				if (!plan) return undefined;
				const { hosting } = world.newServices();
				return action.do === "cancel-plan" ? hosting.cancel(owner, plan.id) : hosting.keep(owner, plan.id);
			}
			case "restore": {
				const domain = pick(
					(await domainsOf(user.id)).filter(({ status }) => status === "redemption"),
					action.nth,
				);
				const quoted = domain && quoteRestore(domain, { currency: user.currency }, clock());
				if (!quoted?.ok) return undefined;
				const input = { total: quoted.value.total.amount, key: randomToken() };
				return persistently(() => world.newServices().orders.restore(user, owner, domain?.id ?? "", input));
			}
			case "push": {
				const domain = pick(await domainsOf(user.id), action.nth);
				const other = customer(1 - who);
				if (!domain || other === user) return undefined;
				const to = { userId: other.id };
				const { pushes } = world.newServices();
				await pushes.offer(owner as unknown as ConfirmedOwner, domain.id, { email: other.email });
				const [offer] = action.accepts ? await pushes.waiting(to) : [];
				return offer && pushes.accept(to, offer.id, contacts);
			}
			case "answer-push": {
				const { pushes } = world.newServices();
				const offer = pick(await pushes.waiting(owner), action.nth);
				if (!offer) return undefined;
				return action.accepts ? pushes.accept(owner, offer.id, contacts) : pushes.refuse(owner, offer.id);
			}
			case "merge": {
				const from = customer(1 - who);
				if (from === user) return undefined;
				const [row] = (await db.read(db.orm.select().from(users))).filter(({ id }) => id === from.id);
				const input = { from: from.id, version: row?.updatedAt ?? 0, checked: "call", reason: "Same person" } as const;
				try {
					return await world.newServices().customerMerge.merge(staff, user.id, input);
				} finally {
					const closed = (await db.read(db.orm.select().from(users))).find(({ id }) => id === from.id);
					if (closed?.status === "closed") survivor = who;
				}
			}
			case "suspend-plan": {
				const plan = pick(await plansOf(user.id), action.nth);
				const until = action.days === 0 ? null : clock() + action.days * DAY;
				const input = { version: plan?.updatedAt ?? 0, until, reason: "It sends spam" };
				return plan && world.newServices().plansDesk.suspend(staff, plan.id, input);
			}
			case "unsuspend-plan":
			case "end-plan": {
				const plan = pick(await plansOf(user.id), action.nth);
				if (!plan) return undefined;
				const { plansDesk } = world.newServices();
				const input = { version: plan.updatedAt, reason: "Agreed" };
				return action.do === "end-plan"
					? plansDesk.end(staff, plan.id, input)
					: plansDesk.unsuspend(staff, plan.id, input);
			}
			case "end-transfer": {
				const record = pick(
					openProvider.domains.filter(({ status }) => status === "REQ"),
					action.nth,
				);
				if (record) record.status = action.status;
				return undefined;
			}
			case "enter-code": {
				const domain = pick(await claimsOf(user.id), action.nth);
				const code = action.right ? codeElsewhere : "another-wrong-code";
				return domain && world.newServices().orders.enterAuthCode(owner, domain.id, code);
			}
			case "end-refused-transfer": {
				const domain = pick(await claimsOf(user.id), action.nth);
				return domain && world.newServices().orders.takeCredit(owner, domain.id);
			}
			case "leave": {
				const moving = await arriving();
				const record = pick(
					openProvider.domains.filter(
						({ status, domain }) => status === "ACT" && !moving.includes(`${domain.name}.${domain.extension}`),
					),
					action.nth,
				);
				if (!record) return undefined;
				record.status = "TRAN";
				openProvider.state.elsewhere.set(`${record.domain.name}.${record.domain.extension}`, codeElsewhere);
				return undefined;
			}
			case "change-plan": {
				const plan = pick(await plansOf(user.id), action.nth);
				if (!plan) return undefined;
				const key = randomToken();
				return persistently(async () => {
					const { planChanges } = world.newServices();
					const found = await planChanges.options(owner, plan.id);
					const to = pick(found?.alternatives.filter(({ quote }) => quote.ok) ?? [], action.to);
					if (!to?.quote.ok) return undefined;
					const { total, credit } = to.quote.value;
					const input = { planId: plan.id, to: to.product.id, total: total.amount, credit: credit.amount, key };
					return planChanges.agree(user as never, owner, input);
				});
			}
			case "cancel-addon":
			case "keep-addon": {
				const addon = pick(await addonsOf(user.id), action.nth);
				if (!addon) return undefined;
				const { id: addonId, domainId, planId } = addon;
				const parent = domainId === null ? { planId: planId ?? "" } : { domainId };
				return world.newServices().addons.set(owner, parent, { intent: action.do, addonId });
			}
			case "change-at-registrar": {
				const record = pick(openProvider.domains, action.nth);
				changedAt = clock();
				if (record)
					Object.assign(record, { is_locked: false, name_servers: [{ name: "ns1.elsewhere.test", seq_nr: 0 }] });
				return undefined;
			}
			case "staff":
				return staffWork();
			case "minutes":
				return world.pass(action.minutes * MINUTE);
			case "days": {
				await passHours();
				const hop = action.days > 6 ? 6 : 1;
				for (let day = 0; day < action.days; day += hop)
					await world.goTo(clock() + Math.min(hop, action.days - day) * DAY);
				return undefined;
			}
			case "sleep":
				await passHours();
				return world.goTo(clock() + action.days * DAY);
		}
	}

	return {
		...{ world, db, customers },
		changedAt: () => changedAt,

		/** Does one step. @throws unless a fault or a crash explains the error */
		async run({ who, action, faults, crash }: Step): Promise<void> {
			first = world.calls.length;
			planned = faults;
			const met = world.faults.length;
			if (crash) world.crashAt(crash.write, crash.when);
			try {
				await act(who, action);
			} catch (error) {
				if (world.faults.length === met && crash === null) throw error;
			} finally {
				await world.finishWork();
				world.keepRunning();
				planned = [];
			}
		},

		/** Nothing fails any more, staff do their work, and a few days pass. */
		async calmDown(): Promise<void> {
			for (let day = 0; day < 3; day += 1) {
				for (const refund of paystack.refunds) if (refund.status === "pending") refund.status = "processed";
				for (const record of openProvider.domains) if (record.status === "REQ") record.status = "ACT";
				await staffWork();
				await world.goTo(clock() + DAY + HOUR);
			}
		},
	};
}
