import { headerText } from "~/lib/email-message";
import { type EmailContent, note } from "../content";

/** A sample of an email, for the person at the desk who asked for it. */
export const staffTest = (sample: EmailContent): EmailContent => ({
	...sample,
	subject: headerText(`Test: ${sample.subject}`),
	blocks: [
		note("This is a test from the desk. The names, amounts, dates and links in it are samples."),
		...sample.blocks,
	],
});
