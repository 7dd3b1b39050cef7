import { href } from "react-router";
import type { Quote } from "~/features/cart/quote";
import { taxLabel } from "~/features/catalog/settings";
import { invoiceLinesOf } from "~/features/orders/order-line";
import type { StaffMember, StaffSession } from "~/features/staff/staff";
import { formatMoney } from "~/lib/money";
import { parse } from "~/lib/parse";
import { type Failure, ok, type Result } from "~/lib/result";
import { type OrderIntent, orderPermissions } from "./order-rows";
import { checkOrderSchema, orderedRows, placeStaffOrderSchema, rowsOf, sendQuoteSchema } from "./staff-order.schema";
import type { StaffOrders } from "./staff-orders.server";

interface Sent {
	readonly intent: OrderIntent;
	readonly form: FormData;
	readonly fields: Readonly<Record<string, unknown>>;
	readonly member: StaffMember;
	readonly session: StaffSession;
}

/** The price of the rows, as texts. */
export function checkedView(quote: Quote, refusal: Failure | null) {
	return {
		lines: invoiceLinesOf(quote).map(({ description, quantity, amount }, index) => ({
			...{ id: String(index), description, quantity },
			amount: formatMoney({ amount, currency: quote.currency }),
		})),
		subtotal: formatMoney(quote.subtotal),
		discount: quote.discount.amount > 0 ? formatMoney(quote.discount) : null,
		tax: quote.tax.amount > 0 ? { label: taxLabel(quote.taxBasisPoints), amount: formatMoney(quote.tax) } : null,
		shipping: quote.shipping.amount > 0 ? formatMoney(quote.shipping) : null,
		total: formatMoney(quote.total),
		/** Sent with the form that orders it. */
		expectedTotal: quote.total.amount,
		notes: quote.problems.filter(({ blocks }) => !blocks).map(({ message }) => message),
		refusal: refusal?.message ?? null,
	};
}

export type CheckedView = ReturnType<typeof checkedView>;

type Done =
	/** The price, to look at before ordering. */
	| { readonly checked: CheckedView }
	/** The page of what was made, and the message about it. */
	| { readonly to: string; readonly message: string };

/** Handles the forms of an order for a customer by their intent. */
export async function handleOrderForm(
	staffOrders: StaffOrders,
	{ intent, form, fields, ...orderer }: Sent,
	customerId: string,
): Promise<Result<Done>> {
	const rows = orderedRows(rowsOf(form));
	if (!rows.ok) return rows;
	const permission = orderPermissions[intent];
	switch (intent) {
		case "check":
		case "check-own": {
			const input = parse(checkOrderSchema, fields);
			if (!input.ok) return input;
			const found = await staffOrders.check(orderer.session, permission, customerId, rows.value, input.value.promo);
			return found.ok ? ok({ checked: checkedView(found.value.quote, found.value.refusal) }) : found;
		}
		case "order":
		case "invoice": {
			const input = parse(placeStaffOrderSchema, fields);
			if (!input.ok) return input;
			const placed = await staffOrders.place(orderer, permission, customerId, rows.value, input.value);
			if (!placed.ok) return placed;
			return ok({
				to: href("/desk/invoices/:invoiceId", { invoiceId: placed.value }),
				message: "Ordered. The customer gets the invoice by email.",
			});
		}
		case "quote": {
			const input = parse(sendQuoteSchema, fields);
			if (!input.ok) return input;
			const sent = await staffOrders.sendQuote(orderer, customerId, rows.value, input.value);
			if (!sent.ok) return sent;
			return ok({
				to: href("/desk/quotes/:proposalId", { proposalId: sent.value }),
				message: "Sent. The customer gets the quote by email.",
			});
		}
	}
}
