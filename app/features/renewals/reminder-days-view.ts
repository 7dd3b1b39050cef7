import { currentDays, type ReminderDays, type ReminderGroup } from "./reminder-days";

/** In the order of the form. */
const fields: readonly { readonly name: ReminderGroup; readonly label: string; readonly hint: string }[] = [
	{
		name: "before",
		label: "Domain without auto-renew",
		hint: "Days before it expires. ICANN requires one about a month and one about a week before (ERRP).",
	},
	{
		name: "autoRenew",
		label: "Domain with auto-renew",
		hint: "Days before it expires. One about a week before. Its invoice comes a month before.",
	},
	{
		name: "after",
		label: "Expired domain",
		hint: "Days after it expired. ICANN requires one within five days (ERRP).",
	},
	{
		name: "kenyan",
		label: "Expired domain under .ke",
		hint: "Days after it expired. One before day 14, when KeNIC suspends it.",
	},
	{ name: "invoice", label: "Open invoice", hint: "Days before it is due." },
	{ name: "plan", label: "Unpaid hosting plan", hint: "Days before its content is deleted." },
];

/** The setting as fields of its form. */
export const reminderDaysView = ({ days, version }: { readonly days: ReminderDays; readonly version: number }) => ({
	version,
	fields: fields.map((field) => {
		const current = currentDays(days[field.name]).map(Math.abs);
		return { ...field, value: current.join(", ") };
	}),
});

export type ReminderDaysView = ReturnType<typeof reminderDaysView>;
