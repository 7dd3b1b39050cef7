import fc from "fast-check";
import { expect, test } from "vitest";
import { isKenyanMobile, toE164 } from "~/lib/phone";

test.each([
	["0712 345 678", "Kenya", "+254712345678"],
	["712345678", "Kenya", "+254712345678"],
	["0110-345-678", "Kenya", "+254110345678"],
	["+254 712 345678", "Uganda", "+254712345678"],
	["254712345678", "Kenya", "+254712345678"],
	["+254 (0)712 345678", "Kenya", "+254712345678"],
	["00254712345678", "Kenya", "+254712345678"],
	["020 2345678", "Kenya", "+254202345678"],
	["0772 123456", "Uganda", "+256772123456"],
	["0754 123 456", "Tanzania", "+255754123456"],
	["0788 123 456", "Rwanda", "+250788123456"],
	["0803 123 4567", "Nigeria", "+2348031234567"],
	["082 123 4567", "South Africa", "+27821234567"],
	["+44 20 7946 0958", "Kenya", "+442079460958"],
	["0712345678", "Germany", "+254712345678"],
	["０７１２３４５６７８", "Kenya", "+254712345678"],
])("%s in %s is %s", (input, country, expected) => {
	expect(toE164(input, country)).toBe(expected);
});

test.each([
	["", "Kenya"],
	["0812345678", "Kenya"],
	["071234567", "Kenya"],
	["07123456789", "Kenya"],
	["call me", "Kenya"],
	["+0712345678", "Kenya"],
])("%j in %s is not a phone number", (input, country) => {
	expect(toE164(input, country)).toBeNull();
});

test("whatever is typed, the answer is E.164 or null, and stays the same when read again", () => {
	const typed = fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ()-]{0,20}$/));
	fc.assert(
		fc.property(
			typed,
			fc.constantFrom("Kenya", "Uganda", "Tanzania", "Rwanda", "Nigeria", "South Africa"),
			(input, country) => {
				const number = toE164(input, country);
				if (number === null) return;
				expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
				expect(toE164(number, country)).toBe(number);
			},
		),
	);
});

test("only a Kenyan mobile number has an M-Pesa wallet", () => {
	expect(isKenyanMobile("+254712345678")).toBe(true);
	expect(isKenyanMobile("+254202345678")).toBe(false);
	expect(isKenyanMobile("+256772123456")).toBe(false);
});
