import { z } from "zod";

export const startPaymentSchema = z.discriminatedUnion("method", [
	z.object({
		method: z.literal("mpesa"),
		phone: z.string("Enter your M-Pesa number.").trim().min(1, "Enter your M-Pesa number.").max(30),
	}),
	z.object({ method: z.literal("card") }),
	z.object({ method: z.literal("credit") }),
]);

/** What a payment provider is asked for; credit asks nobody. */
export type StartPaymentInput = Exclude<z.output<typeof startPaymentSchema>, { method: "credit" }>;

export const sandboxAnswerSchema = z.object({
	answer: z.enum(["approve", "decline", "time_out"], "Choose what the phone answers."),
});
