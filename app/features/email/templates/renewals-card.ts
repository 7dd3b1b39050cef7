import { href } from "react-router";
import { renewalsAgreement } from "~/features/payments/renewal-charge";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { securityAdvice } from "../security-advice";

/** What was agreed to, in writing. */
export const renewalsCard = (
	to: Recipient,
	{ card, appOrigin }: { card: string; appOrigin: string },
): EmailContent => ({
	subject: `${card} pays your renewals`,
	preview: "You chose this card for renewals.",
	heading: "Renewals are paid by themselves",
	blocks: [
		text(greeting(to)),
		text(`You chose ${card} to pay your renewals. ${renewalsAgreement}`),
		button("See your billing settings", `${appOrigin}${href("/dashboard/account-settings/billing")}`),
		text(securityAdvice(appOrigin)),
	],
});
