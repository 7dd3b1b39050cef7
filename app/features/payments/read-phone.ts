import { isKenyanMobile } from "~/lib/kenyan-mobile";
import { toE164 } from "~/lib/phone";
import { failField, ok, type Result } from "~/lib/result";

/** The M-Pesa number that a customer typed, in E.164. */
export function readPhone(typed: string): Result<string> {
	const phone = toE164(typed, "Kenya");
	if (phone && isKenyanMobile(phone)) return ok(phone);
	return failField("phone", "Enter a Safaricom number such as 0712 345 678.");
}
