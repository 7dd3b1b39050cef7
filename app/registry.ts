import { z } from "zod";
import { accountsActivity } from "~/features/accounts/accounts.kinds";
import { addonsActivity } from "~/features/addons/addons.kinds";
import { archivedMonth } from "~/features/archive/archive.schema";
import { billingDeskAudit } from "~/features/billing-desk/billing-desk.audit";
import { billingDetailsActivity, billingDetailsNotifications } from "~/features/billing-details/billing-details.kinds";
import { bulkActionsAudit } from "~/features/bulk-actions/bulk-actions.audit";
import { catalogDeskAudit } from "~/features/catalog-desk/catalog-desk.audit";
import { closingActivity } from "~/features/closing/closing.kinds";
import { customersAudit } from "~/features/customers/customers.audit";
import { dataExportActivity } from "~/features/data-export/data-export.kinds";
import { dnsActivity } from "~/features/dns/dns.kinds";
import { domainsActivity, domainsNotifications } from "~/features/domains/domains.kinds";
import { emailPayloads } from "~/features/email/email";
import { emailNotifications } from "~/features/email/email.kinds";
import { emailDeskAudit } from "~/features/email-desk/email-desk.audit";
import { fiscalAudit } from "~/features/fiscal/fiscal.audit";
import { healthAudit } from "~/features/health/health.audit";
import { helpDeskAudit } from "~/features/help-desk/help-desk.audit";
import { hostingActivity, hostingNotifications } from "~/features/hosting/hosting.kinds";
import { membersActivity, membersNotifications } from "~/features/members/members.kinds";
import { notificationsActivity } from "~/features/notifications/notifications.kinds";
import { ordersAudit } from "~/features/orders/orders.audit";
import { ordersActivity, ordersNotifications } from "~/features/orders/orders.kinds";
import { outboxAudit } from "~/features/outbox/outbox.audit";
import { passkeysActivity } from "~/features/passkeys/passkeys.kinds";
import { paymentMethods } from "~/features/payments/payment-method";
import { paymentsAudit } from "~/features/payments/payments.audit";
import { paymentsActivity, paymentsNotifications } from "~/features/payments/payments.kinds";
import { problemsAudit } from "~/features/problems/problems.audit";
import { projectsAudit } from "~/features/projects/projects.audit";
import { projectsActivity, projectsNotifications } from "~/features/projects/projects.kinds";
import { proposalsActivity, proposalsAudit } from "~/features/proposals/proposals.kinds";
import { refundsAudit } from "~/features/refunds/refunds.audit";
import { refundsActivity, refundsNotifications } from "~/features/refunds/refunds.kinds";
import { renewalsAudit } from "~/features/renewals/renewals.audit";
import { renewalsActivity, renewalsNotifications } from "~/features/renewals/renewals.kinds";
import { reportsAudit } from "~/features/reports/reports.audit";
import { savedViewsAudit } from "~/features/saved-views/saved-views.audit";
import { servicesDeskAudit } from "~/features/services-desk/services-desk.audit";
import { staffAudit } from "~/features/staff/staff.audit";
import { staffOrdersAudit } from "~/features/staff-orders/staff-orders.audit";
import { stockAudit } from "~/features/stock/stock.audit";
import { supportActivity } from "~/features/support/support.kinds";
import { departmentsAudit } from "~/features/tickets/departments.audit";
import { ticketsAudit } from "~/features/tickets/tickets.audit";
import { ticketsActivity, ticketsNotifications } from "~/features/tickets/tickets.kinds";
import { twoFactorActivity } from "~/features/two-factor/two-factor.kinds";

/**
 * Every kind of background work except email, with its payload: ids and plain values, never secrets.
 * features/outbox/handlers.server.ts has a handler for each.
 */
const workPayloads = {
	/** Queues the rows of a bulk action. */
	"bulk.start": z.object({ bulkId: z.string() }),
	/** A new version of the catalogue, at the time from which it applies. */
	"catalog.publish": z.object({ number: z.number().int() }),
	/** A product has sold out, run low or come back. */
	"stock.publish": z.object({}),
	/** A new version of the help. */
	"help.publish": z.object({ number: z.number().int() }),
	"archive.delete": z.object({ userId: z.string() }),
	/** After a merge of two accounts. */
	"archive.move": z.object({ from: z.string(), into: z.string() }),
	"dns.publish": z.object({ domainId: z.string() }),
	/** `since`: when the domain's DS record was gone (ms). */
	"dns.unsign": z.object({ domainId: z.string(), since: z.number().int() }),
	/** The next step of moving a domain's zone to another DNS service. */
	"dns.move": z.object({ domainId: z.string() }),
	"fiscal.sign": z.object({ documentId: z.string() }),
	"domain.sync": z.object({ domainId: z.string() }),
	"hosting.certificate": z.object({ planId: z.string(), domain: z.string() }),
	"hosting.delete": z.object({ planId: z.string() }),
	"hosting.set-domain": z.object({ planId: z.string() }),
	/** Suspends the plan's account at the panel, or lifts the suspension, as the plan's status says. */
	"domain.reset-auth-code": z.object({ domainId: z.string() }),
	"hosting.update-account": z.object({ planId: z.string() }),
	"job.run": z.object({ jobId: z.string() }),
	"payment.check": z.object({ paymentId: z.string() }),
	/** A payment without a request from us, which its provider has confirmed. `amount` in minor units, `paidAt` in ms. */
	"payment.match": z.object({
		provider: z.string(),
		method: z.enum(paymentMethods).default("mpesa"),
		receipt: z.string(),
		reference: z.string(),
		amount: z.number().int(),
		currency: z.enum(["KES", "USD"]),
		paidAt: z.number().nullable(),
		/** At most this much of it may become credit, in minor units. None for money that its provider confirmed. */
		creditLimit: z.number().int().optional(),
	}),
	"payment.request-confirmation": z.object({ provider: z.string(), receipt: z.string() }),
	"payment.confirm": z.object({
		paymentId: z.string(),
		providerRef: z.string(),
		claimed: z.enum(["pending", "succeeded", "failed"]),
	}),
	/** A task of features/health/schedule.ts that staff have started. */
	"task.run": z.object({ task: z.string() }),
	"refund.check": z.object({ refundId: z.string() }),
	/** A payment of which money may have gone back. `reference`: the provider's, of the refund that a message named. */
	"refund.adopt": z.object({ paymentId: z.string(), reference: z.string().nullable() }),
	/** Money that went back, on a provider's own list. `reference`: the account number there. `at` in ms. */
	"refund.listed": z.object({
		...{ provider: z.string(), receipt: z.string(), reference: z.string() },
		...{ amount: z.number().int(), currency: z.enum(["KES", "USD"]), at: z.number() },
	}),
} as const;

