import { type Registration, registerSchema } from "~/features/accounts/account.schema";
import { findProduct } from "~/features/catalog/catalog";
import type { Product } from "~/features/catalog/product";
import { textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { postalCodeError } from "~/lib/postal-code";
import { lacksPostalCode } from "~/lib/postal-code.schema";
import { type Failure, fail, ok, type Result } from "~/lib/result";
import { contactSchema, deliveryIn, type PlaceOrderInput, placeOrderSchema } from "./checkout.schema";
import type { ContactDetails } from "./contact-details";
import { contactFields, deliveryFields, isPostBox, newDomains } from "./contact-values";

/** Parses the checkout form of a customer. The cart is a JSON field, because the browser stores it. */
export function readCheckout(form: FormData): Result<PlaceOrderInput> {
	const contact = readContact(form);
	if (!contact.ok) return failFields(contact.error.fields);
	const input = parse(placeOrderSchema, {
		idempotencyKey: form.get("idempotencyKey"),
		items: readJson(form.get("items")),
		promo: form.get("promo") || null,
		contact: contact.value,
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

/** The contact with the delivery address, if the cart has goods and the customer gave one. */
function readContact(form: FormData): Result<ContactDetails> {
	const items = readJson(form.get("items"));
	const contact = withRegistrant(parse(contactSchema, textFields(form, contactFields)), items);
	if (!hasProduct(items, ["hardware"])) return contact;
	const typed = textFields(form, deliveryFields);
	if (Object.values(typed).some((value) => value.trim())) {
		const delivery = parse(deliveryIn(String(form.get("country"))), typed);
		if (!contact.ok || !delivery.ok) return failFields({ ...fieldsOf(contact), ...fieldsOf(delivery) });
		return ok({ ...contact.value, delivery: delivery.value });
	}
	if (!isPostBox(String(form.get("address")))) return contact;
	const address = "We can't deliver to a P.O. box. Enter a street or landmark, or another delivery address.";
	return failFields({ ...fieldsOf(contact), address });
}

/** The contact, unless it is for a new domain and lacks the postal code that registries ask for. */
function withRegistrant(contact: Result<ContactDetails>, items: unknown): Result<ContactDetails> {
	if (!contact.ok || !lacksPostalCode(contact.value) || !hasProduct(items, newDomains)) return contact;
	return failFields({ postalCode: postalCodeError(contact.value.country) });
}

const hasProduct = (items: unknown, kinds: readonly Product["kind"][]): boolean =>
	Array.isArray(items) &&
	items.some((item) => {
		const kind = findProduct(String(Object(item).productId))?.kind;
		return kind !== undefined && kinds.includes(kind);
	});

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
