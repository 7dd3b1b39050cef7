import { formatDistance, formatMoment } from "../../lib/dates";
import type { Customer } from "./customer";
import { settingsMessages } from "./profile";
import type { SessionEntry } from "./session";

interface SettingsViewInput {
	tab: "profile" | "security";
	saved: keyof typeof settingsMessages | undefined;
	customer: Customer;
	sessions: readonly SessionEntry[];
	now: number;
}

export type SettingsView = ReturnType<typeof settingsView>;

/** The settings page in its customer's words. */
export function settingsView({ tab, saved, customer, sessions, now }: SettingsViewInput) {
	const { email, firstName, lastName, phone, company, country, timezone, language } = customer;
	return {
		tab,
		message: saved ? settingsMessages[saved] : null,
		email,
		profile: { firstName, lastName, phone: phone ?? "", company: company ?? "", country, timezone, language },
		sessions: sessions.map(({ id, current, device, place, createdAt, seenAt }) => ({
			id,
			current,
			device,
			place,
			signedIn: formatMoment(createdAt, customer),
			seen: formatDistance(seenAt, now, language),
		})),
	};
}
