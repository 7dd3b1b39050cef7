import { type Database, NothingChanged, violates } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Customer } from "~/features/accounts/customer";
import type { Activity } from "~/features/activity/activity.server";
import { type ChangeQuote, quoteChange } from "~/features/hosting/plan-change";
import { plansBeside } from "~/features/hosting/plan-ladder";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { fail, type Result } from "~/lib/result";
import { sha256Hex } from "~/lib/sha256";
import { newOrder, type PlacedOrder, placedBefore, refuseBuyer } from "./new-order.server";
import { createOrdersRepo } from "./orders.repo.server";
import type { PlanChangeInput } from "./plan-change.schema";
import { changeBill, changeLine } from "./plan-change-lines";
import { createPlanChangesRepo } from "./plan-changes.repo.server";
import { planUnderWay } from "./under-way";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly dispatch: (effectIds: readonly string[]) => void;
}

export type PlanChanges = ReturnType<typeof createPlanChanges>;

/** `due`: what is to be paid before the plan changes; without it, it changes at once. */
type AgreedChange = PlacedOrder & { readonly due: boolean };

/** A quote counts for the day it was made for; after that fewer days are left. */
const daysToPay = 1;

/** Moves between hosting plans. */
export function createPlanChanges({ db, clock, activity, dispatch }: Dependencies) {
	const repo = createPlanChangesRepo(db);
	const orders = createOrdersRepo(db);

	/** The plan, what it can become at which price, and what is ordered for it already. One round trip. */
	async function options(owner: Owner, planId: string) {
		const now = clock();
		const [plan, underWay] = await Promise.all([repo.plan(owner, planId, now), repo.underWay(owner, planId, now)]);
		if (!plan || plan.status === "terminated") return undefined;
		const rungs = plansBeside(plan).map((rung) => ({ ...rung, quote: quoteChange(plan, rung, now) }));
		return { plan, rungs, underWay };
	}

	return {
		options,

		/**
		 * Orders the change at the price that the customer saw: refused where that is another by now. The same key and
		 * request again is the same order. A larger plan comes with its payment, a smaller one at once.
		 */
		async agree(customer: Customer, owner: Owner, input: PlanChangeInput): Promise<Result<AgreedChange>> {
			const { planId, to, total, credit, key } = input;
			const idempotencyKey = `plan-change:${key}`;
			const requestHash = sha256Hex(JSON.stringify([planId, to, total, credit]));
			const earlier = () => placedBefore(orders, customer.id, idempotencyKey, requestHash);
			const agreed = (placed: Result<PlacedOrder>): Result<AgreedChange> =>
				placed.ok ? { ok: true, value: { ...placed.value, due: total > 0 } } : placed;

			const before = await earlier();
			if (before) return agreed(before);
			const refused = refuseBuyer(customer);
			if (refused) return { ok: false, error: refused };
			const found = await options(owner, planId);
			if (!found) return fail("not_found", "This plan is not in your account.");
			if (found.underWay) return fail("conflict", planUnderWay(found.underWay), { code: "under_way" });
			const quoted = found.rungs.find(({ product }) => product.id === to)?.quote;
			if (!quoted) return fail("invalid", "Choose one of the plans.", { fields: { to: "Choose one of the plans." } });
			if (!quoted.ok) return quoted;
			const quote = quoted.value;
			if (quote.total.amount !== total || quote.credit.amount !== credit)
				return fail("conflict", changed, priceChanged);
			try {
				return agreed({
					ok: true,
					value: await write(customer, owner, found.plan, quote, { idempotencyKey, requestHash }),
				});
			} catch (error) {
				const winner = violates(error, "orders.idempotency_key") && (await earlier());
				if (winner) return agreed(winner);
				if (!(error instanceof NothingChanged)) throw error;
				return fail("conflict", "This plan was changed or ordered for otherwise meanwhile. Look at it again.", {
					code: "changed_meanwhile",
				});
			}
		},
	};

	async function write(
		customer: Customer,
		owner: Owner,
		plan: NonNullable<Awaited<ReturnType<typeof options>>>["plan"],
		quote: ChangeQuote,
		keys: { idempotencyKey: string; requestHash: string },
	): Promise<PlacedOrder> {
		const now = clock();
		const { charge } = quote.proration;
		const order = newOrder(
			db,
			orders,
			{
				...keys,
				buyer: customer,
				contact: contactOf(customer),
				sums: {
					currency: plan.currency,
					subtotal: charge.amount,
					discount: 0,
					tax: quote.tax.amount,
					shipping: 0,
					total: quote.total.amount,
				},
				taxBasisPoints: quote.taxBasisPoints,
				lines: [changeLine(plan, quote)],
				bill: changeBill(plan, quote, customer),
				dueAt: Math.min(now + daysToPay * DAY, quote.expiresAt),
			},
			now,
		);
		const entry = {
			actor: "customer",
			kind: "hosting.change",
			message: `Agreed to change the hosting plan ${plan.name} to ${quote.title}.`,
			subjectId: plan.id,
		} as const;
		await db.write([
			order.first,
			...repo.reserve(owner, plan, order.placed.orderId, now),
			...order.rest,
			activity.record(entry, owner),
		]);
		dispatch(order.effects);
		return order.placed;
	}
}

const changed = "The price has changed since you last saw it. Please look at the new one before you agree.";
const priceChanged = { code: "price_changed" } as const;

/** Nothing is delivered, so an order needs no more of an address than the account has. */
function contactOf({ firstName, lastName, email, phone, company, country, billing }: Customer) {
	const { address = "", city = "" } = billing ?? {};
	return { firstName, lastName, email, phone: phone ?? "", address, city, country, ...(company && { company }) };
}
