import { z } from "zod";
import { cartEntriesSchema, promoCodeSchema } from "~/features/cart/cart.schema";
import { isCountry } from "~/lib/countries";
import { isPhone, notPhone, phoneIn } from "~/lib/phone.schema";

const line = (label: string, max: number) =>
	z
		.string(`Enter your ${label}.`)
		.trim()
		.min(1, `Enter your ${label}.`)
		.max(max, `At most ${max} characters.`)
		// Control characters would break addresses and invoices.
		.regex(/^\P{Cc}*$/u, "Remove the line breaks and control characters.");

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
		country: z.string("Choose your country.").refine((name): boolean => isCountry(name), "Choose your country."),
	})
	.refine(isPhone, notPhone)
	.transform(({ company, ...contact }) => ({
		...contact,
		phone: phoneIn(contact) ?? "",
		...(company && { company }),
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
