import type { z } from "zod";
import { parsePostalCode, postalCodeError, postalCodeUse } from "./postal-code";

interface WithPostalCode {
	readonly country: string;
	readonly postalCode?: string | null | undefined;
}

/** For a form's `refine`. True for an empty code, and for a country without postal codes. */
export const isPostalCode = ({ country, postalCode }: WithPostalCode): boolean =>
	parsePostalCode(postalCode ?? "", country) !== undefined;

/** For a form's `refine` about a registrant. Where every address has a postal code, registries ask for it. */
export const isRegistrantsPostalCode = (contact: WithPostalCode): boolean =>
	isPostalCode(contact) && !lacksPostalCode(contact);

/** Whether the code that registries ask for is missing. */
export const lacksPostalCode = ({ country, postalCode }: WithPostalCode): boolean =>
	postalCodeUse(country) === "required" && !postalCode?.trim();

/** Options of that `refine`: checks the code even if other fields have errors. */
export const notPostalCode = {
	path: ["postalCode"],
	error: ({ input }: { readonly input?: unknown }) => postalCodeError(String(Object(input).country)),
	when: ({ value }: z.core.ParsePayload) => typeof Object(value).country === "string",
};
