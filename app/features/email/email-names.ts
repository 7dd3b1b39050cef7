import type { EmailKind } from "./email";

/** What an email is about, for staff. */
export const emailNames: Readonly<Record<EmailKind, string>> = {
	"mail.verify-email": "Verify the email address",
	"mail.already-registered": "Already registered",
	"mail.reset-password": "Reset the password",
	"mail.password-changed": "Password changed",
	"mail.confirm-email-change": "Confirm the new email address",
	"mail.email-changed": "Email address changed",
	"mail.account-closing": "Account is closing",
	"mail.accounts-merged": "Accounts merged",
	"mail.new-sign-in": "New sign-in",
	"mail.security-notice": "Security notice",
	"mail.receipt": "Receipt",
	"mail.invoice": "Invoice",
	"mail.confirm-billing-email": "Confirm a billing address",
	"mail.billing-copy": "Copy to a billing address",
	"mail.account-access": "Access to an account",
	"mail.proposal": "Quote",
	"mail.credit-note": "Credit note",
	"mail.tax-invoice": "Tax invoice",
	"mail.credit-changed": "Credit",
	"mail.domain-active": "Domain is active",
	"mail.renewals-card": "Card for renewals",
	"mail.charge-failed": "Automatic charge failed",
	"mail.renewed": "Renewed",
	"mail.domain-redemption": "Domain is in redemption",
	"mail.domain-restored": "Domain restored",
	"mail.domain-changed": "Domain changed",
	"mail.domain-push": "Offer of a domain",
	"mail.hosting-ready": "Hosting is ready",
	"mail.hosting-changed": "Hosting changed",
	"mail.plan-ended": "Hosting ended",
	"mail.plan-suspended": "Hosting suspended",
	"mail.domain-unconnected": "Domain not connected",
	"mail.confirm-registrant": "Registrant: confirm the address",
	"mail.registrant-suspended": "Domain suspended: confirm the registrant's address",
	"mail.reminders": "Reminders of a day",
	"mail.project-message": "Project message",
	"mail.task-assigned": "Task assigned",
	"mail.project-updated": "Project updated",
	"mail.order-cancelled": "Order cancelled",
	"mail.order-problem": "Order needs the customer",
	"mail.order-line-returned": "Order line became credit",
	"mail.staff-invitation": "Invitation to the desk",
	"mail.staff-notice": "Notice about desk access",
	"mail.staff-test": "Test of an email",
	"mail.staff-task": "Task for staff",
	"mail.ticket-received": "Ticket received",
	"mail.ticket-answer": "Answer of our team",
};

export const emailName = (kind: string): string =>
	(emailNames as Readonly<Record<string, string | undefined>>)[kind] ?? kind;

/**
 * Emails that staff may send again. Those with a link into the account are left out: the customer asks for them, and they
 * void earlier links.
 */
const resendable: readonly EmailKind[] = [
	"mail.receipt",
	"mail.invoice",
	"mail.proposal",
	"mail.credit-note",
	"mail.tax-invoice",
	"mail.credit-changed",
	"mail.domain-active",
	"mail.charge-failed",
	"mail.renewed",
	"mail.hosting-ready",
	"mail.plan-ended",
	"mail.plan-suspended",
	"mail.order-cancelled",
	"mail.order-problem",
	"mail.order-line-returned",
	"mail.account-closing",
];

export const isResendable = (kind: string): kind is EmailKind => (resendable as readonly string[]).includes(kind);
