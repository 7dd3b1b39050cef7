import { kes } from "~/lib/money";
import { moneyBack, sizeFeatures } from "../plan-features";
import type { Plan, PlanResources } from "../product";

const features = [
	"Sold under your own name, at your own price",
	"As many domains and mailboxes as fit on your disk",
	"Free SSL certificates",
	"Control panel for you and each of your customers",
	"Larger or smaller plan at any time, charged by the day",
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
