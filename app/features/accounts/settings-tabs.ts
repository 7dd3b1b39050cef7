const base = "/dashboard/account-settings";

/** The settings pages, each with an address of its own. */
export const settingsTabs = [
	{ id: "profile", label: "Profile", href: base },
	{ id: "security", label: "Security", href: `${base}/security` },
	{ id: "notifications", label: "Notifications", href: `${base}/notifications` },
	{ id: "billing", label: "Billing", href: `${base}/billing` },
	{ id: "activity", label: "Activity", href: `${base}/activity` },
	{ id: "your-data", label: "Your data", href: `${base}/your-data` },
] as const;

type SettingsTab = (typeof settingsTabs)[number];

/** The tab that an address belongs to, its sub-pages included. */
export function settingsTabOf(pathname: string): SettingsTab {
	const [segment = ""] = pathname.slice(base.length + 1).split("/");
	return settingsTabs.find(({ id }) => id === segment) ?? settingsTabs[0];
}
