import { z } from "zod";
import { requiredLine, rowId } from "~/lib/fields.schema";
import { refundedServiceChoices, refundTargets } from "./refund-state";

const by = requiredLine("Enter who does this.", 80);

/** An amount such as 1250 or 1250.50, as minor units. */
const amount = z
	.string("Enter an amount such as 1250 or 1250.50, as text.")
	.trim()
	.regex(/^\d{1,9}(\.\d{1,2})?$/, "Enter an amount such as 1250 or 1250.50.")
	.transform((text) => Math.round(Number(text) * 100));

/** Refunds of an invoice. Without `amount` and `lines`, everything that is left. */
export const refundSchema = z
	.strictObject({
		by,
		to: z.enum(refundTargets, { error: "Choose payment, credit or by_hand." }),
		reason: requiredLine("Enter a reason. The customer sees it.", 200),
		amount: amount.optional(),
		/** Ids of invoice lines. */
		lines: z.array(rowId).min(1, "Choose at least one line.").max(50).optional(),
		/** What happens with the plans and domains that it pays back in full. Required if it can end one. */
		services: z.enum(refundedServiceChoices, { error: "Choose end or keep." }).optional(),
	})
	.refine(({ amount, lines }) => amount === undefined || lines === undefined, {
		path: ["lines"],
		error: "Send an amount or lines, not both.",
	});

export type RefundInput = z.output<typeof refundSchema>;

/** Idempotency key of a request. */
export const refundKey = z.string().regex(/^[\w-]{16,100}$/, "Must be 16 to 100 letters, digits, - or _.");

/**
 * What staff do with a refund that needs them. `complete`: the customer got the money. `fail`: the provider refused it.
 * `retry`: ask the provider once more. `credit`: add it to the customer's credit instead.
 */
export const refundActionSchema = z.discriminatedUnion(
	"action",
	[
		z.strictObject({
			action: z.literal("complete"),
			by,
			reference: requiredLine("Enter the receipt or reference of the payment.", 100),
		}),
		z.strictObject({ action: z.literal("fail"), by, reason: requiredLine("Enter why it failed.", 200) }),
		z.strictObject({ action: z.literal("retry"), by }),
		z.strictObject({ action: z.literal("credit"), by }),
	],
	{ error: "Must be one of complete, fail, retry, credit." },
);

export type RefundAction = z.output<typeof refundActionSchema>;
