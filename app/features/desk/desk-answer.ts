import type { Failure } from "~/lib/result";

/** What a form of the desk shows after a failure. */
export interface DeskAnswer {
	readonly failure: Failure;
	readonly intent: string;
	/** The fields that were sent, without passwords and codes. A field that was sent several times has all its values. */
	readonly values: Readonly<Record<string, readonly string[]>>;
}

/** The name, value and error of a field: what was sent if its form failed, else what is stored. */
export const answeredField = (answer: DeskAnswer | undefined, name: string, stored = "") => ({
	name,
	defaultValue: answer?.values[name]?.[0] ?? stored,
	error: answer?.failure.fields?.[name],
});
