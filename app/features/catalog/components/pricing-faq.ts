import type { Question } from "~/components/ui/faq";
import { formatMoney } from "~/lib/money";
import { settings } from "../settings";

/** What people ask before they pay; the terms say the same at length. */
export const pricingFaq: readonly Question[] = [
	{
		question: "What comes on top of these prices?",
		answer: `Tax of ${settings.taxBasisPoints / 100}% and, once for an order, shipping of ${formatMoney(settings.shipping.KES)}. The cart shows both, and the total, before you pay.`,
	},
	{
		question: "What does a renewal cost?",
		answer:
			"A plan renews at the price in force on that day, and we tell you the price before it is due. A domain's renewal price stands beside its first-year price.",
	},
	{
		question: "How can I pay?",
		answer: "With M‑Pesa, approved on your phone, or with a card. Card numbers never reach us.",
	},
	{
		question: "Can I get my money back?",
		answer:
			"Hosting plans, in full, within 30 days of the first payment. Domain names can’t be refunded once they are registered: registries do not take them back.",
	},
];
