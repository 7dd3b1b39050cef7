import { z } from "zod";
import { toE164 } from "./phone";

/**
 * A number as typed, in E.164; where it can't be one, that is said of the field `path`.
 * @param country English name
 */
export function phoneOf(typed: string, country: string, context: z.core.$RefinementCtx, path = ["phone"]): string {
	const number = toE164(typed, country);
	if (number !== null) return number;
	const message = "Enter a phone number, such as 0712 345 678 or +254712345678.";
	context.addIssue({ code: "custom", path, message });
	return z.NEVER;
}
