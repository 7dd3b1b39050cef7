import { formatDay, type Locale } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import type { DomainStatus } from "./domain-state";
import { isGeneric } from "./lifecycle";

/**
 * `due`: it was not read yet. `pending`: the registrant has to open the link. `suspended`: they did not. `confirmed`: they
 * did, and the suspension ends with the next reading.
 */
export type RegistrantState = "due" | "pending" | "suspended" | "confirmed";

/** Only ICANN has this rule. */
export const needsRegistrantCheck = (name: string): boolean => isGeneric(name);

/** How long a registrant has for the link that we send (WHOIS Accuracy Program Specification, section 1). */
export const confirmationDays = 15;

/** Days before the deadline (negative), and after it, on which customers get a reminder. */
export const registrantReminderDays = { pending: [-12, -7, -3, -1], suspended: [3, 10] } as const;

/** A reminder that is more overdue than this is not sent. */
const maxDelayMs = 2 * DAY;

/** Times in ms. */
interface Checked {
	readonly registrantCheck: RegistrantState | null;
	readonly registrantDeadline: number | null;
}

/** Whether the registrant has something to do. */
export const isOpen = (state: RegistrantState | null): state is "pending" | "suspended" =>
	state === "pending" || state === "suspended";

interface Registered {
	readonly status: DomainStatus;
	readonly registrantCheck: RegistrantState | null;
}

/** Whether the domain's website and email do not work, because the registrant did not open the link. */
export const isSuspended = ({ status, registrantCheck }: Registered): boolean =>
	status === "active" && registrantCheck === "suspended";

/** The stage of the reminder that is due at this time, as the time from which it is due (ms). Null without a deadline. */
export function registrantReminder({ registrantCheck, registrantDeadline }: Checked, time: number): number | null {
	if (registrantDeadline === null || !isOpen(registrantCheck)) return null;
	const stages = registrantReminderDays[registrantCheck].map((day) => registrantDeadline + day * DAY);
	return stages.findLast((stage) => stage <= time && time - stage < maxDelayMs) ?? null;
}

/** What customers see about a check. Null if they have nothing to do. */
export function registrantNotice({ registrantCheck, registrantDeadline }: Checked, reader: Locale) {
	if (!isOpen(registrantCheck)) return null;
	return {
		isSuspended: registrantCheck === "suspended",
		/** "8 Dec 2026". Null if the registrar does not say. */
		deadline: registrantDeadline === null ? null : formatDay(registrantDeadline, reader),
	};
}

export type RegistrantNotice = NonNullable<ReturnType<typeof registrantNotice>>;
