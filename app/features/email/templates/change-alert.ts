import { href } from "react-router";
import { formatMoment } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, type EmailValues, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { securityAdvice } from "../security-advice";

/** A sentence that says what was changed, and one about its consequences. */
export interface Change {
	readonly what: string;
	readonly means: string;
}

interface MadeChange extends Change {
	readonly at: number;
	/** The name of someone with access to the account. Undefined if it was not one. */
	readonly by: string | undefined;
	readonly values: EmailValues;
	/** The button's label and the path that it opens. */
	readonly see: { readonly label: string; readonly path: string };
}

/** Email to an owner about a change, in case someone else made it. */
export function changeAlert(
	to: Recipient,
	{ what, means, at, by, values, see }: MadeChange,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(what),
		values,
		preview: "If this was you, you don't need to do anything.",
		heading: what,
		blocks: [
			text(greeting(to)),
			text(
				`${what} on ${formatMoment(at, to)}${by === undefined ? "" : ` by ${by}, who has access to your account`}. ${means}`,
			),
			button(see.label, `${appOrigin}${see.path}`),
			note(
				by === undefined
					? securityAdvice(appOrigin)
					: `If you did not want this, change or end their access at ${appOrigin}${href("/dashboard/account-settings/people")}.`,
			),
		],
	};
}
