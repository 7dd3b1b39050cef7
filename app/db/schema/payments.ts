import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PaymentMethod } from "~/features/payments/payment-method";
import type { PaymentState } from "~/features/payments/payment-state";
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
		/** Null until the provider has answered. */
		providerRef: text("provider_ref"),
		/** Part of the webhook's address, so that it can't be guessed. */
		callbackToken: text("callback_token").notNull().unique(),
		amount: minor("amount").notNull(),
		currency: currency(),
		phone: text("phone"),
		/** The kept card that is charged; null where the customer types one at the provider. */
		cardId: text("card_id"),
		/** The customer wants the card that pays to be kept. */
		keepCard: flag("keep_card").notNull().default(false),
		/** ... and to pay renewals by itself from then on. */
		payRenewals: flag("pay_renewals").notNull().default(false),
		/** Charged on its day, by the schedule: nobody pressed anything. */
		automatic: flag("automatic").notNull().default(false),
		/** When such a charge is made again if this one fails; null when it was the last. */
		retryAt: time("retry_at"),
		/** Of the card that paid, as its provider named it, or that is charged by itself: "Visa •••• 4242". */
		cardName: text("card_name"),
		state: text("state").$type<PaymentState>().notNull(),
		/** Where the customer goes to pay, when the provider asks for it. */
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
		/** One open attempt for each invoice and method, however often the button is pressed. */
		uniqueIndex("payments_open").on(table.invoiceId, table.method).where(sql`state = 'pending'`),
		uniqueIndex("payments_provider_ref").on(table.provider, table.providerRef),
		uniqueIndex("payments_receipt").on(table.provider, table.receipt),
		index("payments_invoice").on(table.invoiceId, table.createdAt),
		index("payments_due").on(table.state, table.nextCheckAt),
		/** By state too: else SQLite, which has no statistics here, takes all payments of that state for the fewer. */
		index("payments_user").on(table.userId, table.state),
		index("payments_phone").on(table.phone, table.createdAt),
		/** Charges by the schedule that their provider has not answered. */
		index("payments_unanswered").on(table.createdAt).where(sql`automatic = 1 and provider_ref is null`),
	],
);

/** Cards that customers asked us to keep: what the provider tells of them, never the number. */
export const paymentCards = sqliteTable(
	"payment_cards",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		provider: text("provider").notNull(),
		/** The provider's leave to charge the card again, sealed. */
		token: text("token").notNull(),
		/** The provider's mark of the card itself, the same each time that the card is kept. */
		fingerprint: text("fingerprint").notNull(),
		brand: text("brand").notNull(),
		last4: text("last4").notNull(),
		/** 1 to 12, and four digits. */
		expMonth: integer("exp_month").notNull(),
		expYear: integer("exp_year").notNull(),
		createdAt: time("created_at").notNull(),
		/** The card that was preferred last is the one that is proposed first. */
		preferredAt: time("preferred_at"),
		/** Since when its customer wants it to pay renewals by itself; of one customer, one card at most. */
		renewalsAt: time("renewals_at"),
		/** Kept for a while after its removal, so that it can be undone; then the provider is told, and the row goes. */
		removedAt: time("removed_at"),
	},
	(table) => [
		uniqueIndex("payment_cards_card").on(table.userId, table.provider, table.fingerprint),
		uniqueIndex("payment_cards_renewals").on(table.userId).where(sql`renewals_at is not null`),
		index("payment_cards_removed").on(table.removedAt).where(sql`removed_at is not null`),
	],
);

/** Every webhook that was accepted, once. */
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

/** Money that came in: one row per receipt, posted only by `settleInvoice`. */
export const ledgerEntries = sqliteTable(
	"ledger_entries",
	{
		id: id(),
		userId: text("user_id").notNull(),
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
		uniqueIndex("ledger_receipt").on(table.provider, table.receipt, table.kind),
		index("ledger_user").on(table.userId, table.createdAt),
		index("ledger_invoice").on(table.invoiceId, table.kind),
	],
);

/** Money or messages that match nothing: for staff to look at. */
export const paymentReviews = sqliteTable("payment_reviews", {
	id: id(),
	provider: text("provider").notNull(),
	paymentId: text("payment_id"),
	reason: text("reason").notNull(),
	body: text("body").notNull(),
	createdAt: time("created_at").notNull(),
	resolvedAt: time("resolved_at"),
});
