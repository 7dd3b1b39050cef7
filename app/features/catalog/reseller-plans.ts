import { kes, usd } from "~/lib/money";
import type { Plan } from "./product";

const plan = (id: string, name: string, shillings: number, description: string, features: string[]): Plan => ({
	id,
	kind: "plan",
	family: "reseller",
	name,
	description,
	prices: { monthly: { KES: kes(shillings) } },
	features,
});

export const resellerPlans: readonly Plan[] = [
	plan("reseller-starter", "Starter Reseller", 1000, "Your first hosting customers.", [
		"Your own brand",
		"Control panel for every customer",
		"Free SSL certificates",
	]),
	{
		...plan("reseller-business", "Business Reseller", 3000, "For an agency with a circle of customers.", [
			"Your own brand and nameservers",
			"Control panel for every customer",
			"Free SSL certificates",
			"Daily backups",
		]),
		highlight: "Most popular",
	},
	plan("reseller-enterprise", "Enterprise Reseller", 8000, "For a hosting company.", [
		"Your own brand and nameservers",
		"Control panel for every customer",
		"Free SSL certificates",
		"Daily backups",
		"Priority support",
	]),
];

/** The reseller page's example; its figures are the price list's, in dollars. */
export const resellerExample = {
	maxMarginPercent: 70,
	plansSold: 25,
	pricePerPlan: usd(999),
	costPerPlan: usd(300),
	monthlyProfit: usd(17_475),
	annualProfit: usd(209_700),
} as const;
