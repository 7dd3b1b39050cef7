import { z } from "zod";
import { taxPinIn } from "~/features/billing-details/billing-details.schema";
import { cartEntriesSchema, promoCodeSchema } from "~/features/cart/cart.schema";
import { isCountry } from "~/lib/countries";
import { requiredLine } from "~/lib/fields.schema";
import { phoneError } from "~/lib/phone";
import { isPhone, notPhone, phoneIn } from "~/lib/phone.schema";
import { parsePostalCode } from "~/lib/postal-code";
import { isPostalCode, notPostalCode } from "~/lib/postal-code.schema";

const line = (label: string, max: number) => requiredLine(`Enter your ${label}.`, max);

/** The contact for the invoice and for the registries. */
export const contactSchema = z
	.object({
		firstName: line("first name", 80),
		lastName: line("last name", 80),
		email: z.string("Enter your email address.").trim().max(254).pipe(z.email("Enter an email address.")),
		phone: z.string("Enter your phone number.").trim().min(1, "Enter your phone number."),
		company: z.union([z.literal(""), line("company", 120)]).optional(),
		address: line("street or P.O. box", 160),
		city: line("town or city", 80),
		postalCode: z.string().max(20, "At most 20 characters.").optional(),
		country: z.string("Choose your country.").refine((name): boolean => isCountry(name), "Choose your country."),
		/** Null and empty: the customer has none. */
		taxPin: z.string().max(40, "At most 40 characters.").nullish(),
		/** As `deliveryIn` returns it. */
		delivery: z
			.object({ address: line("street or landmark", 160), city: line("town or city", 80), phone: z.string().max(20) })
			.optional(),
	})
	.refine(isPhone, notPhone)
	.refine(isPostalCode, notPostalCode)
	.refine(({ country, taxPin }) => taxPinIn(country).safeParse(taxPin ?? "").success, {
		path: ["taxPin"],
		error: ({ input }) => taxPinIn(Object(input).country).safeParse(Object(input).taxPin).error?.issues[0]?.message,
		when: ({ value }) => typeof Object(value).taxPin === "string",
	})
	.transform(({ company, taxPin, delivery, postalCode: typed = "", ...contact }) => {
		const postalCode = parsePostalCode(typed, contact.country);
		return {
			...contact,
			...(postalCode && { postalCode }),
			phone: phoneIn(contact) ?? "",
			...(company && { company }),
			...(delivery && { delivery }),
			...(taxPin !== undefined && { taxPin: taxPinIn(contact.country).parse(taxPin ?? "") }),
		};
	});

/** The address for goods in the fields `deliveryAddress`, `deliveryCity` and `deliveryPhone`, in a customer's country. */
export const deliveryIn = (country: string) =>
	z
		.object({
			deliveryAddress: line("street or landmark", 160),
			deliveryCity: line("town or city", 80),
			deliveryPhone: z.string().trim().min(1, "Enter the phone number of the person who receives it."),
		})
		.refine(({ deliveryPhone: phone }) => isPhone({ phone, country }), {
			path: ["deliveryPhone"],
			error: phoneError(isCountry(country) ? country : "Kenya"),
			when: ({ value }) => typeof Object(value).deliveryPhone === "string",
		})
		.transform(({ deliveryAddress: address, deliveryCity: city, deliveryPhone: phone }) => ({
			...{ address, city },
			phone: phoneIn({ phone, country }) ?? "",
		}));

export const placeOrderSchema = z.object({
	/** One per visit of the checkout. The same key means the same order. */
	idempotencyKey: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, "Reload the page and try again."),
	items: cartEntriesSchema.min(1, "Your cart is empty."),
	promo: promoCodeSchema.nullish(),
	contact: contactSchema,
	/** Minor units, as the page showed it. */
	expectedTotal: z.int().min(0),
});

export type PlaceOrderInput = z.output<typeof placeOrderSchema>;
