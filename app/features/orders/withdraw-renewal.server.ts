import { type Change, type Committed, change, log } from "~/db/change.server";
import type { Invoice, OrderLine } from "~/db/schema";
import type { Actor } from "~/features/activity/actor";
import { lineTitle } from "~/features/cart/lines";
import { totals } from "~/features/cart/totals";
import { currentCatalog } from "~/features/catalog/current";
import { invoiceLinesRemoved, voidInvoices } from "~/features/invoices/invoice-changes.server";
import { stockReturned } from "~/features/stock/stock-changes.server";
import { money } from "~/lib/money";
import { createOrdersRepo } from "./orders.repo.server";
import type { PlaceOrderDeps } from "./place-order.server";
import type { RenewalWithdrawal, Renewed, WithdrawnRenewal } from "./renewal-withdrawal";
import { createWithdrawRenewalRepo } from "./withdraw-renewal.repo.server";

/** Takes renewals off unpaid invoices: of a domain or plan that does not renew any more, or of a cancelled add-on. */
export function createWithdrawRenewal({ db, promos }: Pick<PlaceOrderDeps, "db" | "promos">): RenewalWithdrawal {
	const repo = createWithdrawRenewalRepo(db);
	const orders = createOrdersRepo(db);

	/** Nothing else is on the invoice, so it is void and its order is cancelled. */
	const cancelled = (
		{ id, userId, number }: Invoice,
		{ orderId, replacedPlan }: { readonly orderId: string; readonly replacedPlan: string | undefined },
		actor: Actor,
		now: number,
	): Change =>
		change(
			repo.requireNoPayment(id),
			orders.cancel(orderId, now, replacedPlan),
			voidInvoices(db, { orderId }, now),
			log({
				kind: "order.cancelled",
				actor,
				params: { invoice: number, overdue: false },
				owner: { userId },
				subjectId: orderId,
			}),
			promos.release(orderId),
			stockReturned(db, { orderId }, now),
		);

	/**
	 * The change that removes a renewal, with those of the add-ons that renew with it, from its unpaid invoice. What is paid
	 * for one that stays becomes credit.
	 */
	async function renewalWithdrawn(renewed: Renewed, actor: Actor, now: number): Promise<WithdrawnRenewal> {
		const orderId = await repo.findOrder(renewed, now);
		if (orderId === undefined) return { state: "none" };
		const [found, billed] = await Promise.all([orders.anyOrder(orderId), repo.invoiceLines(orderId)]);
		if (!found) return { state: "none" };
		const { order, invoice, lines } = found;
		const removed = lines.filter((line) => isPartOf(line, renewed, lines));
		if (removed.length === lines.length) {
			const replacedPlan = "isReplaced" in renewed ? renewed.planId : undefined;
			return { state: "withdrawn", change: cancelled(invoice, { orderId, replacedPlan }, actor, now) };
		}
		const isPlain = invoice.discount === 0 && invoice.shipping === 0 && invoice.creditUsed === 0;
		const removedBilled = removed.flatMap((line) => findBilled(line, billed) ?? []);
		if (!isPlain || removedBilled.length < removed.length) return { state: "stays", invoice: invoice.number };

		const { currency, taxBasisPoints, total, number } = invoice;
		const rest = lines
			.filter((line) => !removed.includes(line))
			.map(({ amount }) => ({ amount: money(amount, currency) }));
		const sums = totals(rest, { ...currentCatalog().rules, taxBasisPoints }, null, currency);
		const left = { subtotal: sums.subtotal.amount, tax: sums.tax.amount, total: sums.total.amount };
		const params = { name: removed[0]?.name ?? "", invoice: number, total: sums.toPay };
		const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
		const withdrawn = change(
			invoiceLinesRemoved(db, { ids: ids(removedBilled), invoiceId: invoice.id, total }, left),
			repo.removeLines({ ids: ids(removed), orderId, total }, left),
			log({
				kind: "invoice.line_removed",
				actor,
				params,
				owner: { userId: order.userId },
				subjectId: order.id,
			}),
		);
		return { state: "withdrawn", change: withdrawn };
	}

	async function commitWithoutRenewal(ended: Change, renewed: Renewed, actor: Actor, now: number): Promise<Committed> {
		const withdrawn = await renewalWithdrawn(renewed, actor, now);
		const committed =
			withdrawn.state === "withdrawn" ? await db.commit(change(ended, withdrawn.change), now) : undefined;
		return committed?.state === "ok" ? committed : db.commit(ended, now);
	}

	return {
		renewalWithdrawn,
		commitWithoutRenewal,

		async commitWithoutRenewals(ended, [first, ...others], actor, now) {
			const committed = first ? await commitWithoutRenewal(ended, first, actor, now) : await db.commit(ended, now);
			// One after the other, because they may be on the same invoice.
			if (committed.state === "ok")
				for (const renewed of others) await commitWithoutRenewal(change(), renewed, actor, now);
			return committed;
		},
	};
}

/** Whether the line renews this, or an add-on of it. */
function isPartOf(line: OrderLine, renewed: Renewed, lines: readonly OrderLine[]): boolean {
	const { kind, details, domain, planId } = line;
	if ("addonId" in renewed) return details.addonId === renewed.addonId;
	if ("planId" in renewed)
		return line.renewedPlanId === renewed.planId || (kind === "addon_renewal" && planId === renewed.planId);
	if (line.renewedDomainId === renewed.domainId) return true;
	const name = lines.find(({ renewedDomainId }) => renewedDomainId === renewed.domainId)?.domain;
	return kind === "addon_renewal" && planId === null && domain === name;
}

interface BilledLine {
	readonly id: string;
	readonly description: string;
	readonly amount: number;
}

/** The invoice's line for an order line. Undefined if several could be it. */
function findBilled(line: OrderLine, billed: readonly BilledLine[]): BilledLine | undefined {
	const [found, ...alike] = billed.filter(
		({ description, amount }) => description.startsWith(`${lineTitle(line)}, `) && amount === line.amount,
	);
	return alike.length > 0 ? undefined : found;
}
