import { brand } from "~/brand";
import { type Enquiry, enquiryNames } from "~/features/support/enquiry";
import { formatMoment, kenya } from "~/lib/dates";
import { type EmailContent, note, quotation, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { enquiryDetails } from "./enquiry";

/**
 * Sent to the address from the form. Contains nothing that the sender typed, so that no one can make us email their text
 * to a stranger. Customers who used the address of their own account (`owner`) get a copy of their message.
 */
export function enquiryConfirmation(sent: Enquiry, owner: Recipient | null): EmailContent {
	const name = enquiryNames[sent.kind];
	return {
		subject: `We received your ${name}: ${sent.reference}`,
		preview: "Our team answers by email, seven days a week.",
		heading: "Thank you, we received it",
		blocks: [
			text(owner ? greeting(owner) : "Hello,"),
			text(`We received your ${name}. Our team answers by email, seven days a week.`),
			{
				kind: "facts",
				rows: [
					["Reference number", sent.reference],
					["Sent", formatMoment(sent.createdAt, owner ?? kenya)],
					...(owner ? enquiryDetails(sent) : []),
				],
			},
			...(owner && sent.message ? [quotation(sent.message)] : []),
			text(`In a hurry? Call ${brand.phone.display} (${brand.phoneHours}) and give your reference number.`),
			note(
				owner
					? "If you did not send this, sign in and change your password."
					: "If you did not write to us, someone entered your address by mistake. You don't need to do anything.",
			),
		],
	};
}
