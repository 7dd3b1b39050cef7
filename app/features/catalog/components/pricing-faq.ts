import type { Question } from "~/components/ui/faq";
import { formatMoney } from "~/lib/money";
import { settings } from "../settings";

/** What people ask before they pay; the terms say the same at length. */
export const pricingFaq: readonly Question[] = [
	{
		question: "What comes on top of these prices?",
		answer: `Tax of ${settings.taxBasisPoints / 100}% and, once for an order, shipping of ${formatMoney(settings.shipping.KES)}, the same with hardware or without. The cart shows both, and the total, before you pay.`,
	},
	{
		question: "What does a renewal cost?",
		answer:
			"Plans have no first-term price that jumps later: they renew at the list price of the day, and the invoice comes before the term ends. A domain's renewal price stands beside its first-year price.",
	},
	{
		question: "How can I pay?",
		answer: "With M‑Pesa, approved on your phone, or with a card. Card numbers never reach us.",
	},
	{
		question: "Can I get my money back?",
		answer:
			"Yes, for hosting plans, within 30 days of the first payment: write to us and name the invoice. Domain names can’t be refunded once they are registered: registries do not take them back.",
	},
];
