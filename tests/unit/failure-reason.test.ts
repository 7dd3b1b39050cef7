import { expect, test } from "vitest";
import { z } from "zod";
import { DatabaseUnavailable } from "~/db/client.server";
import { FailedCheck, type FailureReason, failureReason } from "~/lib/failure-reason";
import { RetryLater } from "~/lib/retry-later";
import { TimeoutError } from "~/lib/with-timeout";

const cases: readonly (readonly [FailureReason, unknown])[] = [
	["timeout", new TimeoutError("No answer within 2 s")],
	["timeout", new DOMException("The operation was aborted due to timeout", "TimeoutError")],
	["unreachable", new DatabaseUnavailable("overloaded")],
	["unreachable", new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:8443") })],
	["unreachable", new Error("Network connection lost.")],
	["credentials", new Error("Paystack answered 401: Invalid key")],
	["credentials", new Error("Calls are stopped: credentials")],
	["busy", new Error("Daraja answered 429 for /mpesa")],
	["busy", new RetryLater("later", 1_000)],
	["server_error", new Error("Daraja answered 503 for /mpesa")],
	["refused", new Error("Paystack answered 404: none")],
	["unreadable", z.object({ a: z.string() }).safeParse({}).error],
	["unreadable", new Error("OpenProvider's answer can't be read: HTTP 200")],
	["late", new FailedCheck("late", "401")],
	["timeout", new AggregateError([new TimeoutError("slow")])],
	["other", "text"],
	["other", new Error("Paystack account has no KES balance")],
];

test.each(cases)("%s: %s", (reason, error) => {
	expect(failureReason(error)).toBe(reason);
});
