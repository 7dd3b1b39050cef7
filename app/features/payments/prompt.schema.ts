import { z } from "zod";
import { requiredLine } from "~/lib/fields.schema";

export const promptSettingSchema = z.object({
	phone: requiredLine("Enter your M-Pesa number.", 30),
	hour: z.coerce.number("Choose an hour.").int("Choose an hour.").min(0, "Choose an hour.").max(23, "Choose an hour."),
});
export type PromptSettingInput = z.output<typeof promptSettingSchema>;
