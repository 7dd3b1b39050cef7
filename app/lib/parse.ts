import type { z } from "zod";
import { fail, type Result } from "./result";

/** Checks input against its schema; what is wrong comes back by field (`items.0.quantity`), the first of each. */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): Result<z.output<Schema>> {
	const parsed = schema.safeParse(input);
	if (parsed.success) return { ok: true, value: parsed.data };
	const fields = new Map<string, string>();
	for (const { path, message } of parsed.error.issues) {
		const field = path.join(".");
		if (!fields.has(field)) fields.set(field, message);
	}
	const [first] = fields;
	const message = first ? (first[0] ? `${first[0]}: ${first[1]}` : first[1]) : "This is not what was asked for.";
	return fail("invalid", message, { fields: Object.fromEntries(fields) });
}
