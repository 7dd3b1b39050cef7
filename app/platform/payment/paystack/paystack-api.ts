import { z } from "zod";
import { SECOND } from "~/lib/durations";
import { userAgent } from "~/platform/user-agent";

// Paths, fields and statuses: paystack.com/docs/api, pages "Transactions", "Charges", "Customers" and "Refunds", and the
// answers in github.com/PaystackOSS/doc-code-snippets.

export interface PaystackOptions {
	/** `sk_test_…` or `sk_live_…`. Also the key of the webhooks' signatures. */
	readonly secretKey: string;
	/** Signs webhooks until Paystack has changed to the new one. */
	readonly previousSecretKey?: string | undefined;
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	readonly timeoutMs?: number;
}

/** `refused`: Paystack did nothing. */
export type PaystackAnswer =
	| { readonly kind: "answer"; readonly data: unknown }
	| { readonly kind: "refused"; readonly message: string };

const answerSchema = z.object({ status: z.literal(true), data: z.unknown().optional() });

const refusalSchema = z.object({ status: z.union([z.literal(false), z.literal("false")]), message: z.string() });

/** A wrong request. A wrong key (401, 403), too many requests (429) and server errors say nothing about the payment. */
const refusalStatuses = [400, 404, 422];

const host = "https://api.paystack.co";

export type PaystackApi = ReturnType<typeof createPaystackApi>;

/** Paystack's API. Throws if there is no answer, or none that says whether the work was done. */
export function createPaystackApi({ secretKey, fetch, timeoutMs = 15 * SECOND }: PaystackOptions) {
	async function call(path: string, init: RequestInit): Promise<PaystackAnswer> {
		const headers = { ...userAgent, Authorization: `Bearer ${secretKey}`, "Content-Type": "application/json" };
		const signal = AbortSignal.timeout(timeoutMs);
		const response = await fetch(`${host}${path}`, { ...init, headers, redirect: "manual", signal });
		const body: unknown = await response.json().catch(() => undefined);
		const answer = answerSchema.safeParse(body);
		if (response.ok && answer.success) return { kind: "answer", data: answer.data.data };
		const refusal = refusalSchema.safeParse(body);
		if (refusalStatuses.includes(response.status) && refusal.success)
			return { kind: "refused", message: refusal.data.message };
		throw new Error(`Paystack answered ${response.status}: ${refusal.data?.message ?? "no message"}`);
	}

	return {
		get: (path: string) => call(path, { method: "GET" }),
		post: (path: string, body: unknown) => call(path, { method: "POST", body: JSON.stringify(body) }),
	};
}

/** A reference belongs to one transaction. A repeated request with it does nothing. */
export const isDuplicate = (message: string): boolean => /duplicate transaction reference/i.test(message);

/** Paystack's references may have letters, digits, `-`, `.` and `=`. */
export const referenceOf = (attemptId: string): string => attemptId.replaceAll("_", "-");

/** The page of a payment is opened again with another reference if the first answer was lost. */
export const numbered = (reference: string, attempt: number): string =>
	attempt === 1 ? reference : `${reference}.${attempt}`;

/** Undefined for a transaction that is not ours, such as one of a payment page in the dashboard. */
export const attemptIdOf = (reference: string): string | undefined =>
	/^(pay-[a-z0-9]+)(\.\d+)?$/.exec(reference)?.[1]?.replaceAll("-", "_");
