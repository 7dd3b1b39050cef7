import { href } from "react-router";
import { toUnicode } from "~/features/domains/to-unicode";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

/** A domain whose registrant has not opened the registrar's link. */
export interface UnconfirmedDomain {
	readonly id: string;
	/** ASCII form. */
	readonly name: string;
	readonly isSuspended: boolean;
	/** Ms. Null if the registrar does not say. */
	readonly deadline: number | null;
}

/** Sent at most once a day: all domains of the customer whose registrant has to confirm their email address. */
export function registrantChecks(
	to: Recipient,
	domains: readonly UnconfirmedDomain[],
	{ appOrigin }: { readonly appOrigin: string },
): EmailContent {
	const [first] = domains;
	const names = domains.length === 1 && first ? toUnicode(first.name) : `${domains.length} domains`;
	const isSuspended = domains.some((domain) => domain.isSuspended);
	const heading = isSuspended ? `Suspended: ${names}` : `Confirm your email address for ${names}`;
	return {
		subject: headerText(heading),
		preview: "Open the link in the registrar's email, so that your domain works.",
		heading,
		blocks: [
			text(greeting(to)),
			text(
				"ICANN asks the registrant of a domain to confirm their email address. The registrar sent an email with a link to the registrant's address. It comes from the registrar, so also look in your spam folder.",
			),
			...domains.flatMap((domain) => [
				text(sentence(to, domain)),
				button(
					`Open ${toUnicode(domain.name)}`,
					`${appOrigin}${href("/dashboard/domains/:domainId", { domainId: domain.id })}`,
				),
			]),
			text("On the domain's page you can have the email sent again, and correct the registrant's address."),
		],
	};
}

function sentence(to: Recipient, { name, isSuspended, deadline }: UnconfirmedDomain): string {
	const shown = toUnicode(name);
	if (isSuspended)
		return `${shown} is suspended, because the link was not opened in time. Its website and email do not work. They work again after you open the link.`;
	return deadline === null
		? `Open the link for ${shown} soon. Otherwise the registrar suspends the domain, and its website and email stop.`
		: `Open the link for ${shown} by ${formatDay(deadline, to)}. Otherwise the registrar suspends the domain, and its website and email stop.`;
}
