import { type Change, change, emit, log, notify } from "~/db/change.server";
import { queueDueItems } from "~/db/due-items.server";
import { dueRange, type Scope } from "~/db/due-range";
import type { Owner } from "~/db/owner";
import type { Actor } from "~/features/activity/actor";
import type { Registrations } from "~/features/domains/registrations.server";
import { voidInvoices } from "~/features/invoices/invoice-changes.server";
import { done, type Outcome } from "~/features/outbox/outbox";
import { stockReturned } from "~/features/stock/stock-changes.server";
import { DAY, MINUTE } from "~/lib/durations";
import { listNames } from "~/lib/list-names";
import { fail, ok, type Result } from "~/lib/result";
import { isBilledByStaff } from "./custom-lines";
import { type CancellableOrder, createOrdersRepo } from "./orders.repo.server";
import type { PlaceOrderDeps } from "./place-order.server";

/** How long an order waits for a pending payment before it is looked at again. */
const pendingPaymentMs = 10 * MINUTE;

interface Dependencies extends Omit<PlaceOrderDeps, "cart"> {
	readonly registrations: Pick<Registrations, "stopRenewing">;
}

/**
 * Cancels unpaid orders. Releases the promo code and the hardware, and returns credit that was used for the invoice. Money that arrives
 * later becomes credit.
 */
export function createCancelOrder({ db, clock, promos, registrations }: Dependencies) {
	const repo = createOrdersRepo(db);

	type Found = NonNullable<Awaited<ReturnType<typeof repo.anyOrder>>>;

	/**
	 * Cancels an order for a person. Its domains do not renew automatically any more. Fails with `conflict` while it renews
	 * a plan, because the plan would run without an invoice. @param also committed together with it
	 */
	async function cancelFound(
		{ order, invoice, renewedPlans, renewedDomains }: Found,
		actor: "customer" | "staff",
		refusals: { readonly renewsPlans: (plans: string) => string; readonly notOpen: string },
		also: Change = change(),
	): Promise<Result<null>> {
		const now = clock();
		const { userId } = order;
		if (order.state === "pending_payment" && renewedPlans.length > 0) {
			const plans = listNames([...new Set(renewedPlans.map(({ name }) => name))]);
			return fail("conflict", refusals.renewsPlans(plans), { code: "renews_plan" });
		}
		const stopped = registrations.stopRenewing(renewedDomains, { userId, actor }, now);
		const { state } = await db.commit(change(also, cancelOrder({ ...order, invoice }, actor, now), stopped), now);
		return state === "ok" ? ok(null) : fail("conflict", refusals.notOpen, { code: "not_cancellable" });
	}

	const cancelOrder = ({ id, userId, invoice }: CancellableOrder, actor: Actor, now: number) =>
		change(
			repo.cancel(id, now),
			voidInvoices(db, { orderId: id }, now),
			log({
				kind: "order.cancelled",
				actor,
				params: { invoice: invoice.number, overdue: actor === "system" },
				owner: { userId },
				subjectId: id,
			}),
			promos.release(id),
			stockReturned(db, { orderId: id }, now),
		);

	async function cancelOverdue(order: CancellableOrder, now: number): Promise<void> {
		const { id: orderId, userId, invoice } = order;
		const params = { orderId, invoice: invoice.number, credited: invoice.creditUsed > 0 };
		// Stale if the customer has paid or cancelled it since.
		await db.commit(
			change(
				cancelOrder(order, "system", now),
				emit({ kind: "mail.order-cancelled", payload: { orderId }, userId, once: orderId }),
				notify({ kind: "order.cancelled", userId, params, once: orderId }),
			),
			now,
		);
	}

	return {
		/**
		 * Cancels the owner's unpaid order, and auto-renew of the domains that it renews. Fails with `conflict` if it is paid
		 * or cancelled, or renews a plan that is not cancelled.
		 */
		async cancel(owner: Owner, orderId: string): Promise<Result<null>> {
			const found = await repo.ownOrder(owner, orderId, clock());
			if (!found) return fail("not_found", "We could not find this order.");
			if (isBilledByStaff(found.lines))
				return fail("conflict", "This order has work that we agreed with you. Write to us to cancel it.", {
					code: "not_cancellable",
				});
			return cancelFound(found, "customer", {
				renewsPlans: (plans) => `This order renews ${plans}. If you don't want that, cancel the plan instead.`,
				notOpen: "This order can't be cancelled any more.",
			});
		},

		/**
		 * `cancel` for staff, with its invoice. A debt that is overdue can only be written off, for which there is a limit.
		 * @param recorded the entry of the audit log
		 */
		async cancelByStaff(orderId: string, recorded: Change, isWriteOff = false): Promise<Result<null>> {
			const found = await repo.anyOrder(orderId);
			if (!found) return fail("not_found", "There is no such order.");
			if (!isWriteOff && isBilledByStaff(found.lines) && found.invoice.dueAt < clock())
				return fail("conflict", "This invoice is overdue for work that was agreed. Write it off instead.");
			const refusals = {
				renewsPlans: (plans: string) =>
					`This invoice renews ${plans}. Cancel or end the plan, and its renewal leaves the invoice.`,
				notOpen: "This invoice is no longer open, so it can't be cancelled.",
			};
			return cancelFound(found, "staff", refusals, recorded);
		},

		/** Queues unpaid orders after their due date. Returns the number of new items. */
		queueUnpaid(scope: Scope): Promise<number> {
			const now = clock();
			return queueDueItems({ db, clock }, [
				{
					kind: "order.cancel-unpaid",
					page: repo.overdue(dueRange(now, scope)),
					event: ({ orderId, dueAt }) =>
						orderId === null ? null : { payload: { orderId, dueAt }, once: `${orderId}:${dueAt}` },
				},
			]);
		},

		/**
		 * Cancels an unpaid order after its due date and notifies the customer. Waits while a payment is pending, and while
		 * the payment would renew a domain or plan. Does nothing if the order was paid or cancelled, or has another due date now.
		 */
		async cancelUnpaid({ orderId, dueAt }: { orderId: string; dueAt: number }): Promise<Outcome> {
			const now = clock();
			const order = await repo.unpaid(orderId);
			if (!order || order.dueAt !== dueAt || order.isDebt) return done;
			if (order.hasPendingPayment)
				return { state: "postponed", reason: "A payment is pending", until: now + pendingPaymentMs };
			if (order.isRenewable)
				return { state: "postponed", reason: "Its domain or plan can still be renewed", until: now + DAY };
			await cancelOverdue(order, now);
			return done;
		},
	};
}
