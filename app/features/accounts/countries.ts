import type { Country } from "~/lib/countries";

/** Countries in which people can register. */
export const registrationCountries = [
	"Kenya",
	"Uganda",
	"Tanzania",
	"Nigeria",
	"South Africa",
] as const satisfies readonly Country[];
