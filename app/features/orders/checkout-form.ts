import type { z } from "zod";
import { type Registration, registerSchema } from "~/features/accounts/account.schema";
import { textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { type Failure, fail, ok, type Result } from "~/lib/result";
import { contactSchema, type PlaceOrderInput, placeOrderSchema } from "./checkout.schema";
import type { ContactDetails } from "./contact-details";
import { contactFields } from "./contact-values";

/** Parses the checkout form of a customer. The cart is a JSON field, because the browser stores it. */
export function readCheckout(form: FormData): Result<PlaceOrderInput> {
	const contact = readContact(form);
	if (!contact.ok) return failFields(contact.error.fields);
	const input = parse(placeOrderSchema, {
		idempotencyKey: form.get("idempotencyKey"),
		items: readJson(form.get("items")),
		promo: form.get("promo") || null,
		contact: textFields(form, contactFields),
		expectedTotal: Number(form.get("expectedTotal")),
	});
	if (input.ok) return input;
	const { items } = input.error.fields ?? {};
	return fail("invalid", items ?? "Your cart has changed. Go back to the cart, then check out again.");
}

interface NewCustomer {
	readonly contact: ContactDetails;
	readonly registration: Registration;
}

/** Parses the checkout form of a visitor, which also creates an account. */
export function readNewCustomer(form: FormData): Result<NewCustomer> {
	const contact = readContact(form);
	const registration = parse(registerSchema, Object.fromEntries(form));
	if (contact.ok && registration.ok) {
		const { email } = registration.value;
		return ok({ contact: { ...contact.value, email }, registration: registration.value });
	}
	return failFields({ ...fieldsOf(contact), ...fieldsOf(registration) });
}

const readContact = (form: FormData): Result<z.output<typeof contactSchema>> =>
	parse(contactSchema, textFields(form, contactFields));

const fieldsOf = (parsed: Result<unknown>) => (parsed.ok ? {} : parsed.error.fields);

const failFields = (fields: Failure["fields"]) =>
	fail("invalid", "Please check the marked fields.", { ...(fields && { fields }) });

function readJson(text: FormDataEntryValue | null): unknown {
	try {
		return JSON.parse(String(text));
	} catch {
		return null;
	}
}
