import { lineTitle } from "~/features/cart/lines";
import { taxLabel } from "~/features/catalog/settings";
import { fiscalText } from "~/features/fiscal/fiscal-text";
import { amountDue, chargedTotal } from "~/features/invoices/billing";
import type { JobKind } from "~/features/orders/job";
import { storedNoteText } from "~/features/orders/job-reason";
import type { OrderLineKind } from "~/features/orders/order-line";
import { payableAmount } from "~/features/payments/payable";
import { cardName } from "~/features/payments/payment-card";
import { proposalView } from "~/features/proposals/proposal-view";
import { formatDay } from "~/lib/dates";
import { formatMoney, money, subtract } from "~/lib/money";
import { nextSteps } from "./next-steps";
import type { Preparers, Sources } from "./prepare.server";
import { invoiceByStaff, quoteByStaff } from "./templates/billed-by-staff";
import { chargeFailed } from "./templates/charge-failed";
import { creditChanged } from "./templates/credit-changed";
import { creditNote } from "./templates/credit-note";
import { orderCancelled } from "./templates/order-cancelled";
import { orderLineReturned } from "./templates/order-line-returned";
import { orderProblem } from "./templates/order-problem";
import { receipt } from "./templates/receipt";
import { renewalsCard } from "./templates/renewals-card";
import { taxInvoice } from "./templates/tax-invoice";

