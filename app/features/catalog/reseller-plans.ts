import { kes, usd } from "~/lib/money";
import { moneyBack, panelFeatures, sizeFeatures } from "./plan-features";
import type { Plan, PlanResources } from "./product";

const features = [
	"Sold under your own name, at your own price",
	"As many domains and mailboxes as fit on your disk",
	...panelFeatures,
	moneyBack,
] as const;

const plan = (id: string, name: string, shillings: number, resources: PlanResources, description: string): Plan => ({
	id,
	kind: "plan",
	family: "reseller",
	name,
	description,
	prices: { monthly: { KES: kes(shillings) } },
	// The features say that the disk limits them.
	resources: { ...resources, websites: "Unlimited", emailAccounts: "Unlimited" },
	features: [...sizeFeatures(resources), ...features],
});

/** The price list gives no sizes. These are our decision, reviewed with the price lists. */
export const resellerPlans: readonly Plan[] = [
	plan(
		"reseller-starter",
		"Starter Reseller",
		1000,
		{ customerAccounts: 10, diskGb: 50 },
		"For your first hosting customers.",
	),
	{
		...plan(
			"reseller-business",
			"Business Reseller",
			3000,
			{ customerAccounts: 30, diskGb: 150 },
			"For an agency with several customers.",
		),
		highlight: "Most popular",
	},
	plan(
		"reseller-enterprise",
		"Enterprise Reseller",
		8000,
		{ customerAccounts: 100, diskGb: 500 },
		"For a hosting company.",
	),
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
