import { kes } from "~/lib/money";
import { email, freeDomain, moneyBack, panelFeatures } from "./plan-features";
import type { Plan } from "./product";

/**
 * The price list gives monthly prices only, but the free first-year domain needs an annual term. A year therefore
 * costs twelve months, without a discount.
 */
const prices = (shillings: number): Plan["prices"] => ({
	monthly: { KES: kes(shillings) },
	annual: { KES: kes(shillings * 12) },
});

export const sharedPlans: readonly Plan[] = [
	{
		id: "shared-starter",
		kind: "plan",
		family: "shared",
		name: "Starter Hosting",
		description: "One website, with everything it needs.",
		prices: prices(2800),
		resources: { websites: 1 },
		features: ["1 website", email, ...panelFeatures, moneyBack],
	},
	{
		id: "shared-business",
		kind: "plan",
		family: "shared",
		name: "Business Hosting",
		description: "As many websites as you like.",
		prices: prices(4200),
		highlight: "Most popular",
		freeDomain: true,
		resources: { websites: "Unlimited" },
		features: ["Unlimited websites", freeDomain, email, ...panelFeatures, moneyBack],
	},
	{
		id: "shared-pro",
		kind: "plan",
		family: "shared",
		name: "Professional Hosting",
		description: "For shops and busy sites.",
		prices: prices(6000),
		freeDomain: true,
		resources: { websites: "Unlimited" },
		features: ["Unlimited websites", freeDomain, email, ...panelFeatures, moneyBack],
	},
];
