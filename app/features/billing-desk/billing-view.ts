import { invoiceStatus } from "~/features/invoices/billing";
import { payerText } from "~/features/payments/payment-method";
import { refundableInvoiceView } from "~/features/refunds/refund-view";
import { formatDay, formatMoment, kenya } from "~/lib/dates";
import { type Currency, formatMoney, money } from "~/lib/money";
import { whatOf } from "./asked";
import type { BillingDesk } from "./billing-desk.server";
import { orderStateNames, orderStatus } from "./billing-filters";

type Item<List extends "invoices" | "orders" | "payments" | "approvals"> = Awaited<
	ReturnType<BillingDesk[List]>
>["items"][number];
type Found = NonNullable<Awaited<ReturnType<BillingDesk["invoice"]>>>;

const amount = (minor: number, currency: Currency): string => formatMoney(money(minor, currency));
const customerOf = ({ customerId, firstName, lastName, email }: Item<"invoices">) => ({
	customerId,
	customer: `${firstName} ${lastName}`.trim() || email,
});

export const listedInvoice = (row: Item<"invoices">, now: number) => ({
	...customerOf(row),
	id: row.id,
	number: row.number,
	status: invoiceStatus(row, now),
	total: amount(row.total, row.currency),
	issued: formatDay(row.issuedAt, kenya),
	due: formatDay(row.dueAt, kenya),
});

export const listedOrder = (row: Item<"orders">) => ({
	...customerOf(row as Item<"orders"> & Item<"invoices">),
	id: row.id,
	invoice: row.invoice,
	invoiceId: row.invoiceId,
	state: orderStatus(row),
	stateName: orderStateNames[orderStatus(row)],
	total: amount(row.total, row.currency),
	promo: row.promoCode ?? "–",
	at: formatMoment(row.createdAt, kenya),
});

export const listedPayment = (row: Item<"payments">) => ({
	...customerOf(row as Item<"payments"> & Item<"invoices">),
	id: row.id,
	receipt: row.receipt ?? "No receipt",
	failure: row.failureCode?.replaceAll("_", " ") ?? null,
	invoiceId: row.invoiceId,
	from: payerText(row),
	state: row.state,
	amount: amount(row.amount, row.currency),
	at: formatMoment(row.createdAt, kenya),
});

export const approvalView = (row: Item<"approvals">, me: string) => ({
	id: row.id,
	kind: row.asked.kind,
	what: whatOf(row.asked),
	money: formatMoney(row.asked.money),
	reason: row.reason,
	askedBy: row.askedByName,
	mine: row.askedBy === me,
	at: formatMoment(row.askedAt, kenya),
	until: formatDay(row.expiresAt, kenya),
	subjectType: row.subjectType,
	subjectId: row.subjectId,
});

/** An invoice with everything about its money. */
export function invoiceView({ invoice, money: found, waiting }: Found, now: number) {
	const { currency, total, creditUsed } = invoice;
	const text = (minor: number) => amount(minor, currency);
	const view = refundableInvoiceView(found);
	return {
		id: invoice.id,
		/** What waits for a second person: "Ksh 5,000: a refund of invoice KK2026000010". */
		waiting: waiting.map(({ id, asked, askedByName, askedAt }) => ({
			id,
			text: `${formatMoney(asked.money)}: ${whatOf(asked)}`,
			asked: `Asked by ${askedByName}, ${formatMoment(askedAt, kenya)}.`,
		})),
		orderId: invoice.orderId,
		number: invoice.number,
		status: invoiceStatus(invoice, now),
		customerId: invoice.customerId,
		customer: `${invoice.firstName} ${invoice.lastName}`.trim() || invoice.email,
		billedTo: { name: invoice.billedTo.name, email: invoice.billedTo.email },
		issued: formatDay(invoice.issuedAt, kenya),
		due: formatDay(invoice.dueAt, kenya),
		paid: invoice.paidAt === null ? null : formatMoment(invoice.paidAt, kenya),
		writtenOff: invoice.writtenOffAt === null ? null : formatDay(invoice.writtenOffAt, kenya),
		currency,
		subtotal: text(invoice.subtotal),
		discount: invoice.discount > 0 ? text(invoice.discount) : null,
		tax: text(invoice.tax),
		shipping: invoice.shipping > 0 ? text(invoice.shipping) : null,
		total: text(total),
		creditUsed: creditUsed > 0 ? text(creditUsed) : null,
		/** The amount due as staff type it: "1750.50". Null if nothing is due. */
		dueAmount: invoice.state === "open" ? String((total - creditUsed) / 100) : null,
		open: invoice.state === "open" ? text(total - creditUsed) : null,
		/** What can be paid back. Null if nothing. */
		refundable: view.refundable > 0 && invoice.state === "paid" ? text(view.refundable) : null,
		services: view.services.map(({ id, lineId, ending, canEnd }) => ({ id: `${lineId} ${id}`, ending, canEnd })),
		lines: view.lines.map((line) => ({ ...line, amount: text(line.amount) })),
		payments: found.paid.map(({ entry, payment }) => ({
			id: entry.id,
			receipt: entry.receipt,
			from: payment ? payerText(payment) : "Credit",
			amount: text(entry.amount),
			at: formatMoment(entry.createdAt, kenya),
		})),
		creditNotes: view.creditNotes.map((note) => ({
			id: note.number,
			number: note.number,
			total: text(note.total),
			reason: note.reason,
			by: note.issuedBy,
			at: formatDay(note.issuedAt, kenya),
			refunds: note.refunds
				.map(({ target, state, failure }) => `${targetNames[target]}: ${failure ?? refundStates[state]}`)
				.join(", "),
		})),
	};
}

const targetNames = { payment: "To the payment", credit: "To credit", by_hand: "By hand" } as const;
const refundStates = { pending: "on its way", succeeded: "done", failed: "failed", credited: "became credit" } as const;

export type InvoiceView = ReturnType<typeof invoiceView>;
export type ListedInvoice = ReturnType<typeof listedInvoice>;
export type ListedOrder = ReturnType<typeof listedOrder>;
export type ListedPayment = ReturnType<typeof listedPayment>;
export type ApprovalView = ReturnType<typeof approvalView>;
