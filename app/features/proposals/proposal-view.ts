import { taxLabel } from "~/features/catalog/settings";
import { payableAmount } from "~/features/payments/payable";
import { formatDay, kenya, type Locale } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import {
	atCurrentTax,
	type ProposalContent,
	type ProposalState,
	proposalStateNames,
	shownState,
	shownTotal,
} from "./proposal";
import type { Proposals } from "./proposals.server";

interface Stored {
	readonly id: string;
	readonly state: ProposalState;
	readonly content: ProposalContent;
	readonly message: string | null;
	readonly createdAt: number;
	readonly expiresAt: number;
	readonly orderId: string | null;
}

/** A quote as texts, for its page and its email. */
export function proposalView(
	{ id, state, content, message, createdAt, expiresAt, orderId }: Stored,
	now: number,
	locale: Locale,
) {
	const shown = shownState({ state, expiresAt }, now);
	const order = shown === "open" ? atCurrentTax(content.order) : content.order;
	const { sums, taxBasisPoints, invoiceLines } = order;
	const text = (amount: number) => formatMoney(money(amount, sums.currency), locale.language);
	const before = content.order;
	return {
		id,
		state: shown,
		stateName: proposalStateNames[shown],
		message,
		sent: formatDay(createdAt, locale),
		until: formatDay(expiresAt, locale),
		orderId,
		lines: invoiceLines.map(({ description, quantity, amount }, index) => ({
			...{ id: String(index), description, quantity },
			amount: text(amount),
		})),
		subtotal: text(sums.subtotal),
		tax: sums.tax > 0 ? { label: taxLabel(taxBasisPoints), amount: text(sums.tax) } : null,
		shipping: sums.shipping > 0 ? text(sums.shipping) : null,
		total: text(sums.total),
		/** The total in minor units, which the form that accepts the quote sends. */
		exactTotal: sums.total,
		/** What the customer has to know before they accept. Null if the tax rate is that of the quote. */
		taxChange:
			before === order
				? null
				: `The tax rate was ${before.taxBasisPoints / 100}% when we sent this quote, with a total of ${text(before.sums.total)}. It is ${taxBasisPoints / 100}% now. The prices without tax are the same.`,
		catalogVersion: content.catalogVersion ?? null,
		toPay: text(payableAmount(money(sums.total, sums.currency)).amount),
	};
}

export type ProposalView = ReturnType<typeof proposalView>;

type OpenRow = Awaited<ReturnType<Proposals["openOf"]>>[number];

/** An open quote, for its customer's list of invoices. */
export const openProposal = ({ id, currency, content, expiresAt }: OpenRow, locale: Locale) => ({
	id,
	total: formatMoney(money(atCurrentTax(content.order).sums.total, currency), locale.language),
	until: formatDay(expiresAt, locale),
});

type Row = Awaited<ReturnType<Proposals["list"]>>["items"][number];

/** A row of the list for staff. */
export function listedProposal(row: Row, now: number) {
	const shown = shownState(row, now);
	return {
		id: row.id,
		customerId: row.customerId,
		customer: `${row.firstName} ${row.lastName}`.trim() || row.email,
		total: formatMoney(money(shownTotal(row, now), row.currency)),
		writtenBy: row.writtenBy,
		sent: formatDay(row.createdAt, kenya),
		until: formatDay(row.expiresAt, kenya),
		state: shown,
		stateName: proposalStateNames[shown],
	};
}

export type ListedProposal = ReturnType<typeof listedProposal>;
