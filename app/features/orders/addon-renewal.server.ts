import { type Change, change, log } from "~/db/change.server";
import type { Owner } from "~/db/owner";
import { lineTitle } from "~/features/cart/lines";
import { totals } from "~/features/cart/totals";
import { settings } from "~/features/catalog/settings";
import { invoiceLineRemoved } from "~/features/invoices/invoice-changes.server";
import { money } from "~/lib/money";
import { createAddonRenewalRepo } from "./addon-renewal.repo.server";
import { createOrdersRepo } from "./orders.repo.server";
import type { PlaceOrderDeps } from "./place-order.server";

/** Takes a cancelled add-on off the unpaid invoice that renews its domain or plan. */
export function createAddonRenewal({ db }: Pick<PlaceOrderDeps, "db">) {
	const repo = createAddonRenewalRepo(db);
	const orders = createOrdersRepo(db);

	return {
		/**
		 * The change that removes the add-on's renewal from its unpaid invoice. Null if there is none, or if the invoice has a
		 * discount, shipping or used credit: then the price becomes credit when the invoice is paid. Stale if a payment is
		 * pending.
		 */
		async withoutAddonRenewal(owner: Owner, addonId: string, now: number): Promise<Change | null> {
			const orderId = await repo.findOrder(owner, addonId, now);
			if (orderId === undefined) return null;
			const [found, billed] = await Promise.all([orders.anyOrder(orderId), repo.invoiceLines(orderId)]);
			if (!found) return null;
			const { order, invoice, lines } = found;
			const removed = lines.find(({ details }) => details.addonId === addonId);
			const isPlain = invoice.discount === 0 && invoice.shipping === 0 && invoice.creditUsed === 0;
			if (!removed || !isPlain) return null;
			const title = lineTitle(removed);
			const [billedLine, ...alike] = billed.filter(
				({ description, amount }) => description.startsWith(`${title}, `) && amount === removed.amount,
			);
			if (!billedLine || alike.length > 0) return null;

			const { currency, taxBasisPoints, total, number } = invoice;
			const rest = lines.filter((line) => line !== removed).map(({ amount }) => ({ amount: money(amount, currency) }));
			const sums = totals(rest, { ...settings, taxBasisPoints }, null, currency);
			const left = { subtotal: sums.subtotal.amount, tax: sums.tax.amount, total: sums.total.amount };
			const params = { addon: removed.name, invoice: number, total: sums.toPay };
			return change(
				invoiceLineRemoved(db, { id: billedLine.id, invoiceId: invoice.id, total }, left),
				repo.removeLine({ id: removed.id, orderId, total }, left),
				log({ kind: "invoice.addon_removed", actor: "customer", params, owner, subjectId: order.id }),
			);
		},
	};
}
