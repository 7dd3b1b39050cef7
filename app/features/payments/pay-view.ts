import { href } from "react-router";
import { taxLabel } from "~/features/catalog/settings";
import { domainIn } from "~/features/domains/domain-in";
import { toUnicode } from "~/features/domains/to-unicode";
import { amountDue, chargedTotal } from "~/features/invoices/billing";
import { formatDay, kenya } from "~/lib/dates";
import { SECOND } from "~/lib/durations";
import { hiddenMobile, isKenyanMobile } from "~/lib/kenyan-mobile";
import { formatMoney, isZero, money, subtract } from "~/lib/money";
import { transferDetails } from "./direct-ways";
import { isClearing } from "./open-attempt";
import { payLinkPath, payLinkPdfPath } from "./pay-link";
import { type CreditUse, creditUse, heldIn, methodsFor, payableAmount, roundingLabel, whyNoMpesa } from "./payable";
import { failureMessage } from "./payment-failure";
import type { PaymentMethod } from "./payment-method";
import type { Payments } from "./payments.server";

type Overview = NonNullable<Awaited<ReturnType<Payments["overview"]>>> & {
	readonly lines: readonly { readonly id: string; readonly description: string; readonly amount: number }[];
};

/** `saved`: a saved card. */
export type PayOption = PaymentMethod | "saved" | "credit";

/** What the payment page shows. */
export interface PayView {
	readonly invoice: { readonly id: string; readonly number: string; readonly total: string };
	/** What the customer pays, the same in every place of the page. */
	readonly amount: string;
	readonly lines: readonly {
		readonly id: string;
		readonly name: string;
		readonly amount: string;
		/** The domain whose cloth is shown, in ASCII form. */
		readonly domain: string | null;
	}[];
	/** Lines that cost something, so without a free first year. */
	readonly items: number;
	/** From the sum of the lines to the amount. */
	readonly sums: readonly { readonly label: string; readonly amount: string }[];
	/** The page's own path. */
	readonly address: string;
	/** For someone with the pay link, who sees nothing but the invoice. Null for its customer. */
	readonly link: { readonly pdf: string; readonly billedTo: string; readonly due: string } | null;
	readonly orderId: string | null;
	readonly step: "choose" | "wait" | "paid" | "closed";
	readonly methods: readonly PaymentMethod[];
	/** Why M-Pesa can't pay this invoice. Null if it can, or is not offered at all. */
	readonly withoutMpesa: string | null;
	/** The number for payments from the M-Pesa menu. Null if it can't pay this invoice. */
	readonly paybill: string | null;
	/** For a bank transfer, in the order in which banks ask. Null if there is no account in this currency. */
	readonly transfer: readonly { readonly label: string; readonly value: string }[] | null;
	/** What the customer's credit does for this invoice. Null if it pays nothing. */
	readonly credit: { readonly use: CreditUse; readonly coversAll: boolean } | null;
	/** Whether the customer can pay with a saved or another card. */
	readonly offersCard: boolean;
	/** Saved cards that have not expired, the default card first. */
	readonly cards: readonly { readonly id: string; readonly name: string }[];
	/** The method that is open at first: the one used last. Null if there is no way to pay. */
	readonly selected: PayOption | null;
	/** The open attempt, also while the customer chooses another method. */
	readonly waiting: {
		readonly method: PaymentMethod;
		readonly phone: string | null;
		readonly href: string | null;
		/** The name of the saved card that is charged. */
		readonly card: string | null;
		/** Whether the customer has paid, and the money arrives in a few days. */
		readonly clearing: boolean;
		/** Until the request ends. */
		readonly secondsLeft: number;
		/** Whether someone else started it, with the pay link. */
		readonly byOther: boolean;
	} | null;
	/** Why the last attempt failed. Only in `choose`. */
	readonly failure: string | null;
	/** Money that arrived although the invoice was cancelled, and is credit now. Null if none did, and with the pay link. */
	readonly credited: string | null;
	/** Whether staff review the last attempt. */
	readonly underReview: boolean;
	/**
	 * Reference of the open attempt, or of one that timed out and may still be approved late, for links to the sandbox's
	 * phone or card form.
	 */
	readonly providerRef: string | null;
	/** The method of the latest attempt to pay this invoice. */
	readonly lastMethod: PaymentMethod | null;
	/** The number that was used last, or the order's number if it is a Kenyan mobile number. */
	readonly phone: string;
	/** Changes with what the page shows, for islands/polled-part.ts. */
	readonly state: string;
	/** Whether an answer may still come. */
	readonly polls: boolean;
}

/**
 * @param choosing whether the customer wants to pay in another way than the open attempt
 * @param token of the pay link with which someone sees the page
 */
