import { z } from "zod";
import { settings } from "~/features/catalog/settings";
import { maxAuthCode } from "~/features/domains/auth-code";

const key = z.string().min(1).max(300);

/**
 * What a browser may send about a line: ids, names, terms and quantities. Strict: rejects a request with a price, a
 * discount or an owner. `shownAmount` is only compared with the real amount, to report a price change.
 */
const cartEntrySchema = z.strictObject({
	key,
	productId: z.string().min(1).max(64),
	domain: z.string().min(1).max(260).optional(),
	term: z.enum(["monthly", "annual", "once"]).optional(),
	planId: z.string().min(1).max(64).optional(),
	planKey: key.optional(),
	quantity: z
		.int("Must be a whole number.")
		.min(1, "Must be at least 1.")
		.max(settings.maxQuantity, `Must be at most ${settings.maxQuantity}.`),
	authCode: z.string().trim().min(1).max(maxAuthCode).optional(),
	shownAmount: z.int().min(0).optional(),
});

export const cartEntriesSchema = z
	.array(cartEntrySchema)
	.max(settings.maxCartLines, `A cart holds at most ${settings.maxCartLines} lines.`)
	.refine((entries) => new Set(entries.map((entry) => entry.key)).size === entries.length, "Keys must be unique.");

export const promoCodeSchema = z.string().trim().max(40, "A promo code has at most 40 characters.");

export const cartQuoteSchema = z.strictObject({
	items: cartEntriesSchema,
	promo: promoCodeSchema.nullish(),
	currency: z.enum(["KES", "USD"]).default("KES"),
});

export type CartQuoteInput = z.output<typeof cartQuoteSchema>;