/** Emails about orders and invoices. */
export function orderEmails({ repo, clock, payLink, toAccount, shop }: Sources) {
	const itemsOf = (bought: readonly { kind: OrderLineKind; name: string }[]) => bought.map(lineTitle);

	return {
		"mail.receipt": async ({ invoiceId }) => {
			const paid = await repo.invoice(invoiceId);
			if (!paid) throw new Error(`No invoice ${invoiceId}`);
			const { invoice, lines, entry, bought, fiscal } = paid;
			const amount = (minor: number) => money(minor, invoice.currency);
			return toAccount(invoice.userId, (to) => {
				if (invoice.paidAt === null) return { stale: "the invoice is not paid" };
				const data = {
					invoiceId,
					invoiceNumber: invoice.number,
					receiptNumber: entry?.receipt ?? null,
					method: entry?.method ?? null,
					paidAt: invoice.paidAt,
					lines: lines.map((line) => ({ ...line, amount: amount(line.amount) })),
					subtotal: amount(invoice.subtotal),
					discount: amount(invoice.discount),
					tax: amount(invoice.tax),
					taxBasisPoints: invoice.taxBasisPoints,
					shipping: amount(invoice.shipping),
					rounding: subtract(amount(invoice.total), chargedTotal(invoice)),
					total: chargedTotal(invoice),
					creditUsed: amount(invoice.creditUsed),
					// They promise emails that only the account gets.
					nextSteps: to.isBilling ? [] : nextSteps(bought),
				};
				return () => receipt(to, { ...data, fiscal: fiscalText(fiscal, to) }, shop);
			});
		},

		"mail.invoice": async ({ invoiceId }, { createdAt }) => {
			const found = await repo.invoice(invoiceId);
			if (!found) throw new Error(`No invoice ${invoiceId}`);
			const { invoice, lines } = found;
			if (invoice.state !== "open") return { stale: "the invoice is paid or cancelled" };
			return toAccount(invoice.userId, (to) => () => {
				const text = (amount: number) => formatMoney(money(amount, invoice.currency), to.language);
				const { subtotal, discount, tax, taxBasisPoints, shipping, total } = invoice;
				return invoiceByStaff(to, {
					...{ number: invoice.number, due: formatDay(invoice.dueAt, to), payUrl: payLink(invoice, createdAt) },
					toPay: formatMoney(payableAmount(amountDue(invoice)), to.language),
					lines: lines.map(({ description, quantity, amount }) => ({
						label: quantity > 1 ? `${description} × ${quantity}` : description,
						amount: text(amount),
					})),
					totals: [
						{ label: "Subtotal", amount: text(subtotal) },
						...(discount > 0 ? [{ label: "Discount", amount: text(-discount) }] : []),
						...(tax > 0 ? [{ label: taxLabel(taxBasisPoints), amount: text(tax) }] : []),
						...(shipping > 0 ? [{ label: "Shipping", amount: text(shipping) }] : []),
						{ label: "Total", amount: text(total), strong: true },
					],
				});
			});
		},

		"mail.proposal": async ({ proposalId }) => {
			const found = await repo.proposal(proposalId);
			if (found?.state !== "open" || found.expiresAt <= clock()) return { stale: "the quote is no longer open" };
			return toAccount(found.userId, (to) => () => {
				const { id, until, message, toPay, lines, subtotal, tax, shipping, total } = proposalView(found, clock(), to);
				const content = {
					lines: lines.map(({ description, quantity, amount }) => ({
						label: quantity > 1 ? `${description} × ${quantity}` : description,
						amount,
					})),
					totals: [
						{ label: "Subtotal", amount: subtotal },
						...(tax ? [tax] : []),
						...(shipping ? [{ label: "Shipping", amount: shipping }] : []),
						{ label: "Total", amount: total, strong: true },
					],
				};
				return quoteByStaff(to, { ...content, id, until, message, toPay }, shop);
			});
		},

		"mail.tax-invoice": async ({ invoiceId }) => {
			const found = await repo.invoice(invoiceId);
			if (found?.fiscal?.state !== "signed") return { stale: "the invoice is not signed" };
			const { invoice, fiscal } = found;
			const { number: invoiceNumber, userId } = invoice;
			return toAccount(userId, (to) => () => {
				const text = fiscalText(fiscal, to);
				const facts = text?.state === "signed" ? text.facts : [];
				return taxInvoice(to, { invoiceId, invoiceNumber, total: chargedTotal(invoice), facts }, shop);
			});
		},

		"mail.credit-note": async ({ creditNoteId }) => {
			const found = await repo.creditNote(creditNoteId);
			if (!found) throw new Error(`No credit note ${creditNoteId}`);
			const { note, invoiceNumber, taxBasisPoints, lines } = found;
			const { invoiceId, userId, number, target: to, reason, issuedAt } = note;
			const amount = (minor: number) => money(minor, note.currency);
			const data = {
				...{ invoiceId, invoiceNumber, number, to, reason, issuedAt, taxBasisPoints },
				...{ net: amount(note.net), tax: amount(note.tax), total: amount(note.total) },
				lines: lines.map((line) => ({ ...line, amount: amount(line.amount) })),
			};
			return toAccount(userId, (recipient) => () => creditNote(recipient, data, shop));
		},

		"mail.credit-changed": ({ userId, about }) => toAccount(userId, (to) => () => creditChanged(to, about, shop)),

		"mail.renewals-card": async ({ userId }) => {
			const card = await repo.renewalsCard(userId);
			if (!card) return { stale: "no card pays renewals" };
			return toAccount(userId, (to) => () => renewalsCard(to, { card: cardName(card), ...shop }));
		},

		"mail.charge-failed": async ({ paymentId, code }) => {
			const payment = await repo.payment(paymentId);
			if (!payment) return { stale: "the payment is gone" };
			const { invoiceId, cardName: card, retryAt, userId } = payment;
			const found = await repo.invoice(invoiceId);
			if (found?.invoice.state !== "open") return { stale: "the invoice is paid or cancelled" };
			const { number: invoiceNumber, dueAt } = found.invoice;
			const due = payableAmount(amountDue(found.invoice));
			const failed = {
				...{ invoiceId, invoiceNumber, items: itemsOf(found.bought), due, dueAt, isOverdue: dueAt < clock() },
				...{ code, card, retryAt },
			};
			return toAccount(userId, (to) => () => chargeFailed(to, failed, shop));
		},

		"mail.order-cancelled": async ({ orderId }) => {
			const order = await repo.cancelledOrder(orderId);
			if (!order) return { stale: "the order is not cancelled" };
			const items = order.lines.map(({ kind, name, domain }) =>
				domain && domain !== name ? `${name}: ${domain}` : lineTitle({ kind, name }),
			);
			const cancelled = { orderId, invoiceNumber: order.number, items, creditUsed: order.creditUsed > 0 };
			return toAccount(order.userId, (to) => () => orderCancelled(to, cancelled, shop));
		},

		"mail.order-problem": async ({ jobId }) => {
			const found = await repo.job(jobId);
			const state = found?.job.state;
			if (!found || (state !== "action_required" && state !== "failed")) return { stale: "the problem is solved" };
			const { job, item } = found;
			const problem = {
				orderId: job.orderId,
				item,
				actionRequired: state === "action_required",
				domainId: job.needs === "auth_code" ? found.domainId : null,
			};
			return toAccount(job.userId, (to) => () => {
				const message = storedNoteText(job, to.language);
				return orderProblem(to, { ...problem, message }, shop);
			});
		},

		"mail.order-line-returned": async ({ jobId }) => {
			const found = await repo.job(jobId);
			if (!found) return { stale: "nothing was returned" };
			const { orderId, userId } = found.job;
			return toAccount(userId, (to) => {
				const message = storedNoteText(found.job, to.language);
				if (message === null) return { stale: "nothing was returned" };
				const isCancelled = found.job.note?.reason.code === "addon_cancelled";
				const failed = isCancelled ? null : (failedWork[found.job.kind] ?? "set up");
				return () => orderLineReturned(to, { orderId, item: found.item, message, failed }, shop);
			});
		},
	} satisfies Partial<Preparers>;
}

const failedWork: Readonly<Partial<Record<JobKind, "renew" | "restore">>> = {
	renew_domain: "renew",
	renew_addon: "renew",
	restore_domain: "restore",
};
