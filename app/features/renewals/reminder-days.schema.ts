import { settings } from "~/features/catalog/settings";
import { graceDays } from "~/features/domains/lifecycle";
import type { Failure, Result } from "~/lib/result";
import { type ReminderGroup, reminderGroups } from "./reminder-days";
import { monthlyLeadDays } from "./renewal-invoice";

/** At most so many days of a kind, each a search of all domains. */
const mostDays = 8;

interface Rules {
	/** Days are before a date, not after it. */
	readonly isBefore: boolean;
	readonly most: number;
	/** One of the days has to be from the first to the second. */
	readonly required: readonly (readonly [from: number, to: number, reason: string])[];
}

const week = [5, 10, "ICANN requires a reminder about a week before a domain expires (ERRP)."] as const;

/** ICANN's Expired Registration Recovery Policy says "approximately" a month and a week. */
const rules: Readonly<Record<ReminderGroup, Rules>> = {
	before: {
		isBefore: true,
		most: 90,
		required: [[26, 35, "ICANN requires a reminder about a month before a domain expires (ERRP)."], week],
	},
	// The invoice, which is issued 30 days before, is the reminder of that month.
	autoRenew: { isBefore: true, most: 90, required: [week] },
	after: {
		isBefore: false,
		most: graceDays("com") - 1,
		required: [[1, 5, "ICANN requires a reminder within five days after a domain has expired (ERRP)."]],
	},
	kenyan: {
		isBefore: false,
		most: graceDays("ke") - 1,
		required: [[1, 13, "KeNIC suspends a name 14 days after it has expired."]],
	},
	// An invoice is not issued earlier than that.
	invoice: { isBefore: true, most: Math.min(settings.paymentDays, monthlyLeadDays) - 1, required: [] },
	plan: { isBefore: true, most: 30, required: [] },
};

function readDays(text: string, { isBefore, most, required }: Rules): Result<number[], string> {
	const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
	if (parts.length === 0) return { ok: false, error: "Enter at least one day." };
	if (!parts.every((part) => /^\d{1,3}$/.test(part))) return { ok: false, error: "Enter days such as 30, 7, 1." };
	const days = [...new Set(parts.map(Number))];
	if (days.some((day) => day < 1 || day > most)) return { ok: false, error: `Enter days from 1 to ${most}.` };
	if (days.length > mostDays) return { ok: false, error: `Enter at most ${mostDays} days.` };
	const missing = required.find(([from, to]) => !days.some((day) => day >= from && day <= to));
	if (missing) return { ok: false, error: `Add a day from ${missing[0]} to ${missing[1]}. ${missing[2]}` };
	return { ok: true, value: days.map((day) => (isBefore ? -day : day)) };
}

export type WantedDays = Readonly<Record<ReminderGroup, readonly number[]>>;

/** The days of a form, negative before a date. A failure names each field. */
export function readReminderDays(form: FormData): Result<WantedDays> {
	const fields: Record<string, string> = {};
	const days = reminderGroups.map((group) => {
		const sent = form.get(group);
		const read = readDays(typeof sent === "string" ? sent : "", rules[group]);
		if (!read.ok) fields[group] = read.error;
		return [group, read.ok ? read.value : []] as const;
	});
	const [first] = Object.values(fields);
	if (first === undefined) return { ok: true, value: Object.fromEntries(days) as Record<ReminderGroup, number[]> };
	const failure: Failure = { kind: "invalid", message: first, fields };
	return { ok: false, error: failure };
}
