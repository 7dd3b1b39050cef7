import type { InvoiceState } from "~/features/invoices/invoice-state";
import { isCardExpired } from "~/lib/card-expiry";
import { formatDay, type Locale } from "~/lib/dates";
import { DAY, HOUR } from "~/lib/durations";
import { localMobile } from "~/lib/kenyan-mobile";
import { cardName } from "./payment-card";
import { promptMoment } from "./payment-failure";
import { type PromptSetting, promptTimes } from "./prompt";

export type Renewable = "domain" | "plan";

/** Days before expiry on which a renewal is charged. Later days are retries. */
const chargeDays: Readonly<Record<Renewable, readonly [number, ...number[]]>> = {
	domain: [7, 5, 3, 1],
	plan: [3, 2, 1],
};

/** The terms that a customer agrees to when choosing a card for renewals. */
export const renewalsAgreement =
	"We charge it 7 days before a domain with auto-renew expires, and 3 days before a hosting plan expires. If both are on one invoice, we charge it 7 days before. Your credit is used first. We email you before each charge, and you can turn this off at any time in your billing settings.";

/** Shortest time between two attempts. */
const minRetryGapMs = 20 * HOUR;

/** Time between the invoice and its charge, so that the customer can still object. Shorter close to expiry. */
const noticeMs = DAY;

interface Due {
	readonly kind: Renewable;
	/** When it expires without renewal, in ms. */
	readonly endsAt: number;
	/** Time of the last attempt in ms, or null. */
	readonly lastTry: number | null;
	/** Time of the invoice in ms. Absent before there is one. */
	readonly issuedAt?: number | null;
}

/** How long before expiry a renewal is charged at the earliest, in ms. */
export const chargeLeadMs = (kind: Renewable): number => chargeDays[kind][0] * DAY;

/** The latest day of `chargeDays` that has begun, as its start in ms. Undefined before the first. */
export const chargeDayBegun = ({ kind, endsAt }: Pick<Due, "kind" | "endsAt">, now: number): number | undefined =>
	chargeDays[kind].map((day) => endsAt - day * DAY).findLast((day) => day <= now);

/** When it is charged next, in ms, at the earliest now. One attempt per day of `chargeDays`. Null if none is left. */
export function nextCharge({ kind, endsAt, lastTry, issuedAt }: Due, now: number): number | null {
	const begun = chargeDayBegun({ kind, endsAt }, now);
	const untried = begun !== undefined && (lastTry === null || lastTry < begun);
	const next = untried ? now : chargeDays[kind].map((day) => endsAt - day * DAY).find((day) => day > now);
	if (next === undefined) return null;
	const afterNotice = Math.min((issuedAt ?? now) + noticeMs, endsAt - DAY);
	const at = Math.max(next, afterNotice, lastTry === null ? 0 : lastTry + minRetryGapMs);
	return at < endsAt ? at : null;
}

interface Renewal extends Due {
	/** Whether auto-renew is on. */
	readonly on: boolean;
	/** Null before there is an invoice. */
	readonly invoiceState: InvoiceState | null;
	/** The card that the customer chose for renewals. */
	readonly card: (Parameters<typeof cardName>[0] & Parameters<typeof isCardExpired>[0]) | null;
	/** The M-Pesa prompts that the customer chose. */
	readonly prompt: PromptSetting | null;
	/** When the invoice is due, in ms. Null before there is one. */
	readonly dueAt: number | null;
}

/** How the next renewal is paid. */
export type PlannedPayment =
	| { readonly kind: "charge"; readonly card: string; readonly at: number }
	/** The card will have expired on that day. */
	| { readonly kind: "card_expires"; readonly card: string; readonly at: number; readonly by: number }
	/** The customer approves a prompt on this phone, which is sent at that time. */
	| { readonly kind: "prompt"; readonly phone: string; readonly at: number; readonly by: number }
	| { readonly kind: "manual"; readonly by: number }
	| { readonly kind: "paid" };

/** Null if auto-renew is off or it has expired. */
export function plannedPayment({ card, prompt, dueAt, ...renewal }: Renewal, now: number): PlannedPayment | null {
	const { on, endsAt: by, invoiceState } = renewal;
	if (!on || by <= now) return null;
	if (invoiceState === "paid") return { kind: "paid" };
	const at = nextCharge(renewal, now);
	// An invoice that was cancelled or refunded is not issued again for the same expiry.
	if ((invoiceState ?? "open") !== "open") return { kind: "manual", by };
	if (card === null && prompt) {
		const promptAt = promptTimes(dueAt ?? by, prompt.hour).find((time) => time > now);
		if (promptAt !== undefined) return { kind: "prompt", phone: prompt.phone, at: promptAt, by };
	}
	if (card === null || at === null) return { kind: "manual", by };
	const name = cardName(card);
	return isCardExpired(card, at) ? { kind: "card_expires", card: name, at, by } : { kind: "charge", card: name, at };
}

export interface PaymentDescription {
	readonly kind: Exclude<PlannedPayment["kind"], "paid">;
	readonly text: string;
}

/** Null if nothing is left to pay. */
export function describePayment(planned: PlannedPayment | null, locale: Locale): PaymentDescription | null {
	if (planned === null || planned.kind === "paid") return null;
	return { kind: planned.kind, text: textOf(planned, (at) => formatDay(at, locale)) };
}

function textOf(planned: Exclude<PlannedPayment, { kind: "paid" }>, day: (at: number) => string): string {
	switch (planned.kind) {
		case "charge":
			return `Will be charged to ${planned.card} on ${day(planned.at)}.`;
		case "card_expires":
			return `${planned.card} will have expired by ${day(planned.at)}. Choose another card, or pay before ${day(planned.by)}.`;
		case "prompt":
			return `We send an M‑Pesa prompt to ${localMobile(planned.phone)} on ${promptMoment(planned.at)}. You approve it with your PIN.`;
		case "manual":
			return `You pay this renewal yourself, before ${day(planned.by)}.`;
	}
}
