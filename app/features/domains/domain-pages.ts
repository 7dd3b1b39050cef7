import type { DomainStatus } from "./domain-state";

export interface DomainPage {
	/** The last part of its address. */
	readonly id: string;
	readonly label: string;
	/** States of a domain in which the page can be used. */
	readonly statuses: readonly DomainStatus[];
	/** False for a page that is reached from the overview only. */
	readonly inTabs: boolean;
}

/** What is ours to keep, whatever the registry says of the name. */
const heldStatuses: readonly DomainStatus[] = ["pending", "transfer_in", "active", "expired", "redemption"];

/** States in which the registry takes changes. */
export const registeredStatuses: readonly DomainStatus[] = ["active", "expired"];

const overview: DomainPage = { id: "", label: "Overview", statuses: heldStatuses, inTabs: true };

export const domainPages: readonly DomainPage[] = [
	overview,
	{ id: "dns", label: "DNS records", statuses: heldStatuses, inTabs: true },
	{ id: "nameservers", label: "Nameservers", statuses: registeredStatuses, inTabs: true },
	{ id: "forwarding", label: "Forwarding", statuses: registeredStatuses, inTabs: true },
	{ id: "contacts", label: "Contacts", statuses: registeredStatuses, inTabs: true },
	{ id: "auth-code", label: "Authorization code", statuses: registeredStatuses, inTabs: false },
	{ id: "delete", label: "Deletion", statuses: ["active"], inTabs: false },
];

/** The page of a domain at an address: `/dashboard/domains/dom_1/dns/import` belongs to its records. */
export function domainPageAt(pathname: string): DomainPage {
	const id = pathname.split("/")[4] ?? "";
	return domainPages.find((page) => page.id === id) ?? overview;
}
