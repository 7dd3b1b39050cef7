import { type Change, change, emitAgain, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { HostingPlan } from "~/db/schema";
import type { Actor } from "~/features/activity/actor";
import { listAlternatives } from "~/features/hosting/plan-alternatives";
import { type ChangeQuote, quoteChange } from "~/features/hosting/plan-change";
import { renewalInvoiceItem } from "~/features/renewals/renewal-invoice";
import type { Clock } from "~/lib/clock";
import type { Locale } from "~/lib/dates";
import { DAY, MINUTE, SECOND } from "~/lib/durations";
import { formatSeconds } from "~/lib/format-count";
import { logger } from "~/lib/log.server";
import { fail, ok, type Result } from "~/lib/result";
import type { Limit, RateLimiter } from "~/platform/rate-limit/rate-limit";
import { type ContactOwner, contactOf } from "./contact-details";
import {
	type Buyer,
	buildOrder,
	checkBuyer,
	findPlacedOrder,
	type PlacedOrder,
	requestHashOf,
} from "./new-order.server";
import { createOrdersRepo } from "./orders.repo.server";
import { planOrderMessage } from "./pending-order";
import type { PlanChangeInput } from "./plan-change.schema";
import { planChangeInvoiceLines, planChangeLine } from "./plan-change-lines";
import { createPlanChangesRepo } from "./plan-changes.repo.server";
import type { RenewalWithdrawal } from "./renewal-withdrawal";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly orders: Pick<RenewalWithdrawal, "renewalWithdrawn">;
}

/** Attempts of one customer to order a change. Someone with hundreds of plans may move many in one sitting. */
export const planChangeLimit = {
	limit: 40,
	windowMs: 10 * MINUTE,
	delay: { firstMs: 5 * SECOND, maxMs: MINUTE },
} as const satisfies Limit;

export type PlanChanges = ReturnType<typeof createPlanChanges>;

/** Who gets the invoice. Dates on it are in their timezone. */
type Holder = Buyer & ContactOwner & Locale;

/** `due`: whether the customer has to pay first. Otherwise the plan changes right away. */
type AgreedChange = PlacedOrder & { readonly due: boolean };

/** The price depends on the days left in the term, so it is valid for one day. */
const daysToPay = 1;

