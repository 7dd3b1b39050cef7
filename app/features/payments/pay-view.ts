import { amountDue } from "~/features/invoices/billing";
import { isKenyanMobile } from "~/lib/kenyan-mobile";
import { formatMoney, money } from "~/lib/money";
import { dueFromCredit, methodsFor, payableAmount } from "./payable";
import { failureMessage } from "./payment-failure";
import type { PaymentMethod } from "./payment-method";
import type { Payments } from "./payments.server";

type Overview = NonNullable<Awaited<ReturnType<Payments["overview"]>>>;

/** What the payment page shows. */
export interface PayView {
	readonly invoice: {
		readonly id: string;
		readonly number: string;
		readonly total: string;
		/** The part that was paid from credit. Null if none. */
		readonly creditUsed: string | null;
		/** Still to pay. */
		readonly due: string;
	};
	readonly orderId: string | null;
	readonly step: "choose" | "wait" | "paid" | "closed";
	readonly methods: readonly { readonly id: PaymentMethod; readonly amount: string }[];
	/** The customer's credit, and how much of it this invoice can use. Null without credit. */
	readonly credit: { readonly held: string; readonly use: string; readonly coversAll: boolean } | null;
	/** Saved cards that have not expired, the default card first. */
	readonly cards: readonly { readonly id: string; readonly name: string; readonly amount: string }[];
	/** The open attempt. Only in `wait`. */
	readonly waiting: {
		readonly method: PaymentMethod;
		readonly phone: string | null;
		readonly href: string | null;
		/** The name of the saved card that is charged. */
		readonly card: string | null;
	} | null;
	/** Why the last attempt failed. Only in `choose`. */
	readonly failure: string | null;
	/** Whether staff review the last attempt. */
	readonly underReview: boolean;
	/**
	 * Reference of the open attempt, or of one that timed out and may still be approved late, for links to the sandbox's
	 * phone or card form.
	 */
	readonly providerRef: string | null;
	readonly lastMethod: PaymentMethod | null;
	/** The number that was used last, or the order's number if it is a Kenyan mobile number. */
	readonly phone: string;
}

/** @param choosing whether the customer wants to pay in another way than the open attempt */
export function payView(
	{ invoice, attempts, payerPhone, credits, cards }: Overview,
	now: number,
	choosing = false,
): PayView {
	const text = (amount: number) => formatMoney(money(amount, invoice.currency));
	const due = amountDue(invoice);
	const [last] = attempts;
	const open = attempts.find(({ state, expiresAt }) => state === "pending" && expiresAt > now);
	const ranOut = last && !open && last.state === "pending";
	const timedOut = last && (ranOut || last.failureCode === "timed_out");
	const charged = ({ cardId }: { cardId: string | null }) =>
		cardId === null ? null : (cards.find(({ id }) => id === cardId)?.name ?? "the card");
	const failed = last && (ranOut || last.state === "failed" || last.state === "expired");
	const held = credits.find(({ currency }) => currency === invoice.currency)?.amount ?? 0;
	return {
		credit:
			held > 0
				? { held: text(held), use: text(Math.min(held, due.amount)), coversAll: held >= dueFromCredit(due).amount }
				: null,
		invoice: {
			id: invoice.id,
			number: invoice.number,
			total: text(invoice.total),
			creditUsed: invoice.creditUsed > 0 ? text(invoice.creditUsed) : null,
			due: formatMoney(due),
		},
		orderId: invoice.orderId,
		step:
			invoice.state === "paid" ? "paid" : invoice.state !== "open" ? "closed" : open && !choosing ? "wait" : "choose",
		methods: methodsFor(due).map((id) => ({ id, amount: formatMoney(payableAmount(due, id)) })),
		cards: cards
			.filter(({ expired }) => !expired)
			.map(({ id, name }) => ({ id, name, amount: formatMoney(payableAmount(due, "card")) })),
		waiting: open ? { method: open.method, phone: open.phone, href: open.redirectUrl, card: charged(open) } : null,
		failure: failed ? failureMessage(ranOut ? "timed_out" : last.failureCode, last.method, charged(last)) : null,
		underReview: last?.failureCode === "review",
		providerRef: (open ?? (timedOut ? last : null))?.providerRef ?? null,
		lastMethod: last?.method ?? null,
		phone: attempts.find(({ phone }) => phone)?.phone ?? (payerPhone && isKenyanMobile(payerPhone) ? payerPhone : ""),
	};
}