export function payView(overview: Overview, now: number, choosing = false, token: string | null = null): PayView {
	const { invoice, payerPhone, credits, cards, accepted } = overview;
	const isLink = token !== null;
	const attempts = shownAttempts(overview.attempts, isLink);
	const text = (amount: number) => formatMoney(money(amount, invoice.currency));
	const due = amountDue(invoice);
	const toPay = payableAmount(due);
	const [last] = attempts;
	const open = attempts.find(({ state, expiresAt }) => state === "pending" && expiresAt > now);
	const ranOut = last && !open && last.state === "pending";
	const timedOut = last && (ranOut || last.failureCode === "timed_out");
	const charged = ({ cardId }: { cardId: string | null }) =>
		cardId === null ? null : (cards.find(({ id }) => id === cardId)?.name ?? "the card");
	const failed = last && (ranOut || last.state === "failed" || last.state === "expired");
	const clearing = open !== undefined && isClearing(open);
	const waits = open && (clearing || !choosing);
	const step = invoice.state === "paid" ? "paid" : invoice.state !== "open" ? "closed" : waits ? "wait" : "choose";
	const use = creditUse(due, heldIn(credits, invoice.currency));
	const methods = methodsFor(due, accepted);
	const view = {
		credit: use && { use, coversAll: isZero(use.left) },
		cards: cards.filter(({ expired }) => !expired).map(({ id, name }) => ({ id, name })),
		methods,
		withoutMpesa: methods.includes("mpesa") ? null : whyNoMpesa(due, use?.left ?? due, overview.mpesa),
		paybill: methods.includes("mpesa") ? overview.paybill : null,
		transfer: overview.bankAccount && transferDetails(overview.bankAccount, invoice.number),
		offersCard: methods.includes("card") || cards.some(({ expired }) => !expired),
		lastMethod: last?.method ?? null,
	};
	return {
		...view,
		invoice: { id: invoice.id, number: invoice.number, total: formatMoney(chargedTotal(invoice)) },
		amount: formatMoney(toPay),
		lines: overview.lines.map(({ id, description, amount }) => ({
			id,
			name: toUnicode(description),
			domain: domainIn(description),
			amount: text(amount),
		})),
		items: overview.lines.filter(({ amount }) => amount >= 0).length,
		sums: sumsOf(invoice, subtract(due, toPay)),
		address: isLink ? payLinkPath(token) : href("/pay/:invoiceId", { invoiceId: invoice.id }),
		link: isLink
			? {
					pdf: payLinkPdfPath(token),
					billedTo: invoice.billedTo.company ?? invoice.billedTo.name,
					due: formatDay(invoice.dueAt, kenya),
				}
			: null,
		orderId: isLink ? null : invoice.orderId,
		step,
		selected: selectOption(view, overview.lastMethod),
		waiting: open
			? {
					method: open.method,
					phone: open.phone,
					href: open.redirectUrl,
					card: charged(open),
					clearing,
					secondsLeft: Math.ceil((open.expiresAt - now) / SECOND),
					byOther: open.byLink !== isLink,
				}
			: null,
		failure: failed ? failureMessage(ranOut ? "timed_out" : last.failureCode, last.method, charged(last)) : null,
		credited: invoice.state === "void" && !isLink && last?.state === "succeeded" ? text(last.amount) : null,
		underReview: last?.failureCode === "review",
		providerRef: (open ?? (timedOut ? last : null))?.providerRef ?? null,
		phone: isLink
			? ""
			: (attempts.find(({ phone, byLink }) => phone && !byLink)?.phone ??
				(payerPhone && isKenyanMobile(payerPhone) ? payerPhone : "")),
		// The form stays while the customer fills it in, whatever happens to an earlier attempt.
		state: step === "wait" ? `wait ${open?.id} ${open?.redirectUrl !== null}` : step,
		polls: invoice.state === "open" && !clearing && (open !== undefined || timedOut === true),
	};
}

/**
 * The attempts that the reader knows about: one's own, those that staff review, and for the customer also those that keep
 * them from paying. Someone with the link sees no whole phone number, because several people may have it.
 */
function shownAttempts(attempts: Overview["attempts"], isLink: boolean): Overview["attempts"] {
	const blocks = (one: Overview["attempts"][number]) =>
		!isLink && one.state === "pending" && (one.method === "mpesa" || isClearing(one));
	const shown = attempts.filter((one) => one.byLink === isLink || one.failureCode === "review" || blocks(one));
	return isLink ? shown.map((one) => ({ ...one, phone: one.phone && hiddenMobile(one.phone) })) : shown;
}

/** @param rounding what the customer doesn't pay */
function sumsOf(invoice: Overview["invoice"], rounding: ReturnType<typeof money>) {
	const sums = [
		{ label: "Discount", amount: -invoice.discount },
		{ label: taxLabel(invoice.taxBasisPoints), amount: invoice.tax },
		{ label: "Shipping", amount: invoice.shipping },
		{ label: "Paid from your credit", amount: -invoice.creditUsed },
		{ label: roundingLabel, amount: -rounding.amount },
	];
	return sums
		.filter(({ amount }) => !isZero(money(amount, invoice.currency)))
		.map(({ label, amount }) => ({ label, amount: formatMoney(money(amount, invoice.currency)) }));
}

type Options = Pick<PayView, "credit" | "cards" | "methods" | "lastMethod">;

/** Credit if it is enough. Otherwise the method that was used last, and M-Pesa before the first payment. */
function selectOption(
	{ credit, cards, methods, lastMethod }: Options,
	lastPaid: PaymentMethod | null,
): PayOption | null {
	if (credit?.coversAll && lastMethod === null) return "credit";
	const used = lastMethod ?? lastPaid ?? "mpesa";
	const method = methods.includes(used) || used === "card" ? used : (methods[0] ?? "card");
	if (method === "card" && cards.length > 0) return "saved";
	return methods.includes(method) ? method : (methods[0] ?? (credit?.coversAll ? "credit" : null));
}

/** The method with this name if the page offers it, or else the one that is open at first. */
export function readOption({ selected, credit, cards, methods }: PayView, name: string | null): PayOption | null {
	const offered: readonly PayOption[] = [
		...(credit?.coversAll ? (["credit"] as const) : []),
		...(cards.length > 0 ? (["saved"] as const) : []),
		...methods,
	];
	return offered.find((option) => option === name) ?? selected;
}
