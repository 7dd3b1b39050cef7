import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/mail-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface Renewed {
	/** Of the domain, as people read it, or of the plan. */
	readonly name: string;
	readonly until: number;
	/** Where it is managed. */
	readonly page: string;
}

/** When a domain or a plan has its new end. */
export function renewed(
	to: Recipient,
	{ name, until, page }: Renewed,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	const day = formatDay(until, to);
	return {
		subject: headerText(`${name} is renewed`),
		preview: `Paid until ${day}.`,
		heading: `${name} is renewed`,
		blocks: [
			text(greeting(to)),
			text("It goes on without a break: there is nothing for you to do."),
			{
				kind: "facts",
				rows: [
					["Renewed", name],
					["Paid until", day],
				],
			},
			button("See it in your portal", `${appOrigin}${page}`),
		],
	};
}
