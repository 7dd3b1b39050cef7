import { z } from "zod";
import { SECOND } from "~/lib/durations";
import type { Currency } from "~/lib/money";
import { userAgent } from "~/platform/user-agent";
import type { ApiOptions } from "../api-options";

// Addresses, fields and codes: developer.paypal.com/api, pages "Orders v2", "Payments v2", "Webhooks Management" and
// "Idempotency", and github.com/paypal/paypal-rest-api-specifications.

export type PayPalEnvironment = "sandbox" | "live";

const hosts: Readonly<Record<PayPalEnvironment, string>> = {
	sandbox: "https://api-m.sandbox.paypal.com",
	live: "https://api-m.paypal.com",
};

/** A token is valid for about nine hours, so all isolates share one. */
export interface PayPalApiOptions extends ApiOptions {
	readonly environment: PayPalEnvironment;
	readonly clientId: string;
	readonly clientSecret: string;
}

/** `issue` is PayPal's code for the reason, such as `INSTRUMENT_DECLINED`. Empty if there is none. */
export interface PayPalError {
	readonly kind: "error";
	readonly status: number;
	readonly issue: string;
	readonly message: string;
}

export type PayPalAnswer = { readonly kind: "answer"; readonly body: unknown } | PayPalError;

interface Call {
	/** JSON. */
	readonly body?: string;
	/** The same id again is the same request, for at least six hours. */
	readonly requestId?: string;
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

const errorSchema = z.object({
	name: z.string().optional(),
	message: z.string().optional(),
	/** Errors of the token. */
	error: z.string().optional(),
	error_description: z.string().optional(),
	details: z.array(z.object({ issue: z.string().optional(), description: z.string().optional() })).optional(),
});

export type PayPalApi = ReturnType<typeof createPayPalApi>;

/** PayPal's API. Every call throws if there is no answer, or if PayPal failed to work on it. */
export function createPayPalApi(options: PayPalApiOptions) {
	const { environment, clientId, clientSecret, sharedToken, clock, timeoutMs = 8 * SECOND } = options;

	async function read(path: string, init: RequestInit): Promise<PayPalAnswer> {
		const signal = AbortSignal.timeout(timeoutMs);
		const response = await options.fetch(`${hosts[environment]}${path}`, { ...init, redirect: "manual", signal });
		const body: unknown = await response.json().catch(() => undefined);
		if (response.ok && body !== undefined) return { kind: "answer", body };
		const error = errorSchema.safeParse(body);
		const { status } = response;
		// After a 409, an earlier call with the same id is still being worked on.
		if (!error.success || status < 400 || status >= 500 || status === 409 || status === 429)
			throw new Error(`PayPal answered ${status}`);
		const { name, error: code, message, error_description, details } = error.data;
		const [detail] = details ?? [];
		const text = [name ?? code, detail?.issue, detail?.description ?? message ?? error_description];
		return { kind: "error", status, issue: detail?.issue ?? "", message: text.filter(Boolean).join(" ") };
	}

	async function issue() {
		const answer = await read("/v1/oauth2/token", {
			method: "POST",
			headers: {
				...userAgent,
				Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
				"Content-Type": "application/x-www-form-urlencoded",
			},
			body: "grant_type=client_credentials",
		});
		if (answer.kind === "error") throw new Error(`PayPal refused a token: ${answer.message}`);
		const { access_token: token, expires_in: seconds } = tokenSchema.parse(answer.body);
		return { token, expiresAt: clock() + seconds * SECOND };
	}

	async function call(method: "GET" | "POST", path: string, { body, requestId }: Call = {}): Promise<PayPalAnswer> {
		const send = (token: string) =>
			read(path, {
				method,
				headers: {
					...userAgent,
					Authorization: `Bearer ${token}`,
					"Content-Type": "application/json",
					// Without it, answers have no captures.
					Prefer: "return=representation",
					...(requestId !== undefined && { "PayPal-Request-Id": requestId }),
				},
				...(body !== undefined && { body }),
			});
		const token = await sharedToken(issue);
		const answer = await send(token);
		const isTokenRefused = answer.kind === "error" && answer.status === 401;
		return isTokenRefused ? send(await sharedToken(issue, token)) : answer;
	}

	return {
		get: (path: string) => call("GET", path),
		/** @param body JSON text, or a value to write as JSON */
		post: (path: string, body: unknown, requestId?: string) =>
			call("POST", path, {
				body: typeof body === "string" ? body : JSON.stringify(body),
				...(requestId !== undefined && { requestId }),
			}),
	};
}

/** An amount in PayPal's format. Both of our currencies have two decimals. */
export const toAmount = (minor: number, currency: Currency) => ({
	currency_code: currency,
	value: `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`,
});

/** An amount in minor units. */
export const amountSchema = z
	.object({ currency_code: z.enum(["USD", "KES"]), value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/) })
	.transform(({ currency_code: currency, value }) => {
		const [whole, part = ""] = value.split(".");
		return { currency, amount: Number(whole) * 100 + Number(part.padEnd(2, "0")) };
	});
