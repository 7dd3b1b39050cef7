import { kes } from "~/lib/money";
import { moneyBack, sizeFeatures } from "../plan-features";
import type { Plan, PlanResources } from "../product";

const features = [
	"Your own virtual server, with root access",
	"Managed by our team",
	"Its own IP address, shown in your portal",
	"As many domains and mailboxes as fit on its disk",
	"Larger or smaller plan at any time, charged by the day",
	moneyBack,
] as const;

const plan = (id: string, name: string, shillings: number, resources: PlanResources, description: string): Plan => ({
	id,
	kind: "plan",
	family: "vps",
	name,
	description,
	prices: { monthly: { KES: kes(shillings) } },
	// The features say that the disk limits them.
	resources: { ...resources, websites: "Unlimited", emailAccounts: "Unlimited" },
	features: [...sizeFeatures(resources), ...features],
});

/** The price list gives no traffic. It is our decision, reviewed with the price lists. */
export const vpsPlans: readonly Plan[] = [
	plan(
		"vps-starter",
		"Starter VPS",
		1800,
		{ vcpu: 1, ramGb: 2, diskGb: 40, trafficTb: 1 },
		"For one application, or a site that has outgrown shared hosting.",
	),
	{
		...plan(
			"vps-business",
			"Business VPS",
			3500,
			{ vcpu: 2, ramGb: 4, diskGb: 80, trafficTb: 2 },
			"For a shop, a booking system or several applications.",
		),
		highlight: "Most popular",
	},
	plan(
		"vps-enterprise",
		"Enterprise VPS",
		6000,
		{ vcpu: 4, ramGb: 8, diskGb: 160, trafficTb: 4 },
		"For the systems your whole organisation depends on.",
	),
];
