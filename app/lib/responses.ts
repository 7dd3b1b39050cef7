import { data } from "react-router";
import { type Failure, failureStatus } from "./result";

/** `Retry-After` where the failure says when to come back. */
export function failureHeaders(failure: Failure): Record<string, string> {
	return failure.retryAfter === undefined ? {} : { "Retry-After": String(failure.retryAfter) };
}

/**
 * What an action answers when its input or its use-case failed: the failure with its HTTP status, and the values to
 * show again. Never pass a password in `values`.
 */
export function failureData<Values = undefined>(failure: Failure, values?: Values) {
	return data({ failure, values }, { status: failureStatus[failure.kind], headers: failureHeaders(failure) });
}

/** For a loader whose subject does not exist, or is somebody else's: both are the same 404. */
export function notFound(): never {
	throw data(null, { status: 404 });
}

/**
 * As `failureData`, for the action of a page that is about one thing: where that thing is missing, so is the page.
 * A failure with a code is about a part of it.
 */
export function failureOrNotFound<Values = undefined>(failure: Failure, values?: Values) {
	if (failure.kind === "not_found" && failure.code === undefined) notFound();
	return failureData(failure, values);
}

/** Does React Router's script ask, or the browser itself, which wants a page or a redirect? */
export const isDataRequest = (request: Request): boolean => new URL(request.url).pathname.endsWith(".data");
