import type { Context } from "hono";
import { failureHeaders } from "~/lib/responses";
import { type Failure, type FailureBody, failureStatus } from "~/lib/result";

/** JSON response of an expected failure: `{error}`, with fields, code and proof if there are any. */
export function failureJson(c: Context, failure: Failure, more: Record<string, string> = {}): Response {
	const { message, fields, code, proof } = failure;
	const body: FailureBody = {
		error: message,
		...(fields && { fields }),
		...(code && { code }),
		...(proof && { proof }),
	};
	return c.json({ ...body, ...more }, failureStatus[failure.kind], failureHeaders(failure));
}

export const notFoundJson = (c: Context): Response => c.json({ error: "This API has no such address." }, 404);
