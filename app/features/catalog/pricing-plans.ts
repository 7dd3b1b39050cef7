import { kes } from "~/lib/money";
import { email, freeDomain, moneyBack, panelFeatures } from "./plan-features";
import type { Plan } from "./product";

/** The pricing page's plans. `savings` is the text of the price list. Starter actually saves a little more. */
export const pricingPlans: readonly Plan[] = [
	{
		id: "plan-starter",
		kind: "plan",
		family: "pricing",
		name: "Starter",
		description: "One website, with everything it needs.",
		prices: { monthly: { KES: kes(1000) }, annual: { KES: kes(10_000) } },
		savings: "Save 15%",
		resources: { websites: 1 },
		features: ["1 website", email, ...panelFeatures, moneyBack],
	},
	{
		id: "plan-business",
		kind: "plan",
		family: "pricing",
		name: "Business",
		description: "As many websites as you like, and a domain for the first year.",
		prices: { monthly: { KES: kes(2500) }, annual: { KES: kes(24_000) } },
		savings: "Save 20%",
		highlight: "Most popular",
		annualHighlight: "Best value",
		freeDomain: true,
		resources: { websites: "Unlimited" },
		features: ["Unlimited websites", freeDomain, email, ...panelFeatures, moneyBack],
	},
	{
		id: "plan-enterprise",
		kind: "plan",
		family: "pricing",
		name: "Enterprise",
		description: "For organisations. Tell us about your project before you order.",
		prices: { monthly: { KES: kes(5000) }, annual: { KES: kes(48_000) } },
		savings: "Save 20%",
		resources: { websites: "Unlimited" },
		features: ["Unlimited websites", email, ...panelFeatures, moneyBack],
	},
];
