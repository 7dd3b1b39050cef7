import { fail, ok, type Result } from "./result";

/** The hidden field in which a form brings back what it showed when it was opened. */
export const shownField = "shown";

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** As many characters as the longest form shows, with the names of its fields. */
const longest = 20_000;

export const writeShown = (values: Readonly<Partial<Record<string, string>>>): string => JSON.stringify(values);

/** What the form showed; nothing of fields that it says nothing of. */
export function readShown<Name extends string>(form: FormData, names: readonly Name[]): Partial<Texts<Name>> {
	const text = form.get(shownField);
	if (typeof text !== "string" || text.length > longest) return {};
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

interface Merging<Name extends string> {
	readonly sent: Texts<Name>;
	/** What the form showed when it was opened. */
	readonly shown: Partial<Texts<Name>>;
	/** What is stored by now. */
	readonly present: Texts<Name>;
	/** A stored value as people read it. */
	readonly read?: (name: Name, value: string) => string;
}

/** Refused: `shown` is for the form that comes back, so that sending it once more keeps what was typed. */
type Merged<Name extends string> = Result<Texts<Name>> & { readonly shown: Partial<Texts<Name>> };

/**
 * What to store of a form that may have been opened before something else changed the same: another tab, another person,
 * one of us. What was not touched here stays as it is by now; what was changed both here and elsewhere is asked about.
 */
export function mergeShown<Name extends string>({ sent, shown, present, read }: Merging<Name>): Merged<Name> {
	const names = Object.keys(sent) as Name[];
	const same = (one: string, other: string | undefined) => other !== undefined && plain(one) === plain(other);
	const untouched = (name: Name) => same(sent[name], shown[name]);
	const clashes = names.filter(
		(name) =>
			shown[name] !== undefined &&
			!untouched(name) &&
			!same(present[name], shown[name]) &&
			!same(present[name], sent[name]),
	);
	if (clashes.length === 0) {
		const merged = names.map((name) => [name, untouched(name) ? present[name] : sent[name]]);
		return { ...ok(Object.fromEntries(merged)), shown };
	}
	const message = "This was changed elsewhere after you opened it. Look at the marked fields, then save again.";
	const fields = Object.fromEntries(
		clashes.map((name) => [name, clashText(read?.(name, present[name]) ?? present[name])]),
	);
	const seen = Object.fromEntries(clashes.map((name) => [name, present[name]]));
	return { ...fail("conflict", message, { fields }), shown: { ...shown, ...seen } };
}

/** Browsers send lines of a text with another ending than they show. */
const plain = (text: string): string => text.replace(/\r\n?/g, "\n");

function clashText(present: string): string {
	if (present === "") return "It was emptied elsewhere meanwhile. Save again to keep what stands here.";
	const short = present.length > 80 ? `${present.slice(0, 79)}…` : present;
	return `It was changed elsewhere to “${short}” meanwhile. Save again to keep what stands here.`;
}
