import { z } from "zod";
import { noticedChanges } from "../domains/change-notice";
import { hostingChanges } from "../hosting/change-notice";
import type { MailPreference } from "../notifications/preferences";
import { type SecurityEvent, securityEvents } from "./templates/security-notice";

/**
 * Every mail that Kikoa sends, with what its outbox row carries: ids and counts, never a link or a token.
 * The consumer looks up the rest when it sends.
 */
export const mailPayloads = {
	"mail.verify-email": z.object({ userId: z.string(), generation: z.number().int(), next: z.string().optional() }),
	"mail.already-registered": z.object({ userId: z.string() }),
	"mail.reset-password": z.object({ userId: z.string(), generation: z.number().int() }),
	"mail.password-changed": z.object({ userId: z.string() }),
	"mail.confirm-email-change": z.object({
		userId: z.string(),
		generation: z.number().int(),
		side: z.enum(["from", "to"]),
	}),
	/** `to`: the address that the account had before. */
	"mail.email-changed": z.object({ userId: z.string(), to: z.string(), newEmail: z.string() }),
	"mail.account-closing": z.object({ userId: z.string(), closesAt: z.number().int() }),
	"mail.security-notice": z.object({
		userId: z.string(),
		event: z.enum(Object.keys(securityEvents) as SecurityEvent[]),
	}),
	"mail.receipt": z.object({ invoiceId: z.string() }),
	"mail.domain-active": z.object({ domainId: z.string() }),
	"mail.expiry-reminder": z.object({ domainId: z.string(), expiresAt: z.number().int() }),
	"mail.renewal-invoice": z.object({ invoiceId: z.string() }),
	"mail.renewals-card": z.object({ userId: z.string() }),
	/** `code`: why, as the payment had it then. */
	"mail.charge-failed": z.object({ paymentId: z.string(), code: z.string() }),
	"mail.renewed": z.union([z.object({ domainId: z.string() }), z.object({ planId: z.string() })]),
	"mail.domain-changed": z.object({ domainId: z.string(), change: z.enum(noticedChanges) }),
	"mail.hosting-changed": z.object({ planId: z.string(), change: z.enum(hostingChanges) }),
	"mail.order-cancelled": z.object({ orderId: z.string() }),
	"mail.order-problem": z.object({ jobId: z.string() }),
	/** To our own mailbox. */
	"mail.enquiry": z.object({ enquiryId: z.string() }),
	"mail.enquiry-confirmation": z.object({ enquiryId: z.string() }),
} as const;

/** Mails that a customer may do without, and the preference that says so. All others must arrive. */
export const optionalMails: Partial<Record<MailKind, MailPreference>> = {
	"mail.domain-active": "email",
	"mail.renewed": "email",
};

export type MailKind = keyof typeof mailPayloads;
export type MailPayload<K extends MailKind> = z.infer<(typeof mailPayloads)[K]>;

export const mailKinds = Object.keys(mailPayloads) as readonly MailKind[];
