import { z } from "zod";
import { reason } from "~/features/staff/members.schema";

const most = 100_000;
const tooMany = "Enter at most 100,000.";

const whole = (text: unknown) => (typeof text === "string" ? text.replaceAll(/[,\s]/g, "").replace("−", "-") : text);

const number = (pattern: RegExp, message: string) =>
	z.preprocess(whole, z.string({ error: message }).regex(pattern, message).transform(Number));

/** When staff changed the row last, as the form was loaded. Empty if they never did. */
const rowVersion = z
	.string()
	.regex(/^\d{0,16}$/, "Reload the page and try again.")
	.transform((text) => (text === "" ? null : Number(text)));

const pieces = number(/^\d{1,9}$/, "Enter a whole number, 0 or more.").refine((count) => count <= most, tooMany);

export const addStockSchema = z.object({
	version: rowVersion,
	pieces: number(/^[+-]?\d{1,9}$/, "Enter a whole number such as 12 or -1.")
		.refine((count) => count !== 0, "Enter how many you add, or -1 to remove one.")
		.refine((count) => Math.abs(count) <= most, tooMany),
	reason,
});

export const countStockSchema = z.object({
	version: rowVersion,
	/** What the form showed. Empty if it was not counted. */
	seen: z
		.string()
		.regex(/^-?\d{0,9}$/, "Reload the page and try again.")
		.transform((text) => (text === "" ? null : Number(text))),
	counted: pieces,
	reason,
});

export const stopCountingSchema = z.object({ version: rowVersion, reason });

export const lowStockSchema = z.object({
	version: rowVersion,
	lowAt: z.preprocess((text) => (text === "" || text === undefined ? null : text), pieces.nullable()),
});

export type AddStock = z.output<typeof addStockSchema>;
export type CountStock = z.output<typeof countStockSchema>;
export type StopCounting = z.output<typeof stopCountingSchema>;
export type LowStock = z.output<typeof lowStockSchema>;
