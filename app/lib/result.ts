import type { FailureCode } from "./failure-code";
import type { ProofRequest } from "./proof-of-work";

/** Expected failures are values; bugs throw. */
export type Result<T, E = Failure> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly error: E };

type FailureKind =
	| "invalid"
	| "unauthenticated"
	| "forbidden"
	| "not_found"
	| "conflict"
	| "too_large"
	| "rate_limited"
	| "unavailable";

export interface Failure {
	readonly kind: FailureKind;
	/** A sentence for the person: what is wrong and what to do. */
	readonly message: string;
	/** Messages by form field. */
	readonly fields?: Readonly<Record<string, string>>;
	/** Seconds, for `rate_limited` and `unavailable`. */
	readonly retryAfter?: number;
	/** Beyond a limit: work that lets the same form through now. */
	readonly proof?: ProofRequest;
	readonly code?: FailureCode;
}

/** A failure as the API sends it. The HTTP status tells its kind. */
export type FailureBody = { readonly error: string } & Pick<Failure, "fields" | "code" | "proof">;

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** @param message a sentence for the person: what is wrong, and what to do. */
export const fail = (
	kind: FailureKind,
	message: string,
	more: Omit<Failure, "kind" | "message"> = {},
): { readonly ok: false; readonly error: Failure } => ({ ok: false, error: { kind, message, ...more } });

/** What is wrong with one field of a form: the sentence stands beside it. */
export const failField = (field: string, message: string) => fail("invalid", message, { fields: { [field]: message } });

/** The refusal of a rule that knows of no form: whoever asked says where its sentence is shown. */
export const err = (message: string): { readonly ok: false; readonly error: string } => ({
	ok: false,
	error: message,
});

/** The HTTP status of each kind of failure: the one place that knows. */
export const failureStatus = {
	invalid: 400,
	unauthenticated: 401,
	forbidden: 403,
	not_found: 404,
	conflict: 409,
	too_large: 413,
	rate_limited: 429,
	unavailable: 503,
} as const satisfies Readonly<Record<FailureKind, number>>;
