import type { InvoiceState } from "~/features/invoices/invoice-state";
import { isCardExpired } from "~/lib/card-expiry";
import { formatDay, type Locale } from "~/lib/dates";
import { DAY, HOUR } from "~/lib/durations";
import { cardName } from "./payment-card";

export type Renewable = "domain" | "plan";

/** Days before its end on which a renewal is charged; the later ones only where the earlier did not succeed. */
const chargeDays: Readonly<Record<Renewable, readonly [number, ...number[]]>> = {
	domain: [7, 5, 3, 1],
	plan: [3, 2, 1],
};

/** What is agreed to where a card is chosen for it. */
export const renewalsAgreement =
	"It is charged 7 days before a domain that renews by itself ends, and 3 days before a hosting plan does; credit that we hold for you is used first. We write to you before, and you can switch this off at any time in your billing settings.";

/** Two tries are this far apart at least, whenever the customer agreed. */
export const minRetryGapMs = 20 * HOUR;

/** Between the invoice and its charge, for whoever wants to change something; less where the end is near. */
const noticeMs = DAY;

interface Due {
	readonly kind: Renewable;
	/** When it ends without renewal, in ms. */
	readonly endsAt: number;
	/** The last try, if there was one. */
	readonly lastTry: number | null;
	/** When its invoice was made; absent, it is about to be. */
	readonly issuedAt?: number | null;
}

/** How long before its end a renewal may be charged at the earliest, in ms. */
export const chargeLeadMs = (kind: Renewable): number => chargeDays[kind][0] * DAY;

/** When it is charged next, at the earliest now; null once no day is left. One try for each of its days. */
export function nextCharge({ kind, endsAt, lastTry, issuedAt }: Due, now: number): number | null {
	const days = chargeDays[kind].map((day) => endsAt - day * DAY);
	const begun = days.findLast((day) => day <= now);
	const untried = begun !== undefined && (lastTry === null || lastTry < begun);
	const next = untried ? now : days.find((day) => day > now);
	if (next === undefined) return null;
	const afterNotice = Math.min((issuedAt ?? now) + noticeMs, endsAt - DAY);
	const at = Math.max(next, afterNotice, lastTry === null ? 0 : lastTry + minRetryGapMs);
	return at < endsAt ? at : null;
}

interface Renewal extends Due {
	/** It renews by itself. */
	readonly on: boolean;
	/** Null before there is an invoice. */
	readonly invoiceState: InvoiceState | null;
	/** The one that its customer chose for renewals. */
	readonly card: (Parameters<typeof cardName>[0] & Parameters<typeof isCardExpired>[0]) | null;
}

/** How the next renewal is paid. */
export type PlannedPayment =
	| { readonly kind: "charge"; readonly card: string; readonly at: number }
	/** The card will have expired on that day. */
	| { readonly kind: "card_expires"; readonly card: string; readonly at: number; readonly by: number }
	| { readonly kind: "manual"; readonly by: number }
	| { readonly kind: "paid" };

/** Null where it does not renew by itself. */
export function plannedPayment({ card, ...renewal }: Renewal, now: number): PlannedPayment | null {
	const { on, endsAt: by, invoiceState } = renewal;
	if (!on || by <= now) return null;
	if (invoiceState === "paid") return { kind: "paid" };
	const at = nextCharge(renewal, now);
	// What was given up once is not invoiced again for the same end.
	if (card === null || at === null || (invoiceState ?? "open") !== "open") return { kind: "manual", by };
	const name = cardName(card);
	return isCardExpired(card, at) ? { kind: "card_expires", card: name, at, by } : { kind: "charge", card: name, at };
}

/** In its customer's words. */
export interface PaymentDescription {
	readonly kind: Exclude<PlannedPayment["kind"], "paid">;
	readonly text: string;
}

/** Null where nothing is left to say. */
export function describePayment(planned: PlannedPayment | null, locale: Locale): PaymentDescription | null {
	if (planned === null || planned.kind === "paid") return null;
	return { kind: planned.kind, text: textOf(planned, (at) => formatDay(at, locale)) };
}

function textOf(planned: Exclude<PlannedPayment, { kind: "paid" }>, day: (at: number) => string): string {
	switch (planned.kind) {
		case "charge":
			return `Will be charged to ${planned.card} on ${day(planned.at)}.`;
		case "card_expires":
			return `${planned.card} will have expired by ${day(planned.at)}: choose another card, or pay it before ${day(planned.by)}.`;
		case "manual":
			return `Not paid by itself: pay it before ${day(planned.by)}.`;
	}
}
