import { z } from "zod";
import { closingWord } from "./closing";

export const closeAccountSchema = z.object({
	confirmation: z
		.string()
		.trim()
		.refine((value) => value === closingWord, `Type ${closingWord} in capital letters to close the account.`),
});
