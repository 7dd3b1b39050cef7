import { brand } from "~/brand";
import type { Question } from "~/components/ui/faq";
import { cheapestExtension } from "~/features/catalog/domain-prices";
import { formatMoney } from "~/lib/money";

/** The questions of the domain pages. */
export const domainFaq: readonly Question[] = [
	{
		question: "How soon is my domain mine?",
		answer:
			"Registration starts the moment your payment arrives and usually takes seconds. You see it as active in your portal, and a receipt is in your inbox.",
	},
	{
		question: "What is included in the price?",
		answer:
			"Registration for a year, WHOIS privacy, DNS management and forwarding. Tax is added in the cart, where you see the total before you pay. The renewal price stands beside the first-year price, always.",
	},
	{
		question: "Can I move a domain that I already own?",
		answer:
			"Yes. It must be at least 60 days old and unlocked, with WHOIS privacy off, and you need its authorization code from your present registrar. It costs the first-year price, takes 5 to 7 days, keeps the time you have paid for and adds a year.",
	},
	{
		question: "For how long can I register a name?",
		answer:
			"For 1 to 10 years; some registries sell fewer years at once (.co.ke: up to 5). The first year costs the first-year price, each further one the renewal price.",
	},
];

export const whyChoose = [
	{
		icon: "tag",
		title: "Affordable Pricing",
		text: `From ${formatMoney(cheapestExtension)} for the first year, with the renewal price beside it.`,
	},
	{
		icon: "settings",
		title: "Easy Management",
		text: "DNS, forwarding and WHOIS privacy in one portal, free with every name.",
	},
	{
		icon: "headset",
		title: "Local Support",
		text: `A team in Kenya, seven days a week. By phone ${brand.phoneHours}.`,
	},
] as const;
