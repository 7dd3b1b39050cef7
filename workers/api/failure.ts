import type { Context } from "hono";
import { failureHeaders } from "~/lib/responses";
import { type Failure, type FailureBody, failureStatus } from "~/lib/result";

/** An expected failure as the API says it: `{error}`, with the fields and the code where there are some. */
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

export const notFoundJson = (c: Context): Response => c.json({ error: "There is no such address in this API." }, 404);
