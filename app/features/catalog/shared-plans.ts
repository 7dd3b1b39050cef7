import { kes } from "~/lib/money";
import { email, freeDomain, moneyBack, panelFeatures } from "./plan-features";
import type { Plan } from "./product";

/**
 * The shared hosting page's plans, priced by the month. The free first-year domain belongs to annual plans, and no
 * annual price is given: a year is twelve months, without an invented discount.
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
		description: "One website, everything it needs.",
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
