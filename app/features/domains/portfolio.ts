import { DAY } from "~/lib/durations";
import type { DomainStatus } from "./domain-state";

/** The rules of a customer's list of domains. */
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

/** What each order goes by, and from which end. */
export const domainOrders = {
	name: { by: "name", direction: "asc" },
	"-name": { by: "name", direction: "desc" },
	expires: { by: "expires", direction: "asc" },
	"-expires": { by: "expires", direction: "desc" },
	status: { by: "status", direction: "asc" },
	"-status": { by: "status", direction: "desc" },
} as const satisfies Readonly<Record<DomainSort, { by: string; direction: "asc" | "desc" }>>;

/** The states that a tab of the list holds. */
export const statusesOf = (tab: DomainTab): readonly DomainStatus[] =>
	domainTabs.find(({ id }) => id === tab)?.statuses ?? [];

/** How many domains each tab holds. */
export function countTabs(byStatus: readonly { status: DomainStatus; count: number }[]): DomainCounts {
	const total = (tab: DomainTab) =>
		byStatus.filter(({ status }) => statusesOf(tab).includes(status)).reduce((sum, { count }) => sum + count, 0);
	return { all: total("all"), active: total("active"), pending: total("pending"), expired: total("expired") };
}

/** Milliseconds before its end at which a domain is due. */
export const dueWithin = 30 * DAY;

/** Active, and due within thirty days. */
export const expiresSoon = ({ status, expiresAt }: { status: DomainStatus; expiresAt: number | null }, now: number) =>
	status === "active" && expiresAt !== null && expiresAt - now < dueWithin;
