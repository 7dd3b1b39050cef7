import { taxLabel } from "~/features/catalog/settings";
import { payableAmount } from "~/features/payments/payable";
import { formatDay, kenya, type Locale } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import { type ProposalContent, type ProposalState, proposalStateNames, shownState } from "./proposal";
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
	const { sums, taxBasisPoints, invoiceLines } = content.order;
	const text = (amount: number) => formatMoney(money(amount, sums.currency), locale.language);
	const shown = shownState({ state, expiresAt }, now);
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
		toPay: text(payableAmount(money(sums.total, sums.currency)).amount),
	};
}

export type ProposalView = ReturnType<typeof proposalView>;

type OpenRow = Awaited<ReturnType<Proposals["openOf"]>>[number];

/** An open quote, for its customer's list of invoices. */
export const openProposal = ({ id, currency, total, expiresAt }: OpenRow, locale: Locale) => ({
	id,
	total: formatMoney(money(total, currency), locale.language),
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
		total: formatMoney(money(row.total, row.currency)),
		writtenBy: row.writtenBy,
		sent: formatDay(row.createdAt, kenya),
		until: formatDay(row.expiresAt, kenya),
		state: shown,
		stateName: proposalStateNames[shown],
	};
}

export type ListedProposal = ReturnType<typeof listedProposal>;
