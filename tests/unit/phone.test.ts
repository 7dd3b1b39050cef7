import fc from "fast-check";
import { getCountryCallingCode } from "libphonenumber-js/min";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Country, countries, countryCodes, dialCodes } from "~/lib/countries";
import { isKenyanMobile } from "~/lib/kenyan-mobile";
import { phoneError, toE164 } from "~/lib/phone";
import { isPhone, notPhone } from "~/lib/phone.schema";

/** A mobile number of each country in local notation, its E.164 form and a number that is too short. */
const written: Readonly<Record<Country, readonly [national: string, e164: string, short: string]>> = {
	Kenya: ["0712 345 678", "+254712345678", "071234567"],
	Uganda: ["0772 123456", "+256772123456", "077212345"],
	Tanzania: ["0754 123 456", "+255754123456", "075412345"],
	Rwanda: ["0788 123 456", "+250788123456", "078812345"],
	Burundi: ["79 56 12 34", "+25779561234", "7956123"],
	Ethiopia: ["091 123 4567", "+251911234567", "091123456"],
	Somalia: ["061 5123456", "+252615123456", "06151234"],
	"South Sudan": ["0921 234 567", "+211921234567", "092123456"],
	"DR Congo": ["081 234 5678", "+243812345678", "081234567"],
	Nigeria: ["0803 123 4567", "+2348031234567", "080312345"],
	"South Africa": ["082 123 4567", "+27821234567", "0821"],
	Ghana: ["024 123 4567", "+233241234567", "024123456"],
	"United States": ["(202) 555-0143", "+12025550143", "20255501"],
	Canada: ["416-555-0123", "+14165550123", "41655501"],
	"United Kingdom": ["07911 123456", "+447911123456", "079111234"],
	Australia: ["0412 345 678", "+61412345678", "04123456"],
	Germany: ["0151 23456789", "+4915123456789", "0151"],
	France: ["06 12 34 56 78", "+33612345678", "06123456"],
	India: ["098765 43210", "+919876543210", "09876543"],
	"United Arab Emirates": ["050 123 4567", "+971501234567", "05012345"],
};

test.each(countries)("a number of %s is read by that country's numbering plan", (country) => {
	const [national, e164, short] = written[country];
	expect(toE164(national, country)).toBe(e164);
	expect(toE164(e164, country)).toBe(e164);
	expect(toE164(e164, country === "Kenya" ? "Ghana" : "Kenya")).toBe(e164);
	expect(toE164(short, country)).toBeNull();
});

test("the country codes that forms show are those that numbers get", () => {
	for (const country of countries) {
		expect(dialCodes[country]).toBe(`+${getCountryCallingCode(countryCodes[country])}`);
		expect(toE164(written[country][0], country)?.startsWith(dialCodes[country])).toBe(true);
	}
});

test.each(countries)("the error for %s shows an example that is accepted", (country) => {
	const [, national = "", e164 = ""] = /such as (.+) or (\+\d+)\.$/.exec(phoneError(country)) ?? [];
	expect(toE164(national, country)).toBe(e164);
});

test.each<[string, Country, string]>([
	["712345678", "Kenya", "+254712345678"],
	["0110-345-678", "Kenya", "+254110345678"],
	["+254 712 345678", "Uganda", "+254712345678"],
	["254712345678", "Kenya", "+254712345678"],
	["+254 (0)712 345678", "Kenya", "+254712345678"],
	["00254712345678", "Kenya", "+254712345678"],
	["00 254 712 345 678", "Kenya", "+254712345678"],
	["000 256 772 123456", "Kenya", "+256772123456"],
	["020 2345678", "Kenya", "+254202345678"],
	["+44 20 7946 0958", "Kenya", "+442079460958"],
	["０７１２３４５６７８", "Kenya", "+254712345678"],
	["0712345678", "Ethiopia", "+251712345678"],
])("%s in %s is %s", (input, country, expected) => {
	expect(toE164(input, country)).toBe(expected);
});

test.each<[string, Country]>([
	["", "Kenya"],
	["0812345678", "Kenya"],
	["07123456789", "Kenya"],
	["call me", "Kenya"],
	["call 0712345678", "Kenya"],
	["0712345678 ext. 5", "Kenya"],
	["+0712345678", "Kenya"],
	["+999123456789", "Kenya"],
	["0712 345 678", "United States"],
	["1000", "Germany"],
])("%j in %s is not a phone number", (input, country) => {
	expect(toE164(input, country)).toBeNull();
});

test("any text gives E.164 or null, and the result reads as itself", () => {
	const typed = fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ()-]{0,20}$/));
	fc.assert(
		fc.property(typed, fc.constantFrom(...countries), (input, country) => {
			const number = toE164(input, country);
			if (number === null) return;
			expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
			expect(toE164(number, country)).toBe(number);
		}),
	);
});

test("a form shows the error at its field, with an example for the chosen country", () => {
	const form = z
		.object({ name: z.string().min(1), phone: z.string(), country: z.enum(countries) })
		.refine(isPhone, notPhone);
	const problems = (value: unknown) => {
		const { error } = form.safeParse(value);
		return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
	};
	expect(problems({ name: "", phone: "0712", country: "Ethiopia" })).toEqual({
		name: expect.any(String),
		phone: phoneError("Ethiopia"),
	});
	expect(phoneError("Ethiopia")).toBe("Enter a phone number, such as 091 123 4567 or +251911234567.");
	expect(Object.keys(problems({ name: "A", phone: "0712", country: "Atlantis" }))).toEqual(["country"]);
});

test("only a Kenyan mobile number has an M-Pesa wallet", () => {
	expect(isKenyanMobile("+254712345678")).toBe(true);
	expect(isKenyanMobile("+254202345678")).toBe(false);
	expect(isKenyanMobile("+256772123456")).toBe(false);
});
