import { kes } from "~/lib/money";
import type { Addon } from "../product";

const backups: Addon = {
	id: "addon-backups",
	kind: "addon",
	name: "Automated backups",
	description: "Automatic copies of your site, stored for 30 days.",
	prices: { monthly: { KES: kes(400) } },
	features: ["30-day retention"],
	belongsTo: ["plan"],
	webOnly: true,
};

export const addons: readonly Addon[] = [
	{
		id: "addon-privacy",
		kind: "addon",
		name: "Domain privacy",
		description: "Hides your name and address in public WHOIS records, for a plan's domain at another registrar.",
		prices: { annual: { KES: kes(500) } },
		features: [],
		belongsTo: ["plan"],
		outsideDomain: true,
	},
	{
		id: "addon-ssl",
		kind: "addon",
		name: "Premium SSL",
		description: "A certificate that shows your organisation's name.",
		prices: { annual: { KES: kes(1500) } },
		features: [],
		belongsTo: ["domain", "plan"],
	},
	{
		id: "addon-malware",
		kind: "addon",
		name: "Malware scanning",
		description: "Scans the files of your site for malicious code.",
		prices: { monthly: { KES: kes(800) } },
		features: [],
		belongsTo: ["plan"],
		webOnly: true,
	},
	backups,
];
