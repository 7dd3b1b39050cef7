import { href } from "react-router";
import { toUnicode } from "~/features/domains/to-unicode";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

/** Sent when domains are suspended, because the registrant did not confirm their address in time. Names in ASCII. */
export function registrantsSuspended(
	to: Recipient,
	domains: readonly { readonly id: string; readonly name: string }[],
	{ appOrigin }: { readonly appOrigin: string },
): EmailContent {
	const [first] = domains;
	const names = domains.length === 1 && first ? toUnicode(first.name) : `${domains.length} domains`;
	return {
		subject: headerText(`Suspended: ${names}`),
		preview: "Open the link in the email to the registrant, so that your domain works again.",
		heading: `Suspended: ${names}`,
		blocks: [
			text(greeting(to)),
			text(
				"ICANN asks the registrant of a domain to confirm their email address. An email with a link was sent to the registrant's address. It may come from the registrar, so also look in your spam folder.",
			),
			...domains.flatMap(({ id, name }) => [
				text(
					`${toUnicode(name)} is suspended, because the link was not opened in time. Its website and email do not work. They work again after you open the link.`,
				),
				button(`Open ${toUnicode(name)}`, `${appOrigin}${href("/dashboard/domains/:domainId", { domainId: id })}`),
			]),
			text("On the domain's page you can have the email sent again, and correct the registrant's address."),
		],
	};
}
