import { z } from "zod";
import { completeJobFields } from "~/features/orders/job.schema";
import { problemForm, reasonForm } from "~/features/problems/queue.schema";
import { reason } from "~/features/staff/members.schema";
import { requiredLine } from "~/lib/fields.schema";

export const completeForm = problemForm.extend({ ...completeJobFields, reason });

export const matchForm = problemForm.extend({ invoice: requiredLine("Enter the number of an invoice.", 40) });

export const creditForm = problemForm.extend({
	customer: z.string().trim().toLowerCase().min(1, "Enter the email address of a customer.").max(254),
	reason,
});

/** `earlier`: the receipt of the transfer that the one of the review is. */
export const closeForm = reasonForm.extend({ earlier: z.string().max(200).optional() });

export const paidForm = problemForm.extend({
	reference: requiredLine("Enter the receipt or reference of the payment.", 100),
});
