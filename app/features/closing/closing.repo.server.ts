import { and, eq, exists, inArray, isNull, or, sql } from "drizzle-orm";
import { write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { keysetInRange } from "~/db/keyset";
import {
	accountMembers,
	activityLog,
	billingEmails,
	customerNotes,
	domainPushes,
	domains,
	emailChanges,
	hostingPlans,
	invoices,
	notifications,
	orders,
	outbox,
	passkeys,
	paymentCards,
	payments,
	projects,
	proposals,
	recoveryCodes,
	reminders,
	securityEvents,
	sessions,
	tickets,
	users,
} from "~/db/schema";
import { sessionsOf } from "~/db/sessions-of";

/** Closing accounts, except for the account's own row. */
export function createClosingRepo(db: Database) {
	const { orm } = db;

	/** Condition: the account is closed. Protects an account whose closing was cancelled at the last moment. */
	const isClosed = (userId: string) =>
		exists(
			orm
				.select({ one: sql`1` })
				.from(users)
				.where(and(eq(users.id, userId), eq(users.status, "closed"))),
		);

	return {
		stopRenewals: (userId: string, now: number) =>
			write(orm.update(domains).set({ autoRenew: false, updatedAt: now }).where(eq(domains.userId, userId))),

		/** Offers of and to the customer. Put it before `accountClosed`, which removes the address. */
		deletePushes: (userId: string) =>
			write(
				orm.delete(domainPushes).where(eq(domainPushes.userId, userId)),
				orm
					.delete(domainPushes)
					.where(
						inArray(
							domainPushes.recipientEmail,
							orm.select({ email: users.email }).from(users).where(eq(users.id, userId)),
						),
					),
			),

		/** Invitations of the customer to other accounts. Put it before `accountClosed`, which removes the address. */
		deleteInvitations: (userId: string) =>
			write(
				orm
					.delete(accountMembers)
					.where(
						and(
							isNull(accountMembers.acceptedAt),
							inArray(accountMembers.email, orm.select({ email: users.email }).from(users).where(eq(users.id, userId))),
						),
					),
			),

		endSessions: (userId: string) => write(orm.delete(sessions).where(sessionsOf(userId))),

		/** Closing accounts whose time has come. */
		listDue:
			(now: number) => (after: { readonly closesAt: number | null; readonly id: string } | null, limit: number) => {
				const position = after && ([after.closesAt ?? 0, after.id] as const);
				const { where, orderBy } = keysetInRange(users.closesAt, users.id, { from: 0, to: now }, position);
				return db.read(
					orm
						.select({ id: users.id, closesAt: users.closesAt })
						.from(users)
						// The status is no parameter, so that SQLite can use the partial index.
						.where(and(sql`${users.status} = 'closing'`, where))
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/** The account if it is closing. */
		async closing(userId: string) {
			const which = and(eq(users.id, userId), eq(users.status, "closing"));
			return (await db.read(orm.select({ closesAt: users.closesAt }).from(users).where(which)))[0];
		},

		/** In every state, because a plan that ended earlier may still have an account at the panel. */
		listPlans: (userId: string) =>
			db.read(orm.select({ id: hostingPlans.id }).from(hostingPlans).where(eq(hostingPlans.userId, userId))),

		/** Deletes or anonymizes the customer's rows. Put it after `accountClosed` in the same change. */
		clearPersonalData(userId: string, now: number) {
			const name = `Customer ${userId}`;
			const party = sql`json_object('name', ${name}, 'email', '', 'country', json_extract(${invoices.billedTo}, '$.country'))`;
			const contact = sql`json_object('firstName', 'Closed', 'lastName', 'account', 'email', '', 'phone', '', 'address', '', 'city', '', 'country', json_extract(${orders.contact}, '$.country'))`;
			return write(
				orm.delete(sessions).where(sessionsOf(userId)),
				orm.delete(accountMembers).where(or(eq(accountMembers.userId, userId), eq(accountMembers.memberId, userId))),
				orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
				orm.delete(passkeys).where(eq(passkeys.userId, userId)),
				orm.delete(securityEvents).where(eq(securityEvents.userId, userId)),
				orm.delete(billingEmails).where(eq(billingEmails.userId, userId)),
				orm.delete(emailChanges).where(eq(emailChanges.userId, userId)),
				orm.delete(notifications).where(and(eq(notifications.userId, userId), isClosed(userId))),
				orm.delete(projects).where(and(eq(projects.userId, userId), isClosed(userId))),
				orm.delete(proposals).where(and(eq(proposals.userId, userId), isClosed(userId))),
				orm.delete(customerNotes).where(and(eq(customerNotes.userId, userId), isClosed(userId))),
				orm.delete(tickets).where(and(eq(tickets.userId, userId), isClosed(userId))),
				orm.delete(activityLog).where(and(eq(activityLog.userId, userId), isClosed(userId))),
				orm.delete(reminders).where(eq(reminders.userId, userId)),
				orm.delete(outbox).where(and(eq(outbox.userId, userId), inArray(outbox.state, ["sent", "dead"]))),
				orm.update(domains).set({ contacts: null }).where(eq(domains.userId, userId)),
				orm.update(invoices).set({ billedTo: party }).where(eq(invoices.userId, userId)),
				orm.update(orders).set({ contact }).where(eq(orders.userId, userId)),
				orm.update(paymentCards).set({ removedAt: now }).where(eq(paymentCards.userId, userId)),
				orm.update(payments).set({ phone: null, cardName: null }).where(eq(payments.userId, userId)),
			);
		},
	};
}
