import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AccountStatus } from "~/features/accounts/account-status";
import type { SecurityEventKind } from "~/features/accounts/security-event";
import type { BillingAddress } from "~/features/billing-details/billing-address";
import type { Preferences } from "~/features/notifications/preferences";
import type { Currency } from "~/lib/money";
import { flag, id, json, time } from "../columns";

export const users = sqliteTable("users", {
	id: id(),
	/** Canonical form; see features/accounts/email.ts. */
	email: text("email").notNull().unique(),
	firstName: text("first_name").notNull(),
	lastName: text("last_name").notNull(),
	country: text("country").notNull(),
	phone: text("phone"),
	company: text("company"),
	timezone: text("timezone").notNull().default("Africa/Nairobi"),
	language: text("language").notNull().default("en-GB"),
	currency: text("currency").$type<Currency>().notNull().default("KES"),
	status: text("status").$type<AccountStatus>().notNull(),
	/** PHC string. */
	passwordHash: text("password_hash").notNull(),
	/** Raised with every link of its kind: an older link carries an older number and is refused. */
	verifyGeneration: integer("verify_generation").notNull().default(0),
	resetGeneration: integer("reset_generation").notNull().default(0),
	/** When a mailed link last set the password: for an hour its owner is not held up by other people's wrong guesses. */
	passwordResetAt: time("password_reset_at"),
	/** Of the authenticator app, sealed; null while two-step sign-in is off. */
	totpSecret: text("totp_secret"),
	totpSince: time("totp_since"),
	/** The newest 30 seconds whose code was used: no code counts twice. */
	totpLastStep: integer("totp_last_step"),
	emailGeneration: integer("email_generation").notNull().default(0),
	/** When a closing account closes for good. */
	closesAt: time("closes_at"),
	verifiedAt: time("verified_at"),
	/** Null until the customer has chosen. */
	preferences: json<Preferences>("preferences"),
	/** Street address and tax number for invoices; null until given. */
	billingAddress: json<BillingAddress>("billing_address"),
	/** Since when the mailbox refuses our mail. */
	mailRefusedAt: time("mail_refused_at"),
	createdAt: time("created_at").notNull(),
	updatedAt: time("updated_at").notNull(),
});

export const sessions = sqliteTable(
	"sessions",
	{
		/** Public id: shown in the list of sign-ins, never a credential. */
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		/** SHA-256 of the cookie's value, hex. */
		tokenHash: text("token_hash").notNull().unique(),
		remembered: flag("remembered").notNull(),
		userAgent: text("user_agent").notNull(),
		place: text("place").notNull(),
		createdAt: time("created_at").notNull(),
		seenAt: time("seen_at").notNull(),
		idleExpiresAt: time("idle_expires_at").notNull(),
		expiresAt: time("expires_at").notNull(),
		/** When the password was last entered again; null after signing in. */
		confirmedAt: time("confirmed_at"),
	},
	(table) => [index("sessions_user").on(table.userId)],
);

/**
 * What was entered for an address before anybody had shown that they read its mail, one row for each form that was
 * sent: which of them becomes the account is decided by who opens the link. See docs/decisions, "Ways into an account".
 */
export const signUps = sqliteTable(
	"sign_ups",
	{
		/** SHA-256 of the cookie that the browser was given, hex. */
		browserHash: text("browser_hash").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		firstName: text("first_name").notNull(),
		lastName: text("last_name").notNull(),
		country: text("country").notNull(),
		/** PHC string. */
		passwordHash: text("password_hash").notNull(),
		createdAt: time("created_at").notNull(),
	},
	(table) => [index("sign_ups_user").on(table.userId, table.createdAt)],
);

/** One row per one-time token that was used: the primary key makes the second use fail with its whole batch. */
export const tokenUses = sqliteTable("token_uses", {
	tokenHash: text("token_hash").primaryKey(),
	purpose: text("purpose").notNull(),
	userId: text("user_id")
		.notNull()
		.references(() => users.id, { onDelete: "cascade" }),
	usedAt: time("used_at").notNull(),
});

/** A change of an account's address that waits for both mailboxes; at most one for each account. */
export const emailChanges = sqliteTable("email_changes", {
	userId: text("user_id")
		.primaryKey()
		.references(() => users.id, { onDelete: "cascade" }),
	/** The account's `email_generation` when it was asked for. */
	generation: integer("generation").notNull(),
	newEmail: text("new_email").notNull(),
	fromConfirmedAt: time("from_confirmed_at"),
	toConfirmedAt: time("to_confirmed_at"),
	createdAt: time("created_at").notNull(),
	expiresAt: time("expires_at").notNull(),
});

/** One row per recovery code of two-step sign-in. */
export const recoveryCodes = sqliteTable(
	"recovery_codes",
	{
		codeHash: text("code_hash").primaryKey(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		usedAt: time("used_at"),
		createdAt: time("created_at").notNull(),
	},
	(table) => [index("recovery_codes_user").on(table.userId)],
);

/** A public key that signs its customer in. */
export const passkeys = sqliteTable(
	"passkeys",
	{
		/** The credential's id, base64url, as the authenticator made it. */
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		name: text("name").notNull(),
		/** SubjectPublicKeyInfo, base64url. */
		publicKey: text("public_key").notNull(),
		/** COSE number. */
		algorithm: integer("algorithm").notNull(),
		signCount: integer("sign_count").notNull(),
		createdAt: time("created_at").notNull(),
		usedAt: time("used_at"),
	},
	(table) => [index("passkeys_user").on(table.userId, table.createdAt)],
);

/** Sign-ins and refused attempts; equal ones of an hour are one row. */
export const securityEvents = sqliteTable(
	"security_events",
	{
		id: id(),
		/** Null where no account is concerned. */
		userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
		kind: text("kind").$type<SecurityEventKind>().notNull(),
		/** `Chrome on Android`. */
		device: text("device").notNull(),
		place: text("place").notNull(),
		count: integer("count").notNull(),
		firstAt: time("first_at").notNull(),
		lastAt: time("last_at").notNull(),
	},
	(table) => [
		index("security_events_user").on(table.userId, table.lastAt),
		index("security_events_age").on(table.lastAt),
	],
);

/** Exact counts behind the edge's approximate limits. */
export const rateCounters = sqliteTable("rate_counters", {
	/** Action and hashed subject: `sign-in:address:…`. */
	key: text("key").primaryKey(),
	windowStart: time("window_start").notNull(),
	count: integer("count").notNull(),
	/** When the newest attempt was counted: delays run from here. */
	lastAt: time("last_at").notNull().default(0),
});
