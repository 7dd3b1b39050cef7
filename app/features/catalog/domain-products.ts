import type { DomainProduct } from "./product";

export const domainProducts: readonly DomainProduct[] = [
	{
		id: "domain-registration",
		kind: "registration",
		name: "Domain registration",
		description: "With free WHOIS privacy, DNS management and forwarding.",
	},
	{
		id: "domain-transfer",
		kind: "transfer",
		name: "Domain transfer",
		description: "Moves a domain to us and adds one year. Takes 5 to 7 days.",
	},
	{
		id: "domain-renewal",
		kind: "renewal",
		name: "Domain renewal",
		description: "Renews a domain for one or more years.",
	},
];
