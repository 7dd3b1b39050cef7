import { kes } from "~/lib/money";
import { moneyBack } from "./plan-features";
import type { Plan } from "./product";

/** The price list gives no sizes, so all VPS plans have the same features. */
const features = [
	"Your own virtual server, with root access",
	"Managed by our team",
	"Its own IP address, shown in your portal",
	"Larger or smaller plan at any time, charged by the day",
	moneyBack,
] as const;

const plan = (id: string, name: string, shillings: number, description: string): Plan => ({
	id,
	kind: "plan",
	family: "vps",
	name,
	description,
	prices: { monthly: { KES: kes(shillings) } },
	features,
});

export const vpsPlans: readonly Plan[] = [
	plan("vps-starter", "Starter VPS", 1800, "For one application, or a site that has outgrown shared hosting."),
	{
		...plan("vps-business", "Business VPS", 3500, "For a shop, a booking system or several applications."),
		highlight: "Most popular",
	},
	plan("vps-enterprise", "Enterprise VPS", 6000, "For the systems your whole organisation depends on."),
];
