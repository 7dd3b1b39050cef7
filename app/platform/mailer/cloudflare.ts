import { z } from "zod";
import { HOUR } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import type { Mailer, SendResult, UndeliverableReport } from "./mailer";

/**
 * Permanent errors of Cloudflare's Email Service (its documentation, "Workers API"). All others, known or new, may be
 * temporary: limits, outages, a sender domain that is not set up yet.
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

/** Wait after the daily quota is used up. */
const dailyLimitWait = HOUR;

/**
 * The `send_email` binding. It has no idempotency key: if the Worker crashes after sending and before storing the result,
 * the customer gets the email twice.
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
		readQueued: readSendingEvent,
	};
}

/** An event of Email Sending (its documentation, "Event subscriptions"). */
const sendingEvent = z.object({
	type: z.string().startsWith("cf.email.sending.message."),
	payload: z.object({
		recipient: z.string(),
		bounce: z.object({ type: z.string() }).optional(),
		rejection: z.object({ reason: z.string(), party: z.string().optional() }).optional(),
	}),
});

function readSendingEvent(body: unknown): readonly UndeliverableReport[] | undefined {
	const event = sendingEvent.safeParse(body);
	if (!event.success) return undefined;
	const { type, payload } = event.data;
	const reason = undeliverable(type.slice(type.lastIndexOf(".") + 1), payload);
	return reason ? [{ email: payload.recipient.trim().toLowerCase(), reason }] : [];
}

/** A soft bounce is no reason: the mailbox was full or its server down for too long. */
function undeliverable(
	name: string,
	{ bounce, rejection }: z.infer<typeof sendingEvent>["payload"],
): UndeliverableReport["reason"] | undefined {
	if (name === "complained") return "complained";
	if (name === "bounced" && bounce?.type === "hard") return "bounced";
	const isSuppressed = rejection?.reason === "suppressed" && rejection.party !== "sender";
	return name === "rejected" && isSuppressed ? "bounced" : undefined;
}

function failure(error: unknown): SendResult {
	const code = String((error as { code?: unknown } | null)?.code ?? "");
	const reason = `${code || "no code"}: ${errorMessage(error)}`;
	const refusal = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
	if (refusal) return { state: "refused", reason, ...refusal };
	return { state: "delayed", reason, retryAfter: code === "E_DAILY_LIMIT_EXCEEDED" ? dailyLimitWait : undefined };
}

/** Converts `Name <address>`, which the configuration validates, for the binding. */
function addressOf(from: string): { name: string; email: string } {
	const [, name = "", email = ""] = /^(.+) <(.+)>$/.exec(from) ?? [];
	return { name, email };
}
