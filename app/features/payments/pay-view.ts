import type { PaymentMethod } from "../../db/schema";
import { formatMoney, money } from "../../lib/money";
import { isKenyanMobile } from "../../lib/phone";
import { methodsFor, payableAmount } from "./payable";
import { failureMessage } from "./payment-failure";
import type { Payments } from "./payments.server";

type Overview = NonNullable<Awaited<ReturnType<Payments["overview"]>>>;

/** The payment page in one of its states, ready to be shown. */
export interface PayView {
	readonly invoice: { readonly id: string; readonly number: string; readonly total: string };
	readonly orderId: string | null;
	readonly step: "choose" | "wait" | "paid" | "closed";
	readonly methods: readonly { readonly id: PaymentMethod; readonly amount: string }[];
	/** What is held of the customer's money, where that is enough. */
	readonly credit: string | null;
	/** The open request, in `wait`. */
	readonly waiting: {
		readonly method: PaymentMethod;
		readonly phone: string | null;
		readonly href: string | null;
	} | null;
	/** What became of the last attempt, in `choose`. */
	readonly failure: string | null;
	/** The last attempt may still be paid: staff look at it. */
	readonly underReview: boolean;
	/** Of the newest attempt: the sandbox's phone or card form. */
	readonly providerRef: string | null;
	readonly lastMethod: PaymentMethod | null;
	/** The number that was used last, or that the order was placed with if it can have M-Pesa. */
	readonly phone: string;
}

/** @param choosing the customer wants to pay in another way than the request that is open. */
export function payView({ invoice, attempts, payerPhone, credits }: Overview, now: number, choosing = false): PayView {
	const total = money(invoice.total, invoice.currency);
	const [last] = attempts;
	const open = attempts.find(({ state, expiresAt }) => state === "pending" && expiresAt > now);
	const ranOut = last && !open && last.state === "pending";
	const failed = last && (ranOut || last.state === "failed" || last.state === "expired");
	const held = credits.find(({ currency }) => currency === invoice.currency)?.amount ?? 0;
	return {
		credit: held > 0 && held >= invoice.total ? formatMoney(money(held, invoice.currency)) : null,
		invoice: { id: invoice.id, number: invoice.number, total: formatMoney(total) },
		orderId: invoice.orderId,
		step:
			invoice.state === "paid" ? "paid" : invoice.state !== "open" ? "closed" : open && !choosing ? "wait" : "choose",
		methods: methodsFor(total).map((id) => ({ id, amount: formatMoney(payableAmount(total, id)) })),
		waiting: open ? { method: open.method, phone: open.phone, href: open.redirectUrl } : null,
		failure: failed ? failureMessage(ranOut ? "timed_out" : last.failureCode, last.method) : null,
		underReview: last?.failureCode === "review",
		providerRef: (open ?? last)?.providerRef ?? null,
		lastMethod: last?.method ?? null,
		phone: attempts.find(({ phone }) => phone)?.phone ?? (payerPhone && isKenyanMobile(payerPhone) ? payerPhone : ""),
	};
}