const renewalItem = z.object({ id: z.string(), expiresAt: z.number().int() });

/**
 * Every kind of scheduled item: work of which thousands may be queued at once, because a cron finds it to be due or staff
 * have started it for many rows. Times in ms. The time in the payload is the one that made the item due: if it has changed
 * since, there is nothing to do.
 */
export const scheduledPayloads = {
	"account.close": z.object({ userId: z.string(), closesAt: z.number().int() }),
	/** One row of a bulk action. */
	"bulk.row": z.object({ bulkId: z.string(), position: z.number().int() }),
	"archive.month": z.object({ userId: z.string(), month: archivedMonth }),
	/** `to`: the next status. */
	"domain.expire": z.object({
		domainId: z.string(),
		expiresAt: z.number().int(),
		to: z.enum(["expired", "redemption", "released"]),
	}),
	/** A domain that its registrar reports to have ended or to expire on another date. */
	"domain.push-expire": z.object({ id: z.string(), expiresAt: z.number().int() }),
	"domain.reconcile": z.object({
		domainId: z.string(),
		expiresAt: z.number().int().nullable(),
		/** Whether it is about settings that are changed at the registrar again and again. */
		settings: z.literal(true).optional(),
	}),
	/** The id is a domain's or a plan's. */
	"renewal.charge-domain": renewalItem,
	"renewal.charge-plan": renewalItem,
	"renewal.invoice-domain": renewalItem,
	"renewal.invoice-plan": renewalItem,
	/** A charge without an answer, and when it started. */
	"renewal.resolve-charge": z.object({ paymentId: z.string(), invoiceId: z.string(), createdAt: z.number().int() }),
	"order.cancel-unpaid": z.object({ orderId: z.string(), dueAt: z.number().int() }),
	/** `at`: when the prompt is sent. */
	"payment.prompt": z.object({ invoiceId: z.string(), at: z.number().int() }),
	"plan.end": z.object({ id: z.string(), keptUntil: z.number().int() }),
	"plan.suspend": renewalItem,
	/** The suspension by staff ends. */
	"plan.unsuspend": z.object({ id: z.string(), until: z.number().int() }),
} as const;

/** Every kind of outbox event. */
export const eventKinds = { ...emailPayloads, ...workPayloads, ...scheduledPayloads } as const;

/** Every kind of activity log entry. */
export const activityKinds = {
	...accountsActivity,
	...addonsActivity,
	...billingDetailsActivity,
	...membersActivity,
	...closingActivity,
	...dataExportActivity,
	...dnsActivity,
	...domainsActivity,
	...hostingActivity,
	...notificationsActivity,
	...ordersActivity,
	...passkeysActivity,
	...proposalsActivity,
	...paymentsActivity,
	...refundsActivity,
	...renewalsActivity,
	...projectsActivity,
	...supportActivity,
	...ticketsActivity,
	...twoFactorActivity,
} as const;

/** Every kind of entry in the audit log of the desk. */
export const auditKinds = {
	...catalogDeskAudit,
	...billingDeskAudit,
	...bulkActionsAudit,
	...customersAudit,
	...departmentsAudit,
	...emailDeskAudit,
	...fiscalAudit,
	...healthAudit,
	...helpDeskAudit,
	...ordersAudit,
	...outboxAudit,
	...paymentsAudit,
	...problemsAudit,
	...projectsAudit,
	...proposalsAudit,
	...refundsAudit,
	...renewalsAudit,
	...reportsAudit,
	...savedViewsAudit,
	...servicesDeskAudit,
	...staffAudit,
	...ticketsAudit,
	...staffOrdersAudit,
	...stockAudit,
} as const;

/** Every kind of notification. */
export const notificationKinds = {
	...billingDetailsNotifications,
	...membersNotifications,
	...emailNotifications,
	...domainsNotifications,
	...hostingNotifications,
	...ordersNotifications,
	...paymentsNotifications,
	...refundsNotifications,
	...renewalsNotifications,
	...projectsNotifications,
	...ticketsNotifications,
} as const;

export type EventKind = keyof typeof eventKinds;
export type WorkKind = keyof typeof workPayloads;
export type ActivityKindName = keyof typeof activityKinds;
export type AuditKindName = keyof typeof auditKinds;
export type NotificationKindName = keyof typeof notificationKinds;

export type EventPayload<K extends EventKind> = z.output<(typeof eventKinds)[K]>;
export type ActivityParams<K extends ActivityKindName> = z.output<(typeof activityKinds)[K]["params"]>;
export type AuditParams<K extends AuditKindName> = z.output<(typeof auditKinds)[K]["params"]>;
export type NotificationParams<K extends NotificationKindName> = z.output<(typeof notificationKinds)[K]["params"]>;
