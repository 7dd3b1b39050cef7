/** The pages of one domain: the last part of the address, and its tab. */
export const domainPages = [
	{ id: "", label: "Overview" },
	{ id: "dns", label: "DNS records" },
	{ id: "nameservers", label: "Nameservers" },
	{ id: "forwarding", label: "Forwarding" },
	{ id: "contacts", label: "Contacts" },
] as const;
