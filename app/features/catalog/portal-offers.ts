import { usd } from "~/lib/money";
import type { Plan } from "./product";

const offer = (id: string, name: string, cents: number, summary: string, bestFor: string): Plan => ({
	id,
	kind: "plan",
	family: "portal",
	name,
	description: summary,
	prices: { monthly: { USD: usd(cents) } },
	resources: { summary },
	bestFor,
	features: [],
});

/** The portal's Add New Hosting Plan dialog: dollars a month. */
export const portalOffers: readonly Plan[] = [
	offer("web-starter", "Starter", 599, "10 GB storage, 1 website, 5 e-mail accounts", "Personal sites and blogs"),
	offer("web-business", "Business", 1299, "50 GB storage, 10 websites, 50 e-mail accounts", "Growing businesses"),
	offer("web-premium", "Premium", 2499, "200 GB storage, unlimited websites and e-mail", "Shops and busy sites"),
	offer("email-basic", "Email Basic", 299, "5 GB per mailbox, 5 mailboxes", "Small teams"),
	offer("email-pro", "Email Pro", 699, "25 GB per mailbox, 25 mailboxes", "Teams that live in their mail"),
	offer("vps-developer", "VPS Developer", 2999, "4 vCPU, 8 GB RAM, 160 GB NVMe", "Developers and applications"),
];
