import type { z } from "zod";
import { fail, type Result } from "./result";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Validates input. Returns the first error of each field by its path (`items.0.quantity`). */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): Result<z.output<Schema>> {
	const parsed = schema.safeParse(input, { error: defaultMessage });
	if (parsed.success) return { ok: true, value: parsed.data };
	const fields = new Map<string, string>();
	for (const issue of parsed.error.issues) {
		// Zod reports unknown keys on the object. Reports each on its own path instead.
		const keys = issue.code === "unrecognized_keys" ? issue.keys : undefined;
		if (!keys && issue.path.length === 0) return fail("invalid", issue.message);
		for (const path of keys?.map((key) => [...issue.path, key]) ?? [issue.path]) {
			const field = path.join(".").slice(0, maxFieldLength);
			if (!fields.has(field)) fields.set(field, issue.message);
		}
	}
	const [first] = fields;
	return fail("invalid", first ? sentence(...first) : "The request is invalid.", {
		fields: Object.fromEntries(fields),
	});
}

/** Characters. Keys come from the client and are sent back. */
const maxFieldLength = 100;

const kinds: Readonly<Record<string, string>> = {
	string: "text",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	array: "a list",
	object: "an object",
};

/** Message for an issue without one in the schema. Shown after the field's name. */
function defaultMessage(issue: Issue): string | undefined {
	const whole = !issue.path?.length;
	switch (issue.code) {
		case "invalid_type":
			if (whole) return `Send ${kinds[issue.expected] ?? issue.expected}.`;
			return issue.input === undefined ? "Must be there." : `Must be ${kinds[issue.expected] ?? issue.expected}.`;
		case "invalid_value":
			return `Must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}.`;
		case "too_small":
			if (issue.origin === "string" && issue.minimum === 1) return "Must not be empty.";
			return `Must be at least ${issue.minimum}${unit(issue.origin)}.`;
		case "too_big":
			return `Must be at most ${issue.maximum}${unit(issue.origin)}.`;
		case "unrecognized_keys":
			return "Must be left out: it is not asked for.";
		default:
			return "Must have another form.";
	}
}

const unit = (origin: string) => (origin === "string" ? " characters long" : origin === "array" ? " entries long" : "");

/** Prefixes the field's name if the field is nested or has a default message. */
const sentence = (field: string, message: string) =>
	field.includes(".") || message.startsWith("Must ") ? `${field}: ${message}` : message;
