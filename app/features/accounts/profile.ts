import { registrationCountries } from "./countries";

/** The portal's own list, then the countries where accounts are opened and it does not name. */
export const profileCountries = [
	...new Set([
		"United States",
		"Canada",
		"United Kingdom",
		"Australia",
		"Germany",
		"France",
		"Kenya",
		"Nigeria",
		"South Africa",
		...registrationCountries,
	]),
] as readonly string[];

export const timezones = [
	{ id: "America/New_York", name: "US Eastern" },
	{ id: "America/Chicago", name: "US Central" },
	{ id: "America/Denver", name: "US Mountain" },
	{ id: "America/Los_Angeles", name: "US Pacific" },
	{ id: "Europe/London", name: "London" },
	{ id: "Africa/Nairobi", name: "Nairobi" },
] as const;

/** Governs number and date formats; texts are English. */
export const languages = [
	{ id: "en-US", name: "English (US)" },
	{ id: "en-GB", name: "English (UK)" },
	{ id: "fr", name: "French" },
	{ id: "de", name: "German" },
	{ id: "es", name: "Spanish" },
	{ id: "sw", name: "Swahili" },
] as const;

export const settingsMessages = {
	profile: "Profile information updated successfully!",
	password: "Password updated successfully!",
	session: "That sign-in has ended.",
} as const;
