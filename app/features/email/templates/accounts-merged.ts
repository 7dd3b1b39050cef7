import { href } from "react-router";
import { brand } from "~/brand";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

/** Sent to both addresses after staff merged two accounts. `from`: the address of the account that was closed. */
export function accountsMerged(
	to: Recipient,
	{ from, at, appOrigin }: { from: string; at: number; appOrigin: string },
): EmailContent {
	return {
		subject: `Your two ${brand.name} accounts are one now`,
		preview: `Sign in with ${to.email}.`,
		heading: "Your accounts are merged",
		blocks: [
			text(greeting(to)),
			text(
				`On ${formatMoment(at, to)} our staff moved everything of the account ${from} to your account ${to.email}: domains, hosting, invoices, credit and history. Sign in with ${to.email} from now on.`,
			),
			button("Sign in", `${appOrigin}${href("/login")}`),
			text(
				"Saved cards of the other account were removed. If it paid renewals by card, save the card again in the billing settings.",
			),
			text(`If you did not ask for this, call us now on ${brand.phone.display}.`),
		],
	};
}
