import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";

const available = {
	domain: "mamaneema.co.ke",
	tld: "co.ke",
	state: "available",
	available: true,
	price: domainPrice("co.ke"),
	renewal: renewalPrice("co.ke"),
};

/** Sample answers of our API. tests/e2e/figures.e2e.ts compares them with real ones. */
export const samples = {
	search: [
		"$ curl -s -G https://kikoa.example/api/domains/search \\",
		"    -d q=mamaneema -d tlds=co.ke,com |",
		"    jq -c '[.domain, .state, .price.amount]'",
		JSON.stringify([available.domain, available.state, available.price.amount]),
		JSON.stringify(["mamaneema.com", "taken", null]),
	],
	answer: [`${JSON.stringify(available, null, 2).slice(0, -2)},`, "  …", "}"],
	refusal: [
		"$ curl -s 'https://kikoa.example/api/domains/search?q=mama!neema' | jq -r .error",
		"“!” can't be in a domain name. Use letters, digits and hyphens.",
	],
} as const;
