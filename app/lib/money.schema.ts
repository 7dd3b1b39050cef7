import { z } from "zod";
import type { Currency } from "./money";

/** Money as JSON. `amount` in minor units. */
export const moneySchema = z.object({
	amount: z.number().int(),
	currency: z.enum(["KES", "USD"] satisfies Currency[]),
});
