import { formatMoment, kenya } from "~/lib/dates";
import { formatMoney, type Money } from "~/lib/money";

/** A payment that our books and M-Pesa's list have, or only one of them. */
export interface ComparedPayment {
	readonly receipt: string;
	readonly state: "matched" | "ours_only" | "theirs_only";
	readonly ours: Money | null;
	readonly theirs: Money | null;
	/** As the customer typed it. Null if M-Pesa's list does not have it. */
	readonly reference: string | null;
	/** ms, UTC. Null if M-Pesa's time can't be read. */
	readonly at: number | null;
	readonly invoiceId: string | null;
}

/** From when until when the two sides are compared (ms), newest first. */
export interface Comparison {
	readonly from: number;
	/** When M-Pesa's list was read. */
	readonly until: number;
	readonly rows: readonly ComparedPayment[];
}

export const comparedStates = {
	matched: "Matched",
	ours_only: "Ours only",
	theirs_only: "Theirs only",
} as const;

/** A row as texts. An amount that differs is shown with that of M-Pesa. */
export const comparedView = ({ receipt, state, ours, theirs, reference, at, invoiceId }: ComparedPayment) => ({
	id: receipt,
	receipt,
	state,
	stateName: comparedStates[state],
	reference: reference ?? "–",
	at: at === null ? "–" : formatMoment(at, kenya),
	amount:
		ours && theirs && ours.amount !== theirs.amount
			? `${formatMoney(ours)} here, ${formatMoney(theirs)} at M-Pesa`
			: formatMoney((ours ?? theirs) as Money),
	invoiceId,
});

export type ComparedView = ReturnType<typeof comparedView>;
