import { kes } from "~/lib/money";
import type { Addon } from "./product";

export const backups: Addon = {
	id: "addon-backups",
	kind: "addon",
	name: "Automated backups",
	description: "Copies of your site, made without you and kept for 30 days.",
	prices: { monthly: { KES: kes(400) } },
	features: ["30-day retention"],
};

export const addons: readonly Addon[] = [
	{
		id: "addon-privacy",
		kind: "addon",
		name: "Domain privacy",
		description: "Keeps your name and address out of public WHOIS records, for domains held elsewhere.",
		prices: { annual: { KES: kes(500) } },
		features: [],
	},
	{
		id: "addon-ssl",
		kind: "addon",
		name: "Premium SSL",
		description: "A certificate that names your organisation.",
		prices: { annual: { KES: kes(1500) } },
		features: [],
	},
	{
		id: "addon-malware",
		kind: "addon",
		name: "Malware scanning",
		description: "Looks through the files of your site for malicious code.",
		prices: { monthly: { KES: kes(800) } },
		features: [],
	},
	backups,
];
