import { parse } from "~/lib/parse";
import { type Failure, fail, type Result } from "~/lib/result";
import { contactSchema, type PlaceOrderInput, placeOrderSchema, termsMessage } from "./checkout.schema";

/** The contact fields as typed, so that the form can show them again after an error. */
export type ContactValues = Readonly<Partial<Record<string, string>>>;

const contactFields = ["firstName", "lastName", "email", "phone", "company", "address", "city", "country"];

export function contactValues(form: FormData): ContactValues {
	return Object.fromEntries(contactFields.map((name) => [name, String(form.get(name) ?? "")]));
}

/** Parses the checkout form. The cart is a JSON field, because the browser stores it. */
export function readCheckout(form: FormData): Result<PlaceOrderInput> {
	const contact = parse(contactSchema, contactValues(form));
	const accepted = form.get("terms") === "on";
	if (!contact.ok) return failFields({ ...contact.error.fields, ...(!accepted && { terms: termsMessage }) });
	const input = parse(placeOrderSchema, {
		idempotencyKey: form.get("idempotencyKey"),
		items: readJson(form.get("items")),
		promo: form.get("promo") || null,
		contact: contactValues(form),
		expectedTotal: Number(form.get("expectedTotal")),
		terms: accepted,
	});
	if (input.ok) return input;
	const { terms, items } = input.error.fields ?? {};
	return fail("invalid", terms ?? items ?? "Your cart has changed. Go back to the cart, then check out again.", {
		...(terms && { fields: { terms } }),
	});
}

const failFields = (fields: Failure["fields"]) =>
	fail("invalid", "Please check the marked fields.", { ...(fields && { fields }) });

function readJson(text: FormDataEntryValue | null): unknown {
	try {
		return JSON.parse(String(text));
	} catch {
		return null;
	}
}
