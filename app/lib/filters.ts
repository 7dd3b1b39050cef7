import type { z } from "zod";
import { paramsOf } from "./address";
import { parse } from "./parse";

/** What is wrong with the filters of an address, by their parameter. */
export type InvalidFilters = Readonly<Record<string, string>>;

/**
 * The filters in the address of a list. `invalid`: what is wrong with some of them, or null. Then `query` is without them,
 * so nothing may be listed, exported or changed by it.
 */
export function readFilters<Schema extends z.ZodType>(
	schema: Schema,
	url: URL,
): { readonly query: z.output<Schema>; readonly invalid: InvalidFilters | null } {
	const params = paramsOf(url);
	const parsed = parse(schema, params);
	if (parsed.ok) return { query: parsed.value, invalid: null };
	const invalid = parsed.error.fields ?? {};
	const valid = Object.fromEntries(Object.entries(params).filter(([name]) => !Object.hasOwn(invalid, name)));
	return { query: schema.parse(valid), invalid };
}

/** In a sentence: why a list can't be read by its address. */
export const invalidText = (invalid: InvalidFilters): string =>
	`Correct the filters of the list. ${Object.entries(invalid)
		.map(([name, message]) => `${name}: ${message}`)
		.join(" ")}`;

/** A list that is not read, because its filters are invalid. */
export const noRows = { items: [], next: null } as const;
