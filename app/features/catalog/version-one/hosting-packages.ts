import { kes } from "~/lib/money";
import { email, moneyBack, panelFeatures, sizeFeatures } from "../plan-features";
import type { Plan, PlanResources } from "../product";

/** The price list gives disk, memory and files. Websites and mailboxes are our decision, as all sizes of `managed`. */
const resources = {
	managed: { diskGb: 25, websites: 1, emailAccounts: 10 },
	starter: { diskGb: 35, diskKind: "NVMe", ramGb: 4, websites: 1, emailAccounts: 10 },
	standard: { diskGb: 100, ramGb: 8, websites: 5, emailAccounts: 50, fileLimit: 500_000 },
	executive: {
		diskGb: "Unlimited",
		ramGb: 16,
		websites: "Unlimited",
		emailAccounts: "Unlimited",
		fileLimit: 12_000_000,
	},
	hostingOnly: { diskGb: 35, ramGb: 4, websites: 1, emailAccounts: 5, fileLimit: 300_000 },
} as const satisfies Record<string, PlanResources>;

/** The first offer in the carousel of the hosting page. */
export const managedShared: Plan = {
	id: "package-managed-shared",
	kind: "plan",
	family: "package",
	name: "Managed Shared Hosting",
	description: "For the website of a shop, a school or a practice.",
	prices: { annual: { KES: kes(3500) } },
	resources: resources.managed,
	features: ["Managed by our team", ...sizeFeatures(resources.managed), email, ...panelFeatures, moneyBack],
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
		resources: resources.starter,
		features: [...sizeFeatures(resources.starter), ...panelFeatures, moneyBack],
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
		resources: resources.standard,
		features: [...sizeFeatures(resources.standard), "Up to 500,000 files", ...panelFeatures, moneyBack],
	},
	{
		id: "package-executive",
		kind: "plan",
		family: "package",
		name: "Executive",
		description: "For many sites, or a large one.",
		prices: { annual: { KES: kes(12_500) } },
		excludesVat: true,
		resources: resources.executive,
		features: [...sizeFeatures(resources.executive), "Up to 12 million files", ...panelFeatures, moneyBack],
	},
	{
		id: "package-hosting-only",
		kind: "plan",
		family: "package",
		name: "Hosting Only",
		description: "Hosting for a domain that you registered elsewhere.",
		prices: { annual: { KES: kes(2875) } },
		excludesVat: true,
		resources: resources.hostingOnly,
		features: [...sizeFeatures(resources.hostingOnly), "Up to 300,000 files", ...panelFeatures, moneyBack],
	},
];
