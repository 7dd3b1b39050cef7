export const timezones = [
	{ id: "Africa/Nairobi", name: "Nairobi (East Africa Time)" },
	{ id: "Africa/Kampala", name: "Kampala" },
	{ id: "Africa/Dar_es_Salaam", name: "Dar es Salaam" },
	{ id: "Africa/Addis_Ababa", name: "Addis Ababa" },
	{ id: "Africa/Mogadishu", name: "Mogadishu" },
	{ id: "Africa/Kigali", name: "Kigali (Central Africa Time)" },
	{ id: "Africa/Bujumbura", name: "Bujumbura" },
	{ id: "Africa/Juba", name: "Juba" },
	{ id: "Africa/Lubumbashi", name: "Lubumbashi" },
	{ id: "Africa/Johannesburg", name: "Johannesburg" },
	{ id: "Africa/Lagos", name: "Lagos (West Africa Time)" },
	{ id: "Africa/Accra", name: "Accra" },
	{ id: "Europe/London", name: "London" },
	{ id: "Europe/Berlin", name: "Berlin, Paris" },
	{ id: "Asia/Dubai", name: "Dubai" },
	{ id: "Asia/Kolkata", name: "India" },
	{ id: "America/New_York", name: "US Eastern" },
	{ id: "America/Chicago", name: "US Central" },
	{ id: "America/Denver", name: "US Mountain" },
	{ id: "America/Los_Angeles", name: "US Pacific" },
	{ id: "Australia/Sydney", name: "Sydney" },
	{ id: "UTC", name: "UTC" },
] as const;

/** Sets number and date formats. Texts are always English. */
export const languages = [
	{ id: "en-KE", name: "English (Kenya)" },
	{ id: "en-GB", name: "English (UK)" },
	{ id: "en-US", name: "English (US)" },
	{ id: "sw", name: "Swahili" },
	{ id: "am", name: "Amharic" },
	{ id: "so", name: "Somali" },
	{ id: "fr", name: "French" },
	{ id: "de", name: "German" },
	{ id: "es", name: "Spanish" },
] as const;

/** The displayed name of a profile value. */
export function settingName(setting: string, value: string): string {
	const list: readonly { readonly id: string; readonly name: string }[] =
		setting === "timezone" ? timezones : setting === "language" ? languages : [];
	return list.find(({ id }) => id === value)?.name ?? value;
}

/** Messages of the settings pages after a change. */
export const settingsMessages = {
	profile: "Profile information updated successfully!",
	password: "Password updated successfully!",
	session: "That device was signed out.",
	sessions: "All other devices were signed out.",
	"email-sent": "We sent a link to each of the two addresses.",
	"email-on": "We send emails to your address again.",
	"email-kept": "Your email address stays the same.",
	kept: "Your account stays open. Turn auto-renew on again for the domains you want to keep.",
	"passkey-added": "The passkey was added.",
	"passkey-removed": "The passkey was removed.",
	"two-factor-off": "Two-step sign-in is off.",
	preferences: "Notification preferences updated successfully!",
	phone: "The number was removed.",
	billing: "Billing information updated successfully!",
	"billing-email": "We sent a link to the address. It gets your invoices as soon as it is confirmed.",
	"billing-email-removed": "The address was removed. It gets no more invoices.",
	"member-change-role": "The role was changed. They have to open your account again.",
	"member-remove": "Removed. They can't use your account any more.",
	"member-cancel": "Invitation cancelled.",
	"member-accept": "You can use the account now.",
	"member-decline": "You refused the invitation.",
	"member-leave": "You gave up your access.",
	prompts: "M-Pesa prompts are on.",
	"prompts-off": "M-Pesa prompts are off. You pay each invoice yourself.",
} as const;

export type SettingsChange = keyof typeof settingsMessages;
