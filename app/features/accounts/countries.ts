import type { Country } from "~/lib/countries";

/** Where an account can be opened. */
export const registrationCountries = [
	"Kenya",
	"Uganda",
	"Tanzania",
	"Nigeria",
	"South Africa",
] as const satisfies readonly Country[];
