import { z } from "zod";
import { requiredLine } from "~/lib/fields.schema";

/** Where the money of a review goes: to an invoice by its number, or to the credit of a customer by the email address. */
export const reviewAssignmentSchema = z
	.strictObject({
		by: requiredLine("Enter who does this.", 80),
		invoice: requiredLine("Enter the number of an invoice.", 40).optional(),
		customer: z.string().trim().toLowerCase().max(254).optional(),
	})
	.refine(({ invoice, customer }) => (invoice === undefined) !== (customer === undefined), {
		path: ["invoice"],
		error: "Send an invoice or a customer, not both.",
	});

export type ReviewAssignment = z.output<typeof reviewAssignmentSchema>;
