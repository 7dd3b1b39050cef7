import { DAY } from "~/lib/durations";
import type { DomainStatus } from "./domain-state";

/** Tabs of the domain list, with the statuses that they show. */
export const domainTabs = [
	{ id: "all", label: "My Domains", statuses: ["pending", "active", "expired", "redemption", "transfer_in"] },
	{ id: "active", label: "Active", statuses: ["active"] },
	{ id: "pending", label: "Pending", statuses: ["pending", "transfer_in"] },
	{ id: "expired", label: "Expired", statuses: ["expired", "redemption"] },
] as const satisfies readonly { id: string; label: string; statuses: readonly DomainStatus[] }[];

type DomainTab = (typeof domainTabs)[number]["id"];
export type DomainCounts = Readonly<Record<DomainTab, number>>;

export const domainSorts = ["name", "-name", "expires", "-expires", "status", "-status"] as const;
export type DomainSort = (typeof domainSorts)[number];

/** Statuses that a tab shows. */
export const statusesOf = (tab: DomainTab): readonly DomainStatus[] =>
	domainTabs.find(({ id }) => id === tab)?.statuses ?? [];

/** Counts the domains of each tab. */
export function countTabs(byStatus: readonly { status: DomainStatus; count: number }[]): DomainCounts {
	const total = (tab: DomainTab) =>
		byStatus.filter(({ status }) => statusesOf(tab).includes(status)).reduce((sum, { count }) => sum + count, 0);
	return { all: total("all"), active: total("active"), pending: total("pending"), expired: total("expired") };
}

/** Milliseconds before its expiry from which a domain counts as expiring soon. */
export const dueWithin = 30 * DAY;

/** Whether a domain is active and expires within 30 days. `now` in ms. */
export const expiresSoon = ({ status, expiresAt }: { status: DomainStatus; expiresAt: number | null }, now: number) =>
	status === "active" && expiresAt !== null && expiresAt - now < dueWithin;
