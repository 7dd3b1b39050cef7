import type { EmailKind } from "~/features/email/email";

interface EmailFacts {
	/** "When …" */
	readonly when: string;
	readonly to: string;
}

const customer = "The customer";

/** When each email is sent, and to whom. */
export const emailFacts: Readonly<Record<EmailKind, EmailFacts>> = {
	"mail.verify-email": { when: "When someone registers or asks for another link", to: customer },
	"mail.already-registered": { when: "When someone registers with an address that has an account", to: customer },
	"mail.reset-password": { when: "When someone asks for a new password", to: customer },
	"mail.password-changed": { when: "After the password was changed", to: customer },
	"mail.confirm-email-change": {
		when: "When a customer enters another email address",
		to: "The old and the new address",
	},
	"mail.email-changed": { when: "After the email address was changed", to: "The old address" },
	"mail.account-closing": { when: "When a customer asks us to close the account", to: customer },
	"mail.accounts-merged": { when: "After staff merged two accounts of a customer", to: "Both addresses" },
	"mail.new-sign-in": { when: "After a sign-in on a device that was not used before", to: customer },
	"mail.security-notice": { when: "After a change to two-step sign-in or passkeys", to: customer },
	"mail.receipt": { when: "When an invoice is paid", to: customer },
	"mail.invoice": { when: "When staff write an invoice", to: customer },
	"mail.confirm-billing-email": {
		when: "When a customer adds an address that is to get their invoices",
		to: "That address",
	},
	"mail.billing-copy": {
		when: "With each invoice, reminder of invoices, receipt, tax invoice and credit note, with the text of the original",
		to: "The customer's other billing addresses",
	},
	"mail.account-access": {
		when: "When a customer invites someone to use their account, changes their role or removes them, and when that person accepts",
		to: "That person. When they accept, the customer",
	},
	"mail.proposal": { when: "When staff send a quote", to: customer },
	"mail.credit-note": { when: "When an invoice or a part of it is refunded", to: customer },
	"mail.tax-invoice": { when: "When KRA signs an invoice long after its receipt", to: customer },
	"mail.credit-changed": {
		when: "When money becomes credit: a payment that no open invoice needs, one that staff assign, or what staff give. Also when staff pay credit back",
		to: customer,
	},
	"mail.domain-active": { when: "When a registration or a transfer to us is complete", to: customer },
	"mail.renewals-card": { when: "When a customer chooses a card for renewals", to: customer },
	"mail.charge-failed": { when: "When an automatic charge fails", to: customer },
	"mail.renewed": { when: "When a domain or plan is renewed", to: customer },
	"mail.domain-redemption": { when: "When a domain was not renewed and enters redemption", to: customer },
	"mail.domain-restored": { when: "When a domain is restored from redemption", to: customer },
	"mail.domain-changed": { when: "After a change that could put a domain at risk", to: customer },
	"mail.domain-push": {
		when: "When a domain is offered to another customer, and when they answer",
		to: "The other customer, then the owner",
	},
	"mail.hosting-ready": { when: "When a hosting plan is set up", to: customer },
	"mail.hosting-changed": { when: "After a change to a hosting plan", to: customer },
	"mail.plan-ended": { when: "When a hosting plan has ended", to: customer },
	"mail.plan-suspended": { when: "When a hosting plan is suspended", to: customer },
	"mail.domain-unconnected": {
		when: "When we stop looking for the record that connects a domain to its plan",
		to: customer,
	},
	"mail.confirm-registrant": {
		when: "When a domain has a registrant whose address we have to check, and when the customer asks for it again",
		to: "The registrant",
	},
	"mail.registrant-suspended": {
		when: "When a registrar suspends domains, because the registrant did not confirm their address",
		to: customer,
	},
	"mail.reminders": { when: "At 9:00 in Kenya, on days on which something is due", to: customer },
	"mail.project-message": { when: "When staff write in a project's discussion", to: customer },
	"mail.task-assigned": { when: "When staff assign a task to the customer", to: customer },
	"mail.project-updated": { when: "When staff change a project's status, progress or due date", to: customer },
	"mail.order-cancelled": { when: "When an unpaid order is cancelled", to: customer },
	"mail.order-problem": { when: "When an order needs the customer or takes longer than expected", to: customer },
	"mail.order-line-returned": { when: "When the price of a part of an order became credit", to: customer },
	"mail.ticket-received": { when: "When someone writes to us by form or email", to: "The sender" },
	"mail.ticket-answer": {
		when: "When staff answer a ticket",
		to: "The sender, and people with access who wrote in it",
	},
	"mail.staff-invitation": {
		when: "When someone is invited to the desk, or has to set up their second step again",
		to: "That person",
	},
	"mail.staff-notice": { when: "After a change to how someone signs in at the desk", to: "That person" },
	"mail.staff-task": {
		when: "When work needs a person",
		to: "The mailbox of the department. When a request for approval expires, the person who asked",
	},
	"mail.staff-test": { when: "When someone at the desk sends a test", to: "That person" },
};
