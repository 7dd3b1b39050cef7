import { fail, ok, type Result } from "./result";

/** The hidden field with the values that the form had when it was opened. */
export const initialValuesField = "shown";

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** Characters of JSON. The longest form needs less. */
const maxLength = 20_000;

export const writeInitialValues = (values: Readonly<Partial<Record<string, string>>>): string => JSON.stringify(values);

/** Reads the initial values. Omits missing or malformed ones. */
export function readInitialValues<Name extends string>(form: FormData, names: readonly Name[]): Partial<Texts<Name>> {
	const text = form.get(initialValuesField);
	if (typeof text !== "string" || text.length > maxLength) return {};
	try {
		const values: unknown = JSON.parse(text);
		if (typeof values !== "object" || values === null) return {};
		const known = names.flatMap((name) => {
			const value = Object.entries(values).find(([key]) => key === name)?.[1];
			return typeof value === "string" ? [[name, value]] : [];
		});
		return Object.fromEntries(known);
	} catch {
		return {};
	}
}

interface FormVersions<Name extends string> {
	readonly sent: Texts<Name>;
	/** The form's values when it was opened. */
	readonly initial: Partial<Texts<Name>>;
	/** The stored values. */
	readonly current: Texts<Name>;
	/** Formats a stored value for the error message. Default: unchanged. */
	readonly format?: (name: Name, value: string) => string;
}

/** `initial` is for the form to send next: after a conflict, sending the same values again overwrites the stored ones. */
type Merged<Name extends string> = Result<Texts<Name>> & { readonly initial: Partial<Texts<Name>> };

/**
 * Merges a form with values that may have changed since it was opened, in another tab or by staff. Fields that this
 * form did not change keep their stored value. Fails with `conflict` on fields that changed both here and in storage.
 */
export function mergeFormValues<Name extends string>(versions: FormVersions<Name>): Merged<Name> {
	const { sent, initial, current, format } = versions;
	const names = Object.keys(sent) as Name[];
	const same = (one: string, other: string | undefined) =>
		other !== undefined && normalizeLineEnds(one) === normalizeLineEnds(other);
	const isUntouched = (name: Name) => same(sent[name], initial[name]);
	const conflicts = names.filter(
		(name) =>
			initial[name] !== undefined &&
			!isUntouched(name) &&
			!same(current[name], initial[name]) &&
			!same(current[name], sent[name]),
	);
	if (conflicts.length === 0) {
		const merged = names.map((name) => [name, isUntouched(name) ? current[name] : sent[name]]);
		return { ...ok(Object.fromEntries(merged)), initial };
	}
	const message = "This was changed elsewhere after you opened it. Check the marked fields, then save again.";
	const fields = Object.fromEntries(
		conflicts.map((name) => [name, conflictText(format?.(name, current[name]) ?? current[name])]),
	);
	const seen = Object.fromEntries(conflicts.map((name) => [name, current[name]]));
	return { ...fail("conflict", message, { fields }), initial: { ...initial, ...seen } };
}

/** Browsers submit textareas with CRLF. */
const normalizeLineEnds = (text: string): string => text.replace(/\r\n?/g, "\n");

function conflictText(current: string): string {
	if (current === "") return "This field was cleared elsewhere. Save again to keep your text.";
	const short = current.length > 80 ? `${current.slice(0, 79)}…` : current;
	return `This field was changed elsewhere to “${short}”. Save again to keep your version.`;
}
