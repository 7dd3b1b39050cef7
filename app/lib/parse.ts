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
	return fail("invalid", first ? sentence(...first) : "This is not what was asked for.", {
		fields: Object.fromEntries(fields),
	});
}

/** A form's own field speaks for itself; one deep inside a document has to be named. */
const sentence = (field: string, message: string) => (field.includes(".") ? `${field}: ${message}` : message);
