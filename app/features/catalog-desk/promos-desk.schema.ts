import { z } from "zod";
import { normalisePromo } from "~/features/cart/promo";
import { reason } from "~/features/staff/members.schema";
import { cursorText } from "~/lib/list.schema";

export const promosQuerySchema = z.object({ after: cursorText });
export type PromosQuery = z.output<typeof promosQuerySchema>;

export const discountKinds = ["percent", "KES", "USD"] as const;

const empty = (text: unknown) => (text === "" || text === undefined ? null : text);

const optionalCount = z.preprocess(
	empty,
	z.coerce.number("Enter a number.").int("Enter a whole number.").min(1, "Enter 1 or more.").max(1_000_000).nullable(),
);

const value = z
	.string({ error: "Enter a discount." })
	.transform((text) => text.replaceAll(",", "").trim())
	.pipe(z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, "Enter a number such as 10 or 12.50."))
	.transform((text) => Math.round(Number(text) * 100))
	.refine((amount) => amount > 0, "Enter a discount above zero.");

export const newPromoSchema = z
	.object({
		code: z
			.string({ error: "Enter a code." })
			.transform(normalisePromo)
			.pipe(z.string().regex(/^[A-Z\d][A-Z\d-]{2,29}$/, "Use 3 to 30 letters, digits and hyphens.")),
		kind: z.enum(discountKinds, { error: "Choose what the discount is." }),
		value,
		/** The last day, in Kenya. */
		until: z.iso.date("Enter the last day.").transform((day) => Date.parse(`${day}T00:00+03:00`)),
		maxUses: optionalCount,
		maxUsesPerCustomer: optionalCount,
	})
	.refine(({ kind, value }) => kind !== "percent" || value <= 10_000, {
		path: ["value"],
		error: "Enter at most 100%.",
	})
	.transform(({ kind, value, ...promo }) => ({
		...promo,
		percentBasisPoints: kind === "percent" ? value : null,
		amount: kind === "percent" ? null : value,
		currency: kind === "percent" ? null : kind,
	}));
export type NewPromo = z.output<typeof newPromoSchema>;

export const endPromoSchema = z.object({ code: z.string().max(40), reason });
