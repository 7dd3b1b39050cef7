import { formatDay, type Locale } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import type { HostingStatus } from "./hosting-state";

/** How long a plan keeps running after its invoice was due, and after the email with the invoice. */
export const suspensionGraceMs = 3 * DAY;

/** Why a cancelled plan has ended, as its customer and staff read it. */
export const cancelledReason = "Cancelled at the end of its term.";

interface PlanTerm {
	readonly status: HostingStatus;
	/** In ms. */
	readonly expiresAt: number | null;
	readonly cancelledAt: number | null;
	/** Null unless staff have ended it, or it was cancelled and its term is over. */
	readonly endedReason?: string | null;
}

/** Whether the plan still runs although its term is over and not paid again. */
export const isOverdue = ({ status, expiresAt, cancelledAt }: PlanTerm, now: number): boolean =>
	status === "active" && cancelledAt === null && expiresAt !== null && expiresAt <= now;

/** The scheduled item that suspends an unpaid plan. Its key makes sure that each expiry is queued once. */
export const unpaidPlanItem = ({ id, expiresAt }: { readonly id: string; readonly expiresAt: number }) => ({
	payload: { id, expiresAt },
	once: `${id}:${expiresAt}`,
});

/** A plan's status as its customer sees it. */
export type PlanState = HostingStatus | "expired";

export function planState(plan: PlanTerm, now: number): PlanState {
	if (plan.endedReason) return "terminated";
	return isOverdue(plan, now) ? "expired" : plan.status;
}

interface UnpaidPlan extends PlanTerm {
	readonly name: string;
	readonly keptUntil: number | null;
	/** Null unless staff have suspended it. */
	readonly suspendedReason?: string | null;
	/** In ms. Null if the suspension ends by hand. */
	readonly suspendedUntil?: number | null;
}

/** What staff typed, with a full stop. */
const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What a customer reads about a plan that has ended, or that staff have suspended. Null for any other plan. */
export function stopNotice(
	{ name, endedReason, keptUntil, suspendedReason, suspendedUntil = null }: UnpaidPlan,
	locale: Locale,
): { readonly title: string; readonly text: string } | null {
	if (suspendedReason) {
		const until = suspendedUntil === null ? "" : ` until ${formatDay(suspendedUntil, locale)}`;
		return {
			title: `${name} is suspended${until}.`,
			text: `Its websites and mailboxes do not work. Its content is kept. Reason: ${asSentence(suspendedReason)}`,
		};
	}
	if (!endedReason) return null;
	const day = keptUntil === null ? null : formatDay(keptUntil, locale);
	const kept = day === null ? "" : ` We keep its content until ${day}. If you need a copy, contact us before that day.`;
	return {
		title: `${name} has ended.`,
		text: `Its websites and mailboxes do not work.${kept} Reason: ${asSentence(endedReason)}`,
	};
}

/** What a customer reads about a plan that is not paid. Null for any other plan. */
export function unpaidNotice(
	{ name, keptUntil, ...plan }: UnpaidPlan,
	now: number,
	locale: Locale,
): { readonly title: string; readonly text: string } | null {
	if (plan.endedReason || plan.suspendedReason) return null;
	if (plan.status === "suspended") {
		const kept = keptUntil === null ? "" : ` We keep its content until ${formatDay(keptUntil, locale)}.`;
		return {
			title: `${name} is suspended because its renewal is not paid.`,
			text: `Its websites and mailboxes do not work. Pay to use it again.${kept}`,
		};
	}
	if (plan.expiresAt === null || !isOverdue(plan, now)) return null;
	return {
		title: `${name} expired on ${formatDay(plan.expiresAt, locale)}.`,
		text: "It still works. Pay for its renewal now, or we suspend it in the next days.",
	};
}
