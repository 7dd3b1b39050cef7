import { brand } from "~/brand";
import type { Question } from "~/components/ui/faq";
import { cheapestExtension } from "~/features/catalog/domain-prices";
import { formatMoney } from "~/lib/money";

export const domainFaq: readonly Question[] = [
	{
		question: "How soon is my domain mine?",
		answer:
			"Registration starts as soon as we receive your payment and usually takes seconds. You'll see the domain as active in your portal, and we'll email you a receipt.",
	},
	{
		question: "What is included in the price?",
		answer:
			"Registration for a year, WHOIS privacy, DNS management and forwarding. Tax is added in the cart, where you see the total before you pay. We always show the renewal price next to the first-year price.",
	},
	{
		question: "Can I move a domain that I already own?",
		answer:
			"Yes. It must be at least 60 days old and unlocked, with WHOIS privacy off, and you need its authorization code from your current registrar. A transfer takes 5 to 7 days, keeps the time you have paid for and adds a year.",
	},
	{
		question: "For how long can I register a name?",
		answer:
			"For 1 to 10 years. Some registries sell fewer years at once, such as up to 5 for .co.ke. The first year costs the first-year price, and each further year costs the renewal price.",
	},
];

export const whyChoose = () =>
	[
		{
			icon: "tag",
			title: "Affordable Pricing",
			text: `From ${formatMoney(cheapestExtension())} for the first year, with the renewal price next to it.`,
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
