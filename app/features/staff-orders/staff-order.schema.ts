import { z } from "zod";
import { minorAmount } from "~/features/billing-desk/billing-desk.schema";
import type { CartEntry } from "~/features/cart/lines";
import { findProduct } from "~/features/catalog/catalog";
import { isTerm } from "~/features/catalog/product";
import { settings } from "~/features/catalog/settings";
import type { CustomLine } from "~/features/orders/custom-lines";
import { longestValidity } from "~/features/proposals/proposal";
import { refundKey } from "~/features/refunds/refund.schema";
import { reason } from "~/features/staff/members.schema";
import { requiredLine } from "~/lib/fields.schema";
import { type Failure, failField, ok, type Result } from "~/lib/result";
import { mostRows, type OrderRow } from "./order-rows";

const rowFields = ["what", "about", "count", "price", "code"] as const;

/** The rows of a form, without empty ones. */
export function rowsOf(form: FormData): OrderRow[] {
	const values = rowFields.map((name) => form.getAll(name).map((value) => (typeof value === "string" ? value : "")));
	const [what = [], about = [], count = [], price = [], code = []] = values;
	return what
		.slice(0, mostRows)
		.map((_, index) => ({
			what: what[index] ?? "",
			about: (about[index] ?? "").trim(),
			count: (count[index] ?? "").trim(),
			price: (price[index] ?? "").trim(),
			code: (code[index] ?? "").trim(),
		}))
		.filter((row) => row.what !== "" || row.about !== "");
}

/** What is ordered, of the products and without one. */
export interface OrderedRows {
	readonly items: readonly CartEntry[];
	readonly custom: readonly CustomLine[];
}

const description = requiredLine("Describe the line as the customer reads it on the invoice.", 200);
const count = z.coerce
	.number("Enter a whole number.")
	.int("Enter a whole number.")
	.min(1, "At least 1.")
	.max(settings.maxQuantity, `At most ${settings.maxQuantity}.`);

/** The order of the rows. A failure names the field of its row: `price-0`. */
export function orderedRows(rows: readonly OrderRow[]): Result<OrderedRows> {
	const fields: Record<string, string> = {};
	const items: CartEntry[] = [];
	const custom: CustomLine[] = [];
	if (rows.length === 0) return failField("what-0", "Choose what to order.");
	rows.forEach((row, index) => {
		const read = <T>(name: keyof OrderRow, schema: z.ZodType<T>): T | undefined => {
			const parsed = schema.safeParse(row[name]);
			if (!parsed.success) fields[`${name}-${index}`] = parsed.error.issues[0]?.message ?? "Check this field.";
			return parsed.data;
		};
		const quantity = read("count", count);
		if (row.what === "custom") {
			const text = read("about", description);
			const unitAmount = read("price", minorAmount);
			if (text !== undefined && unitAmount !== undefined && quantity !== undefined)
				custom.push({ description: text, quantity, unitAmount });
			return;
		}
		const [productId = "", term] = row.what.split(":", 2);
		const product = findProduct(productId);
		if (!product || product.kind === "extension") {
			fields[`what-${index}`] = "Choose one of the products.";
			return;
		}
		if (term !== undefined && !isTerm(term)) {
			fields[`what-${index}`] = "Choose one of its terms.";
			return;
		}
		const needsName = product.kind === "registration" || product.kind === "transfer" || product.kind === "renewal";
		if (needsName && row.about === "") fields[`about-${index}`] = "Enter the domain.";
		if (product.kind === "transfer" && row.code === "") fields[`code-${index}`] = "Enter the authorization code.";
		if (quantity === undefined) return;
		items.push({
			key: `row-${index}`,
			productId,
			quantity,
			...(row.about !== "" && { domain: row.about }),
			...(term && { term }),
			...(row.code !== "" && { authCode: row.code }),
		});
	});
	const [first] = Object.values(fields);
	if (first === undefined) return ok({ items, custom });
	const failure: Failure = { kind: "invalid", message: first, fields };
	return { ok: false, error: failure };
}

const optionalPromo = z.preprocess(
	(text) => (typeof text === "string" && text.trim() === "" ? undefined : text),
	z.string().trim().max(40, "A promo code has at most 40 characters.").optional(),
);

const dueInDays = z.coerce
	.number("Enter a number of days.")
	.int("Enter a number of days.")
	.min(1, "At least 1 day.")
	.max(longestValidity, `At most ${longestValidity} days.`);

export const sendQuoteSchema = z.object({
	key: refundKey,
	validDays: dueInDays,
	/** Minor units, as the check showed it. */
	expectedTotal: z.coerce.number().int().min(0),
	/** To the customer. */
	message: z.string().trim().max(1_000, "Use at most 1,000 characters.").default(""),
});
export type SendQuote = z.output<typeof sendQuoteSchema>;

export const checkOrderSchema = z.object({ promo: optionalPromo });

export const placeStaffOrderSchema = z.object({
	key: refundKey,
	promo: optionalPromo,
	dueInDays,
	/** Minor units, as the check showed it. */
	expectedTotal: z.coerce.number().int().min(0),
	reason,
});
export type PlaceStaffOrder = z.output<typeof placeStaffOrderSchema>;
