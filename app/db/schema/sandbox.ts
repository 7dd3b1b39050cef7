import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DomainContacts } from "~/features/domains/contacts";
import type { UrlForward } from "~/features/domains/forwarding";
import type { Glue } from "~/features/domains/nameservers";
import type { Usage } from "~/features/hosting/hosting-facts";
import type { PaymentMethod } from "~/features/payments/payment-method";
import { currency, flag, json, minor, time } from "../columns";

/** The embedded registry: names that were registered on this installation. Only the sandbox registrar reads it. */
export const sandboxRegistry = sqliteTable("sandbox_registry", {
	/** ASCII form, lower case. */
	name: text("name").primaryKey(),
	/** `elsewhere`: registered through another registrar. */
	state: text("state").$type<"registered" | "elsewhere" | "reserved">().notNull(),
	/** Changes when the name is registered again or arrives by a transfer. */
	objectId: text("object_id"),
	/** Until `movesAt`, while a transfer to us is under way: the id that it had before. Null: it was not ours. */
	previousObjectId: text("previous_object_id"),
	movesAt: time("moves_at"),
	authCode: text("auth_code").notNull(),
	nameservers: json<string[]>("nameservers").notNull(),
	glue: json<Glue[]>("glue"),
	/** When its nameservers answer, after a change. */
	delegatedAt: time("delegated_at"),
	locked: flag("locked").notNull().default(true),
	privacy: flag("privacy").notNull().default(true),
	contacts: json<DomainContacts>("contacts"),
	expiresAt: time("expires_at").notNull(),
	createdAt: time("created_at").notNull(),
});

/** What the embedded registry was asked to do, by operation id: the same id twice is one operation. */
export const sandboxOperations = sqliteTable("sandbox_operations", {
	opId: text("op_id").primaryKey(),
	name: text("name").notNull(),
	kind: text("kind").notNull(),
	state: text("state").notNull(),
	result: json<Record<string, unknown>>("result").notNull(),
	createdAt: time("created_at").notNull(),
});

/** The embedded nameservers: what they answer for each zone. Only the sandbox DNS host reads it. */
export const sandboxZones = sqliteTable("sandbox_zones", {
	/** ASCII form, lower case, without a closing dot. */
	name: text("name").primaryKey(),
	version: integer("version").notNull(),
	rrsets: json<{ name: string; type: string; ttl: number; values: string[] }[]>("rrsets").notNull(),
	forwards: json<UrlForward[]>("forwards"),
	/** The domain's id, and since when it holds the name. */
	ownerId: text("owner_id"),
	ownerSince: time("owner_since"),
	createdAt: time("created_at").notNull(),
});

/** The embedded payment provider's own books: what the customer's phone or card form was asked, and its answer. */
export const sandboxPayments = sqliteTable("sandbox_payments", {
	ref: text("ref").primaryKey(),
	attemptId: text("attempt_id").notNull().unique(),
	method: text("method").$type<PaymentMethod>().notNull(),
	invoiceNumber: text("invoice_number").notNull(),
	amount: minor("amount").notNull(),
	currency: currency(),
	phone: text("phone"),
	/** The card that paid, or that is charged. */
	cardToken: text("card_token"),
	webhookUrl: text("webhook_url").notNull(),
	returnUrl: text("return_url").notNull(),
	state: text("state").$type<"waiting" | "approved" | "declined" | "timed_out">().notNull(),
	receipt: text("receipt").unique(),
	version: integer("version").notNull().default(0),
	createdAt: time("created_at").notNull(),
	answeredAt: time("answered_at"),
});

/** The embedded hosting panel: its accounts. Only the sandbox panel reads them. */
export const sandboxPanelAccounts = sqliteTable("sandbox_panel_accounts", {
	/** The plan's id. */
	account: text("account").primaryKey(),
	plan: text("plan").notNull(),
	domain: text("domain"),
	email: text("email").notNull(),
	ip: text("ip").notNull(),
	resources: json<Record<string, Usage>>("resources").notNull(),
	passwordChangedAt: time("password_changed_at"),
	createdAt: time("created_at").notNull(),
});

/** Its one-time sign-in links, and the sign-in that each became. */
export const sandboxPanelLinks = sqliteTable("sandbox_panel_links", {
	/** SHA-256, hex. */
	tokenHash: text("token_hash").primaryKey(),
	account: text("account").notNull(),
	expiresAt: time("expires_at").notNull(),
	usedAt: time("used_at"),
	sessionHash: text("session_hash").unique(),
	sessionEndsAt: time("session_ends_at"),
});

/** The embedded provider's cards, by the token that charges them. Of a number it keeps the last four digits. */
export const sandboxCards = sqliteTable("sandbox_cards", {
	token: text("token").primaryKey(),
	brand: text("brand").notNull(),
	last4: text("last4").notNull(),
	expMonth: integer("exp_month").notNull(),
	expYear: integer("exp_year").notNull(),
	/** What its bank says to a charge without the customer: yes, no, or that the customer must confirm. */
	bank: text("bank").$type<"approves" | "declines" | "asks">().notNull(),
	revokedAt: time("revoked_at"),
	createdAt: time("created_at").notNull(),
});
