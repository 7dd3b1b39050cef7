import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { InvoiceParty } from "~/features/invoices/invoice-party";
import type { InvoiceState } from "~/features/invoices/invoice-state";
import type { ContactDetails } from "~/features/orders/contact-details";
import type { JobKind, JobNeed, JobState } from "~/features/orders/job";
import type { JobNote } from "~/features/orders/job-reason";
import type { OrderLineDetails, OrderLineKind } from "~/features/orders/order-line";
import type { OrderState } from "~/features/orders/order-state";
import type { ProposalContent, ProposalState } from "~/features/proposals/proposal";
import type { ReservationState } from "~/features/stock/stock";
import type { Currency } from "~/lib/money";
import { currency, fileColumns, id, json, minor, time } from "../columns";
import { users } from "./accounts";
import { domains, hostingPlans } from "./services";

export const promoCodes = sqliteTable("promo_codes", {
	/** Upper case. */
	code: text("code").primaryKey(),
	/** Exactly one of the two is set: hundredths of a percent, or an amount in `currency`. */
	percentBasisPoints: integer("percent_basis_points"),
	amount: minor("amount"),
	currency: text("currency").$type<Currency>(),
	startsAt: time("starts_at").notNull(),
	endsAt: time("ends_at").notNull(),
	/** Null: no limit. */
	maxUses: integer("max_uses"),
	maxUsesPerCustomer: integer("max_uses_per_customer"),
	uses: integer("uses").notNull().default(0),
});

export const orders = sqliteTable(
	"orders",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** Identifies a checkout attempt. The page creates it. */
		idempotencyKey: text("idempotency_key").notNull(),
		/** SHA-256 of the canonical request. The same key with another request is rejected. */
		requestHash: text("request_hash").notNull(),
		state: text("state").$type<OrderState>().notNull(),
		currency: currency(),
		subtotal: minor("subtotal").notNull(),
		discount: minor("discount").notNull(),
		tax: minor("tax").notNull(),
		shipping: minor("shipping").notNull(),
		total: minor("total").notNull(),
		promoCode: text("promo_code"),
		contact: json<ContactDetails>("contact").notNull(),
		createdAt: time("created_at").notNull(),
		paidAt: time("paid_at"),
		fulfilledAt: time("fulfilled_at"),
		cancelledAt: time("cancelled_at"),
		/** Why staff hold the order. Null: its work goes on when it is paid. */
		heldReason: text("held_reason"),
	},
	(table) => [
		uniqueIndex("orders_idempotency").on(table.userId, table.idempotencyKey),
		index("orders_user").on(table.userId, table.createdAt),
		// For the lists of the desk. No index begins with the state, which SQLite would prefer without statistics.
		index("orders_created").on(table.createdAt),
		index("orders_unpaid").on(table.createdAt).where(sql`state = 'pending_payment'`),
		index("orders_paid").on(table.createdAt).where(sql`state = 'paid'`),
		index("orders_cancelled").on(table.createdAt).where(sql`state = 'cancelled'`),
		index("orders_held").on(table.createdAt).where(sql`held_reason is not null`),
	],
);

export const orderLines = sqliteTable(
	"order_lines",
	{
		id: id(),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id),
		position: integer("position").notNull(),
		productId: text("product_id").notNull(),
		kind: text("kind").$type<OrderLineKind>().notNull(),
		/** Copied when the order was placed, so that later catalogue changes don't affect it. */
		name: text("name").notNull(),
		/** ASCII form, if the line is for a domain. */
		domain: text("domain"),
		/** For a renewal or change of a hosting plan. */
		planId: text("plan_id").references(() => hostingPlans.id),
		/** For a renewal or change: the expiry that it starts from, so that it can't be done twice. */
		currentExpiry: time("current_expiry"),
		/** The domain or plan that the line renews automatically, and its expiry when it was invoiced. Null for any other line. */
		renewedDomainId: text("renewed_domain_id").references(() => domains.id),
		renewedPlanId: text("renewed_plan_id").references(() => hostingPlans.id),
		renewedExpiry: time("renewed_expiry"),
		quantity: integer("quantity").notNull(),
		unitAmount: minor("unit_amount").notNull(),
		amount: minor("amount").notNull(),
		details: json<OrderLineDetails>("details").notNull(),
	},
	(table) => [
		uniqueIndex("order_lines_position").on(table.orderId, table.position),
		index("order_lines_plan").on(table.planId).where(sql`plan_id is not null`),
		/** Each expiry of a domain or plan is invoiced once. */
		uniqueIndex("order_lines_renewed_domain")
			.on(table.renewedDomainId, table.renewedExpiry)
			.where(sql`renewed_domain_id is not null`),
		uniqueIndex("order_lines_renewed_plan")
			.on(table.renewedPlanId, table.renewedExpiry)
			.where(sql`renewed_plan_id is not null`),
	],
);

