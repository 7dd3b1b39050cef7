import { kes } from "~/lib/money";
import { email, freeDomain, moneyBack, panelFeatures, sizeFeatures } from "../plan-features";
import type { Plan, PlanResources } from "../product";

const resources = {
	starter: { websites: 1, diskGb: 20, emailAccounts: 10 },
	business: { websites: "Unlimited", diskGb: 60, emailAccounts: 50 },
	enterprise: { websites: "Unlimited", diskGb: 200, emailAccounts: "Unlimited" },
} as const satisfies Record<string, PlanResources>;

/** The pricing page's plans. The price list gives no sizes. These are our decision, reviewed with the price lists. */
export const pricingPlans: readonly Plan[] = [
	{
		id: "plan-starter",
		kind: "plan",
		family: "pricing",
		name: "Starter",
		description: "One website, with everything it needs.",
		prices: { monthly: { KES: kes(1000) }, annual: { KES: kes(10_000) } },
		resources: resources.starter,
		features: [...sizeFeatures(resources.starter), email, ...panelFeatures, moneyBack],
	},
	{
		id: "plan-business",
		kind: "plan",
		family: "pricing",
		name: "Business",
		description: "As many websites as you like, and a domain for the first year.",
		prices: { monthly: { KES: kes(2500) }, annual: { KES: kes(24_000) } },
		highlight: "Most popular",
		annualHighlight: "Best value",
		freeDomain: true,
		resources: resources.business,
		features: [...sizeFeatures(resources.business), freeDomain, email, ...panelFeatures, moneyBack],
	},
	{
		id: "plan-enterprise",
		kind: "plan",
		family: "pricing",
		name: "Enterprise",
		description: "For organisations. Tell us about your project before you order.",
		prices: { monthly: { KES: kes(5000) }, annual: { KES: kes(48_000) } },
		resources: resources.enterprise,
		features: [...sizeFeatures(resources.enterprise), email, ...panelFeatures, moneyBack],
	},
];
