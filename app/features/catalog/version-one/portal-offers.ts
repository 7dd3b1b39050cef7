import { usd } from "~/lib/money";
import type { Plan } from "../product";

type Resources = NonNullable<Plan["resources"]>;

const offer = (
	id: string,
	name: string,
	cents: number,
	bestFor: string,
	resources: Resources,
	features: string[],
): Plan => {
	const summary = summarise(features);
	return {
		id,
		kind: "plan",
		family: "portal",
		name,
		description: summary,
		prices: { monthly: { USD: usd(cents) } },
		resources: { ...resources, summary },
		bestFor,
		features,
	};
};

/** "10 GB storage, 1 website, unlimited email" */
const summarise = (features: readonly string[]): string => features.join(", ").replaceAll(", Unlimited", ", unlimited");

/** The price list gives no traffic. It is our decision, as for the same size in shillings. */
const vps = { diskGb: 160, ramGb: 8, trafficTb: 4, websites: "Unlimited", emailAccounts: "Unlimited" } as const;

/** The plans of the portal's Add New Hosting Plan dialog. Prices in dollars a month. */
export const portalOffers: readonly Plan[] = [
	offer("web-starter", "Starter", 599, "Personal sites and blogs", { diskGb: 10, websites: 1, emailAccounts: 5 }, [
		"10 GB storage",
		"1 website",
		"5 email accounts",
	]),
	offer("web-business", "Business", 1299, "Growing businesses", { diskGb: 50, websites: 10, emailAccounts: 50 }, [
		"50 GB storage",
		"10 websites",
		"50 email accounts",
	]),
	offer(
		"web-premium",
		"Premium",
		2499,
		"Shops and busy sites",
		{ diskGb: 200, websites: "Unlimited", emailAccounts: "Unlimited" },
		["200 GB storage", "Unlimited websites and email"],
	),
	offer("email-basic", "Email Basic", 299, "Small teams", { websites: 1, mailboxes: 5, mailboxGb: 5 }, [
		"1 domain",
		"5 GB per mailbox",
		"5 mailboxes",
	]),
	offer("email-pro", "Email Pro", 699, "Teams that use email all day", { websites: 1, mailboxes: 25, mailboxGb: 25 }, [
		"1 domain",
		"25 GB per mailbox",
		"25 mailboxes",
	]),
	offer("vps-developer", "VPS Developer", 2999, "Developers and applications", vps, [
		"4 vCPU",
		"8 GB RAM",
		"160 GB NVMe",
		"4 TB traffic a month",
		"Domains and mailboxes limited by disk",
	]),
];
