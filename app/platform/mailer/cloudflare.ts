import { HOUR } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import type { Mailer, SendResult } from "./mailer";

/**
 * Error codes of Cloudflare's Email Service after which this message will never be taken (its documentation,
 * "Workers API"). All others, known or new, may pass: limits, outages, a sender domain that is not set up yet.
 */
const refusals: Readonly<Record<string, { badRecipient: boolean }>> = {
	E_RECIPIENT_SUPPRESSED: { badRecipient: true },
	E_RECIPIENT_NOT_ALLOWED: { badRecipient: true },
	E_VALIDATION_ERROR: { badRecipient: false },
	E_FIELD_MISSING: { badRecipient: false },
	E_TOO_MANY_RECIPIENTS: { badRecipient: false },
	E_CONTENT_TOO_LARGE: { badRecipient: false },
	E_HEADER_NOT_ALLOWED: { badRecipient: false },
	E_HEADER_VALUE_INVALID: { badRecipient: false },
};

/** The day's quota: no use in asking again within the hour. */
const dailyLimitWait = HOUR;

/**
 * The `send_email` binding. It knows no idempotency key: after a crash between its acceptance and our note of it, the
 * customer may get the mail twice.
 */
export function cloudflareMailer(binding: Pick<SendEmail, "send">): Mailer {
	return {
		async send({ from, to, replyTo, subject, html, text, headers }) {
			const builder = {
				from: addressOf(from),
				to,
				...(replyTo && { replyTo }),
				...(headers && { headers }),
				subject,
				html,
				text,
			};
			try {
				return { state: "accepted", id: (await binding.send(builder)).messageId };
			} catch (error) {
				return failure(error);
			}
		},
	};
}

function failure(error: unknown): SendResult {
	const code = String((error as { code?: unknown } | null)?.code ?? "");
	const reason = `${code || "no code"}: ${errorMessage(error)}`;
	const refusal = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
	if (refusal) return { state: "refused", reason, ...refusal };
	return { state: "delayed", reason, retryAfter: code === "E_DAILY_LIMIT_EXCEEDED" ? dailyLimitWait : undefined };
}

/** `Name <address>`, which the configuration checks, in the binding's form. */
function addressOf(from: string): { name: string; email: string } {
	const [, name = "", email = ""] = /^(.+) <(.+)>$/.exec(from) ?? [];
	return { name, email };
}
