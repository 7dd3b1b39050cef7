import type { Fetch } from "~/platform/service-fetch";
import { userAgent } from "~/platform/user-agent";
import type { Mailer, SendResult } from "./mailer";
import { readResendWebhook } from "./resend-webhook";

const api = "https://api.resend.com/";

/** Errors of a provider that accepts our key. One that may only send emails can't list domains. */
const knowsUs: readonly unknown[] = ["restricted_api_key", "rate_limit_exceeded"];

interface Options {
	readonly apiKey: string;
	/** Of the webhook that reports bounces and complaints. Each is accepted. Without one, there are no reports. */
	readonly webhookSecrets?: readonly string[];
	readonly fetch?: Fetch;
	readonly timeoutMs?: number;
}

/** Resend's API. Its idempotency keys are valid for 24 hours, longer than we retry. */
export function httpMailer({
	apiKey,
	webhookSecrets = [],
	fetch: request = fetch,
	timeoutMs = 15_000,
}: Options): Mailer {
	return {
		async send({ from, to, replyTo, subject, html, text, headers: more }, idempotencyKey) {
			const body = JSON.stringify({
				from,
				to: [to],
				...(replyTo && { reply_to: replyTo }),
				...(more && { headers: more }),
				subject,
				html,
				text,
			});
			const headers = {
				...userAgent,
				Authorization: `Bearer ${apiKey}`,
				"Content-Type": "application/json",
				"Idempotency-Key": idempotencyKey,
			};
			const signal = AbortSignal.timeout(timeoutMs);
			try {
				const response = await request(`${api}emails`, { method: "POST", headers, body, redirect: "manual", signal });
				return read(response, await answerOf(response), idempotencyKey);
			} catch (error) {
				return { state: "delayed", reason: String(error) };
			}
		},

		async probe() {
			const headers = { ...userAgent, Authorization: `Bearer ${apiKey}` };
			const signal = AbortSignal.timeout(timeoutMs);
			const response = await request(`${api}domains`, { headers, redirect: "manual", signal });
			const { name, message } = await answerOf(response);
			if (!response.ok && !knowsUs.includes(name))
				throw new Error(`${response.status} ${name ?? ""}: ${message ?? ""}`);
		},

		...(webhookSecrets.length > 0 && {
			readWebhook: (raw: Uint8Array, headers: Headers, now: number) =>
				readResendWebhook(webhookSecrets, raw, headers, now),
		}),
	};
}

/** Fields of the API's responses, for both success and errors. */
interface Answer {
	readonly id?: unknown;
	readonly name?: unknown;
	readonly message?: unknown;
}

async function answerOf(response: Response): Promise<Answer> {
	const parsed: unknown = await response.json().catch(() => null);
	return typeof parsed === "object" && parsed !== null ? parsed : {};
}

function read(response: Response, { id, name, message }: Answer, key: string): SendResult {
	if (response.ok && typeof id === "string") return { state: "accepted", id };
	// The key was used before with another text, because a template changed between two attempts. That email was accepted.
	if (name === "invalid_idempotent_request") return { state: "accepted", id: key };
	const reason = `${response.status} ${name ?? ""}: ${message ?? ""}`.slice(0, 300);
	if (isTemporary(response.status)) return { state: "delayed", reason, retryAfter: retryAfter(response) };
	return { state: "refused", reason, badRecipient: false };
}

/** Includes 401 and 403: our key or sender domain is not set up correctly, so the email itself may be fine. */
function isTemporary(status: number): boolean {
	return status < 400 || [401, 403, 408, 409, 425, 429].includes(status) || status >= 500;
}

/** Milliseconds. The header has seconds or a date. */
function retryAfter(response: Response): number | undefined {
	const value = response.headers.get("Retry-After");
	if (!value) return undefined;
	const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
	return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}
