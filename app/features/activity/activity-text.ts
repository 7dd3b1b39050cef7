import { kenya, type Locale } from "~/lib/dates";
import { type ActivityKind, samplesOf } from "~/lib/kinds";
import { activityKinds } from "~/registry";

interface StoredEntry {
	readonly kind: string;
	readonly params: Readonly<Record<string, unknown>>;
	readonly message: string;
}

/** The text of a log entry. Entries of older releases store theirs in `params.text` or `message`. */
export function activityText({ kind, params, message }: StoredEntry, reader: Locale): string {
	const known = (activityKinds as Readonly<Record<string, ActivityKind>>)[kind];
	const parsed = known?.params.safeParse(params);
	if (known && parsed?.success) return known.text(parsed.data, reader);
	return typeof params.text === "string" ? params.text : message;
}

/** Kinds whose text contains the search text, for sample parameters: "signed" finds sign-ins and sign-outs. */
export function kindsContaining(text: string): string[] {
	const wanted = text.toLowerCase();
	return [...wordsByKind()].flatMap(([kind, words]) => (words.includes(wanted) ? [kind] : []));
}

let cachedWords: ReadonlyMap<string, string> | undefined;

function wordsByKind(): ReadonlyMap<string, string> {
	cachedWords ??= new Map(
		Object.entries(activityKinds as Readonly<Record<string, ActivityKind>>).map(([kind, { params, text }]) => [
			kind,
			samplesOf(params)
				.map((sample) => text(sample, kenya).toLowerCase())
				.join("\n"),
		]),
	);
	return cachedWords;
}
