import { domainPrice, renewalPrice } from "~/features/catalog/domain-prices";

/** What GET /api/domains/search answers, a line for each name; the test asks it and compares. */
export const sampleAnswers: readonly string[] = [
	{
		domain: "mamaneema.co.ke",
		tld: "co.ke",
		state: "available",
		available: true,
		price: domainPrice("co.ke"),
		renewal: renewalPrice("co.ke"),
	},
	{ domain: "mamaneema.com", tld: "com", state: "taken", available: false, price: null, renewal: null },
].map((answer) => `${JSON.stringify(answer).slice(0, -1)}, …}`);

const refusal = "“!” can't be in a domain name. Use letters, digits and hyphens.";

export const sampleRefusal: readonly string[] = [JSON.stringify({ error: refusal, fields: { q: refusal } }, null, 2)];
