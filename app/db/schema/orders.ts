import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Currency } from "~/lib/money";
import { currency, id, json, minor, time } from "../columns";
import { users } from "./accounts";
import type { HostingFacts } from "./services";

export type OrderState = "pending_payment" | "paid" | "fulfilled" | "cancelled" | "refunded";
export type InvoiceState = "open" | "paid" | "void" | "refunded";
export type JobState = "queued" | "running" | "done" | "action_required" | "failed";
export type JobNeed = "auth_code";
export type JobKind =
	| "register_domain"
	| "transfer_domain"
	| "renew_domain"
	| "create_hosting"
	| "renew_hosting"
	| "change_hosting"
	| "activate_addon"
	| "ship_hardware";

export interface ContactDetails {
	firstName: string;
	lastName: string;
	email: string;
	/** E.164. */
	phone: string;
	company?: string;
	address: string;
	city: string;
	country: string;
}

/** What a line of an order is about: something sold, or something done with what the customer has already. */
export type OrderLineKind =
	| "registration"
	| "transfer"
	| "renewal"
	| "plan"
	| "hosting_renewal"
	| "plan_change"
	| "addon"
	| "hardware"
	| "free_domain";

/** What a line carries besides its price: enough to provide it later, whatever the catalogue says by then. */
export interface OrderLineDetails {
	readonly tld?: string;
	readonly years?: number;
	readonly term?: "monthly" | "annual" | "once";
	/** Of a transfer; wiped once the name has arrived. */
	readonly authCode?: string;
	readonly note?: string;
	readonly hosting?: HostingFacts;
	/** Of a hosting plan that made a domain's first year free: what that year costs, in minor units. */
	readonly freeDomain?: number;
	/** Of a renewal: the expiry that it extends, so that it can't happen twice. */
	readonly currentExpiry?: number;
	/** Of a hosting plan's renewal: which, and how many months it gains. */
	readonly planId?: string;
	readonly months?: number;
	/** Of a change to another plan: from which, what of it becomes credit, and what a term then counts as paid with. */
	readonly fromProductId?: string;
	readonly credit?: number;
	readonly paid?: number;
}

export const promoCodes = sqliteTable("promo_codes", {
	/** Upper case. */
	code: text("code").primaryKey(),
	/** Exactly one of the two: hundredths of a percent, or an amount in `currency`. */
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
		/** Of one checkout attempt, made by the page. */
		idempotencyKey: text("idempotency_key").notNull(),
		/** SHA-256 of the canonical request: the same key with another request is refused. */
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
	},
	(table) => [
		uniqueIndex("orders_idempotency").on(table.userId, table.idempotencyKey),
		index("orders_user").on(table.userId, table.createdAt),
		index("orders_state").on(table.state),
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
		/** Copied when the order was placed: later changes of the catalogue don't change what was bought. */
		name: text("name").notNull(),
		/** ASCII form, where the line is about a domain. */
		domain: text("domain"),
		quantity: integer("quantity").notNull(),
		unitAmount: minor("unit_amount").notNull(),
		amount: minor("amount").notNull(),
		details: json<OrderLineDetails>("details").notNull(),
	},
	(table) => [uniqueIndex("order_lines_position").on(table.orderId, table.position)],
);

export type OrderLine = typeof orderLines.$inferSelect;

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

/** The next invoice number of each year; raised in the batch that makes the invoice, so there are no gaps. */
export const invoiceSequences = sqliteTable("invoice_sequences", {
	year: integer("year").primaryKey(),
	last: integer("last").notNull(),
});

export interface InvoiceParty {
	name: string;
	company?: string;
	email: string;
	address?: string;
	city?: string;
	country?: string;
	/** KRA PIN, or the tax number of another country. */
	taxPin?: string;
}

export const invoices = sqliteTable(
	"invoices",
	{
		id: id(),
		/** `KK` + year + six digits: twelve characters, the most that M-Pesa shows as an account reference. */
		number: text("number").notNull().unique(),
		orderId: text("order_id")
			.unique()
			.references(() => orders.id),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		state: text("state").$type<InvoiceState>().notNull(),
		currency: currency(),
		subtotal: minor("subtotal").notNull(),
		discount: minor("discount").notNull(),
		tax: minor("tax").notNull(),
		/** The rate of the tax, in hundredths of a percent; all invoices from before it was kept were at 8 %. */
		taxBasisPoints: integer("tax_basis_points").notNull().default(800),
		shipping: minor("shipping").notNull(),
		total: minor("total").notNull(),
		/** Of the total, what was paid from credit; a cancelled invoice gives it back. */
		creditUsed: minor("credit_used").notNull().default(0),
		billedTo: json<InvoiceParty>("billed_to").notNull(),
		issuedAt: time("issued_at").notNull(),
		dueAt: time("due_at").notNull(),
		paidAt: time("paid_at"),
	},
	(table) => [index("invoices_user").on(table.userId, table.issuedAt)],
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

/** What a paid order line still has to become; delivered through the outbox, idempotent by (line, kind). */
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
		/** The registrar's or panel's reference of the operation. */
		externalRef: text("external_ref"),
		/** For the customer, when something is needed of them or of us. */
		message: text("message"),
		/** What the customer has to give before the job can go on. */
		needs: text("needs").$type<JobNeed>(),
		/** Raised when the customer gave it: the registrar's operation is another one then. */
		round: integer("round").notNull().default(0),
		lastError: text("last_error"),
		createdAt: time("created_at").notNull(),
		updatedAt: time("updated_at").notNull(),
	},
	(table) => [
		uniqueIndex("jobs_line").on(table.orderLineId, table.kind),
		index("jobs_due").on(table.state, table.nextAt),
		index("jobs_user").on(table.userId, table.createdAt),
		index("jobs_order").on(table.orderId),
	],
);

export type Job = typeof jobs.$inferSelect;
