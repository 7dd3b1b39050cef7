import type { Question } from "~/components/ui/faq";
import { currentCatalog } from "../current";
import { restoreFeeText } from "../restore-fee-text";

/** Common questions before payment. The terms page has the details. */
export const pricingFaq = (): readonly Question[] => [
	{
		question: "Are there any extra charges?",
		answer: `We add ${currentCatalog().rules.taxBasisPoints / 100}% tax. The cart shows it, and the total, before you pay. Delivery of hardware in Kenya is free.`,
	},
	{
		question: "What does a renewal cost?",
		answer: `Plans have no introductory price. They renew at the current list price, and we send the invoice before the term ends. A domain's renewal price is shown beside its first-year price. If a domain is not renewed in time, restoring it from redemption costs ${restoreFeeText()} and the renewal of a year.`,
	},
	{
		question: "How can I pay?",
		answer: "With M‑Pesa, approved on your phone, or by card. We never see your card number.",
	},
	{
		question: "Can I get my money back?",
		answer:
			"Yes, for hosting plans, within 30 days of the first payment. Write to us with your invoice number. We can’t refund a domain once it is registered, because registries do not take domains back.",
	},
];
