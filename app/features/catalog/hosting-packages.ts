import { kes } from "~/lib/money";
import { email, moneyBack, panelFeatures } from "./plan-features";
import type { Plan } from "./product";

/** The first offer in the carousel of the hosting page. The price list gives no sizes for it. */
export const managedShared: Plan = {
	id: "package-managed-shared",
	kind: "plan",
	family: "package",
	name: "Managed Shared Hosting",
	description: "For the website of a shop, a school or a practice.",
	prices: { annual: { KES: kes(3500) } },
	features: ["Managed by our team", email, ...panelFeatures, moneyBack],
};

/** The four packages of the hosting page. Prices are per year and exclude VAT. */
export const hostingPackages: readonly Plan[] = [
	{
		id: "package-starter",
		kind: "plan",
		family: "package",
		name: "Starter",
		description: "For a first website.",
		prices: { annual: { KES: kes(4200) } },
		excludesVat: true,
		resources: { diskGb: 35, ramGb: 4 },
		features: ["35 GB NVMe storage", "4 GB RAM", ...panelFeatures, moneyBack],
	},
	{
		id: "package-standard",
		kind: "plan",
		family: "package",
		name: "Standard",
		description: "For a business that depends on its website.",
		prices: { annual: { KES: kes(5200) } },
		excludesVat: true,
		highlight: "Most popular",
		resources: { diskGb: 100, ramGb: 8, fileLimit: 500_000 },
		features: ["100 GB storage", "8 GB RAM", "Up to 500,000 files", ...panelFeatures, moneyBack],
	},
	{
		id: "package-executive",
		kind: "plan",
		family: "package",
		name: "Executive",
		description: "For many sites, or a large one.",
		prices: { annual: { KES: kes(12_500) } },
		excludesVat: true,
		resources: { diskGb: "Unlimited", ramGb: 16, fileLimit: 12_000_000 },
		features: ["Unlimited storage", "16 GB RAM", "Up to 12 million files", ...panelFeatures, moneyBack],
	},
	{
		id: "package-hosting-only",
		kind: "plan",
		family: "package",
		name: "Hosting Only",
		description: "Hosting for a domain that you registered elsewhere.",
		prices: { annual: { KES: kes(2875) } },
		excludesVat: true,
		resources: { diskGb: 35, ramGb: 4, fileLimit: 300_000 },
		features: ["35 GB storage", "4 GB RAM", "Up to 300,000 files", ...panelFeatures, moneyBack],
	},
];
