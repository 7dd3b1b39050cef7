import { z } from "zod";
import { requiredLine } from "~/lib/fields.schema";

/** A KRA PIN is a letter, nine digits and a letter. Other countries' numbers have letters and digits too. */
const taxPin = z
	.string()
	.default("")
	.transform((value) => value.replace(/[\s-]/g, "").toUpperCase() || null)
	.pipe(
		z
			.string()
			.regex(/^[A-Z0-9]{5,20}$/, "Enter a tax number such as the KRA PIN A012345678Z, or leave it empty.")
			.nullable(),
	);

/** The billing form. */
export const billingDetailsSchema = z.object({
	name: requiredLine("Enter the name of the person or company.", 120),
	address: requiredLine("Enter the street or P.O. box.", 160),
	city: requiredLine("Enter the town or city.", 80),
	taxPin,
});
export type BillingDetails = z.output<typeof billingDetailsSchema>;

export const removePhoneSchema = z.object({ phone: z.string().max(20) });
