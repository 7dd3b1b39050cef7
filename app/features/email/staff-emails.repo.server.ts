import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import {
	approvals,
	creditNotes,
	domains,
	fiscalDocuments,
	invoices,
	jobs,
	orderLines,
	orders,
	outbox,
	paymentReviews,
	payments,
	staff,
	users,
} from "~/db/schema";

export type StaffEmailsRepo = ReturnType<typeof createStaffEmailsRepo>;

/** Data for the emails to staff. */
export function createStaffEmailsRepo(db: Database) {
	const { orm } = db;
	return {
		async member(staffId: string) {
			const [found] = await db.read(
				orm
					.select({
						email: staff.email,
						status: staff.status,
						passwordHash: staff.passwordHash,
						linkGeneration: staff.linkGeneration,
					})
					.from(staff)
					.where(eq(staff.id, staffId)),
			);
			return found;
		},

		/** A change that a second person decides about, and who asked for it. */
		async approval(id: string) {
			const [found] = await db.read(
				orm
					.select({
						input: approvals.input,
						...{ reason: approvals.reason, decision: approvals.decision, expiresAt: approvals.expiresAt },
						...{ askedBy: staff.name, email: staff.email, status: staff.status },
					})
					.from(approvals)
					.innerJoin(staff, eq(staff.id, approvals.askedBy))
					.where(eq(approvals.id, id)),
			);
			return found;
		},

		async job(jobId: string) {
			const [found] = await db.read(
				orm
					.select({
						job: jobs,
						// For an add-on "Premium SSL, for neema.com".
						item: sql<string>`case when ${orderLines.kind} = 'addon'
							then ${orderLines.name} || coalesce(', ' || replace(${orderLines.details} ->> '$.note', 'For ', 'for '), '')
							else coalesce(${orderLines.domain}, ${orderLines.name}) end`.as("item"),
						productId: orderLines.productId,
						details: orderLines.details,
						quantity: orderLines.quantity,
						amount: orderLines.amount,
						contact: orders.contact,
						currency: orders.currency,
						invoiceNumber: invoices.number,
					})
					.from(jobs)
					.innerJoin(orderLines, eq(orderLines.id, jobs.orderLineId))
					.innerJoin(orders, eq(orders.id, jobs.orderId))
					.innerJoin(invoices, eq(invoices.orderId, jobs.orderId))
					.where(eq(jobs.id, jobId)),
			);
			return found;
		},

		async review(reviewId: string) {
			const [found] = await db.read(
				orm
					.select({
						review: paymentReviews,
						customer: users.email,
						invoiceNumber: invoices.number,
					})
					.from(paymentReviews)
					.leftJoin(payments, eq(payments.id, paymentReviews.paymentId))
					.leftJoin(users, eq(users.id, payments.userId))
					.leftJoin(invoices, eq(invoices.id, payments.invoiceId))
					.where(eq(paymentReviews.id, reviewId)),
			);
			return found;
		},

		async fiscalDocument(id: string) {
			const [found] = await db.read(
				orm
					.select({
						document: fiscalDocuments,
						invoiceNumber: sql<string>`${invoices.number}`.as("invoice_number"),
						creditNote: sql<string | null>`${creditNotes.number}`.as("credit_note"),
						customer: users.email,
					})
					.from(fiscalDocuments)
					.innerJoin(invoices, eq(invoices.id, fiscalDocuments.invoiceId))
					.innerJoin(users, eq(users.id, fiscalDocuments.userId))
					.leftJoin(creditNotes, eq(creditNotes.id, fiscalDocuments.creditNoteId))
					.where(eq(fiscalDocuments.id, id)),
			);
			return found;
		},

		async domain(domainId: string) {
			const [found] = await db.read(
				orm
					.select({ domain: domains, customer: users.email })
					.from(domains)
					.innerJoin(users, eq(users.id, domains.userId))
					.where(eq(domains.id, domainId)),
			);
			return found;
		},

		async event(eventId: string) {
			const { id, kind, state, attempts, createdAt, lastError } = outbox;
			// The payload as text, because invalid JSON may be the reason of the failure.
			const payload = sql<string>`${outbox.payload}`.as("payload_text");
			const [event] = await db.read(
				orm
					.select({ id, kind, state, attempts, createdAt, lastError, payload })
					.from(outbox)
					.where(eq(outbox.id, eventId)),
			);
			return event;
		},
	};
}
