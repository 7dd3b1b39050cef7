import { z } from "zod";
import { SECOND } from "~/lib/durations";
import { userAgent } from "~/platform/user-agent";
import type { ApiOptions } from "../api-options";

// Paths, fields and codes: developer.pesapal.com/how-to-integrate/e-commerce/api-30-json.

export type PesapalEnvironment = "sandbox" | "live";

const hosts: Readonly<Record<PesapalEnvironment, string>> = {
	sandbox: "https://cybqa.pesapal.com/pesapalv3",
	live: "https://pay.pesapal.com/v3",
};

/** A token is valid for five minutes. */
export interface PesapalOptions extends ApiOptions {
	readonly environment: PesapalEnvironment;
	readonly consumerKey: string;
	readonly consumerSecret: string;
}

/** The JSON of an answer, whatever its HTTP status. Pesapal reports some states of a payment as errors. */
export interface PesapalAnswer {
	readonly status: number;
	readonly body: unknown;
}

const tokenSchema = z.object({ token: z.string().min(1), expiryDate: z.string() });

/** Successful answers may have an error object without a code. */
const errorSchema = z.object({ error: z.object({ code: z.string().min(1), message: z.string().nullish() }) });

export interface PesapalError {
	readonly code: string;
	readonly message: string;
}

export function errorOf({ body }: PesapalAnswer): PesapalError | null {
	const parsed = errorSchema.safeParse(body);
	if (!parsed.success) return null;
	const { code, message } = parsed.data.error;
	return { code, message: message ?? "" };
}

export type PesapalApi = ReturnType<typeof createPesapalApi>;

/** Pesapal's API 3.0. Every call throws if there is no answer, or none that is JSON. */
export function createPesapalApi(options: PesapalOptions) {
	const { environment, consumerKey, consumerSecret, sharedToken, clock, timeoutMs = 15 * SECOND } = options;

	async function send(path: string, body: unknown, token?: string): Promise<PesapalAnswer> {
		const response = await options.fetch(`${hosts[environment]}${path}`, {
			method: body === undefined ? "GET" : "POST",
			headers: {
				...userAgent,
				...{ Accept: "application/json", "Content-Type": "application/json" },
				...(token !== undefined && { Authorization: `Bearer ${token}` }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
			redirect: "manual",
			signal: AbortSignal.timeout(timeoutMs),
		});
		const answer: unknown = await response.json().catch(() => undefined);
		if (answer === undefined) throw new Error(`Pesapal answered ${response.status} without JSON`);
		return { status: response.status, body: answer };
	}

	async function issue() {
		const keys = { consumer_key: consumerKey, consumer_secret: consumerSecret };
		const answer = await send("/api/Auth/RequestToken", keys);
		const error = errorOf(answer);
		if (error) throw new Error(`Pesapal refused a token: ${error.code} ${error.message}`);
		const { token, expiryDate } = tokenSchema.parse(answer.body);
		// UTC, with seven digits after the second and sometimes without a zone.
		const expiresAt = Date.parse(`${expiryDate.slice(0, 19)}Z`);
		return { token, expiresAt: Number.isFinite(expiresAt) ? expiresAt : clock() };
	}

	async function call(path: string, body?: unknown): Promise<PesapalAnswer> {
		const token = await sharedToken(issue);
		const answer = await send(path, body, token);
		return answer.status === 401 ? send(path, body, await sharedToken(issue, token)) : answer;
	}

	return { get: (path: string) => call(path), post: (path: string, body: unknown) => call(path, body) };
}
