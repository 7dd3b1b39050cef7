import { DAY, MINUTE } from "~/lib/durations";
import type { EmailKind } from "./email";

/** Mails that count together. A flood of one group holds up no mail of another. */
type Group = "link" | "reminder" | "security" | "payment" | "ordinary";

const groups: Readonly<Record<EmailKind, Group>> = {
	"mail.verify-email": "link",
	"mail.reset-password": "link",
	"mail.confirm-email-change": "link",
	"mail.already-registered": "reminder",
	"mail.enquiry-confirmation": "reminder",
	"mail.password-changed": "security",
	"mail.email-changed": "security",
	"mail.account-closing": "security",
	"mail.new-sign-in": "security",
	"mail.security-notice": "security",
	"mail.domain-changed": "security",
	"mail.hosting-changed": "security",
	"mail.receipt": "payment",
	"mail.renewal-invoice": "payment",
	"mail.renewals-card": "payment",
	"mail.charge-failed": "payment",
	"mail.order-cancelled": "payment",
	"mail.order-problem": "payment",
	"mail.order-line-returned": "payment",
	"mail.domain-active": "ordinary",
	"mail.expiry-reminder": "payment",
	"mail.renewed": "ordinary",
	"mail.project-message": "ordinary",
	"mail.task-assigned": "ordinary",
	"mail.project-updated": "ordinary",
	"mail.project-due": "ordinary",
	"mail.staff-task": "ordinary",
	"mail.enquiry": "ordinary",
};

interface EmailCap {
	/** Mails per customer in any `windowMs` ms. */
	readonly limit: number;
	readonly windowMs: number;
	/** Which kinds count together. */
	readonly kinds: readonly EmailKind[];
	/** Beyond the limit: left out, or put off until the windowMs has room. */
	readonly whenExceeded: "drop" | "postpone";
}

/**
 * How many such mails one customer gets in a time (ms), and what becomes of those whenExceeded. Null: no cap here. A link's
 * mail is limited where the link is asked for, because the link before it is void by the time its mail is due.
 */
export function capForKind(kind: EmailKind): EmailCap | null {
	switch (groups[kind]) {
		case "link":
			return null;
		// What a stranger can cause by typing an address into a form.
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

/** Whether mails that say the same within `collapseWindowMs` are one. Each link is another one. */
export const isCollapsible = (kind: EmailKind): boolean => groups[kind] !== "link";

/** How long after a mail the same one waits for others like it (ms). */
export const collapseWindowMs = 10 * MINUTE;
