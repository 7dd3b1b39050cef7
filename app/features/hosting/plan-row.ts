import type { AddonRow } from "~/features/addons/addon-row";
import type { RenewalOffer } from "~/features/cart/renewal-offer";
import { toUnicode } from "~/features/domains/to-unicode";
import type { PaymentDescription } from "~/features/payments/renewal-charge";
import { formatDay, formatDistance, type Locale } from "~/lib/dates";
import { type Currency, formatMoney, money } from "~/lib/money";
import { controlPanel, resourceBars } from "./hosting";
import { type HostingType, isRunByStaff, type Usage } from "./hosting-facts";
import type { HostingStatus } from "./hosting-state";
import { listAlternatives } from "./plan-alternatives";
import { isConnecting } from "./plan-domain";
import { planState, stopNotice, unpaidNotice } from "./suspension";

interface Row {
	id: string;
	productId: string;
	name: string;
	type: HostingType;
	domain: string | null;
	domainProvenAt: number | null;
	domainPendingSince: number | null;
	status: HostingStatus;
	ip: string | null;
	resources: Record<string, Usage>;
	usageAt: number | null;
	features: string[];
	price: number;
	currency: Currency;
	termMonths: number;
	createdAt: number;
	expiresAt: number | null;
	cancelledAt: number | null;
	keptUntil: number | null;
	endedReason: string | null;
	suspendedReason: string | null;
	suspendedUntil: number | null;
}

export type PlanRow = ReturnType<typeof planRow> & {
	/** "30 days": how long its content is kept after its end. */
	readonly keptFor: string;
	/** Of the resource usage. The next four are only for the open row. */
	readonly usageAge: string | null;
	readonly addons: readonly AddonRow[];
	readonly renew: RenewalOffer | null;
	readonly payment: PaymentDescription | null;
};

/** A hosting plan for its row and the details below it. */
export function planRow(plan: Row, now: number, locale: Locale) {
	const { id, name, type, domain, status, features } = plan;
	const price = formatMoney(money(plan.price, plan.currency), locale.language);
	return {
		id,
		name,
		type,
		domain: domain && toUnicode(domain),
		/** The name whose cloth is shown. */
		cloth: domain,
		/** Whether it has a domain whose control is not proven yet. */
		unconnected: status === "active" && domain !== null && plan.domainProvenAt === null,
		/** Whether the hosting server has not confirmed the domain yet. */
		connecting: status === "active" && isConnecting(plan),
		status,
		state: planState(plan, now),
		/** Null unless its term is over and not paid again. */
		unpaid: unpaidNotice(plan, now, locale),
		/** Null unless it has ended, or staff have suspended it. */
		notice: stopNotice(plan, locale),
		features,
		expires: expiryText(plan, locale),
		renewal: renewalText(plan, now, locale),
		cancelled: plan.cancelledAt !== null,
		changeable: status === "active" && plan.cancelledAt === null && listAlternatives(plan).length > 0,
		price: `${price} ${termName(plan.termMonths)}`,
		bars: isRunByStaff(plan.productId) ? [] : resourceBars(plan.resources, "list"),
		facts: {
			created: formatDay(plan.createdAt, locale),
			ip: plan.ip ?? "Not assigned",
			panel: isRunByStaff(plan.productId) ? null : controlPanel[type],
		},
	};
}

/** "Updated 3 hours ago." Null for a plan that is not active. */
export function usageAge(
	{ status, usageAt }: Pick<Row, "status" | "usageAt">,
	now: number,
	locale: Locale,
): string | null {
	if (status !== "active") return null;
	return usageAt === null ? "Not measured yet." : `Updated ${formatDistance(usageAt, now, locale)}.`;
}

const expiryText = ({ expiresAt }: Pick<Row, "expiresAt">, locale: Locale): string =>
	expiresAt === null ? "–" : formatDay(expiresAt, locale);

type Term = Pick<Row, "expiresAt" | "cancelledAt" | "endedReason">;

function renewalWord({ expiresAt, cancelledAt, endedReason }: Term, now: number) {
	const isOver = expiresAt !== null && expiresAt <= now;
	if (cancelledAt !== null) return isOver ? "Ended" : "Ends";
	return isOver && endedReason === null ? "Due" : "Renews";
}

/** For a column that is named "Renews": "12 Mar 2027", "Due 12 Mar 2027", or "Ends" or "Ended" if it is cancelled. */
export function renewalText(plan: Term, now: number, locale: Locale): string {
	const word = renewalWord(plan, now);
	return word === "Renews" ? expiryText(plan, locale) : `${word} ${expiryText(plan, locale)}`;
}

/** As `renewalText`, but "Renews 12 Mar 2027". */
export const renewalNote = (plan: Term, now: number, locale: Locale): string =>
	`${renewalWord(plan, now)} ${expiryText(plan, locale)}`;

/** "a month", as in "$12.99 a month". */
export function termName(months: number): string {
	if (months === 1) return "a month";
	return months === 12 ? "a year" : `every ${months} months`;
}
