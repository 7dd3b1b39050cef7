import { z } from "zod";
import { activityKind } from "~/lib/kinds";

export const billingDetailsActivity = {
	"billing.updated": activityKind(z.object({}), () => "Changed the billing details."),
	"billing.phone_removed": activityKind(
		z.object({ lastDigits: z.string() }),
		({ lastDigits }) => `Removed the M-Pesa number that ends in ${lastDigits}.`,
	),
};
