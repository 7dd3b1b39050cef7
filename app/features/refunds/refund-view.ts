import type { Refunds } from "./refunds.server";

type Invoice = NonNullable<Awaited<ReturnType<Refunds["invoice"]>>>;

/** What staff see of an invoice. Amounts in minor units, times in ms. */
export function refundableInvoiceView({ invoice, facts, bought, notes, refunds, left }: Invoice) {
	const { number, state, currency, total, issuedAt, paidAt, billedTo } = invoice;
	return {
		...{ number, state, currency, total, issuedAt, paidAt },
		customer: { id: invoice.userId, name: billedTo.name, email: billedTo.email },
		/** The most that can be refunded. */
		refundable: Math.max(0, left),
		lines: facts.lines.map(({ id, description, quantity, amount }) => ({ id, description, quantity, amount })),
		/** What a refund of the line does with its plan, domain or goods. */
		services: bought.map(({ lineId, kind, id, canEnd, ending }) => ({ lineId, kind, id, canEnd, ending })),
		payments: facts.payments.map(({ payment, provider, amount, refunded, part }) => ({
			...{ provider, amount, refunded },
			method: payment?.method ?? "credit",
			/** What the provider can pay back: parts, once, whole or nothing. */
			refundable: part ?? "nothing",
		})),
		creditNotes: notes.map(({ number, target, reason, total, tax, issuedBy, issuedAt, id }) => ({
			...{ number, target, reason, total, tax, issuedBy, issuedAt },
			refunds: refunds.filter(({ creditNoteId }) => creditNoteId === id).map(refundView),
		})),
	};
}

const refundView = (refund: Invoice["refunds"][number]) => {
	const { id, target, provider, amount, currency, state, failure, reference, nextCheckAt, createdAt, settledAt } =
		refund;
	return { id, target, provider, amount, currency, state, failure, reference, nextCheckAt, createdAt, settledAt };
};
