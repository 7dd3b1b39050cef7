import { type FailureReason, failureReason } from "./failure-reason.ts";

/** An error without its message, which may contain names, addresses, secrets or a whole statement with its values. */
export interface ErrorSummary {
	readonly name: string;
	readonly reason: FailureReason;
	/** The message, of errors whose messages are known to hold no data. */
	readonly text?: string;
	/** Where it was thrown. Absent if the reason says enough. */
	readonly at?: readonly string[];
	readonly cause?: string;
}

const mostFrames = 6;

export function summarizeError(error: unknown): ErrorSummary {
	const reason = failureReason(error);
	if (!(error instanceof Error)) return { name: typeof error, reason };
	const text = textOf(error);
	const { cause } = error;
	return {
		name: nameOf(error),
		reason,
		...(text !== undefined && { text }),
		...(reason === "other" && { at: framesOf(error) }),
		...(cause instanceof Error && { cause: nameOf(cause) }),
	};
}

/** Names are constants of classes, but a library may copy one from an answer. */
const nameOf = ({ name }: Error): string => (/^\$?\w{1,60}$/.test(name) ? name : "Error");

/** Our errors whose texts hold only names of settings, and counts. */
const withPlainTexts = ["ConfigError"];

/** Errors of the runtime. A SyntaxError quotes what it read. */
const ofRuntime = ["TypeError", "RangeError", "ReferenceError"];

/** What SQLite and D1 say about a statement without its values. */
const databaseTexts =
	/(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed(?:: \w+\.\w+(?:, \w+\.\w+)*)?|no such (?:table|column): [\w.]+|too many SQL variables|database is locked|overloaded|Network connection lost/i;

function textOf(error: Error): string | undefined {
	if (withPlainTexts.includes(error.name)) return error.message;
	if (ofRuntime.includes(error.name)) return withoutData(error.message);
	for (let current: unknown = error; current instanceof Error; current = current.cause) {
		const [found] = databaseTexts.exec(current.message) ?? [];
		if (found) return found;
	}
	return undefined;
}

/** Quoted texts, addresses and long numbers may be data. A property's name is code. */
const withoutData = (message: string): string =>
	message
		.replace(/(?<!reading )(["'`]).*?\1/g, "…")
		.replace(/\w+:\/\/\S+|\S+@\S+|\d{5,}/g, "…")
		.slice(0, 200);

function framesOf({ stack = "", message }: Error): string[] {
	// A message may have lines that look like frames.
	const frames = stack.replace(message, "").matchAll(/^\s+at (.{1,200})$/gm);
	return [...frames].slice(0, mostFrames).map(([, frame = ""]) => frame.replace(/\?[^:)\s]*/, ""));
}
