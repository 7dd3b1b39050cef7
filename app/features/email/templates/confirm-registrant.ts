import { href } from "react-router";
import { toUnicode } from "~/features/domains/to-unicode";
import { formatDay, kenya } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, note, text } from "../content";

interface Unconfirmed {
	/** ASCII. */
	readonly name: string;
	/** Ms. */
	readonly deadline: number | null;
	readonly isSuspended: boolean;
	readonly token: string;
}

/** Sent to the registrant of a domain. It greets no one by name, because the customer typed the name. */
export function confirmRegistrant(
	{ name, deadline, isSuspended, token }: Unconfirmed,
	{ appOrigin }: { readonly appOrigin: string },
): EmailContent {
	const domain = toUnicode(name);
	const by = deadline === null ? "" : ` by ${formatDay(deadline, kenya)}`;
	return {
		subject: headerText(`Registrant of ${domain}: confirm your email address`),
		values: { domain },
		preview: isSuspended
			? `${domain} works again after you confirm.`
			: `Confirm it${by}, so that the domain stays online.`,
		heading: "Confirm your email address",
		blocks: [
			text("Hello,"),
			text(
				`You are the registrant of ${domain}. ICANN's rules ask us to check that you get our emails at this address.`,
			),
			text(
				isSuspended
					? `${domain} is suspended, because the address was not confirmed in time. Its website and email work again a few minutes after you confirm it.`
					: `Confirm it${by}. Otherwise we have to suspend the domain, and its website and email stop.`,
			),
			button("Confirm the address", `${appOrigin}${href("/confirm-registrant")}?token=${token}`),
			note("If you don't know this domain, don't confirm. Reply to this email, and we correct the registrant."),
		],
	};
}
