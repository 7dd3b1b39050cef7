import { z } from "zod";

const text = z.string().trim().min(2).max(70);

/** An account that customers can transfer money to. */
export const bankAccountSchema = z.strictObject({
	bank: text,
	branch: text,
	/** Of its owner, as the bank has it. */
	name: text,
	number: z.string().regex(/^[A-Z0-9]{6,34}$/, "must be the account number, without spaces"),
	swift: z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, "must be a SWIFT code of 8 or 11 letters and digits"),
	currency: z.enum(["KES", "USD"]),
});

export type BankAccount = Readonly<z.infer<typeof bankAccountSchema>>;
