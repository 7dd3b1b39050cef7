import { expect, test } from "vitest";
import { withPostalCode } from "~/features/billing-details/billing-address";
import { registrantOf } from "~/features/orders/contact-details";
import { parsePostalCode, postalCodeUse } from "~/lib/postal-code";
import { hashOf, postalCodeOf } from "~/platform/registrar/holder-contact";

const kenyan = {
	...{ firstName: "Amina", lastName: "Otieno", organisation: null, email: "amina@example.com" },
	...{ phone: "+254712345678", address: "P.O. Box 100", city: "Nairobi", country: "Kenya" },
};

test.each([
	["Kenya", " 00100 ", "00100"],
	["Kenya", "100", undefined],
	["Kenya", "", null],
	["Tanzania", "6090", "6090"],
	["United Kingdom", "ec1y 8sy", "EC1Y 8SY"],
	["United Kingdom", "00100", undefined],
	["Canada", "h3z  2y7", "H3Z 2Y7"],
	["United States", "22162-1010", "22162-1010"],
	["France", "33 380", "33 380"],
	["Uganda", "anything", null],
	["Atlantis", "1", null],
])("a postal code of %s is checked and stored in one format: %j", (country, typed, stored) => {
	expect(parsePostalCode(typed, country)).toBe(stored);
});

test("a postal code is optional where many people know none, and required where every address has one", () => {
	expect(["Kenya", "Uganda", "Germany", undefined].map(postalCodeUse)).toEqual([
		...["optional", "none", "required", "none"],
	]);
});

test("registrars get the postal code, or the one in a Kenyan address", () => {
	expect(postalCodeOf({ ...kenyan, postalCode: "80100" })).toBe("80100");
	expect(postalCodeOf({ ...kenyan, address: "P.O. Box 100-00200" })).toBe("00200");
	expect(postalCodeOf({ ...kenyan, address: "Plot 12345", country: "Uganda" })).toBeNull();
	expect(postalCodeOf(kenyan)).toBeNull();
});

test("a contact without a postal code keeps its hash, and a code makes another contact", () => {
	expect(hashOf({ ...kenyan, postalCode: null })).toBe(hashOf(kenyan));
	expect(hashOf({ ...kenyan, postalCode: "00100" })).not.toBe(hashOf(kenyan));
});

test("the registrant has the postal code of the checkout", () => {
	const { organisation: _, ...contact } = kenyan;
	expect(registrantOf({ ...contact, postalCode: "00100" })).toMatchObject({ city: "Nairobi", postalCode: "00100" });
});

test("saved billing details keep the postal code of the same address", () => {
	const details = { name: "Amina", address: "P.O. Box 100", city: "Nairobi", taxPin: null };
	const previous = { ...details, postalCode: "00100", fromCheckout: true as const };
	expect(withPostalCode({ ...details, name: "Amina Ltd" }, previous)).toEqual({
		...details,
		name: "Amina Ltd",
		postalCode: "00100",
	});
	expect(withPostalCode({ ...details, city: "Kisumu" }, previous)).not.toHaveProperty("postalCode");
	expect(withPostalCode(details, null)).toEqual(details);
});
