import { z } from "zod";
import { emailedChanges } from "~/features/domains/emailed-changes";
import { pushEvents } from "~/features/domains/push";
import { hostingChanges } from "~/features/hosting/hosting-change";
import { memberEvents } from "~/features/members/member";
import type { EmailPreference, NotificationPreference } from "~/features/notifications/preferences";
import { creditChangeSchema } from "~/features/payments/payments.kinds";
import { projectStatuses } from "~/features/projects/project";
import { moneySchema } from "~/lib/money.schema";
import { registrarIds } from "~/platform/registrar/registrar-routes";
import { type SecurityEvent, securityEvents } from "./templates/security-alert";
import { type StaffNotice, staffNotices } from "./templates/staff-access";

/**
 * Every kind of email that we send, with the payload of its event: ids and counts, never a link or a token.
 * The handler looks up the rest when it sends the email.
 */
export const emailPayloads = {
	/** `from`: the device and place of the request. */
	"mail.verify-email": z.object({
		userId: z.string(),
		generation: z.number().int(),
		from: z.string().optional(),
		next: z.string().optional(),
	}),
	"mail.already-registered": z.object({ userId: z.string(), next: z.string().optional() }),
	"mail.reset-password": z.object({
		userId: z.string(),
		generation: z.number().int(),
		from: z.string().optional(),
	}),
	/** `removedPasskeys`: their names. */
	"mail.password-changed": z.object({ userId: z.string(), removedPasskeys: z.array(z.string()).optional() }),
	"mail.confirm-email-change": z.object({
		userId: z.string(),
		generation: z.number().int(),
		side: z.enum(["from", "to"]),
	}),
	/** `to`: the old address. */
	"mail.email-changed": z.object({ userId: z.string(), to: z.string(), newEmail: z.string() }),
	"mail.account-closing": z.object({ userId: z.string(), closesAt: z.number().int() }),
	/** Sent to both addresses. `userId`: the account that has everything now, `from`: the address of the closed one. */
	"mail.accounts-merged": z.object({ userId: z.string(), to: z.string().optional(), from: z.string() }),
	/** `from`: the device and place. */
	"mail.new-sign-in": z.object({ userId: z.string(), from: z.string() }),
	"mail.security-notice": z.object({
		userId: z.string(),
		event: z.enum(Object.keys(securityEvents) as SecurityEvent[]),
	}),
	"mail.receipt": z.object({ invoiceId: z.string() }),
	/** An invoice that staff wrote. */
	"mail.invoice": z.object({ invoiceId: z.string() }),
	/** To an address that is to get the invoices of an account. */
	"mail.confirm-billing-email": z.object({ billingEmailId: z.string() }),
	/** `eventId`: the email to the account. */
	"mail.billing-copy": z.object({ billingEmailId: z.string(), eventId: z.string() }),
	/**
	 * An invitation to use another customer's account, that it was accepted, and that the role has changed or the access has
	 * ended. `account`: its email address, because the row is gone then.
	 */
	"mail.account-access": z.union([
		z.object({ membershipId: z.string(), event: z.enum(memberEvents) }),
		z.object({ memberId: z.string(), account: z.string(), event: z.literal("ended") }),
	]),
	"mail.proposal": z.object({ proposalId: z.string() }),
	"mail.credit-note": z.object({ creditNoteId: z.string() }),
	"mail.tax-invoice": z.object({ invoiceId: z.string() }),
	/** `id`: of the credit, because the customer may get the same sum twice. */
	"mail.credit-changed": z.object({ userId: z.string(), about: creditChangeSchema, id: z.string() }),
	"mail.domain-active": z.object({ domainId: z.string() }),
	"mail.renewals-card": z.object({ userId: z.string() }),
	/** `code`: failure code of the payment. */
	"mail.charge-failed": z.object({ paymentId: z.string(), code: z.string() }),
	"mail.renewed": z.union([z.object({ domainId: z.string() }), z.object({ planId: z.string() })]),
	"mail.domain-redemption": z.object({ domainId: z.string(), expiresAt: z.number().int() }),
	/** `credit`: the redemption fee, if it was not needed. */
	"mail.domain-restored": z.object({ domainId: z.string(), credit: moneySchema.nullable() }),
	"mail.domain-changed": z.object({ domainId: z.string(), change: z.enum(emailedChanges) }),
	/** An offer of a domain to another customer, and how it ended. */
	"mail.domain-push": z.object({ pushId: z.string(), event: z.enum(pushEvents) }),
	"mail.hosting-ready": z.object({ planId: z.string() }),
	"mail.hosting-changed": z.object({ planId: z.string(), change: z.enum(hostingChanges) }),
	/** `cancelled`: by its customer. */
	"mail.plan-ended": z.object({ planId: z.string(), cancelled: z.boolean().optional() }),
	/** `invoiceId`: the unpaid one. None if staff have suspended it. */
	"mail.plan-suspended": z.object({ planId: z.string(), invoiceId: z.string().optional() }),
	"mail.domain-unconnected": z.object({ planId: z.string(), domain: z.string() }),
	/** `day`: such as 2026-11-23. */
	/** To the registrant of a domain, who need not have an account. */
	"mail.confirm-registrant": z.object({ domainId: z.string() }),
	"mail.registrant-suspended": z.object({ userId: z.string(), day: z.string() }),
	/** Everything that the customer is reminded of on this day in Kenya, such as 2026-11-23. */
	"mail.reminders": z.object({ userId: z.string(), day: z.string() }),
	"mail.project-message": z.object({ postId: z.string() }),
	"mail.task-assigned": z.object({ taskId: z.string() }),
	/** `before`: the project before the first change that the email reports. */
	"mail.project-updated": z.object({
		projectId: z.string(),
		before: z.object({
			status: z.enum(projectStatuses),
			progress: z.number(),
			dueAt: z.number().int().nullable(),
		}),
	}),
	"mail.order-cancelled": z.object({ orderId: z.string() }),
	"mail.order-problem": z.object({ jobId: z.string() }),
	"mail.order-line-returned": z.object({ jobId: z.string() }),
	/** `generation`: of the link. */
	"mail.staff-invitation": z.object({ staffId: z.string(), generation: z.number().int() }),
	"mail.staff-notice": z.object({ staffId: z.string(), event: z.enum(Object.keys(staffNotices) as StaffNotice[]) }),
	/** A sample of an email with its texts of today, to the person at the desk who asked for it. */
	"mail.staff-test": z.object({ staffId: z.string(), of: z.string(), sample: z.number().int() }),
	/**
	 * To staff: a job that needs a person, a payment under review, an event that failed, unsigned tax documents, a registrar
	 * without service, many differences, costs above our prices, a low balance, a request for approval, an API user that a
	 * payment provider refuses, or work that waits for long.
	 */
	"mail.staff-task": z.union([
		z.object({ jobId: z.string() }),
		z.object({ reviewId: z.string() }),
		z.object({ eventId: z.string() }),
		/** A change above someone's limit that waits for a second person. */
		z.object({ approvalId: z.string() }),
		/** One that no one has decided in time, to the person who asked for it. */
		z.object({ expiredApproval: z.string() }),
		/** A payment provider refuses our API user. */
		z.object({ initiatorOf: z.string(), answer: z.string() }),
		/** A tax document that the tax authority refused. */
		z.object({ fiscalDocumentId: z.string() }),
		/** A device that signs nothing. `waiting`: how many documents, `since` in ms. */
		z.object({
			fiscalDevice: z.string(),
			problem: z.string(),
			since: z.number().int(),
			waiting: z.number().int(),
		}),
		z.object({
			registrar: z.union([z.enum(registrarIds), z.templateLiteral([z.enum(registrarIds), ":", z.string()])]),
			problem: z.enum(["blocked", "credentials", "contract", "balance"]),
			/** Milliseconds. */
			since: z.number().int(),
		}),
		/** A nightly comparison that found many differences. `found`: how many of each kind. */
		z.object({
			comparison: z.string(),
			compared: z.number().int(),
			unread: z.number().int(),
			found: z.record(z.string(), z.number().int()),
			/** Whether it was not finished in its night. */
			isLate: z.boolean().optional(),
		}),
		/** Costs above our prices. Amounts in hundredths. */
		z.object({
			costsOf: z.enum(registrarIds),
			losses: z.array(
				z.object({
					tld: z.string(),
					operation: z.enum(["register", "renew", "transfer", "restore"]),
					cost: z.object({ amount: z.number().int(), currency: z.string() }),
					price: z.object({ amount: z.number().int(), currency: z.enum(["KES", "USD"]) }),
				}),
			),
			withoutRate: z.array(z.string()),
		}),
		/** The queue of the desk: how many wait, the oldest since (ms). */
		z.object({ queued: z.number().int(), oldest: z.number().int() }),
		/** The id of a domain that its registrar has suspended, because the registrant did not confirm their address. */
		z.object({ suspendedDomain: z.string() }),
		/** The id of a domain whose `clientHold` the registry refuses to set or to remove. */
		z.object({ refusedHold: z.string(), isHeld: z.boolean(), answer: z.string().optional() }),
		/** A list of payments that was not read from a time on (ms). `until`: null while it can still be read later. */
		z.object({ paymentsAt: z.string(), from: z.number().int(), until: z.number().int().nullable() }),
		/** A low balance. Amounts in hundredths. */
		z.object({
			balanceOf: z.enum(registrarIds),
			amount: z.number().int(),
			currency: z.string().nullable(),
			limit: z.number().int(),
		}),
	]),
	"mail.ticket-received": z.object({ ticketId: z.string() }),
	/** `memberId`: a member who wrote in the ticket of another customer's account. */
	"mail.ticket-answer": z.object({ messageId: z.string(), memberId: z.string().optional() }),
} as const;

/** The preferences that must all be on to get an email. The unsubscribe link switches off the first. */
export type OptionalEmail = readonly [EmailPreference, ...NotificationPreference[]];

/** Emails that a customer can switch off. All others are always sent. */
export const optionalEmails: Partial<Record<EmailKind, OptionalEmail>> = {
	"mail.domain-active": ["email"],
	"mail.renewed": ["email"],
	"mail.project-message": ["projects", "messages"],
	"mail.task-assigned": ["projects", "taskAssignments"],
	"mail.project-updated": ["projects", "projectUpdates"],
};

export type EmailKind = keyof typeof emailPayloads;
export type EmailPayload<K extends EmailKind> = z.infer<(typeof emailPayloads)[K]>;

/** Emails about signing in to one account. No other account gets them. */
export const ownAccountEmails: readonly EmailKind[] = [
	...(["mail.verify-email", "mail.already-registered", "mail.reset-password", "mail.password-changed"] as const),
	...(["mail.confirm-email-change", "mail.email-changed", "mail.account-closing", "mail.new-sign-in"] as const),
	...(["mail.security-notice", "mail.renewals-card", "mail.account-access"] as const),
];

export const emailKinds = Object.keys(emailPayloads) as readonly EmailKind[];
