import { href } from "react-router";
import { renewalsAgreement } from "~/features/payments/renewal-charge";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { securityAdvice } from "../security-advice";

/** Confirms in writing what the customer agreed to when they chose a card for renewals. */
export const renewalsCard = (
	to: Recipient,
	{ card, appOrigin }: { card: string; appOrigin: string },
): EmailContent => ({
	subject: `${card} pays your renewals`,
	preview: "You chose this card for renewals.",
	heading: "Your renewals are paid automatically",
	blocks: [
		text(greeting(to)),
		text(`You chose ${card} to pay your renewals. ${renewalsAgreement}`),
		button("See your billing settings", `${appOrigin}${href("/dashboard/account-settings/billing")}`),
		text(securityAdvice(appOrigin)),
	],
});
