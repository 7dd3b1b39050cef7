import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PaymentMethod } from "~/features/payments/payment-method";
import type { PaymentState } from "~/features/payments/payment-state";
import type { RefundState, RefundTarget } from "~/features/refunds/refund-state";
import { currency, flag, id, minor, time } from "../columns";
import { users } from "./accounts";
import { invoices } from "./orders";

/** One attempt to pay an invoice. */
export const payments = sqliteTable(
	"payments",
	{
		id: id(),
		invoiceId: text("invoice_id")
			.notNull()
			.references(() => invoices.id),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		provider: text("provider").notNull(),
		method: text("method").$type<PaymentMethod>().notNull(),
		/** Null until the provider answers. */
		providerRef: text("provider_ref"),
		/** Makes the webhook's address impossible to guess. */
		callbackToken: text("callback_token").notNull().unique(),
		amount: minor("amount").notNull(),
		currency: currency(),
		phone: text("phone"),
		/** The saved card that is charged. Null if the customer enters a card at the provider. */
		cardId: text("card_id"),
		/** The customer wants to save the card. */
		keepCard: flag("keep_card").notNull().default(false),
		/** The customer also wants the card to pay renewals automatically. */
		payRenewals: flag("pay_renewals").notNull().default(false),
		/** Started by the schedule, not by the customer. */
		automatic: flag("automatic").notNull().default(false),
		/** An M-Pesa prompt that the schedule sent at the hour that the customer chose. */
		prompted: flag("prompted").notNull().default(false),
		/** Started by someone who has the invoice's pay link, not by the customer. */
		byLink: flag("by_link").notNull().default(false),
		/** When the schedule tries again if this charge fails. Null if it was the last attempt. */
		retryAt: time("retry_at"),
		/** The card that paid or is charged automatically: "Visa •••• 4242". */
		cardName: text("card_name"),
		state: text("state").$type<PaymentState>().notNull(),
		/** The provider's payment page, if the customer has to go there. */
		redirectUrl: text("redirect_url"),
		failureCode: text("failure_code"),
		receipt: text("receipt"),
		checks: integer("checks").notNull().default(0),
		nextCheckAt: time("next_check_at"),
		expiresAt: time("expires_at").notNull(),
		createdAt: time("created_at").notNull(),
		settledAt: time("settled_at"),
	},
	(table) => [
		/** At most one open attempt for each invoice and method, even if Pay is pressed twice. */
		uniqueIndex("payments_open").on(table.invoiceId, table.method).where(sql`state = 'pending'`),
		uniqueIndex("payments_provider_ref").on(table.provider, table.providerRef),
		/** Begins with the receipt, because staff search without knowing the provider. */
		uniqueIndex("payments_receipt").on(table.receipt, table.provider).where(sql`receipt is not null`),
		index("payments_invoice").on(table.invoiceId, table.createdAt),
		index("payments_to_check").on(table.nextCheckAt).where(sql`next_check_at is not null`),
		/** Includes the state. Without statistics, SQLite would otherwise use an index on the state alone. */
		index("payments_user").on(table.userId, table.state),
		index("payments_of_phone").on(table.phone, table.createdAt).where(sql`phone is not null`),
		/** Scheduled charges without an answer from the provider. */
		index("payments_unanswered").on(table.createdAt).where(sql`automatic = 1 and provider_ref is null`),
		// For the lists and the search of the desk. No index begins with the state, see `payments_user`.
		index("payments_created").on(table.createdAt),
		index("payments_pending").on(table.createdAt).where(sql`state = 'pending'`),
		index("payments_failed").on(table.createdAt).where(sql`state = 'failed'`),
		index("payments_expired").on(table.createdAt).where(sql`state = 'expired'`),
		index("payments_method").on(table.method, table.createdAt),
		index("payments_amount").on(table.amount, table.createdAt),
		index("payments_card").on(table.cardName, table.createdAt).where(sql`card_name is not null`),
	],
);