export function createPlanChanges({ db, clock, rateLimiter, orders: renewals }: Dependencies) {
	const repo = createPlanChangesRepo(db);
	const orders = createOrdersRepo(db);

	/**
	 * The automatic renewal that is invoiced at the price of the old plan, if it can leave its invoice. It is invoiced again
	 * after the change.
	 */
	async function replacedRenewal(found: Awaited<ReturnType<typeof repo.pendingOrder>>, planId: string, actor: Actor) {
		if (!found?.renewsPlan || found.state !== "pending_payment" || found.isBeingPaid) return undefined;
		const withdrawn = await renewals.renewalWithdrawn({ planId, isReplaced: true }, actor, clock());
		return withdrawn.state === "withdrawn" ? { invoice: found.number, withdrawn: withdrawn.change } : undefined;
	}

	/**
	 * The plan, the plans it can change to with their prices, the unpaid renewal that a change replaces, and any other
	 * pending order for it. One round trip, unless there is an order.
	 */
	async function options(owner: Owner, planId: string, actor: Actor = "customer") {
		const now = clock();
		const [plan, ordered, payments] = await Promise.all([
			repo.plan(owner, planId, now),
			repo.pendingOrder(owner, planId, now),
			repo.payments(owner, planId, now),
		]);
		if (!plan || plan.status === "terminated") return undefined;
		const replaced = await replacedRenewal(ordered, planId, actor);
		const pendingOrder = replaced ? undefined : ordered;
		const alternatives = listAlternatives(plan).map((alternative) => ({
			...alternative,
			quote: quoteChange(plan, alternative, payments, now),
		}));
		return { plan, alternatives, pendingOrder, replaced };
	}

	return {
		options,

		/**
		 * Orders the change. Fails with `conflict` if the price differs from what the customer saw. Repeated requests with
		 * the same key and content return the same order. A larger plan starts when it is paid, a smaller one right away.
		 * @param recorded the entry of the audit log, if staff order it. Then the customer is told about the invoice
		 */
		async agree(
			customer: Holder,
			owner: Owner,
			input: PlanChangeInput,
			recorded?: Change,
		): Promise<Result<AgreedChange>> {
			const { planId, to, total, credit, key } = input;
			const idempotencyKey = `plan-change:${key}`;
			const requestHash = requestHashOf([planId, to, total, credit]);
			const earlier = () => findPlacedOrder(orders, customer.id, idempotencyKey, requestHash);
			const agreed = (placed: Result<PlacedOrder>): Result<AgreedChange> =>
				placed.ok ? { ok: true, value: { ...placed.value, due: total > 0 } } : placed;

			const before = await earlier();
			if (before) return agreed(before);
			const refused = checkBuyer(customer);
			if (refused) return { ok: false, error: refused };
			const { allowed, retryAfter } = await rateLimiter.take(["plan-change", customer.id], planChangeLimit);
			if (!allowed) return tooManyChanges(retryAfter);
			const found = await options(owner, planId, recorded ? "staff" : "customer");
			if (!found) return fail("not_found", "This plan is not in your account.");
			if (found.pendingOrder) return fail("conflict", planOrderMessage(found.pendingOrder), { code: "under_way" });
			const quoted = found.alternatives.find(({ product }) => product.id === to)?.quote;
			if (!quoted) return fail("invalid", "Choose one of the plans.", { fields: { to: "Choose one of the plans." } });
			if (!quoted.ok) return quoted;
			const quote = quoted.value;
			if (quote.total.amount !== total || quote.credit.amount !== credit)
				return fail("conflict", changed, priceChanged);
			const now = clock();
			const { placed, written } = orderOf(
				customer,
				owner,
				found.plan,
				quote,
				{ idempotencyKey, requestHash, recorded, withdrawn: found.replaced?.withdrawn },
				now,
			);
			const { state } = await db.commit(written, now);
			if (state === "ok") {
				logger.info("order_placed", { ...placed, currency: quote.total.currency, amount: quote.total.amount });
				return agreed(ok(placed));
			}
			const winner = await earlier();
			if (winner) return agreed(winner);
			return fail("conflict", "This plan has changed since you opened the page. Reload it and try again.", {
				code: "changed_meanwhile",
			});
		},
	};

	function orderOf(
		customer: Holder,
		owner: Owner,
		plan: HostingPlan,
		quote: ChangeQuote,
		{ recorded, withdrawn, ...keys }: OrderOptions,
		now: number,
	): { readonly placed: PlacedOrder; readonly written: Change } {
		const { charge } = quote.proration;
		const dueAt = Math.min(now + daysToPay * DAY, quote.expiresAt);
		const order = buildOrder(
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
				lines: [planChangeLine(plan, quote)],
				invoiceLines: planChangeInvoiceLines(plan, quote, customer),
				dueAt,
			},
			now,
		);
		const { placed } = order;
		const params = { plan: plan.name, to: quote.title };
		const written = change(
			recorded,
			withdrawn,
			order.row,
			repo.reserve(owner, plan, placed.orderId, now),
			order.contents,
			log({ kind: "hosting.change", actor: recorded ? "staff" : "customer", params, owner, subjectId: plan.id }),
			recorded &&
				quote.total.amount > 0 &&
				notify({
					kind: "hosting.change_prepared",
					userId: customer.id,
					params: { ...params, invoiceId: placed.invoiceId, dueAt },
					once: placed.orderId,
				}),
			// Waits while the change is ordered. The invoice then has the price of the plan that the customer has.
			withdrawn &&
				emitAgain("renewal.invoice-plan", renewalInvoiceItem({ id: plan.id, expiresAt: quote.expiresAt }), now),
		);
		return { placed, written };
	}
}

interface OrderOptions {
	readonly idempotencyKey: string;
	readonly requestHash: string;
	/** The entry of the audit log, if staff order it. */
	readonly recorded: Change | undefined;
	/** Takes the unpaid renewal off its invoice. */
	readonly withdrawn: Change | undefined;
}

const tooManyChanges = (retryAfter: number) =>
	fail("rate_limited", `You changed many plans in a short time. Try again in ${formatSeconds(retryAfter)}.`, {
		retryAfter,
	});

const changed = "The price has changed since you last saw it. Please check the new price before you agree.";
const priceChanged = { code: "price_changed" } as const;
