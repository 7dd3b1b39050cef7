import { and, getTableColumns, inArray, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { ownedBy, type SensitiveOwner } from "~/db/owner";
import {
	accountMembers,
	activityLog,
	addons,
	billingEmails,
	creditNoteLines,
	creditNotes,
	customerNotes,
	dnsRecords,
	domainPushes,
	domains,
	emailChanges,
	fiscalDocuments,
	hostingPlans,
	invoiceLines,
	invoices,
	ledgerEntries,
	notifications,
	orderLines,
	orders,
	paymentCards,
	payments,
	projectFiles,
	projectPosts,
	projects,
	projectTasks,
	proposals,
	refunds,
	securityEvents,
	sessions,
	ticketFiles,
	ticketMessages,
	tickets,
	users,
} from "~/db/schema";

/** Without the ids of other accounts. */
const { memberId: _writer, ...ticketMessage } = getTableColumns(ticketMessages);
const { memberId: _poster, ...projectPost } = getTableColumns(projectPosts);

/** Reads everything that we store about one customer, in one round trip. */
export function createDataExportRepo(db: Database) {
	const { orm } = db;
	return {
		async read(owner: SensitiveOwner, now: number) {
			const mine = (column: Parameters<typeof ownedBy>[0]): SQL => ownedBy(column, owner, now);
			const myDomains = orm.select({ id: domains.id }).from(domains).where(mine(domains.userId));
			const myProjects = orm.select({ id: projects.id }).from(projects).where(mine(projects.userId));
			const myTickets = orm.select({ id: tickets.id }).from(tickets).where(mine(tickets.userId));
			const myOrders = orm.select({ id: orders.id }).from(orders).where(mine(orders.userId));
			const myInvoices = orm.select({ id: invoices.id }).from(invoices).where(mine(invoices.userId));
			const myCreditNotes = orm.select({ id: creditNotes.id }).from(creditNotes).where(mine(creditNotes.userId));
			// Leaves out secrets and internal counters.
			const { passwordHash, totpSecret, totpLastStep, verifyGeneration, resetGeneration, emailGeneration, ...account } =
				getTableColumns(users);
			const { tokenHash, ...signIn } = getTableColumns(sessions);
			const { callbackToken, redirectUrl, ...payment } = getTableColumns(payments);
			const { token, fingerprint, ...card } = getTableColumns(paymentCards);
			const { requestHash, ...order } = getTableColumns(orders);
			const { requestHash: _hash, issuedBy, ...creditNote } = getTableColumns(creditNotes);
			const { callbackToken: _token, failure, checks, nextCheckAt, round, ...refund } = getTableColumns(refunds);
			const { sends, failure: _failure, ...signed } = getTableColumns(fiscalDocuments);
			const { dedupeKey, ...notification } = getTableColumns(notifications);
			const { assignee: _assignee, tags, dueAt, snoozedUntil, version, ...ticket } = getTableColumns(tickets);
			const found = {
				account: db.read(orm.select(account).from(users).where(mine(users.id))),
				"sign-ins": db.read(orm.select(signIn).from(sessions).where(mine(sessions.userId))),
				"security-events": db.read(orm.select().from(securityEvents).where(mine(securityEvents.userId))),
				"email-change": db.read(orm.select().from(emailChanges).where(mine(emailChanges.userId))),
				"billing-emails": db.read(orm.select().from(billingEmails).where(mine(billingEmails.userId))),
				people: db.read(orm.select().from(accountMembers).where(mine(accountMembers.userId))),
				"access-to": db.read(
					orm
						.select({ id: accountMembers.id, role: accountMembers.role, acceptedAt: accountMembers.acceptedAt })
						.from(accountMembers)
						.where(mine(accountMembers.memberId)),
				),
				domains: db.read(orm.select().from(domains).where(mine(domains.userId))),
				"domain-offers": db.read(orm.select().from(domainPushes).where(mine(domainPushes.userId))),
				"domains-received": db.read(
					orm
						.select({ id: domainPushes.id, domainId: domainPushes.domainId, settledAt: domainPushes.settledAt })
						.from(domainPushes)
						.where(and(inArray(domainPushes.domainId, myDomains), mine(domainPushes.recipientId))),
				),
				"dns-records": db.read(orm.select().from(dnsRecords).where(inArray(dnsRecords.domainId, myDomains))),
				hosting: db.read(orm.select().from(hostingPlans).where(mine(hostingPlans.userId))),
				addons: db.read(orm.select().from(addons).where(mine(addons.userId))),
				projects: db.read(orm.select().from(projects).where(mine(projects.userId))),
				"project-tasks": db.read(orm.select().from(projectTasks).where(inArray(projectTasks.projectId, myProjects))),
				"project-posts": db.read(
					orm.select(projectPost).from(projectPosts).where(inArray(projectPosts.projectId, myProjects)),
				),
				"project-files": db.read(orm.select().from(projectFiles).where(mine(projectFiles.userId))),
				orders: db.read(orm.select(order).from(orders).where(mine(orders.userId))),
				"order-lines": db.read(orm.select().from(orderLines).where(inArray(orderLines.orderId, myOrders))),
				invoices: db.read(orm.select().from(invoices).where(mine(invoices.userId))),
				"invoice-lines": db.read(orm.select().from(invoiceLines).where(inArray(invoiceLines.invoiceId, myInvoices))),
				quotes: db.read(orm.select().from(proposals).where(mine(proposals.userId))),
				"payment-cards": db.read(orm.select(card).from(paymentCards).where(mine(paymentCards.userId))),
				payments: db.read(orm.select(payment).from(payments).where(mine(payments.userId))),
				"credit-notes": db.read(orm.select(creditNote).from(creditNotes).where(mine(creditNotes.userId))),
				"credit-note-lines": db.read(
					orm.select().from(creditNoteLines).where(inArray(creditNoteLines.creditNoteId, myCreditNotes)),
				),
				"tax-documents": db.read(
					orm.select(signed).from(fiscalDocuments).where(inArray(fiscalDocuments.invoiceId, myInvoices)),
				),
				refunds: db.read(orm.select(refund).from(refunds).where(mine(refunds.userId))),
				ledger: db.read(orm.select().from(ledgerEntries).where(mine(ledgerEntries.userId))),
				tickets: db.read(orm.select(ticket).from(tickets).where(mine(tickets.userId))),
				"ticket-messages": db.read(
					orm.select(ticketMessage).from(ticketMessages).where(inArray(ticketMessages.ticketId, myTickets)),
				),
				"ticket-files": db.read(orm.select().from(ticketFiles).where(mine(ticketFiles.userId))),
				notifications: db.read(orm.select(notification).from(notifications).where(mine(notifications.userId))),
				"staff-notes": db.read(orm.select().from(customerNotes).where(mine(customerNotes.userId))),
				activity: db.read(orm.select().from(activityLog).where(mine(activityLog.userId))),
			};
			const names = Object.keys(found) as (keyof typeof found)[];
			const tables = await Promise.all(
				names.map((name) => found[name] as Promise<readonly { readonly id?: unknown }[]>),
			);
			const files = [
				...(await found["project-files"]).filter((file) => file.state === "stored" && file.removedAt === null),
				...(await found["ticket-files"]).filter((file) => file.state === "stored"),
			];
			return { tables: names.map((name, index) => ({ name, rows: tables[index] ?? [] })), files };
		},
	};
}
