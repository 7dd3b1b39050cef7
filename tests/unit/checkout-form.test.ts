import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { invoiceParty } from "~/features/invoices/invoice-party";
import { readCheckout, readNewCustomer } from "~/features/orders/checkout-form";
import { Problems } from "~/features/orders/components/checkout-form";

const domain = { key: "d", productId: "domain-registration", domain: "neema.co.ke", quantity: 1 };
const drawer = { key: "h", productId: "hardware-drawer-standard", quantity: 1 };

const typed = {
	...{ firstName: "Amina", lastName: "Otieno", email: "amina@example.co.ke", phone: "0712 345 678", company: "" },
	...{ address: "P.O. Box 100", city: "Nairobi", country: "Kenya", taxPin: "" },
};

function form(values: Record<string, string> = {}, items: readonly object[] = [domain]): FormData {
	const data = new FormData();
	const order = { idempotencyKey: "k".repeat(20), promo: "", items: JSON.stringify(items), expectedTotal: "54000" };
	for (const [name, value] of Object.entries({ ...order, ...typed, ...values })) data.append(name, value);
	return data;
}

const fieldsOf = (read: ReturnType<typeof readCheckout>) => (read.ok ? {} : read.error.fields);

test("a KRA PIN is A or P, nine digits and a letter, in any spelling, and may be left out", () => {
	const pinOf = (taxPin: string, country = "Kenya") => {
		const phone = country === "Kenya" ? typed.phone : "+256712345678";
		const read = readCheckout(form({ taxPin, country, phone }));
		return read.ok ? read.value.contact.taxPin : read.error.fields;
	};
	expect(pinOf("")).toBeNull();
	expect(pinOf(" p051 234 567x ")).toBe("P051234567X");
	expect(pinOf("A012345678Z")).toBe("A012345678Z");
	for (const wrong of ["B012345678Z", "A01234567Z", "A0123456789", "x"])
		expect(pinOf(wrong), wrong).toEqual({ taxPin: expect.stringContaining("Enter a KRA PIN: A or P") });
	// Other countries have their own formats.
	expect(pinOf("1001234567", "Uganda")).toBe("1001234567");
});

test("the PIN of the checkout is on the invoice, also beside saved billing details", () => {
	const contact = { ...typed, phone: "+254712345678", taxPin: "P051234567X" as string | null };
	const saved = { name: "Baraka Ltd", address: "Moi Avenue 5", city: "Mombasa", taxPin: "A012345678Z" };
	expect(invoiceParty(contact, null)).toMatchObject({ name: "Amina Otieno", taxPin: "P051234567X" });
	expect(invoiceParty(contact, saved)).toMatchObject({ name: "Baraka Ltd", taxPin: "P051234567X" });
	expect(invoiceParty({ ...contact, taxPin: null }, saved)).not.toHaveProperty("taxPin");
	const { taxPin: _, ...earlier } = contact;
	expect(invoiceParty(earlier, saved)).toMatchObject({ taxPin: "A012345678Z" });
});

test("the postal code is for new domains, and required only where every address has one", () => {
	const plan = { key: "p", productId: "pricing-starter", term: "annual", quantity: 1 };
	const transfer = { ...domain, productId: "domain-transfer" };
	const contactOf = (values: Record<string, string>, items: readonly object[] = [domain]) => {
		const read = readCheckout(form(values, items));
		return read.ok ? read.value.contact : read.error.fields;
	};
	expect(contactOf({ postalCode: " 00100" })).toMatchObject({ postalCode: "00100" });
	expect(contactOf({})).not.toHaveProperty("postalCode");
	expect(contactOf({ postalCode: "Nairobi" })).toEqual({
		postalCode: expect.stringMatching(/such as 00100\. Or leave/),
	});
	const german = { country: "Germany", phone: "+4930123456", city: "Berlin" };
	for (const items of [[domain], [transfer], [plan, domain]])
		expect(contactOf(german, items)).toEqual({ postalCode: "Enter the postal code, such as 53225." });
	expect(contactOf(german, [plan])).toMatchObject({ city: "Berlin" });
	expect(contactOf({ ...german, postalCode: "10115" })).toMatchObject({ postalCode: "10115" });
	expect(contactOf({ country: "Uganda", phone: "+256712345678", postalCode: "x" })).not.toHaveProperty("postalCode");
});

test("goods need a street or landmark, and can go to another address", () => {
	expect(readCheckout(form()).ok, "a domain needs no delivery").toBe(true);
	expect(fieldsOf(readCheckout(form({}, [drawer])))).toEqual({ address: expect.stringContaining("P.O. box") });
	const street = readCheckout(form({ address: "Opposite Naivas, Moi Avenue" }, [drawer]));
	expect(street.ok && street.value.contact.delivery).toBeUndefined();
	const other = { deliveryAddress: "Kenyatta Market, stall 4", deliveryCity: "Nakuru", deliveryPhone: "0722 000 111" };
	expect(readCheckout(form(other, [domain, drawer]))).toMatchObject({
		ok: true,
		value: {
			contact: { delivery: { address: "Kenyatta Market, stall 4", city: "Nakuru", phone: "+254722000111" } },
		},
	});
	expect(fieldsOf(readCheckout(form({ ...other, deliveryCity: "", deliveryPhone: "12" }, [drawer])))).toEqual({
		deliveryCity: "Enter your town or city.",
		deliveryPhone: expect.stringContaining("Enter a phone number"),
	});
	// Without goods the fields are not shown.
	expect(readCheckout(form(other))).toMatchObject({ ok: true, value: { contact: { city: "Nairobi" } } });
});

test("a visitor gets the errors of the contact and of the account together", () => {
	const read = readNewCustomer(form({ email: "amina@", city: "", password: "short", country: "Atlantis" }));
	expect(read).toMatchObject({
		ok: false,
		error: {
			fields: {
				email: expect.any(String),
				city: "Enter your town or city.",
				password: expect.any(String),
				country: expect.any(String),
				terms: "You must accept the terms and conditions.",
			},
		},
	});
	const good = readNewCustomer(form({ email: " Amina@Example.co.ke ", password: "maji ya kisima 2026", terms: "on" }));
	expect(good).toMatchObject({
		ok: true,
		value: { contact: { email: "amina@example.co.ke", phone: "+254712345678" }, registration: { firstName: "Amina" } },
	});
});

test("a contact has no invisible characters, such as marks that turn the text around", () => {
	const marked = {
		firstName: "Ami\u202ena",
		address: "Moi \u2066Avenue",
		city: "Nai\u200frobi",
		company: "Acme\u0007",
	};
	const { address, firstName, city, company } = fieldsOf(readCheckout(form(marked))) ?? {};
	for (const error of [firstName, address, city, company]) expect(error).toMatch(/invisible character/);
	const spaced = readCheckout(form({ address: " Moi  Avenue\n5 " }));
	expect(spaced.ok && spaced.value.contact.address).toBe("Moi Avenue 5");
});

test("the reason why a promo code is refused is beside the disabled button", () => {
	const shown = (problems: Parameters<typeof Problems>[0]["quote"]["problems"]) =>
		renderToStaticMarkup(createElement(Problems, { quote: { problems } }));
	const refused = { key: null, code: "promo", message: "The promo code SOKO has expired.", blocks: true } as const;
	expect(shown([refused])).toContain("The promo code SOKO has expired.");
	expect(shown([refused])).toContain("Change or remove the promo code");
	expect(shown([refused])).not.toContain("Change the cart");
	expect(shown([])).toBe("");
});
