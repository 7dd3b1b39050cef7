import { z } from "zod";
import { type Country, isCountry } from "./countries";
import { phoneError, toE164 } from "./phone";

/** For a schema's `transform`: the typed number in E.164, or an issue. */
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

/** For a form's `refine`. True for an empty number or an unknown country, which other rules report. */
export const isPhone = ({ phone, country }: WithPhone): boolean =>
	phone === "" || !isCountry(country) || toE164(phone, country) !== null;

/** Options of that `refine`: checks the phone even if other fields have errors. */
export const notPhone = {
	path: ["phone"],
	error: ({ input }: { readonly input?: unknown }) => {
		const { country } = Object(input);
		return phoneError(isCountry(country) ? country : "Kenya");
	},
	when: ({ value }: z.core.ParsePayload) => typeof Object(value).phone === "string",
};

/** The number in E.164, after `isPhone`. Null for an empty number. */
export const phoneIn = ({ phone, country }: WithPhone): string | null =>
	isCountry(country) ? toE164(phone, country) : null;