export type OrderLine = typeof orderLines.$inferSelect;

/** What orders have reserved of hardware, one row for each line, also of products that are not counted. */
export const stockReservations = sqliteTable(
	"stock_reservations",
	{
		orderLineId: text("order_line_id")
			.primaryKey()
			.references(() => orderLines.id, { onDelete: "cascade" }),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id, { onDelete: "cascade" }),
		productId: text("product_id").notNull(),
		quantity: integer("quantity").notNull(),
		state: text("state").$type<ReservationState>().notNull(),
	},
	(table) => [
		index("stock_reservations_order").on(table.orderId),
		/** What is on the shelf for an order. */
		index("stock_reservations_open").on(table.productId).where(sql`state = 'reserved'`),
	],
);

export const promoRedemptions = sqliteTable(
	"promo_redemptions",
	{
		code: text("code")
			.notNull()
			.references(() => promoCodes.code),
		orderId: text("order_id")
			.notNull()
			.unique()
			.references(() => orders.id),
		userId: text("user_id").notNull(),
		createdAt: time("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.code, table.orderId] }),
		index("promo_redemptions_user").on(table.code, table.userId),
	],
);

/** The next invoice number of each year. Raised in the batch that creates the invoice, so there are no gaps. */
export const invoiceSequences = sqliteTable("invoice_sequences", {
	year: integer("year").primaryKey(),
	last: integer("last").notNull(),
});

export const invoices = sqliteTable(
	"invoices",
	{
		id: id(),
		/** Twelve characters, see features/invoices/invoice-number.ts. */
		number: text("number").notNull().unique(),
		orderId: text("order_id").references(() => orders.id),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		state: text("state").$type<InvoiceState>().notNull(),
		currency: currency(),
		subtotal: minor("subtotal").notNull(),
		discount: minor("discount").notNull(),
		tax: minor("tax").notNull(),
		/** Tax rate in hundredths of a percent. Invoices from before this column were at 8 %. */
		taxBasisPoints: integer("tax_basis_points").notNull().default(800),
		shipping: minor("shipping").notNull(),
		total: minor("total").notNull(),
		/** Part of the total that was paid from credit. Cancelling the invoice returns it. */
		creditUsed: minor("credit_used").notNull().default(0),
		billedTo: json<InvoiceParty>("billed_to").notNull(),
		issuedAt: time("issued_at").notNull(),
		dueAt: time("due_at").notNull(),
		/** When the mailer accepted the email with the invoice. Null again if the customer's address rejects our emails. */
		deliveredAt: time("delivered_at"),
		paidAt: time("paid_at"),
		/** When staff gave up the money. Its state is then `void`. */
		writtenOffAt: time("written_off_at"),
		/** Raised to end the links with which others could pay it. */
		payLinkRound: integer("pay_link_round").notNull().default(0),
	},
	(table) => [
		uniqueIndex("invoices_order").on(table.orderId).where(sql`order_id is not null`),
		index("invoices_user").on(table.userId, table.issuedAt),
		index("invoices_open").on(table.dueAt).where(sql`state = 'open'`),
		index("invoices_issued").on(table.issuedAt),
		index("invoices_void").on(table.issuedAt).where(sql`state = 'void'`),
		index("invoices_refunded").on(table.issuedAt).where(sql`state = 'refunded'`),
		/** For the figures of a day. */
		index("invoices_paid").on(table.paidAt).where(sql`paid_at is not null`),
		index("invoices_total").on(table.total, table.issuedAt),
	],
);

export type Invoice = typeof invoices.$inferSelect;

export const invoiceLines = sqliteTable(
	"invoice_lines",
	{
		id: id(),
		invoiceId: text("invoice_id")
			.notNull()
			.references(() => invoices.id),
		position: integer("position").notNull(),
		description: text("description").notNull(),
		quantity: integer("quantity").notNull(),
		unitAmount: minor("unit_amount").notNull(),
		amount: minor("amount").notNull(),
	},
	(table) => [uniqueIndex("invoice_lines_position").on(table.invoiceId, table.position)],
);

/** The work for each paid order line, started through the outbox. Unique by (line, kind). */
export const jobs = sqliteTable(
	"jobs",
	{
		id: id(),
		orderId: text("order_id")
			.notNull()
			.references(() => orders.id),
		orderLineId: text("order_line_id")
			.notNull()
			.references(() => orderLines.id),
		userId: text("user_id").notNull(),
		kind: text("kind").$type<JobKind>().notNull(),
		state: text("state").$type<JobState>().notNull().default("queued"),
		payload: json<Record<string, unknown>>("payload").notNull(),
		attempts: integer("attempts").notNull().default(0),
		nextAt: time("next_at").notNull(),
		leaseUntil: time("lease_until"),
		/** The registrar's or panel's reference for the operation. */
		externalRef: text("external_ref"),
		/** Why it stopped or was cancelled. Null otherwise. */
		note: json<JobNote>("note"),
		/** Deprecated: the finished sentence that older releases write. Null once there is a note. The next release drops it. */
		message: text("message"),
		/** What the job needs from the customer before it can continue. */
		needs: text("needs").$type<JobNeed>(),
		/** Raised when the customer provides it, because that starts another operation at the registrar. */
		round: integer("round").notNull().default(0),
		lastError: text("last_error"),
		createdAt: time("created_at").notNull(),
		updatedAt: time("updated_at").notNull(),
	},
	(table) => [
		uniqueIndex("jobs_line").on(table.orderLineId, table.kind),
		index("jobs_unfinished").on(table.nextAt).where(sql`state in ('queued', 'running')`),
		index("jobs_open").on(table.userId, table.createdAt).where(sql`state <> 'done'`),
		index("jobs_order").on(table.orderId),
	],
);

export type Job = typeof jobs.$inferSelect;

/** Proofs of work that staff did by hand, in the file store with the key `jobs/<id>`. Kept as long as their job. */
export const jobFiles = sqliteTable(
	"job_files",
	{
		id: id(),
		jobId: text("job_id")
			.notNull()
			.references(() => jobs.id, { onDelete: "cascade" }),
		...fileColumns(),
	},
	(table) => [
		index("job_files_job").on(table.jobId),
		index("job_files_reserved").on(table.createdAt).where(sql`state = 'reserved'`),
	],
);

/** Quotes of staff, whose prices are fixed until they expire. */
export const proposals = sqliteTable(
	"proposals",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		state: text("state").$type<ProposalState>().notNull(),
		currency: currency(),
		total: minor("total").notNull(),
		content: json<ProposalContent>("content").notNull(),
		/** To the customer. */
		message: text("message"),
		/** The member of staff. */
		writtenBy: text("written_by").notNull(),
		createdAt: time("created_at").notNull(),
		expiresAt: time("expires_at").notNull(),
		/** When it was accepted, declined or withdrawn. */
		decidedAt: time("decided_at"),
		/** The order that it became. */
		orderId: text("order_id"),
	},
	(table) => [
		index("proposals_user").on(table.userId, table.createdAt),
		index("proposals_created").on(table.createdAt),
		index("proposals_open").on(table.createdAt).where(sql`state = 'open'`),
		index("proposals_accepted").on(table.createdAt).where(sql`state = 'accepted'`),
		index("proposals_declined").on(table.createdAt).where(sql`state = 'declined'`),
		index("proposals_withdrawn").on(table.createdAt).where(sql`state = 'withdrawn'`),
	],
);

export type Proposal = typeof proposals.$inferSelect;
