import type { DomainStatus } from "./domain-state";

export interface DomainPage {
	/** Path segment after the domain's id. */
	readonly id: string;
	readonly label: string;
	/** Statuses of a domain in which the page is available. */
	readonly statuses: readonly DomainStatus[];
	/** False for a page that is reached from the overview only. */
	readonly inTabs: boolean;
}

/** Statuses of a domain that is in an account. */
const ownedStatuses: readonly DomainStatus[] = ["pending", "transfer_in", "active", "expired", "redemption"];

/** Statuses in which the registry accepts changes. */
export const registeredStatuses: readonly DomainStatus[] = ["active", "expired"];

const overview: DomainPage = { id: "", label: "Overview", statuses: ownedStatuses, inTabs: true };

export const domainPages: readonly DomainPage[] = [
	overview,
	{ id: "dns", label: "DNS records", statuses: ownedStatuses, inTabs: true },
	{ id: "nameservers", label: "Nameservers", statuses: registeredStatuses, inTabs: true },
	{ id: "forwarding", label: "Forwarding", statuses: registeredStatuses, inTabs: true },
	{ id: "contacts", label: "Contacts", statuses: registeredStatuses, inTabs: true },
	{ id: "auth-code", label: "Authorization code", statuses: registeredStatuses, inTabs: false },
	{ id: "push", label: "Move to another customer", statuses: ["active"], inTabs: false },
	{ id: "delete", label: "Deletion", statuses: ["active"], inTabs: false },
];

/** Finds the page of a path: DNS records for `/dashboard/domains/dom_1/dns/import`. The overview if it has none. */
export function domainPageAt(pathname: string): DomainPage {
	const id = pathname.split("/")[4] ?? "";
	return domainPages.find((page) => page.id === id) ?? overview;
}
