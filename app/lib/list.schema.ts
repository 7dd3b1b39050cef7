import { z } from "zod";
import { oneLine, rowId } from "./fields.schema";
import { longestCursor } from "./page";

/** `?q=`: the search text of a customer's list. Too long a text counts as empty. */
export const searchText = z.string().trim().max(100).catch("");

/** `?after=`: the cursor of a list's page. Ignored if it can't be one. */
export const cursorText = z.string().max(longestCursor).optional().catch(undefined);

/** `?open=`: the id of the row whose details are open. */
export const openRow = rowId.optional().catch(undefined);

const none = z.literal("").transform(() => undefined);

/** A filter of a list. Empty means without it. An invalid value must not mean that, because a list can be changed at once. */
const filter = <T extends z.ZodType>(value: T, error: string) => z.union([none, value], { error }).optional();

export const choiceFilter = <const Values extends readonly string[]>(values: Values) =>
	filter(z.enum(values), "Choose one from the list.");

const dayMessage = "Enter a day such as 2026-11-23.";
export const dayFilter = filter(z.iso.date(dayMessage), dayMessage);

/** `?mine=1`. True or undefined. */
export const switchFilter = filter(
	z.literal("1").transform(() => true),
	"Choose one from the list.",
);

export const amountFilter = <T extends z.ZodType>(amount: T) =>
	filter(amount, "Enter an amount such as 1250 or 1250.50.");

/** A text, empty without it. */
export const textFilter = (most = 100) =>
	oneLine.pipe(z.string().max(most, `Use at most ${most} characters.`)).default("");
