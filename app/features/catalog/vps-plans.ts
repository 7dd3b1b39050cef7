import { kes } from "~/lib/money";
import type { Plan } from "./product";

const plan = (id: string, name: string, shillings: number, description: string, features: string[]): Plan => ({
	id,
	kind: "plan",
	family: "vps",
	name,
	description,
	prices: { monthly: { KES: kes(shillings) } },
	features,
});

export const vpsPlans: readonly Plan[] = [
	plan("vps-starter", "Starter VPS", 1800, "A server of your own, managed by us.", [
		"Full root access",
		"Dedicated IP address",
		"NVMe storage",
		"Managed updates",
	]),
	{
		...plan("vps-business", "Business VPS", 3500, "Room for shops and applications.", [
			"Full root access",
			"Dedicated IP address",
			"NVMe storage",
			"Managed updates",
			"Weekly backups",
		]),
		highlight: "Most popular",
	},
	plan("vps-enterprise", "Enterprise VPS", 6000, "For work that must not wait.", [
		"Full root access",
		"Dedicated IP addresses",
		"NVMe storage",
		"Managed updates",
		"Daily backups",
		"Priority support",
	]),
];
