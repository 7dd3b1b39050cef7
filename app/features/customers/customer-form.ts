import { profileSchema } from "~/features/accounts/settings.schema";
import type { StaffMember, StaffSession } from "~/features/staff/staff";
import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import type { CustomerActions } from "./customer-actions.server";
import {
	addBillingEmailSchema,
	addNoteSchema,
	editNoteSchema,
	reasonSchema,
	removeBillingEmailSchema,
	removeNoteSchema,
	resetTwoStepSchema,
	versionedReasonSchema,
} from "./customers.schema";

/** The forms of a customer's page. */
export type CustomerIntent =
	| "add-note"
	| "edit-note"
	| "remove-note"
	| "profile"
	| "billing"
	| "add-billing-email"
	| "remove-billing-email"
	| "resend-verification"
	| "verify"
	| "end-sessions"
	| "reset-two-step"
	| "close"
	| "keep";

interface Sent {
	readonly intent: CustomerIntent;
	readonly fields: Readonly<Record<string, unknown>>;
	readonly member: Pick<StaffMember, "name">;
	readonly session: StaffSession;
}

/** Handles the forms of a customer's page by their intent. Returns the message about what was done. */
export async function handleCustomerForm(
	actions: CustomerActions,
	{ intent, fields, member, session }: Sent,
	id: string,
): Promise<Result<string>> {
	const by = { session, member };
	const told = (done: Result<null>, message: string): Result<string> => (done.ok ? ok(message) : done);
	switch (intent) {
		case "add-note": {
			const input = parse(addNoteSchema, fields);
			return input.ok ? told(await actions.addNote(by, id, input.value.text), "Added the note.") : input;
		}
		case "edit-note": {
			const input = parse(editNoteSchema, fields);
			return input.ok ? told(await actions.editNote(by, id, input.value), "Saved the note.") : input;
		}
		case "remove-note": {
			const input = parse(removeNoteSchema, fields);
			return input.ok ? told(await actions.removeNote(by, id, input.value), "Removed the note.") : input;
		}
		case "profile": {
			const [profile, change] = [parse(profileSchema, fields), parse(versionedReasonSchema, fields)];
			if (!profile.ok) return profile;
			if (!change.ok) return change;
			return told(await actions.editProfile(session, id, profile.value, change.value), "Saved the profile.");
		}
		case "billing": {
			const input = parse(versionedReasonSchema, fields);
			if (!input.ok) return input;
			return told(await actions.editBilling(session, id, fields, input.value), "Saved the billing details.");
		}
		case "add-billing-email": {
			const input = parse(addBillingEmailSchema, fields);
			if (!input.ok) return input;
			return told(
				await actions.addBillingEmail(session, id, input.value),
				"We've emailed the address a link. It gets invoices as soon as it is confirmed.",
			);
		}
		case "remove-billing-email": {
			const input = parse(removeBillingEmailSchema, fields);
			if (!input.ok) return input;
			return told(await actions.removeBillingEmail(session, id, input.value), "Removed the address.");
		}
		case "reset-two-step": {
			const input = parse(resetTwoStepSchema, fields);
			if (!input.ok) return input;
			return told(
				await actions.resetTwoStep(session, id, input.value),
				"Two-step sign-in is off. We've emailed the customer.",
			);
		}
		default: {
			const input = parse(reasonSchema, fields);
			if (!input.ok) return input;
			const { act, message } = simple[intent];
			return told(await act(actions)(session, id, input.value.reason), message);
		}
	}
}

/** Forms with nothing but a reason. */
const simple = {
	"resend-verification": {
		act: (actions: CustomerActions) => actions.resendVerification,
		message: "We've emailed another verification link. The earlier one no longer works.",
	},
	verify: {
		act: (actions: CustomerActions) => actions.verify,
		message: "Verified the address. The customer can sign in.",
	},
	"end-sessions": {
		act: (actions: CustomerActions) => actions.endSessions,
		message: "Signed the customer out on every device.",
	},
	close: {
		act: (actions: CustomerActions) => actions.close,
		message: "The account is closing. We've emailed the customer.",
	},
	keep: { act: (actions: CustomerActions) => actions.keep, message: "The account stays open." },
} as const;
