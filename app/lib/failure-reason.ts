/**
 * Why something failed, for monitors and logs. Never the error's message, which may contain names, addresses or secrets.
 */
export const failureReasons = [
	/** No answer in time. */
	"timeout",
	/** No connection. */
	"unreachable",
	/** The service refuses our credentials. */
	"credentials",
	/** The service refused the request. */
	"refused",
	/** The service takes no more requests for a while. */
	"busy",
	/** The service reports an error on its side. */
	"server_error",
	/** The answer does not have the documented form. */
	"unreadable",
	/** We stopped, because staff have to act first. */
	"stopped",
	/** Work waits for longer than it should, or a task has not run. */
	"late",
	"other",
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** An error that knows its reason. */
export class FailedCheck extends Error {
	override name = "FailedCheck";
	readonly reason: FailureReason;

	constructor(reason: FailureReason, message: string) {
		super(message);
		this.reason = reason;
	}
}

const reasonsByName: Readonly<Record<string, FailureReason>> = {
	TimeoutError: "timeout",
	AbortError: "timeout",
	DatabaseUnavailable: "unreachable",
	ServiceUnavailable: "unreachable",
	Refused: "refused",
	ServerRefusal: "refused",
	RetryLater: "busy",
	CustomerMoved: "busy",
	Stopped: "stopped",
	ZodError: "unreadable",
	$ZodError: "unreadable",
	SyntaxError: "unreadable",
	XmlError: "unreadable",
};

/** Texts of the runtime, and how our adapters report an HTTP status. In this order. */
const reasonsByText: readonly (readonly [RegExp, FailureReason])[] = [
	[/\b(401|403)\b|credentials|unauthori[sz]ed/i, "credentials"],
	[/\b429\b/, "busy"],
	[/\b5\d\d\b/, "server_error"],
	[/can't be read|unexpected answer/i, "unreadable"],
	[/\b4\d\d\b|refused/i, "refused"],
	[/fetch failed|network|connection|ECONN|ENOTFOUND|EAI_AGAIN/i, "unreachable"],
];

export function failureReason(error: unknown): FailureReason {
	if (error instanceof FailedCheck) return error.reason;
	if (error instanceof AggregateError && error.errors.length > 0) return failureReason(error.errors[0]);
	if (!(error instanceof Error)) return "other";
	const text = `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}`;
	return (
		reasonsByName[error.name] ??
		(/connection refused|ECONNREFUSED/i.test(text) ? "unreachable" : undefined) ??
		reasonsByText.find(([pattern]) => pattern.test(text))?.[1] ??
		"other"
	);
}
