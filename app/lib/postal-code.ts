import { type Country, isCountry } from "./countries";

interface PostalCodeFormat {
	readonly pattern: RegExp;
	readonly example: string;
	/** Whether every address has one. Elsewhere many people know none. */
	readonly isRequired?: true;
}

/**
 * Countries that are missing have no postal codes (Google's libaddressinput, region data: `zip`, `zipex` and `require`).
 * Without the spaces that people write.
 */
const formats: Readonly<Partial<Record<Country, PostalCodeFormat>>> = {
	Kenya: { pattern: /^\d{5}$/, example: "00100" },
	Tanzania: { pattern: /^\d{4,5}$/, example: "34413" },
	Ethiopia: { pattern: /^\d{4}$/, example: "1000" },
	Nigeria: { pattern: /^\d{6}$/, example: "100001" },
	"South Africa": { pattern: /^\d{4}$/, example: "8001", isRequired: true },
	"United States": { pattern: /^\d{5}(-\d{4})?$/, example: "95014", isRequired: true },
	Canada: {
		pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/,
		example: "H3Z 2Y7",
		isRequired: true,
	},
	"United Kingdom": {
		pattern: /^(GIR0AA|BFPO\d{1,4}|[A-Z]{1,2}\d[\dA-Z]?\d[ABD-HJLNP-UW-Z]{2})$/,
		example: "EC1Y 8SY",
		isRequired: true,
	},
	Australia: { pattern: /^\d{4}$/, example: "2060", isRequired: true },
	Germany: { pattern: /^\d{5}$/, example: "53225", isRequired: true },
	France: { pattern: /^\d{5}$/, example: "33380", isRequired: true },
	India: { pattern: /^\d{6}$/, example: "110034", isRequired: true },
};

const formatOf = (country: string | undefined): PostalCodeFormat | undefined =>
	isCountry(country) ? formats[country] : undefined;

/** Whether addresses in a country have postal codes. */
export function postalCodeUse(country: string | undefined): "none" | "optional" | "required" {
	const format = formatOf(country);
	if (!format) return "none";
	return format.isRequired ? "required" : "optional";
}

/**
 * A postal code as it is stored. Null if it is empty, or the country has none. Undefined if it does not have the country's
 * format.
 */
export function parsePostalCode(typed: string, country: string): string | null | undefined {
	const format = formatOf(country);
	const code = typed.normalize("NFKC").trim().toUpperCase();
	if (!format || code === "") return null;
	if (!format.pattern.test(code.replace(/\s/g, ""))) return undefined;
	return code.replace(/\s+/g, " ");
}

/** The message for a code that is missing or malformed. */
export const postalCodeError = (country: string): string =>
	`Enter the postal code, such as ${formatOf(country)?.example ?? "00100"}${postalCodeUse(country) === "optional" ? ". Or leave it empty" : ""}.`;
