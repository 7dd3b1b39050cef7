import type { HostingType, Usage } from "./hosting-facts";

/** The colour of a usage bar. */
type UsageTone = "success" | "pending" | "danger";

export const hostingTabs = [
	{ id: "web", label: "Web Hosting" },
	{ id: "email", label: "Email Hosting" },
] as const satisfies readonly { id: HostingType; label: string }[];

/** Whole percent; 0 where there is no limit. */
export function usagePercent({ used, total }: Usage): number {
	if (typeof total !== "number" || total <= 0) return 0;
	return Math.round((used / total) * 100);
}

/** From which percentage on a bar warns: the overview warns earlier than the list. */
const limits = {
	overview: { danger: 80, pending: 50 },
	list: { danger: 90, pending: 75 },
} as const;

/** The colour of a usage bar: `place` has its own bounds, in percent. */
export function usageTone(percent: number, place: keyof typeof limits): UsageTone {
	if (percent > limits[place].danger) return "danger";
	return percent > limits[place].pending ? "pending" : "success";
}

/** "31 of 50 GB", "18 GB, unlimited" */
function usageText({ used, total, unit }: Usage): string {
	const suffix = unit ? ` ${unit}` : "";
	return typeof total === "number" ? `${used} of ${total}${suffix}` : `${used}${suffix}, unlimited`;
}

/** Resources with what is used of them now; of what nobody counted, as it was. */
export const withUsage = (
	resources: Readonly<Record<string, Usage>>,
	used: Readonly<Record<string, number>>,
): Record<string, Usage> =>
	Object.fromEntries(
		Object.entries(resources).map(([key, usage]) => [key, { ...usage, used: used[key] ?? usage.used }]),
	);

const resourceNames: Readonly<Record<string, string>> = {
	disk: "Disk",
	bandwidth: "Bandwidth",
	databases: "Databases",
	domains: "Domains",
	emailAccounts: "Email accounts",
	storage: "Storage",
	accounts: "Mailboxes",
	forwarding: "Forwarding addresses",
};

/** A resource as customers call it; its key where we have no word for it. */
export const resourceName = (key: string): string => resourceNames[key] ?? key;

export interface ResourceBar {
	readonly name: string;
	readonly text: string;
	readonly percent: number;
	readonly tone: UsageTone;
}

/** A plan's resources as bars, in the order they are stored. */
export function resourceBars(resources: Readonly<Record<string, Usage>>, place: keyof typeof limits): ResourceBar[] {
	return Object.entries(resources).map(([key, usage]) => {
		const percent = usagePercent(usage);
		return { name: resourceName(key), text: usageText(usage), percent, tone: usageTone(percent, place) };
	});
}

export const controlPanel: Readonly<Record<HostingType, string>> = { web: "Hosting control panel", email: "Webmail" };
