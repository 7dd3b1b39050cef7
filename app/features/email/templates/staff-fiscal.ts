import { formatMoment, kenya } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { formatCount } from "~/lib/format-count";
import type { EmailContent } from "../content";
import { staffTask } from "./staff-tasks";

/** A tax document that the tax authority does not sign as it is. */
export interface StaffRefusedDocument {
	readonly id: string;
	/** Of the invoice or the credit note. */
	readonly number: string;
	readonly customer: string;
	readonly reason: string;
	/** The address of the desk where staff sign it again. */
	readonly desk: string;
}

export const staffRefusedDocument = ({ id, number, customer, reason, desk }: StaffRefusedDocument): EmailContent =>
	staffTask(
		headerText(`KRA does not sign ${number}`, 120),
		[
			["Document", `${number}, ${id}`],
			["Customer", customer],
			["Reason", reason],
		],
		[
			"Remove the cause. The reason names a setting, or has KRA's code, which docs/services/etims.md explains.",
			`Then sign it again at the desk: ${desk}`,
			"Later invoices are signed in the meantime.",
		],
	);

/** A device that signs nothing at the moment. */
export interface StaffUnsignedDocuments {
	readonly fiscalDevice: string;
	readonly problem: string;
	readonly since: number;
	readonly waiting: number;
}

export const staffUnsignedDocuments = (about: StaffUnsignedDocuments): EmailContent =>
	staffTask(
		"Invoices are not signed",
		[
			["Device", about.fiscalDevice],
			["Problem", about.problem],
			["Waiting", formatCount(about.waiting, "document")],
			["Since", formatMoment(about.since, kenya)],
		],
		[
			"Run npm run try -- etims. It checks the device and says what to do.",
			"If KRA is down, wait. The documents are signed in their order when it works again.",
		],
		"We send this email once a day. We try again at least every hour.",
	);
