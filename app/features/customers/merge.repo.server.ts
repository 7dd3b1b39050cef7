import { and, count, eq, exists, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { creditBalance, isCreditEntry } from "~/db/credit.server";
import {
	accountMembers,
	activityLog,
	addons,
	billingEmails,
	creditNotes,
	customerNotes,
	domainPushes,
	domains,
	emailChanges,
	fiscalDocuments,
	hostingPlans,
	invoices,
	jobs,
	ledgerEntries,
	notifications,
	orders,
	outbox,
	passkeys,
	paymentCards,
	payments,
	projectFiles,
	projects,
	promoRedemptions,
	proposals,
	recoveryCodes,
	refunds,
	reminders,
	sessions,
	ticketFiles,
	tickets,
	users,
} from "~/db/schema";
import { sessionsOf } from "~/db/sessions-of";
import { staffMay } from "~/db/staff-access";
import { emailKinds, ownAccountEmails } from "~/features/email/email";
import type { StaffSession } from "~/features/staff/staff";

type CustomersTable = SQLiteTable & { readonly userId: SQLiteColumn };

/** Everything with an index by customer. Sent emails stay with the closed account, where their texts are. */
const ofCustomer: readonly CustomersTable[] = [
	...[invoices, proposals, payments, ledgerEntries, creditNotes, refunds],
	...[domains, hostingPlans, addons, projects, projectFiles, tickets, ticketFiles],
	...[billingEmails, customerNotes, reminders, activityLog, notifications],
];

/** Rows without such an index are found by their order. */
const ofOrder: readonly (CustomersTable & { readonly orderId: SQLiteColumn })[] = [jobs, promoRedemptions];

/** Emails whose subject moves. Those about the closed account itself are not sent any more. */
const movingEmails = emailKinds.filter((kind) => !ownAccountEmails.includes(kind));

/** Names the outer table, which Drizzle leaves out in the columns of a query without a join. */
const [customerId, currency] = [sql.raw("users.id"), sql.raw("users.currency")];

export function createMergeRepo(db: Database) {
	const { orm } = db;

	const countOf = (table: CustomersTable, where?: SQL) =>
		sql<number>`(select ${count()} from ${table} where ${and(eq(table.userId, customerId), where)})`;

	const columns = {
		id: users.id,
		email: users.email,
		firstName: users.firstName,
		lastName: users.lastName,
		status: users.status,
		currency: users.currency,
		version: users.updatedAt,
		domains: countOf(domains).as("domain_count"),
		plans: countOf(hostingPlans).as("plan_count"),
		addons: countOf(addons).as("addon_count"),
		projects: countOf(projects).as("project_count"),
		tickets: countOf(tickets).as("ticket_count"),
		invoices: countOf(invoices).as("invoice_count"),
		openInvoices: countOf(invoices, eq(invoices.state, "open")).as("open_count"),
		cards: countOf(paymentCards, sql`${paymentCards.removedAt} is null`).as("card_count"),
		/** In the account's currency, in minor units. */
		credit: sql<number>`(
			select ${creditBalance} from ${ledgerEntries}
			where ${and(eq(ledgerEntries.userId, customerId), eq(ledgerEntries.currency, currency), isCreditEntry)}
		)`.as("credit_sum"),
	};

	return {
		/** An account with what a merge would move, by its id or email address. Null without the permission. */
		async account(session: StaffSession, named: string, now: number) {
			const which = named.startsWith("usr_") ? eq(users.id, named) : eq(users.email, named);
			const [found] = await db.read(
				orm
					.select(columns)
					.from(users)
					.where(and(staffMay(session, "customers.merge", now), which)),
			);
			return found ?? null;
		},

		/** Names of domains that both accounts have. At most five. */
		async sharedNames(session: StaffSession, one: string, two: string, now: number) {
			const others = orm.select({ name: domains.name }).from(domains).where(eq(domains.userId, two));
			const rows = await db.read(
				orm
					.select({ name: domains.name })
					.from(domains)
					.where(and(staffMay(session, "customers.merge", now), eq(domains.userId, one), inArray(domains.name, others)))
					.limit(5),
			);
			return rows.map(({ name }) => name);
		},

		/**
		 * Everything of an account belongs to another one. Ways to sign in, access of and to other customers, cards and
		 * offers of domains are removed.
		 * @param email of the account whose rows move
		 */
		moveAll(from: string, into: string, email: string, now: number): Change {
			const own = orm.select({ id: orders.id }).from(orders).where(eq(orders.userId, from));
			const billed = orm.select({ id: invoices.id }).from(invoices).where(eq(invoices.userId, from));
			const move = (table: CustomersTable, which: SQL) =>
				orm
					.update(table)
					.set({ userId: into } as never)
					.where(and(which, eq(table.userId, from)));
			// A browser that placed an order in each account may have sent the same key twice. An id is no key of a page.
			const other = alias(orders, "other");
			const keyIsTaken = exists(
				orm
					.select({ one: sql`1` })
					.from(other)
					.where(and(eq(other.userId, into), eq(other.idempotencyKey, sql.raw("orders.idempotency_key")))),
			);
			const otherBilling = alias(billingEmails, "other_billing");
			const billingEmailsOf = (userId: string) =>
				orm.select({ email: otherBilling.email }).from(otherBilling).where(eq(otherBilling.userId, userId));
			// Both accounts may wait for the email of the same day. It then has the reminders of both.
			const twin = alias(outbox, "twin");
			const [payload, dedupeKey] = [sql.raw("outbox.payload"), sql.raw("outbox.dedupe_key")];
			const newKey = sql`replace(${dedupeKey}, ${from}, ${into})`;
			const isTwin = exists(
				orm
					.select({ one: sql`1` })
					.from(twin)
					.where(and(eq(twin.dedupeKey, newKey), sql`${newKey} <> ${dedupeKey}`)),
			);
			const unsent = and(
				eq(outbox.userId, from),
				inArray(outbox.state, ["new", "sending"]),
				sql`${outbox.kind} in (select value from json_each(${JSON.stringify(movingEmails)}))`,
				not(isTwin),
			);
			return write(
				orm
					.update(outbox)
					.set({
						userId: into,
						dedupeKey: newKey,
						payload: sql`case when ${payload} ->> '$.userId' = ${from} then json_set(${payload}, '$.userId', ${into}) else ${payload} end`,
					})
					.where(unsent),
				orm.delete(domainPushes).where(or(eq(domainPushes.userId, from), eq(domainPushes.recipientEmail, email))),
				...ofOrder.map((table) => move(table, inArray(table.orderId, own))),
				move(fiscalDocuments, inArray(fiscalDocuments.invoiceId, billed)),
				orm
					.update(orders)
					.set({
						userId: into,
						idempotencyKey: sql`case when ${keyIsTaken} then ${orders.id} else ${orders.idempotencyKey} end`,
					})
					.where(eq(orders.userId, from)),
				// Both accounts may have the same one. Its reader may have agreed in only one of them.
				orm
					.delete(billingEmails)
					.where(
						and(
							eq(billingEmails.userId, into),
							isNull(billingEmails.confirmedAt),
							inArray(billingEmails.email, billingEmailsOf(from)),
						),
					),
				orm
					.delete(billingEmails)
					.where(and(eq(billingEmails.userId, from), inArray(billingEmails.email, billingEmailsOf(into)))),
				...ofCustomer.map((table) => move(table, eq(table.userId, from))),
				orm.update(paymentCards).set({ removedAt: now, renewalsAt: null }).where(eq(paymentCards.userId, from)),
				orm.delete(sessions).where(sessionsOf(from)),
				orm
					.delete(accountMembers)
					.where(
						or(
							eq(accountMembers.userId, from),
							eq(accountMembers.memberId, from),
							and(eq(accountMembers.email, email), isNull(accountMembers.acceptedAt)),
						),
					),
				orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, from)),
				orm.delete(passkeys).where(eq(passkeys.userId, from)),
				orm.delete(emailChanges).where(eq(emailChanges.userId, from)),
			);
		},
	};
}
