import { kes, usd } from "~/lib/money";
import { moneyBack, panelFeatures } from "./plan-features";
import type { Plan } from "./product";

/** The price list gives no sizes, so all reseller plans have the same features. */
const features = ["Sold under your own name, at your own price", ...panelFeatures, moneyBack] as const;

const plan = (id: string, name: string, shillings: number, description: string): Plan => ({
	id,
	kind: "plan",
	family: "reseller",
	name,
	description,
	prices: { monthly: { KES: kes(shillings) } },
	features,
});

export const resellerPlans: readonly Plan[] = [
	plan("reseller-starter", "Starter Reseller", 1000, "For your first hosting customers."),
	{
		...plan("reseller-business", "Business Reseller", 3000, "For an agency with several customers."),
		highlight: "Most popular",
	},
	plan("reseller-enterprise", "Enterprise Reseller", 8000, "For a hosting company."),
];

/** The reseller page's example, with the price list's figures in dollars. */
export const resellerExample = {
	maxMarginPercent: 70,
	plansSold: 25,
	pricePerPlan: usd(999),
	costPerPlan: usd(300),
	monthlyProfit: usd(17_475),
	annualProfit: usd(209_700),
} as const;
