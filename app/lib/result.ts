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
	/** For the customer: what is wrong and what to do. */
	readonly message: string;
	/** More lines below the message. */
	readonly details?: readonly string[];
	/** Messages by form field. */
	readonly fields?: Readonly<Record<string, string>>;
	/** Seconds, for `rate_limited` and `unavailable`. */
	readonly retryAfter?: number;
	/** For `rate_limited`: with this proof of work the same form is accepted now. */
	readonly proof?: ProofRequest;
	readonly code?: FailureCode;
}

/** A failure in the API. The HTTP status expresses its kind. */
export type FailureBody = { readonly error: string } & Pick<Failure, "fields" | "code" | "proof">;

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** @param message for the customer: what is wrong and what to do */
export const fail = (
	kind: FailureKind,
	message: string,
	more: Omit<Failure, "kind" | "message"> = {},
): { readonly ok: false; readonly error: Failure } => ({ ok: false, error: { kind, message, ...more } });

/** Failure of a single form field. */
export const failField = (field: string, message: string) => fail("invalid", message, { fields: { [field]: message } });

/** An error with only a message, for rules that don't know which form field they validate. */
export const err = (message: string): { readonly ok: false; readonly error: string } => ({
	ok: false,
	error: message,
});

/** HTTP status of each kind of failure. */
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
