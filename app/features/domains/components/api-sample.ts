import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";

const available = () => ({
	domain: "mamaneema.co.ke",
	tld: "co.ke",
	state: "available",
	available: true,
	price: domainPrice("co.ke"),
	renewal: renewalPrice("co.ke"),
});

/** Sample answers of our API. tests/e2e/figures.e2e.ts compares them with real ones. */
export const searchSample = (): readonly string[] => {
	const { domain, state, price } = available();
	return [
		"$ curl -s -G https://kikoa.example/api/domains/search \\",
		"    -d q=mamaneema -d tlds=co.ke,com |",
		"    jq -c '[.domain, .state, .price.amount]'",
		JSON.stringify([domain, state, price.amount]),
		JSON.stringify(["mamaneema.com", "taken", null]),
	];
};

export const answerSample = (): readonly string[] => [
	`${JSON.stringify(available(), null, 2).slice(0, -2)},`,
	"  …",
	"}",
];

export const refusalSample = [
	"$ curl -s 'https://kikoa.example/api/domains/search?q=mama!neema' | jq -r .error",
	"“!” can't be in a domain name. Use letters, digits and hyphens.",
] as const;
