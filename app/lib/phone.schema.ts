import { z } from "zod";
import { toE164 } from "./phone";

const message = "Enter a phone number, such as 0712 345 678 or +254712345678.";

/** A number as typed, in E.164. @param country English name */
export function phoneOf(typed: string, country: string, context: z.core.$RefinementCtx): string {
	const number = toE164(typed, country);
	if (number !== null) return number;
	context.addIssue({ code: "custom", message });
	return z.NEVER;
}

interface WithPhone {
	readonly phone: string;
	readonly country: string;
}

/** For a form's `refine`: a number is read by the country beside it; none at all is for the field to judge. */
export const isPhone = ({ phone, country }: WithPhone): boolean => phone === "" || toE164(phone, country) !== null;
/** Said together with what else is wrong, not only once that is right. */
export const notPhone = {
	path: ["phone"],
	message,
	when: ({ value }: z.core.ParsePayload) => {
		const { phone, country } = Object(value);
		return typeof phone === "string" && typeof country === "string";
	},
};

/** After `isPhone`; null for none. */
export const phoneIn = ({ phone, country }: WithPhone): string | null => toE164(phone, country);
