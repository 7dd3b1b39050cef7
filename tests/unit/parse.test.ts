import fc from "fast-check";
import { expect, test } from "vitest";
import {
	addressSchema,
	loginSchema,
	registerSchema,
	resetPasswordFormSchema,
	resetPasswordSchema,
	verifyEmailSchema,
} from "~/features/accounts/account.schema";
import { passwordChangeSchema, profileSchema } from "~/features/accounts/settings.schema";
import { cartQuoteSchema } from "~/features/cart/cart.schema";
import { contactSchema as registryContactSchema } from "~/features/domains/contacts.schema";
import { contactSchema as billingContactSchema } from "~/features/orders/checkout.schema";
import { enquirySchemas } from "~/features/support/enquiry.schema";
import { secondStepSchema } from "~/features/two-factor/two-factor.schema";
import { parse } from "~/lib/parse";

const failureOf = (schema: Parameters<typeof parse>[0], input: unknown) => {
	const parsed = parse(schema, input);
	return parsed.ok ? undefined : parsed.error;
};

test("the error of a field without its own message names the field", () => {
	expect(failureOf(secondStepSchema, { code: "123456" })?.message).toBe("challenge: Must be there.");
	expect(failureOf(cartQuoteSchema, { items: "all" })?.message).toBe("items: Must be a list.");
	expect(failureOf(cartQuoteSchema, { items: [], currency: "EUR" })).toMatchObject({
		message: "currency: Must be one of KES, USD.",
		fields: { currency: "Must be one of KES, USD." },
	});
	expect(failureOf(cartQuoteSchema, { items: [{ key: "", productId: "domain:com", quantity: 1 }] })?.message).toBe(
		"items.0.key: Must not be empty.",
	);
});

test("an unexpected key is reported with its place", () => {
	const item = { key: "a", productId: "domain:com", quantity: 1, price: 1 };
	expect(failureOf(cartQuoteSchema, { items: [item], total: 5 })?.fields).toEqual({
		"items.0.price": "Must be left out: it is not asked for.",
		total: "Must be left out: it is not asked for.",
	});
});

test("input that is no object is reported as a whole", () => {
	for (const input of [null, 12, "text", [], undefined]) {
		expect(failureOf(loginSchema, input)).toMatchObject({ message: "Send an object." });
		expect(failureOf(loginSchema, input)?.fields).toBeUndefined();
	}
});

const schemas = {
	addressSchema,
	loginSchema,
	registerSchema,
	resetPasswordSchema,
	secondStepSchema,
	verifyEmailSchema,
	cartQuoteSchema,
	...enquirySchemas,
};

test.each(Object.entries(schemas))("%s answers any input with our own messages, which name a field", (_, schema) => {
	const fields = Object.keys("shape" in schema ? schema.shape : schema.in.shape);
	const anything = fc.oneof(
		fc.jsonValue(),
		fc.record(Object.fromEntries(fields.map((field) => [field, fc.jsonValue()])), { requiredKeys: [] }),
	);
	fc.assert(
		fc.property(anything, (input) => {
			const failure = failureOf(schema, input);
			if (!failure) return;
			const said = [failure.message, ...Object.values(failure.fields ?? {})];
			expect(said.filter((words) => /invalid input|expected|unrecognized|too (?:small|big)/i.test(words))).toEqual([]);
			expect(failure.fields === undefined).toBe(failure.message === "Send an object.");
		}),
	);
});

test("all errors of a form are reported together, including those that compare two fields", () => {
	const profile = { firstName: " ", lastName: "", phone: "call me", country: "Kenya", timezone: "?", language: "?" };
	expect(Object.keys(failureOf(profileSchema, profile)?.fields ?? {}).sort()).toEqual([
		"firstName",
		"language",
		"lastName",
		"phone",
		"timezone",
	]);
	const contact = { firstName: "", lastName: "", email: "x", phone: "12", address: "", city: "", country: "Kenya" };
	const everything = ["address", "city", "email", "firstName", "lastName", "phone"];
	for (const schema of [registryContactSchema, billingContactSchema]) {
		expect(Object.keys(failureOf(schema, contact)?.fields ?? {}).sort()).toEqual(everything);
		expect(failureOf(schema, { ...contact, phone: "" })?.fields?.phone).toMatch(/^Enter (the|your) phone number\.$/);
	}
	expect(failureOf(registerSchema, { password: "password123" })?.fields).toMatchObject({
		email: "Enter your email address.",
		password: expect.stringMatching(/easy to guess/),
	});
	const twice = { newPassword: "one harvest of words", confirmPassword: "another harvest of words" };
	expect(failureOf(passwordChangeSchema, twice)?.fields).toEqual({
		currentPassword: "Enter your current password.",
		confirmPassword: "Passwords do not match.",
	});
	expect(failureOf(resetPasswordFormSchema, { ...twice, token: "" })?.fields).toMatchObject({
		token: "Reset token missing.",
		confirmPassword: "Passwords do not match.",
	});
});