/** Saved cards. Details from the provider, never the number. */
export const paymentCards = sqliteTable(
	"payment_cards",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		provider: text("provider").notNull(),
		/** The provider's authorization to charge the card again, sealed. */
		token: text("token").notNull(),
		/** The provider's id of the card itself, the same each time the card is saved. */
		fingerprint: text("fingerprint").notNull(),
		brand: text("brand").notNull(),
		last4: text("last4").notNull(),
		/** Month 1 to 12, year with four digits. */
		expMonth: integer("exp_month").notNull(),
		expYear: integer("exp_year").notNull(),
		createdAt: time("created_at").notNull(),
		/** When it was last chosen. The newest one is suggested first. */
		preferredAt: time("preferred_at"),
		/** Since when it pays renewals automatically. At most one card per customer. */
		renewalsAt: time("renewals_at"),
		/** A removed card is stored for a while, so that it can be restored. Then the provider and this table delete it. */
		removedAt: time("removed_at"),
	},
	(table) => [
		uniqueIndex("payment_cards_card").on(table.userId, table.provider, table.fingerprint),
		uniqueIndex("payment_cards_renewals").on(table.userId).where(sql`renewals_at is not null`),
		index("payment_cards_removed").on(table.removedAt).where(sql`removed_at is not null`),
		index("payment_cards_last4").on(table.last4, table.userId),
	],
);

