import { z } from "zod";
import { isCardExpired } from "~/lib/card-expiry";
import { isCardNumber } from "./card-number";

const byMpesa = z.object({
	method: z.literal("mpesa"),
	phone: z.string("Enter your M-Pesa number.").trim().min(1, "Enter your M-Pesa number.").max(30),
});

const byPayPal = z.object({ method: z.literal("paypal") });

const minorUnits = z.coerce.number("Reload the page.").int("Reload the page.").min(0, "Reload the page.");

export const startPaymentSchema = z.discriminatedUnion("method", [
	byMpesa,
	/** A card that is typed on the provider's page. Saved only if the box is ticked. */
	z.object({
		method: z.literal("card"),
		keep: z.literal("on").optional(),
		/** Consent to charge renewals to the card. Also saves it. */
		renewals: z.literal("on").optional(),
	}),
	byPayPal,
	z.object({ method: z.literal("saved"), card: z.string("Choose a card.").min(1, "Choose a card.").max(64) }),
	/** With what the page said that the credit pays and leaves to pay, in minor units. */
	z.object({ method: z.literal("credit"), creditPays: minorUnits, creditLeaves: minorUnits }),
]);

/** Methods that need a payment provider, which credit does not. */
export type StartPaymentInput = Exclude<z.output<typeof startPaymentSchema>, { method: "credit" }>;

/** Of someone with the pay link, who can't use or save anything in the account. */
export const linkPaymentSchema = z.discriminatedUnion(
	"method",
	[byMpesa, z.object({ method: z.literal("card") }), byPayPal],
	"Choose how to pay.",
);

export type LinkPaymentInput = z.output<typeof linkPaymentSchema>;

export const sandboxAnswerSchema = z.object({
	answer: z.enum(["approve", "decline", "time_out"], "Choose an answer."),
});

const expiryMessage = "Enter the expiry as MM/YY, such as 07/29.";

/** The sandbox's card form. @param now in ms, to reject expired cards */
export const sandboxCardSchema = (now: number) =>
	z.object({
		number: z.string("Check the card number.").max(40).refine(isCardNumber, "Check the card number."),
		expiry: z
			.string(expiryMessage)
			.regex(/^\s*(0[1-9]|1[0-2])\s*\/\s*(\d{2})\s*$/, expiryMessage)
			.transform((text) => {
				const [month, year] = text.split("/").map(Number);
				return { expMonth: month ?? 0, expYear: 2_000 + (year ?? 0) };
			})
			.refine((expiry) => !isCardExpired(expiry, now), "This card has expired."),
		cvc: z.string("Enter the three or four digits.").regex(/^\s*\d{3,4}\s*$/, "Enter the three or four digits."),
	});
