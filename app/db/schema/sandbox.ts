import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DomainContacts } from "~/features/domains/contacts";
import type { UrlForward } from "~/features/domains/forwarding";
import type { Glue } from "~/features/domains/nameservers";
import type { Usage } from "~/features/hosting/hosting-facts";
import type { PaymentMethod } from "~/features/payments/payment-method";
import type { DsRecord, ZoneKey } from "~/platform/dns/dns-host";
import { currency, flag, json, minor, time } from "../columns";

/** The registry's stand-in: names registered on this installation. Only the sandbox registrar reads it. */
export const sandboxRegistry = sqliteTable("sandbox_registry", {
	/** ASCII form, lower case. */
	name: text("name").primaryKey(),
	/** `elsewhere`: registered through another registrar. */
	state: text("state").$type<"registered" | "elsewhere" | "reserved">().notNull(),
	/** Changes when the name is registered again or transferred in. */
	objectId: text("object_id"),
	/** The previous id, during a transfer to us until `movesAt`. Null if the name was not registered through us before. */
	previousObjectId: text("previous_object_id"),
	movesAt: time("moves_at"),
	authCode: text("auth_code").notNull(),
	nameservers: json<string[]>("nameservers").notNull(),
	glue: json<Glue[]>("glue"),
	ds: json<DsRecord[]>("ds"),
	/** When a change of its nameservers or DS records takes effect. */
	delegatedAt: time("delegated_at"),
	locked: flag("locked").notNull().default(true),
	privacy: flag("privacy").notNull().default(true),
	contacts: json<DomainContacts>("contacts"),
	expiresAt: time("expires_at").notNull(),
	createdAt: time("created_at").notNull(),
});

/** Operations of the registry's stand-in. The same id is the same operation. */
export const sandboxOperations = sqliteTable("sandbox_operations", {
	opId: text("op_id").primaryKey(),
	name: text("name").notNull(),
	kind: text("kind").notNull(),
	state: text("state").notNull(),
	result: json<Record<string, unknown>>("result").notNull(),
	createdAt: time("created_at").notNull(),
});

/** Zones of the nameservers' stand-in. Only the sandbox DNS host reads it. */
export const sandboxZones = sqliteTable("sandbox_zones", {
	/** ASCII form, lower case, without a trailing dot. */
	name: text("name").primaryKey(),
	version: integer("version").notNull(),
	rrsets: json<{ name: string; type: string; ttl: number; values: string[] }[]>("rrsets").notNull(),
	forwards: json<UrlForward[]>("forwards"),
	/** Null if the zone is not signed. */
	signingKey: json<ZoneKey>("signing_key"),
	/** The domain's id and since when it holds the name. */
	ownerId: text("owner_id"),
	ownerSince: time("owner_since"),
	createdAt: time("created_at").notNull(),
});

/** Payments of the payment provider's stand-in, with the customer's answer. */
export const sandboxPayments = sqliteTable("sandbox_payments", {
	ref: text("ref").primaryKey(),
	attemptId: text("attempt_id").notNull().unique(),
	method: text("method").$type<PaymentMethod>().notNull(),
	invoiceNumber: text("invoice_number").notNull(),
	amount: minor("amount").notNull(),
	currency: currency(),
	phone: text("phone"),
	/** The card that pays. */
	cardToken: text("card_token"),
	webhookUrl: text("webhook_url").notNull(),
	returnUrl: text("return_url").notNull(),
	state: text("state").$type<"waiting" | "approved" | "declined" | "timed_out">().notNull(),
	receipt: text("receipt").unique(),
	version: integer("version").notNull().default(0),
	createdAt: time("created_at").notNull(),
	answeredAt: time("answered_at"),
});

/** Refunds of the payment provider's stand-in. */
export const sandboxRefunds = sqliteTable(
	"sandbox_refunds",
	{
		refundId: text("refund_id").primaryKey(),
		/** The refund's reference, as the shop sees it. */
		ref: text("ref").notNull().unique(),
		/** The refunded payment. */
		paymentRef: text("payment_ref").notNull(),
		amount: minor("amount").notNull(),
		currency: currency(),
		state: text("state").$type<"pending" | "succeeded" | "failed">().notNull(),
		failure: text("failure"),
		createdAt: time("created_at").notNull(),
	},
	(table) => [index("sandbox_refunds_payment").on(table.paymentRef)],
);

/** Accounts of the hosting panel's stand-in. Only the sandbox panel reads them. */
export const sandboxPanelAccounts = sqliteTable("sandbox_panel_accounts", {
	/** The plan's id. */
	account: text("account").primaryKey(),
	plan: text("plan").notNull(),
	domain: text("domain"),
	email: text("email").notNull(),
	ip: text("ip").notNull(),
	resources: json<Record<string, Usage>>("resources").notNull(),
	passwordChangedAt: time("password_changed_at"),
	/** Null while it runs. */
	suspendedAt: time("suspended_at"),
	suspendReason: text("suspend_reason"),
	createdAt: time("created_at").notNull(),
});

/** One-time sign-in links of the hosting panel's stand-in, with the session each started. */
export const sandboxPanelLinks = sqliteTable("sandbox_panel_links", {
	/** SHA-256, hex. */
	tokenHash: text("token_hash").primaryKey(),
	account: text("account").notNull(),
	expiresAt: time("expires_at").notNull(),
	usedAt: time("used_at"),
	sessionHash: text("session_hash").unique(),
	sessionEndsAt: time("session_ends_at"),
});

/** Cards of the payment provider's stand-in, by token. Stores only the last four digits of a number. */
export const sandboxCards = sqliteTable("sandbox_cards", {
	token: text("token").primaryKey(),
	brand: text("brand").notNull(),
	last4: text("last4").notNull(),
	expMonth: integer("exp_month").notNull(),
	expYear: integer("exp_year").notNull(),
	/** How the bank answers a charge without the customer: approves, declines, or asks the customer to confirm. */
	bank: text("bank").$type<"approves" | "declines" | "asks">().notNull(),
	revokedAt: time("revoked_at"),
	createdAt: time("created_at").notNull(),
});
