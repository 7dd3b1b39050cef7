import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface Renewed {
	/** Name of the plan, or of the domain in Unicode. */
	readonly name: string;
	readonly until: number;
	/** Path of the page where it is managed. */
	readonly page: string;
}

/** Sent when a domain or plan has its new expiry date. */
export function renewed(
	to: Recipient,
	{ name, until, page }: Renewed,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	const day = formatDay(until, to);
	return {
		subject: headerText(`${name} is renewed`),
		values: { item: name },
		preview: `Paid until ${day}.`,
		heading: `${name} is renewed`,
		blocks: [
			text(greeting(to)),
			text("It keeps working without interruption. You don't need to do anything."),
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
