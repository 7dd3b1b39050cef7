import { formatDay, type Locale } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { isGeneric } from "./lifecycle";

/** `due`: it was not read yet. `pending`: the registrant has to open the registrar's link. `suspended`: they did not. */
export type RegistrantState = "due" | "pending" | "suspended";

/** Only ICANN has this rule. */
export const needsRegistrantCheck = (name: string): boolean => isGeneric(name);

/** Days before the deadline, and after it, on which customers get a reminder. */
const reminderDays = { before: [12, 7, 3, 1], after: [0, 3, 10] } as const;

/** Times in ms. */
interface Checked {
	readonly registrantCheck: RegistrantState | null;
	readonly registrantDeadline: number | null;
}

/** Whether the customer gets a reminder today. Never without a deadline. */
export function isReminderDay({ registrantCheck, registrantDeadline }: Checked, now: number): boolean {
	if (registrantDeadline === null) return false;
	const left = Math.ceil((registrantDeadline - now) / DAY);
	if (registrantCheck === "suspended") return reminderDays.after.some((days) => days === -left);
	return reminderDays.before.some((days) => days === left);
}

/** What customers see about a check. Null if they have nothing to do. */
export function registrantNotice({ registrantCheck, registrantDeadline }: Checked, reader: Locale) {
	if (registrantCheck === null || registrantCheck === "due") return null;
	return {
		isSuspended: registrantCheck === "suspended",
		/** "8 Dec 2026". Null if the registrar does not say. */
		deadline: registrantDeadline === null ? null : formatDay(registrantDeadline, reader),
	};
}

export type RegistrantNotice = NonNullable<ReturnType<typeof registrantNotice>>;
