import parsePhoneNumber, { getExampleNumber } from "libphonenumber-js/min";
import mobileExamples from "libphonenumber-js/mobile/examples";
import { type Country, countryCodes } from "./countries";

/** Characters with the plus sign. Shorter numbers are services, such as 1000 in Germany. */
const shortest = 8;

/**
 * Converts a phone number to E.164: `0712 345 678` in Kenya is `+254712345678`. A number that starts with `+` or `00`
 * contains its country code. Null if it is not a phone number or has an extension, which E.164 can't express.
 */
export function toE164(input: string, country: Country): string | null {
	// Most countries dial 00 before a country code, Kenya and its neighbours 000. Many people write 00 anyway.
	const typed = input
		.normalize("NFKC")
		.trim()
		.replace(/^0{2,3}\s*(?=[1-9])/, "+");
	const number = parsePhoneNumber(typed, { defaultCountry: countryCodes[country], extract: false });
	if (!number?.isValid() || number.ext !== undefined || number.number.length < shortest) return null;
	return number.number;
}

/** Error message for an invalid number, with an example for the country. */
export function phoneError(country: Country): string {
	const example = getExampleNumber(countryCodes[country], mobileExamples);
	return `Enter a phone number, such as ${example?.formatNational()} or ${example?.number}.`;
}
