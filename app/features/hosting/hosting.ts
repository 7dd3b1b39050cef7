import { HOUR } from "~/lib/durations";
import type { HostingType, Usage } from "./hosting-facts";

/** The colour of a usage bar. */
type UsageTone = "success" | "pending" | "danger";

export const hostingTabs = [
	{ id: "web", label: "Web Hosting" },
	{ id: "email", label: "Email Hosting" },
] as const satisfies readonly { id: HostingType; label: string }[];

export const hostingSorts = ["created", "name", "-name", "expires", "-expires"] as const;
export type HostingSort = (typeof hostingSorts)[number];

/** Whole percent. 0 without a limit. */
export function usagePercent({ used, total }: Usage): number {
	if (typeof total !== "number" || total <= 0) return 0;
	return Math.round((used / total) * 100);
}

/** Above which percentage a bar changes colour. The overview warns earlier than the list. */
const limits = {
	overview: { danger: 80, pending: 50 },
	list: { danger: 90, pending: 75 },
} as const;

export function usageTone(percent: number, place: keyof typeof limits): UsageTone {
	if (percent > limits[place].danger) return "danger";
	return percent > limits[place].pending ? "pending" : "success";
}

/** "31 of 50 GB", "18 GB, unlimited" */
function usageText({ used, total, unit }: Usage): string {
	const suffix = unit ? ` ${unit}` : "";
	return typeof total === "number" ? `${used} of ${total}${suffix}` : `${used}${suffix}, unlimited`;
}

/** Resources with new usage figures. A resource without a new figure keeps its old one. */
export const withUsage = (
	resources: Readonly<Record<string, Usage>>,
	used: Readonly<Record<string, number>>,
): Record<string, Usage> =>
	Object.fromEntries(
		Object.entries(resources).map(([key, usage]) => [key, { ...usage, used: used[key] ?? usage.used }]),
	);

/** Whether usage from this time (ms) is too old to show without reading it again. Null: never read. */
export const isUsageStale = (usageAt: number | null, now: number): boolean =>
	usageAt === null || now - usageAt >= usageMaxAgeMs;

const usageMaxAgeMs = HOUR;

const resourceNames: Readonly<Record<string, string>> = {
	disk: "Disk",
	bandwidth: "Bandwidth",
	databases: "Databases",
	domains: "Domains",
	customerAccounts: "Customer accounts",
	emailAccounts: "Email accounts",
	storage: "Storage",
	accounts: "Mailboxes",
	forwarding: "Forwarding addresses",
};

/** The name of a resource, or its key if it has none. */
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
