import { type Enquiry, enquiryNames, topicLabel } from "~/features/support/enquiry";
import { formatMoment, kenya } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { type EmailContent, note, quotation, text } from "../content";

/** Sent to our own mailbox. A reply goes to the sender. */
export function enquiry(
	sent: Enquiry,
	/** Email address of the signed-in account. Null if the sender was not signed in. */
	account: string | null,
): EmailContent {
	const name = headerText(sent.name, 60);
	const rows: (readonly [string, string])[] = [
		["Reference", sent.reference],
		["From", name],
		["Email", sent.email],
		...(sent.phone ? [["Phone", sent.phone] as const] : []),
		...enquiryDetails(sent),
		["Sent", formatMoment(sent.createdAt, kenya)],
		["Customer", account ?? "Not signed in"],
	];
	return {
		subject: headerText(`${sent.reference}: ${enquiryNames[sent.kind]} from ${name}`),
		preview: headerText(sent.message ?? "", 120),
		heading: `A ${enquiryNames[sent.kind]}`,
		blocks: [
			{ kind: "facts", rows },
			sent.message ? quotation(sent.message) : text("The sender left no message."),
			note("Your reply goes to the sender. Keep the reference in the subject."),
		],
	};
}

/** What the sender entered apart from the message. */
export function enquiryDetails(sent: Enquiry): (readonly [label: string, value: string])[] {
	const { accounts, disk, domains } = sent.details;
	const topic = topicLabel(sent);
	return [
		...(topic ? [["About", topic] as const] : []),
		...(accounts ? [["Hosting accounts", accounts.toLocaleString("en")] as const] : []),
		...(disk ? [["Disk space", `${disk.toLocaleString("en")} GB`] as const] : []),
		...(domains ? [["Domains", domains.join("\n")] as const] : []),
	];
}
