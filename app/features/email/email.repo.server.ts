import {
	and,
	asc,
	desc,
	eq,
	getTableColumns,
	gt,
	inArray,
	isNotNull,
	isNull,
	lte,
	ne,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { creditProvider } from "~/db/credit.server";
import { holderStatuses } from "~/db/held-by-another";
import { never } from "~/db/keyset";
import { invoicePayments } from "~/db/ledger.server";
import type { ReminderKind } from "~/db/reminders.server";
import {
	accountMembers,
	activityLog,
	billingEmails,
	creditNoteLines,
	creditNotes,
	domainPushes,
	domains,
	emailChanges,
	fiscalDocuments,
	hostingPlans,
	invoiceLines,
	invoices,
	jobs,
	ledgerEntries,
	orderLines,
	orders,
	outbox,
	passkeys,
	paymentCards,
	payments,
	projectPosts,
	projects,
	projectTasks,
	proposals,
	reminders,
	ticketMessages,
	tickets,
	users,
} from "~/db/schema";
import { settingOf } from "~/db/settings.server";
import { reminderDaysOf } from "~/features/renewals/reminder-days";
import type { Currency } from "~/lib/money";
import type { EmailKind } from "./email";
import { type CustomerEmail, type OwnText, ownTextOf } from "./own-texts";

/** Reads by id. The queue consumer has no signed-in user, so these queries do not check the owner. */
export function createEmailRepo(db: Database) {
	const { orm } = db;
	/** As JSON, because D1 binds at most 100 values. */
	const listed = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;
	const projectOf = (table: typeof projectPosts | typeof projectTasks, id: string) =>
		orm
			.select()
			.from(projects)
			.where(liveProject(sql`(select ${table.projectId} from ${table} where ${table.id} = ${id})`));

	return {
		/** What staff have written for this kind of email. */
		async ownText(kind: CustomerEmail): Promise<OwnText> {
			const [setting] = await db.read(settingOf(db, `email:${kind}`));
			return ownTextOf(setting?.value);
		},

		/** When emails of these kinds were sent to this customer (ms, UTC), newest first, at most `limit`. */
		async sentSince(userId: string, since: number, limit: number, kinds: readonly EmailKind[]): Promise<number[]> {
			const counted = inArray(outbox.kind, [...kinds]);
			const rows = await db.read(
				orm
					.select({ sentAt: outbox.sentAt })
					.from(outbox)
					.where(and(eq(outbox.userId, userId), gt(outbox.sentAt, since), isNotNull(outbox.providerId), counted))
					.orderBy(desc(outbox.sentAt))
					.limit(limit),
			);
			return rows.flatMap(({ sentAt }) => (sentAt === null ? [] : [sentAt]));
		},

		/** Oldest first. */
		passkeys: (userId: string) =>
			db.read(
				orm
					.select({ name: passkeys.name, createdAt: passkeys.createdAt })
					.from(passkeys)
					.where(eq(passkeys.userId, userId))
					.orderBy(asc(passkeys.createdAt)),
			),

		/** Equal emails to this one: whether a newer one waits, and when the last one was sent after `since` (ms, UTC). */
		async findDuplicates(
			userId: string,
			{ id, kind, payload, createdAt }: { id: string; kind: string; payload: unknown; createdAt: number },
			since: number,
		): Promise<{ newer: boolean; sentAt: number | null }> {
			const same = and(
				eq(outbox.userId, userId),
				eq(outbox.kind, kind),
				sql`${outbox.payload} = ${JSON.stringify(payload)}`,
				ne(outbox.id, id),
			);
			const after = or(gt(outbox.createdAt, createdAt), and(eq(outbox.createdAt, createdAt), gt(outbox.id, id)));
			const [waiting, sent] = await Promise.all([
				db.read(
					orm
						.select({ id: outbox.id })
						.from(outbox)
						.where(and(same, inArray(outbox.state, ["new", "sending"]), after))
						.limit(1),
				),
				db.read(
					orm
						.select({ sentAt: outbox.sentAt })
						.from(outbox)
						.where(and(same, gt(outbox.sentAt, since), isNotNull(outbox.providerId)))
						.orderBy(desc(outbox.sentAt))
						.limit(1),
				),
			]);
			return { newer: waiting.length > 0, sentAt: sent[0]?.sentAt ?? null };
		},

		/** An address that gets an account's invoices, with the account's. */
		async billingEmail(id: string) {
			const [found] = await db.read(
				orm
					.select({ ...getTableColumns(billingEmails), account: sql<string>`${users.email}`.as("account_email") })
					.from(billingEmails)
					.innerJoin(users, eq(users.id, billingEmails.userId))
					.where(eq(billingEmails.id, id)),
			);
			return found;
		},

		/** The confirmed ones of an account that take emails. */
		billingEmails: (userId: string) =>
			db.read(
				orm
					.select({ id: billingEmails.id })
					.from(billingEmails)
					.where(
						and(
							eq(billingEmails.userId, userId),
							isNotNull(billingEmails.confirmedAt),
							isNull(billingEmails.mailRefusedAt),
						),
					),
			),

		async event(id: string) {
			const [found] = await db.read(
				orm
					.select({
						id: outbox.id,
						kind: outbox.kind,
						payload: outbox.payload,
						userId: outbox.userId,
						createdAt: outbox.createdAt,
					})
					.from(outbox)
					.where(eq(outbox.id, id)),
			);
			return found;
		},

		/** Stores that the mailer has accepted the email with these invoices. */
		markDelivered: (invoiceIds: readonly string[], now: number): Change =>
			write(
				orm
					.update(invoices)
					.set({ deliveredAt: now })
					.where(and(inArray(invoices.id, listed(invoiceIds)), isNull(invoices.deliveredAt))),
			),

		async invoice(invoiceId: string) {
			const [[invoice], lines, [entry], bought, [fiscal]] = await Promise.all([
				db.read(orm.select().from(invoices).where(eq(invoices.id, invoiceId))),
				db.read(
					orm
						.select()
						.from(invoiceLines)
						.where(eq(invoiceLines.invoiceId, invoiceId))
						.orderBy(asc(invoiceLines.position)),
				),
				db.read(
					invoicePayments(db, and(eq(ledgerEntries.invoiceId, invoiceId), ne(ledgerEntries.provider, creditProvider))),
				),
				db.read(
					orm
						.select({
							kind: orderLines.kind,
							productId: orderLines.productId,
							name: orderLines.name,
							domain: orderLines.domain,
						})
						.from(orderLines)
						.innerJoin(invoices, eq(invoices.orderId, orderLines.orderId))
						.where(eq(invoices.id, invoiceId))
						.orderBy(asc(orderLines.position)),
				),
				db.read(
					orm
						.select()
						.from(fiscalDocuments)
						.where(and(eq(fiscalDocuments.invoiceId, invoiceId), isNull(fiscalDocuments.creditNoteId))),
				),
			]);
			return invoice && { invoice, lines, entry, bought, fiscal: fiscal ?? null };
		},

		async creditNote(creditNoteId: string) {
			const [[found], lines] = await Promise.all([
				db.read(
					orm
						.select({
							note: creditNotes,
							invoiceNumber: sql<string>`${invoices.number}`.as("invoice_number"),
							taxBasisPoints: invoices.taxBasisPoints,
						})
						.from(creditNotes)
						.innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
						.where(eq(creditNotes.id, creditNoteId)),
				),
				db.read(
					orm
						.select()
						.from(creditNoteLines)
						.where(eq(creditNoteLines.creditNoteId, creditNoteId))
						.orderBy(asc(creditNoteLines.position)),
				),
			]);
			return found && { ...found, lines };
		},

		async payment(paymentId: string) {
			const [payment] = await db.read(orm.select().from(payments).where(eq(payments.id, paymentId)));
			return payment;
		},

		/** The saved card that pays this customer's renewals. */
		async renewalsCard(userId: string) {
			const [card] = await db.read(
				orm
					.select({ brand: paymentCards.brand, last4: paymentCards.last4 })
					.from(paymentCards)
					.where(
						and(eq(paymentCards.userId, userId), isNotNull(paymentCards.renewalsAt), isNull(paymentCards.removedAt)),
					),
			);
			return card;
		},

		async emailChange(userId: string) {
			const [change] = await db.read(orm.select().from(emailChanges).where(eq(emailChanges.userId, userId)));
			return change;
		},

		async domain(domainId: string) {
			const [domain] = await db.read(orm.select().from(domains).where(eq(domains.id, domainId)));
			return domain;
		},

		/** Whether the account has the domain, or is registering or transferring it. */
		async hasDomain(userId: string, name: string): Promise<boolean> {
			const held = and(eq(domains.userId, userId), eq(domains.name, name), ne(domains.status, "released"));
			return (await db.read(orm.select({ id: domains.id }).from(domains).where(held))).length > 0;
		},

		async hostingPlan(planId: string) {
			const [plan] = await db.read(orm.select().from(hostingPlans).where(eq(hostingPlans.id, planId)));
			return plan;
		},

		/** Domains whose registrant has not confirmed their email address. At most 20. */
		unconfirmedDomains: (userId: string) =>
			db.read(
				orm
					.select()
					.from(domains)
					.where(
						and(
							eq(domains.userId, userId),
							inArray(domains.registrantCheck, ["pending", "suspended"]),
							inArray(domains.status, [...holderStatuses]),
						),
					)
					.orderBy(domains.registrantDeadline)
					.limit(20),
			),

		/** What the customer's email of this day is about. */
		/** On which days customers are reminded. */
		async reminderDays() {
			const [setting] = await db.read(settingOf(db, "reminders"));
			return reminderDaysOf(setting?.value);
		},

		async reminders(userId: string, day: string) {
			const rows = await db.read(
				orm
					.select({ kind: reminders.kind, subjectId: reminders.subjectId, stage: reminders.stage })
					.from(reminders)
					.where(and(eq(reminders.userId, userId), eq(reminders.day, day))),
			);
			return (kind: ReminderKind) => rows.filter((row) => row.kind === kind);
		},

		/** The customer's domains among these that can be renewed, the first to expire first. */
		renewableDomains: (userId: string, ids: readonly string[]) =>
			db.read(
				orm
					.select()
					.from(domains)
					.where(
						and(
							inArray(domains.id, listed(ids)),
							eq(sql`+${domains.userId}`, userId),
							inArray(sql`+${domains.status}`, ["active", "expired"]),
						),
					)
					.orderBy(asc(domains.expiresAt), asc(domains.name)),
			),

		/** The customer's active domains among these, with their contacts. Without own ones, the order's contact is the registrant. */
		domainContacts: (userId: string, ids: readonly string[]) =>
			db.read(
				orm
					.select({
						id: sql<string>`${domains.id}`.as("domain_id"),
						name: domains.name,
						contacts: domains.contacts,
						orderContact: orders.contact,
					})
					.from(domains)
					.leftJoin(orderLines, eq(orderLines.id, domains.orderLineId))
					.leftJoin(orders, eq(orders.id, orderLines.orderId))
					.where(
						and(
							inArray(domains.id, listed(ids)),
							eq(sql`+${domains.userId}`, userId),
							eq(sql`+${domains.status}`, "active"),
						),
					)
					.orderBy(asc(domains.name)),
			),

		/** The customer's open invoices without a pending payment, each with its lines. The first to be due comes first. */
		async openInvoices(userId: string) {
			const rows = await db.read(
				orm
					.select({
						id: invoices.id,
						number: invoices.number,
						total: invoices.total,
						creditUsed: invoices.creditUsed,
						currency: invoices.currency,
						dueAt: invoices.dueAt,
						payLinkRound: invoices.payLinkRound,
						kind: orderLines.kind,
						name: orderLines.name,
						domainId: orderLines.renewedDomainId,
						planId: orderLines.renewedPlanId,
					})
					.from(invoices)
					.innerJoin(orderLines, eq(orderLines.orderId, invoices.orderId))
					.where(
						and(
							eq(invoices.userId, userId),
							eq(sql`+${invoices.state}`, "open"),
							sql`not exists (select 1 from ${payments} p where p.invoice_id = ${invoices.id} and +p.state = 'pending')`,
						),
					)
					.orderBy(asc(invoices.dueAt), asc(invoices.id), asc(orderLines.position)),
			);
			const byInvoice = new Map<string, typeof rows>();
			for (const row of rows) byInvoice.set(row.id, [...(byInvoice.get(row.id) ?? []), row]);
			return [...byInvoice.values()];
		},

		/** The customer's projects among these that are not completed. */
		openProjects: (userId: string, ids: readonly string[]) =>
			db.read(
				orm
					.select()
					.from(projects)
					.where(
						and(
							inArray(projects.id, listed(ids)),
							eq(sql`+${projects.userId}`, userId),
							isNull(projects.removedAt),
							sql`+${projects.status} <> 'completed'`,
						),
					)
					.orderBy(asc(projects.dueAt)),
			),

		/**
		 * The customer's plans whose term was over at this time (ms), each with its open invoice. The one that is deleted first
		 * comes first.
		 */
		async unpaidPlans(userId: string, now: number) {
			return db.read(
				orm
					.select({
						id: sql<string>`${hostingPlans.id}`.as("plan_id"),
						productId: hostingPlans.productId,
						name: hostingPlans.name,
						domain: hostingPlans.domain,
						expiresAt: sql<number>`${hostingPlans.expiresAt}`.as("ended_at"),
						keptUntil: hostingPlans.keptUntil,
						invoice: {
							id: sql<string>`${invoices.id}`.as("invoice_id"),
							number: invoices.number,
							total: invoices.total,
							creditUsed: invoices.creditUsed,
							payLinkRound: invoices.payLinkRound,
							currency: sql<Currency>`${invoices.currency}`.as("invoice_currency"),
						},
					})
					.from(hostingPlans)
					.innerJoin(
						orderLines,
						and(eq(orderLines.renewedPlanId, hostingPlans.id), eq(orderLines.renewedExpiry, hostingPlans.expiresAt)),
					)
					.innerJoin(invoices, eq(invoices.orderId, orderLines.orderId))
					.where(
						and(
							eq(hostingPlans.userId, userId),
							inArray(sql`+${hostingPlans.status}`, ["active", "suspended"]),
							lte(hostingPlans.expiresAt, now),
							eq(invoices.state, "open"),
						),
					)
					.orderBy(asc(sql`coalesce(${hostingPlans.keptUntil}, ${never})`), asc(hostingPlans.expiresAt)),
			);
		},

		async proposal(id: string) {
			const [found] = await db.read(orm.select().from(proposals).where(eq(proposals.id, id)));
			return found;
		},

		/** Access to an account, with the account that has the invited address. Undefined if it was removed. */
		async accountAccess(membershipId: string) {
			const invited = alias(users, "invited");
			const [found] = await db.read(
				orm
					.select({
						userId: accountMembers.userId,
						email: accountMembers.email,
						role: accountMembers.role,
						invitedAt: accountMembers.invitedAt,
						acceptedAt: accountMembers.acceptedAt,
						memberId: accountMembers.memberId,
						account: sql<string>`${users.email}`.as("account_email"),
						invitedId: sql<string | null>`${invited.id}`.as("invited_id"),
					})
					.from(accountMembers)
					.innerJoin(users, eq(users.id, accountMembers.userId))
					.leftJoin(invited, eq(invited.email, accountMembers.email))
					.where(eq(accountMembers.id, membershipId)),
			);
			return found;
		},

		/** The address of an account that this member may use. Undefined if they may not any more. */
		async accountOfMember(userId: string, memberId: string) {
			const [found] = await db.read(
				orm
					.select({ email: users.email })
					.from(accountMembers)
					.innerJoin(users, eq(users.id, accountMembers.userId))
					.where(and(eq(accountMembers.memberId, memberId), eq(accountMembers.userId, userId))),
			);
			return found?.email;
		},

		/** The name of someone with access to the account who made the change of this moment (ms). Undefined if it was not one. */
		async memberWhoChanged(userId: string, at: number) {
			const [found] = await db.read(
				orm
					.select({ name: activityLog.actorName })
					.from(activityLog)
					.where(and(eq(activityLog.userId, userId), eq(activityLog.createdAt, at), eq(activityLog.actor, "member")))
					.limit(1),
			);
			return found?.name ?? undefined;
		},

		/** An offer of a domain, with the account that has the recipient's address. */
		async domainPush(pushId: string) {
			const recipient = alias(users, "recipient");
			const [found] = await db.read(
				orm
					.select({
						domainId: domainPushes.domainId,
						state: domainPushes.state,
						recipientEmail: domainPushes.recipientEmail,
						expiresAt: domainPushes.expiresAt,
						name: domains.name,
						senderId: sql<string>`${users.id}`.as("sender_id"),
						senderEmail: sql<string>`${users.email}`.as("sender_email"),
						recipientId: sql<string | null>`${recipient.id}`.as("recipient_id"),
					})
					.from(domainPushes)
					.innerJoin(domains, eq(domains.id, domainPushes.domainId))
					.innerJoin(users, eq(users.id, domainPushes.userId))
					.leftJoin(recipient, eq(recipient.email, domainPushes.recipientEmail))
					.where(eq(domainPushes.id, pushId)),
			);
			return found;
		},

		async project(projectId: string) {
			const [project] = await db.read(orm.select().from(projects).where(liveProject(projectId)));
			return project;
		},

		async projectPost(postId: string) {
			const [[post], [project]] = await Promise.all([
				db.read(
					orm
						.select()
						.from(projectPosts)
						.where(and(eq(projectPosts.id, postId), isNull(projectPosts.removedAt))),
				),
				db.read(projectOf(projectPosts, postId)),
			]);
			return post && project && { post, project };
		},

		async projectTask(taskId: string) {
			const [[task], [project]] = await Promise.all([
				db.read(
					orm
						.select()
						.from(projectTasks)
						.where(and(eq(projectTasks.id, taskId), isNull(projectTasks.removedAt))),
				),
				db.read(projectOf(projectTasks, taskId)),
			]);
			return task && project && { task, project };
		},

		async ticket(ticketId: string) {
			const [ticket] = await db.read(orm.select().from(tickets).where(eq(tickets.id, ticketId)));
			return ticket;
		},

		async ticketMessage(messageId: string) {
			const [message] = await db.read(orm.select().from(ticketMessages).where(eq(ticketMessages.id, messageId)));
			return message;
		},

		/** The Message-ID of the newest email in a ticket. */
		async lastTicketEmail(ticketId: string): Promise<string | undefined> {
			const [message] = await db.read(
				orm
					.select({ emailId: ticketMessages.emailId })
					.from(ticketMessages)
					.where(and(eq(ticketMessages.ticketId, ticketId), isNotNull(ticketMessages.emailId)))
					.orderBy(desc(ticketMessages.createdAt))
					.limit(1),
			);
			return message?.emailId ?? undefined;
		},

		async firstTicketMessage(ticketId: string) {
			const [message] = await db.read(
				orm
					.select({ body: ticketMessages.body, author: ticketMessages.author, memberId: ticketMessages.memberId })
					.from(ticketMessages)
					.where(eq(ticketMessages.ticketId, ticketId))
					.orderBy(asc(ticketMessages.createdAt))
					.limit(1),
			);
			return message;
		},

		async cancelledOrder(orderId: string) {
			const [lines, [order]] = await Promise.all([
				db.read(
					orm
						.select({ kind: orderLines.kind, name: orderLines.name, domain: orderLines.domain })
						.from(orderLines)
						.where(eq(orderLines.orderId, orderId))
						.orderBy(asc(orderLines.position)),
				),
				db.read(
					orm
						.select({
							userId: orders.userId,
							state: orders.state,
							number: invoices.number,
							creditUsed: invoices.creditUsed,
						})
						.from(orders)
						.innerJoin(invoices, eq(invoices.orderId, orders.id))
						.where(eq(orders.id, orderId)),
				),
			]);
			return order?.state === "cancelled" ? { ...order, lines } : undefined;
		},

		async job(jobId: string) {
			const [found] = await db.read(
				orm
					.select({
						job: jobs,
						item: sql<string>`${orderLines.name}`.as("item"),
						domainId: sql<string | null>`${domains.id}`.as("domain_id"),
					})
					.from(jobs)
					.innerJoin(orderLines, eq(orderLines.id, jobs.orderLineId))
					.leftJoin(domains, eq(domains.orderLineId, orderLines.id))
					.where(eq(jobs.id, jobId)),
			);
			return found;
		},
	};
}

const liveProject = (id: string | SQL) => and(eq(projects.id, id), isNull(projects.removedAt));

export type EmailRepo = ReturnType<typeof createEmailRepo>;
