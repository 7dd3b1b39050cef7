import { z } from "zod";
import { type Country, isCountry } from "./countries";
import { phoneError, toE164 } from "./phone";

/** A number as typed, in E.164. */
export function phoneOf(typed: string, country: Country, context: z.core.$RefinementCtx): string {
	const number = toE164(typed, country);
	if (number !== null) return number;
	context.addIssue({ code: "custom", message: phoneError(country) });
	return z.NEVER;
}

interface WithPhone {
	readonly phone: string;
	readonly country: string;
}

/** For a form's `refine`. An empty number, or one beside an unknown country, is for those fields to refuse. */
export const isPhone = ({ phone, country }: WithPhone): boolean =>
	phone === "" || !isCountry(country) || toE164(phone, country) !== null;

/** Reported together with the other problems of the form. */
export const notPhone = {
	path: ["phone"],
	error: ({ input }: { readonly input?: unknown }) => {
		const { country } = Object(input);
		return phoneError(isCountry(country) ? country : "Kenya");
	},
	when: ({ value }: z.core.ParsePayload) => typeof Object(value).phone === "string",
};

/** After `isPhone`. Null for an empty number. */
export const phoneIn = ({ phone, country }: WithPhone): string | null =>
	isCountry(country) ? toE164(phone, country) : null;
