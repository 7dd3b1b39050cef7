import { data } from "react-router";
import { type Failure, failureStatus, type Result } from "./result";

/** `Retry-After`, if the failure has one. */
export function failureHeaders(failure: Failure): Record<string, string> {
	return failure.retryAfter === undefined ? {} : { "Retry-After": String(failure.retryAfter) };
}

/** Status and headers of a page that shows this failure. Undefined if there is none. */
export const failureInit = (failure: Failure | null): ResponseInit | undefined =>
	failure ? { status: failureStatus[failure.kind], headers: failureHeaders(failure) } : undefined;

/**
 * Response of an action that failed: the failure, its HTTP status, and the values to show again. Never pass a password in
 * `values`.
 */
export function failureData<Values = undefined>(failure: Failure, values?: Values) {
	return data({ failure, values }, { status: failureStatus[failure.kind], headers: failureHeaders(failure) });
}

/** Answers an upload with script, which shows the message itself. */
export function uploadAnswer(done: Result<{ readonly id: string }>): Response {
	if (done.ok) return Response.json({ id: done.value.id }, { status: 201 });
	const { error } = done;
	return Response.json({ error: error.message }, { status: failureStatus[error.kind], headers: failureHeaders(error) });
}

/** Throws a 404, for a row that doesn't exist or belongs to someone else. */
export function notFound(): never {
	throw data(null, { status: 404 });
}

/**
 * As `failureData`, but throws a 404 for `not_found` without a code: then the page's own row is missing. With a code, a
 * part of it is.
 */
export function failureOrNotFound<Values = undefined>(failure: Failure, values?: Values) {
	if (failure.kind === "not_found" && failure.code === undefined) notFound();
	return failureData(failure, values);
}

/** Whether React Router's script sent the request. Otherwise the browser did, and expects a page or a redirect. */
export const isDataRequest = (request: Request): boolean => new URL(request.url).pathname.endsWith(".data");
