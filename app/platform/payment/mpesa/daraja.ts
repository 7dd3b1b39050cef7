import { z } from "zod";
import { HOUR, SECOND } from "~/lib/durations";
import { userAgent } from "~/platform/user-agent";
import type { ApiOptions } from "../api-options";

// Field names, codes and formats: developer.safaricom.co.ke/apis, pages "Authorization", "MpesaExpressSimulate",
// "MpesaExpressQuery", "CustomerToBusinessRegisterURL", "TransactionStatus", "PullTransaction" and "Reversal".

export type DarajaEnvironment = "sandbox" | "live";

const hosts: Readonly<Record<DarajaEnvironment, string>> = {
	sandbox: "https://sandbox.safaricom.co.ke",
	live: "https://api.safaricom.co.ke",
};

/** Each new token cancels the previous one, so all isolates share one. */
export interface DarajaOptions extends ApiOptions {
	readonly environment: DarajaEnvironment;
	readonly consumerKey: string;
	readonly consumerSecret: string;
}

/** An answer of Daraja. An error has `errorCode` and `errorMessage`, whatever its HTTP status. */
export type DarajaAnswer =
	| { readonly kind: "answer"; readonly body: unknown }
	| { readonly kind: "error"; readonly code: string; readonly message: string };

const errorSchema = z.object({ errorCode: z.coerce.string(), errorMessage: z.coerce.string() });

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

/** The pages give different codes for an expired or cancelled token. */
const tokenErrors = ["400.003.01", "400.008.01", "401.001", "404.001.03"];

const isTokenError = (answer: DarajaAnswer): boolean =>
	answer.kind === "error" && (tokenErrors.includes(answer.code) || /invalid access token/i.test(answer.message));

export type Daraja = ReturnType<typeof createDaraja>;

/** Safaricom's API. Every call throws if there is no answer, or none that is JSON. */
export function createDaraja(options: DarajaOptions) {
	const { environment, consumerKey, consumerSecret, sharedToken, clock, timeoutMs = 15 * SECOND } = options;
	const host = hosts[environment];

	async function read(path: string, init: RequestInit): Promise<DarajaAnswer> {
		const signal = AbortSignal.timeout(timeoutMs);
		const response = await options.fetch(`${host}${path}`, { ...init, redirect: "manual", signal });
		const body: unknown = await response.json().catch(() => undefined);
		const error = errorSchema.safeParse(body);
		if (error.success) return { kind: "error", code: error.data.errorCode, message: error.data.errorMessage };
		if (!response.ok || body === undefined) throw new Error(`Daraja answered ${response.status} for ${path}`);
		return { kind: "answer", body };
	}

	async function issue() {
		const headers = { ...userAgent, Authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}` };
		const answer = await read("/oauth/v1/generate?grant_type=client_credentials", { headers });
		if (answer.kind === "error") throw new Error(`Daraja refused a token: ${answer.code} ${answer.message}`);
		const { access_token: token, expires_in: seconds } = tokenSchema.parse(answer.body);
		return { token, expiresAt: clock() + seconds * SECOND };
	}

	const send = (path: string, body: unknown, token: string) =>
		read(path, {
			method: "POST",
			headers: { ...userAgent, Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
			body: JSON.stringify(body),
		});

	return {
		/** Sends a request, once more with a new token if ours has expired or was cancelled. */
		async post(path: string, body: unknown): Promise<DarajaAnswer> {
			const token = await sharedToken(issue);
			const answer = await send(path, body, token);
			return isTokenError(answer) ? send(path, body, await sharedToken(issue, token)) : answer;
		},
	};
}

const eastAfricaMs = 3 * HOUR;

/** `YYYYMMDDHHmmss` in East Africa Time. The documentation names no timezone. */
export const darajaTime = (ms: number): string =>
	new Date(ms + eastAfricaMs).toISOString().replace(/\D/g, "").slice(0, 14);

/** `254712345678`, as Daraja writes a phone number. */
export const toMsisdn = (e164: string): string => e164.replace(/^\+/, "");

/** Our format, or null for a masked number. */
export const fromMsisdn = (msisdn: unknown): string | null => {
	const phone = `+${msisdn}`;
	return /^\+254[17]\d{8}$/.test(phone) ? phone : null;
};

/** Whole shillings, from cents. @throws RangeError for a part of a shilling, which M-Pesa can't take */
export function toShillings(cents: number): number {
	if (cents % 100 !== 0) throw new RangeError(`M-Pesa takes whole shillings, not ${cents} cents`);
	return cents / 100;
}
