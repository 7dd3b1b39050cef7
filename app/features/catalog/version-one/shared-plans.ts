import { kes } from "~/lib/money";
import { email, freeDomain, moneyBack, panelFeatures, sizeFeatures } from "../plan-features";
import type { Plan, PlanResources } from "../product";

/**
 * The price list gives monthly prices only, but the free first-year domain needs an annual term. A year therefore
 * costs twelve months, without a discount.
 */
const prices = (shillings: number): Plan["prices"] => ({
	monthly: { KES: kes(shillings) },
	annual: { KES: kes(shillings * 12) },
});

/** The price list gives the number of websites only. The other sizes are our decision. */
const resources = {
	starter: { websites: 1, diskGb: 50, emailAccounts: 25 },
	business: { websites: "Unlimited", diskGb: 100, emailAccounts: 100 },
	professional: { websites: "Unlimited", diskGb: 200, emailAccounts: "Unlimited" },
} as const satisfies Record<string, PlanResources>;

export const sharedPlans: readonly Plan[] = [
	{
		id: "shared-starter",
		kind: "plan",
		family: "shared",
		name: "Starter Hosting",
		description: "One website, with everything it needs.",
		prices: prices(2800),
		resources: resources.starter,
		features: [...sizeFeatures(resources.starter), email, ...panelFeatures, moneyBack],
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
		resources: resources.business,
		features: [...sizeFeatures(resources.business), freeDomain, email, ...panelFeatures, moneyBack],
	},
	{
		id: "shared-pro",
		kind: "plan",
		family: "shared",
		name: "Professional Hosting",
		description: "For shops and busy sites.",
		prices: prices(6000),
		freeDomain: true,
		resources: resources.professional,
		features: [...sizeFeatures(resources.professional), freeDomain, email, ...panelFeatures, moneyBack],
	},
];