/** One row per accepted webhook. */
export const paymentEvents = sqliteTable(
	"payment_events",
	{
		provider: text("provider").notNull(),
		dedupeKey: text("dedupe_key").notNull(),
		paymentId: text("payment_id"),
		body: text("body").notNull(),
		authentic: flag("authentic").notNull(),
		receivedAt: time("received_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.provider, table.dedupeKey] })],
);

/**
 * A copy of the payments on a provider's own list, for the report that compares them with ours. The provider has its list
 * for two days only.
 */
export const listedPayments = sqliteTable(
	"listed_payments",
	{
		provider: text("provider").notNull(),
		receipt: text("receipt").notNull(),
		/** The account number as the customer typed it. */
		reference: text("reference").notNull(),
		amount: minor("amount").notNull(),
		currency: currency(),
		/** Null if the provider's time can't be read. */
		paidAt: time("paid_at"),
		/** When we first read it. */
		listedAt: time("listed_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.provider, table.receipt] }),
		index("listed_payments_listed").on(table.listedAt),
	],
);

/** Received money. One row per receipt, posted only by `settleInvoice`. */
export const ledgerEntries = sqliteTable(
	"ledger_entries",
	{
		id: id(),
		userId: text("user_id").notNull(),
		/** Empty for money that was received without an invoice. */
		invoiceId: text("invoice_id").notNull(),
		paymentId: text("payment_id"),
		kind: text("kind").$type<"payment" | "credit" | "refund">().notNull(),
		provider: text("provider").notNull(),
		receipt: text("receipt").notNull(),
		amount: minor("amount").notNull(),
		currency: currency(),
		createdAt: time("created_at").notNull(),
	},
	(table) => [
		/** Begins with the receipt, because staff search without knowing the provider. */
		uniqueIndex("ledger_receipt").on(table.receipt, table.provider, table.kind),
		index("ledger_user").on(table.userId, table.createdAt),
		index("ledger_invoice").on(table.invoiceId, table.kind),
	],
);

/** Credits in imported files of the bank, to recognise them in the next file. Each file of a transfer has a row. */
export const bankBookings = sqliteTable(
	"bank_bookings",
	{
		/** By which the ledger knows the transfer. */
		receipt: text("receipt").primaryKey(),
		/** The number of our account. */
		account: text("account").notNull(),
		/** `YYYY-MM-DD`. */
		date: text("date").notNull(),
		/** The value date if `date` is the day of the booking, or the other way round. */
		otherDate: text("other_date"),
		amount: minor("amount").notNull(),
		/** Among equal amounts of a day, from 1. Null if another file had the transfer first. */
		position: integer("position"),
		/** The receipt of the row of that file, also if only staff know that it is the same transfer. */
		sameAs: text("same_as"),
		/** Of the file. */
		format: text("format").notNull(),
		/** The bank's. Empty if there is none. */
		reference: text("reference").notNull(),
		text: text("text").notNull(),
		importedAt: time("imported_at").notNull(),
	},
	(table) => [
		/** Two imports at once can't both add the same transfer. */
		uniqueIndex("bank_bookings_position").on(table.account, table.date, table.amount, table.position),
	],
);

/** Payments and webhooks that staff have to check, because they match no open invoice. */
export const paymentReviews = sqliteTable("payment_reviews", {
	id: id(),
	provider: text("provider").notNull(),
	paymentId: text("payment_id"),
	reason: text("reason").notNull(),
	body: text("body").notNull(),
	createdAt: time("created_at").notNull(),
	resolvedAt: time("resolved_at"),
});

/** What was paid back of an invoice. Each has the next number of its year's series. */
export const creditNotes = sqliteTable(
	"credit_notes",
	{
		/** Made from the invoice and the request's idempotency key. */
		id: id(),
		/** Twelve characters, like an invoice's. */
		number: text("number").notNull().unique(),
		invoiceId: text("invoice_id")
			.notNull()
			.references(() => invoices.id),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		target: text("target").$type<RefundTarget>().notNull(),
		/** For the customer. */
		reason: text("reason").notNull(),
		/** The member of staff. */
		issuedBy: text("issued_by").notNull(),
		/** SHA-256 of the request. The same key with another request is rejected. */
		requestHash: text("request_hash").notNull(),
		currency: currency(),
		/** Without tax. */
		net: minor("net").notNull(),
		tax: minor("tax").notNull(),
		total: minor("total").notNull(),
		issuedAt: time("issued_at").notNull(),
	},
	(table) => [
		index("credit_notes_invoice").on(table.invoiceId),
		index("credit_notes_user").on(table.userId),
		index("credit_notes_issued").on(table.issuedAt),
	],
);

export const creditNoteLines = sqliteTable(
	"credit_note_lines",
	{
		id: id(),
		creditNoteId: text("credit_note_id")
			.notNull()
			.references(() => creditNotes.id),
		position: integer("position").notNull(),
		/** Null if it is a part of the whole invoice. */
		invoiceLineId: text("invoice_line_id"),
		description: text("description").notNull(),
		quantity: integer("quantity").notNull(),
		/** Without tax. */
		amount: minor("amount").notNull(),
	},
	(table) => [uniqueIndex("credit_note_lines_position").on(table.creditNoteId, table.position)],
);

/** The next credit note number of each year. Raised in the batch that creates the credit note, so there are no gaps. */
export const creditNoteSequences = sqliteTable("credit_note_sequences", {
	year: integer("year").primaryKey(),
	last: integer("last").notNull(),
});

/** Money of a credit note on its way back: to one payment, or to the customer's credit. */
export const refunds = sqliteTable(
	"refunds",
	{
		id: id(),
		creditNoteId: text("credit_note_id")
			.notNull()
			.references(() => creditNotes.id),
		invoiceId: text("invoice_id").notNull(),
		userId: text("user_id").notNull(),
		target: text("target").$type<RefundTarget>().notNull(),
		/** Null if the money is from the customer's credit or goes there. */
		paymentId: text("payment_id").references(() => payments.id),
		/** The payment's provider. "credit" if there is no payment. */
		provider: text("provider").notNull(),
		amount: minor("amount").notNull(),
		currency: currency(),
		state: text("state").$type<RefundState>().notNull(),
		/** Makes the address for the provider's result impossible to guess. */
		callbackToken: text("callback_token").notNull().unique(),
		/** The provider's reference. Null before its first answer. */
		reference: text("reference"),
		/** Why the provider refused it. Shown to staff. */
		failure: text("failure"),
		/** Raised when staff try again, because that is another refund at the provider. */
		round: integer("round").notNull().default(0),
		checks: integer("checks").notNull().default(0),
		/** Null if staff enter the result. */
		nextCheckAt: time("next_check_at"),
		createdAt: time("created_at").notNull(),
		settledAt: time("settled_at"),
	},
	(table) => [
		index("refunds_credit_note").on(table.creditNoteId),
		index("refunds_invoice").on(table.invoiceId),
		index("refunds_user").on(table.userId),
		index("refunds_to_check").on(table.nextCheckAt).where(sql`next_check_at is not null`),
	],
);
