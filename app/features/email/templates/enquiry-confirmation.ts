import { brand } from "~/brand";
import { type Enquiry, enquiryNames } from "~/features/support/enquiry";
import { formatMoment, kenya } from "~/lib/dates";
import { type EmailContent, note, quotation, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { enquiryDetails } from "./enquiry";

/**
 * To the address that was typed into the form. Nothing that the sender wrote is in it, so that nobody can have us mail
 * their words to a stranger; a customer who wrote under the address of their own account gets them back.
 */
export function enquiryConfirmation(sent: Enquiry, owner: Recipient | null): EmailContent {
	const name = enquiryNames[sent.kind];
	return {
		subject: `We have your ${name}: ${sent.reference}`,
		preview: "Our team reads it and answers by email.",
		heading: "We have it, thank you",
		blocks: [
			text(owner ? greeting(owner) : "Hello,"),
			text(`Your ${name} has reached us. Our team reads it, seven days a week, and answers to this address.`),
			{
				kind: "facts",
				rows: [
					["Your number", sent.reference],
					["Sent", formatMoment(sent.createdAt, owner ?? kenya)],
					...(owner ? enquiryDetails(sent) : []),
				],
			},
			...(owner && sent.message ? [quotation(sent.message)] : []),
			text(`In a hurry? Call ${brand.phone.display} (${brand.phoneHours}) and say your number.`),
			note(
				owner
					? "You did not send this? Sign in and change your password."
					: "You did not write to us? Then somebody entered your address by mistake, and there is nothing to do.",
			),
		],
	};
}
