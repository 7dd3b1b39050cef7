import { z } from "zod";
import { email } from "~/features/accounts/account.schema";
import { requiredLine, rowId } from "~/lib/fields.schema";

/** A for a person, P for a company. */
const kraPin = {
	pattern: /^[AP]\d{9}[A-Z]$/,
	message: "Enter a KRA PIN: A or P, nine digits and a letter, such as P051234567X. Or leave it empty.",
};

/** Tax numbers of other countries have letters and digits. Lenient, because each country has its own format. */
const otherTaxNumber = {
	pattern: /^(?=.*\d)[A-Z0-9]{5,20}$/,
	message: "Enter a tax number of 5 to 20 letters and digits, or leave it empty.",
};

/** The tax number of a customer in this country. Null if it is empty. */
export function taxPinIn(country: string) {
	const { pattern, message } = country === "Kenya" ? kraPin : otherTaxNumber;
	return z
		.string()
		.default("")
		.transform((value) => value.replace(/[\s./-]/g, "").toUpperCase() || null)
		.pipe(z.string().regex(pattern, message).nullable());
}

/** The billing form of a customer in this country. */
export const billingDetailsIn = (country: string) =>
	z.object({
		name: requiredLine("Enter the name of the person or company.", 120),
		address: requiredLine("Enter the street or P.O. box.", 160),
		city: requiredLine("Enter the town or city.", 80),
		taxPin: taxPinIn(country),
	});
export type BillingDetails = z.output<ReturnType<typeof billingDetailsIn>>;

/** The form of the addresses that get invoices. */
export const billingEmailSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("add-billing-email"), email }),
	z.object({ intent: z.literal("remove-billing-email"), billingEmailId: rowId }),
]);

export const removePhoneSchema = z.object({ phone: z.string().max(20) });
