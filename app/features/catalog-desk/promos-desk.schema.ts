import { z } from "zod";
import { normalisePromo } from "~/features/cart/promo";
import { reason } from "~/features/staff/members.schema";
import { cursorText, textFilter } from "~/lib/list.schema";
import { discountMark } from "./discount-mark";
import { kenyanOffset } from "./kenyan-moment";

/** The query of the list. `q`: the start of a code. */
export const promosQuerySchema = z.object({ q: textFilter(30), after: cursorText });
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

/** A day in Kenya, as the ms of its first moment. */
const day = (message: string) => z.iso.date(message).transform((text) => Date.parse(`${text}T00:00${kenyanOffset}`));

const terms = {
	kind: z.enum(discountKinds, { error: "Choose what the discount is." }),
	value,
	/** Null: from now. */
	from: z.preprocess(empty, day("Enter the first day.").nullable()),
	/** Counts too. */
	until: day("Enter the last day."),
	maxUses: optionalCount,
	maxUsesPerCustomer: optionalCount,
	/** Whether the person has seen that this discount brings prices below cost. */
	belowCost: z.boolean(),
};

const withAccepted = (fields: unknown) => {
	const sent = fields as Readonly<Record<string, unknown>>;
	return { ...sent, belowCost: sent.belowCost === discountMark(sent) };
};

interface SentTerms {
	readonly kind: (typeof discountKinds)[number];
	readonly value: number;
	readonly from: number | null;
	readonly until: number;
}

const isPercentage = ({ kind, value }: SentTerms): boolean => kind !== "percent" || value <= 10_000;
const tooMuch = { path: ["value"], error: "Enter at most 100%." };
const isInOrder = ({ from, until }: SentTerms): boolean => from === null || from <= until;
const backwards = { path: ["until"], error: "Choose the first day or a later one." };

const stored = <T extends SentTerms>({ kind, value, ...promo }: T) => ({
	...promo,
	percentBasisPoints: kind === "percent" ? value : null,
	amount: kind === "percent" ? null : value,
	currency: kind === "percent" ? null : kind,
});

/** The field is not called code, because forms that fail give no codes back. */
const promo = z.string({ error: "Enter a code." }).transform(normalisePromo);

export const newPromoSchema = z.preprocess(
	withAccepted,
	z
		.object({
			promo: promo.pipe(z.string().regex(/^[A-Z\d][A-Z\d-]{2,29}$/, "Use 3 to 30 letters, digits and hyphens.")),
			...terms,
		})
		.refine(isPercentage, tooMuch)
		.refine(isInOrder, backwards)
		.transform(stored),
);
export type NewPromo = z.output<typeof newPromoSchema>;

const code = promo.pipe(z.string().max(40));

export const changePromoSchema = z.preprocess(
	withAccepted,
	z
		.object({
			promo: code,
			/** `promoMark` of what the form showed. */
			seen: z.string().max(200),
			...terms,
			reason,
		})
		.refine(isPercentage, tooMuch)
		.refine(isInOrder, backwards)
		.transform(stored),
);
export type ChangedPromo = z.output<typeof changePromoSchema>;

export const endPromoSchema = z.object({ promo: code, reason });
