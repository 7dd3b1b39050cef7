import type { DomainStatus } from "./domain-state";

export interface DomainPage {
	/** The last part of its address. */
	readonly id: string;
	readonly label: string;
	/** States of a domain in which the page can be used. */
	readonly open: readonly DomainStatus[];
	/** Reached from another page, not from the tabs. */
	readonly aside?: true;
}

/** What is ours to keep, whatever the registry says of the name. */
const held: readonly DomainStatus[] = ["pending", "transfer_in", "active", "expired", "redemption"];

/** States in which the registry takes changes. */
export const registeredStatuses: readonly DomainStatus[] = ["active", "expired"];

const overview: DomainPage = { id: "", label: "Overview", open: held };

export const domainPages: readonly DomainPage[] = [
	overview,
	{ id: "dns", label: "DNS records", open: held },
	{ id: "nameservers", label: "Nameservers", open: registeredStatuses },
	{ id: "forwarding", label: "Forwarding", open: registeredStatuses },
	{ id: "contacts", label: "Contacts", open: registeredStatuses },
	{ id: "auth-code", label: "Authorization code", open: registeredStatuses, aside: true },
	{ id: "delete", label: "Deletion", open: ["active"], aside: true },
];

/** The page of a domain at an address: `/dashboard/domains/dom_1/dns/import` belongs to its records. */
export function domainPageAt(pathname: string): DomainPage {
	const id = pathname.split("/")[4] ?? "";
	return domainPages.find((page) => page.id === id) ?? overview;
}
