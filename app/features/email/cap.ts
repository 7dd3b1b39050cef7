import { DAY, MINUTE } from "~/lib/durations";
import type { EmailKind } from "./email";

/** Caps count per group, so that many emails of one group do not delay those of another. */
type Group = "link" | "reminder" | "security" | "payment" | "ordinary";

const groups: Readonly<Record<EmailKind, Group>> = {
	"mail.verify-email": "link",
	"mail.reset-password": "link",
	"mail.confirm-email-change": "link",
	"mail.confirm-registrant": "link",
	"mail.confirm-billing-email": "link",
	"mail.already-registered": "reminder",
	"mail.ticket-received": "reminder",
	"mail.password-changed": "security",
	"mail.email-changed": "security",
	"mail.account-closing": "security",
	"mail.accounts-merged": "security",
	"mail.new-sign-in": "security",
	"mail.security-notice": "security",
	"mail.domain-changed": "security",
	"mail.domain-push": "security",
	"mail.account-access": "security",
	"mail.hosting-changed": "security",
	"mail.receipt": "payment",
	"mail.credit-note": "payment",
	"mail.tax-invoice": "payment",
	"mail.credit-changed": "payment",
	"mail.renewals-card": "payment",
	"mail.charge-failed": "payment",
	"mail.invoice": "payment",
	"mail.billing-copy": "payment",
	"mail.proposal": "payment",
	"mail.order-cancelled": "payment",
	"mail.order-problem": "payment",
	"mail.order-line-returned": "payment",
	"mail.domain-active": "ordinary",
	"mail.hosting-ready": "payment",
	"mail.plan-ended": "payment",
	"mail.plan-suspended": "payment",
	"mail.domain-unconnected": "ordinary",
	"mail.renewed": "ordinary",
	"mail.domain-redemption": "payment",
	"mail.domain-restored": "payment",
	"mail.registrant-suspended": "payment",
	"mail.reminders": "payment",
	"mail.project-message": "ordinary",
	"mail.task-assigned": "ordinary",
	"mail.project-updated": "ordinary",
	"mail.staff-invitation": "link",
	"mail.staff-notice": "security",
	"mail.staff-test": "link",
	"mail.staff-task": "ordinary",
	"mail.ticket-answer": "ordinary",
};

/** Whether the recipient has just asked for the email, on the page that waits for it. */
export const isAskedFor = (kind: EmailKind): boolean => groups[kind] === "link";

interface EmailCap {
	/** Emails per customer within any `windowMs`. */
	readonly limit: number;
	readonly windowMs: number;
	/** Kinds that count together. */
	readonly kinds: readonly EmailKind[];
	/** Emails over the limit are dropped, or wait until the window has room. */
	readonly whenExceeded: "drop" | "postpone";
}

/**
 * The cap on emails of this kind to one customer. Null if it has none: emails with links are limited where the link is
 * requested, because a new request already invalidates the previous link.
 */
export function capForKind(kind: EmailKind): EmailCap | null {
	switch (groups[kind]) {
		case "link":
			return null;
		// A stranger can trigger these by typing an address into a form.
		case "reminder":
			return { limit: 10, windowMs: DAY, kinds: [kind], whenExceeded: "drop" };
		case "security":
			return { limit: 30, windowMs: DAY, kinds: [kind], whenExceeded: "postpone" };
		case "payment":
			return { limit: 60, windowMs: DAY, kinds: [kind], whenExceeded: "postpone" };
		case "ordinary":
			return { limit: 60, windowMs: DAY, kinds: ordinary, whenExceeded: "postpone" };
	}
}

const ordinary = (Object.keys(groups) as EmailKind[]).filter((kind) => groups[kind] === "ordinary");

/** Whether equal emails within `collapseWindowMs` are sent as one. Emails with links are never equal. */
export const isCollapsible = (kind: EmailKind): boolean => groups[kind] !== "link";

/** How long an email waits after an equal one was sent. */
export const collapseWindowMs = 10 * MINUTE;
