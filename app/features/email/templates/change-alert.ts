import { formatMoment } from "~/lib/dates";
import { headerText } from "~/lib/mail-message";
import { button, type EmailContent, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { securityAdvice } from "../security-advice";

/** What was changed, and what follows from it. */
export interface Change {
	readonly what: string;
	readonly means: string;
}

interface MadeChange extends Change {
	readonly at: number;
	/** The button and the path that it leads to. */
	readonly see: { readonly label: string; readonly path: string };
}

/** Tells an owner of a change, so that they hear of it if somebody else made it. */
export function changeAlert(
	to: Recipient,
	{ what, means, at, see }: MadeChange,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(what),
		preview: "If it was you, all is well.",
		heading: what,
		blocks: [
			text(greeting(to)),
			text(`${what} on ${formatMoment(at, to)}. ${means}`),
			button(see.label, `${appOrigin}${see.path}`),
			note(securityAdvice(appOrigin)),
		],
	};
}
