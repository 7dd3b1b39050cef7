import type { z } from "zod";
import { fail, type Result } from "./result";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Checks input against its schema; what is wrong comes back by field (`items.0.quantity`), the first of each. */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): Result<z.output<Schema>> {
	const parsed = schema.safeParse(input, { error: unsaid });
	if (parsed.success) return { ok: true, value: parsed.data };
	const fields = new Map<string, string>();
	for (const issue of parsed.error.issues) {
		// A key that nobody asked for is reported on what holds it.
		const keys = issue.code === "unrecognized_keys" ? issue.keys : undefined;
		if (!keys && issue.path.length === 0) return fail("invalid", issue.message);
		for (const path of keys?.map((key) => [...issue.path, key]) ?? [issue.path]) {
			const field = path.join(".").slice(0, longestField);
			if (!fields.has(field)) fields.set(field, issue.message);
		}
	}
	const [first] = fields;
	return fail("invalid", first ? sentence(...first) : "This is not what was asked for.", {
		fields: Object.fromEntries(fields),
	});
}

/** Keys come from outside and are sent back. */
const longestField = 100;

const kinds: Readonly<Record<string, string>> = {
	string: "text",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	array: "a list",
	object: "an object",
};

/** What is wrong where the schema has no words of its own: read after the field's name. */
function unsaid(issue: Issue): string | undefined {
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

/** A form's own field speaks for itself; one deep inside a document, or one without words of its own, has to be named. */
const sentence = (field: string, message: string) =>
	field.includes(".") || message.startsWith("Must ") ? `${field}: ${message}` : message;
