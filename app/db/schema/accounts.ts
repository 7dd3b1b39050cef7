import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AccountStatus } from "~/features/accounts/account-status";
import type { SecurityEventKind } from "~/features/accounts/security-event";
import type { BillingAddress } from "~/features/billing-details/billing-address";
import type { Preferences } from "~/features/notifications/preferences";
import type { MemberRole } from "~/lib/acting";
import type { Currency } from "~/lib/money";
import { flag, id, json, passkeyColumns, time } from "../columns";

export const users = sqliteTable(
	"users",
	{
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
		/** Raised with every link of its kind. Links with an older number are invalid. */
		verifyGeneration: integer("verify_generation").notNull().default(0),
		resetGeneration: integer("reset_generation").notNull().default(0),
		/** When an emailed link last set the password. For an hour after that, other people's wrong guesses don't slow sign-in. */
		passwordResetAt: time("password_reset_at"),
		/** The authenticator app's secret, sealed. Null while two-step sign-in is off. */
		totpSecret: text("totp_secret"),
		totpSince: time("totp_since"),
		/** The newest time step whose code was used, so that no code is accepted twice. */
		totpLastStep: integer("totp_last_step"),
		emailGeneration: integer("email_generation").notNull().default(0),
		/** When a closing account is deleted. */
		closesAt: time("closes_at"),
		/** The account that has everything of this one. Null unless staff merged it, which closed it. */
		mergedInto: text("merged_into"),
		verifiedAt: time("verified_at"),
		/** Null means the defaults. */
		preferences: json<Preferences>("preferences"),
		/** Street address and tax number for invoices. Null until entered. */
		billingAddress: json<BillingAddress>("billing_address"),
		/** The phone (E.164) and the hour in Kenya for M-Pesa prompts of renewal invoices. Null while they are off. */
		promptPhone: text("prompt_phone"),
		promptHour: integer("prompt_hour"),
		/** Since when the customer's email provider rejects our emails. */
		mailRefusedAt: time("mail_refused_at"),
		createdAt: time("created_at").notNull(),
		updatedAt: time("updated_at").notNull(),
	},
	(table) => [
		index("users_closing").on(table.closesAt).where(sql`status = 'closing'`),
		// For the desk's search, which finds the start of a name, a company or a number.
		index("users_created").on(table.createdAt, table.id),
		index("users_name").on(sql`lower(first_name || ' ' || last_name)`, table.id),
		index("users_surname").on(sql`lower(last_name || ' ' || first_name)`, table.id),
		index("users_company").on(sql`lower(company)`, table.id).where(sql`company is not null`),
		index("users_phone").on(table.phone, table.id).where(sql`phone is not null`),
	],
);

export const sessions = sqliteTable(
	"sessions",
	{
		/** Public id, shown in the list of sign-ins. Not a credential. */
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		/** SHA-256 of the cookie's value, hex, after the number of the customer's shard (lib/shards.ts). */
		tokenHash: text("token_hash").notNull().unique(),
		remembered: flag("remembered").notNull(),
		userAgent: text("user_agent").notNull(),
		place: text("place").notNull(),
		createdAt: time("created_at").notNull(),
		seenAt: time("seen_at").notNull(),
		idleExpiresAt: time("idle_expires_at").notNull(),
		expiresAt: time("expires_at").notNull(),
		/** When the password was last confirmed. Null after signing in. */
		confirmedAt: time("confirmed_at"),
		/**
		 * The member of staff who is signed in as the customer. Null in a session of the customer. When such a session ends, a
		 * trigger of the migration records it.
		 */
		staffId: text("staff_id"),
		/** The access by which another customer uses this account. Null in a session of the customer. */
		membershipId: text("membership_id").references((): AnySQLiteColumn => accountMembers.id, { onDelete: "cascade" }),
	},
	(table) => [
		index("sessions_user").on(table.userId),
		index("sessions_staff").on(table.staffId).where(sql`staff_id is not null`),
		index("sessions_membership").on(table.membershipId).where(sql`membership_id is not null`),
	],
);

/** Other customers who may use an account, and those who are invited to. */
export const accountMembers = sqliteTable(
	"account_members",
	{
		id: id(),
		/** Whose account it is. */
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		/** The invited address, in canonical form. Only the account with this address can accept. */
		email: text("email").notNull(),
		/** Who accepted. Null until then. */
		memberId: text("member_id").references(() => users.id, { onDelete: "cascade" }),
		role: text("role").$type<MemberRole>().notNull(),
		invitedAt: time("invited_at").notNull(),
		acceptedAt: time("accepted_at"),
	},
	(table) => [
		uniqueIndex("account_members_email").on(table.email, table.userId),
		index("account_members_user").on(table.userId, table.invitedAt),
		uniqueIndex("account_members_member").on(table.memberId, table.userId).where(sql`member_id is not null`),
	],
);

/**
 * Registrations for an address that is not verified yet, one row for each form that was sent. Who opens the verification
 * link decides which of them becomes the account. See docs/decisions, "Signing in and account security".
 */
export const signUps = sqliteTable(
	"sign_ups",
	{
		/** SHA-256 of the registering browser's cookie, hex. */
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

/** One row per used one-time token. The primary key makes the batch of a second use fail. */
export const tokenUses = sqliteTable("token_uses", {
	tokenHash: text("token_hash").primaryKey(),
	purpose: text("purpose").notNull(),
	userId: text("user_id")
		.notNull()
		.references(() => users.id, { onDelete: "cascade" }),
	usedAt: time("used_at").notNull(),
});

/** A change of an account's email address that waits for confirmation. At most one per account. */
export const emailChanges = sqliteTable("email_changes", {
	userId: text("user_id")
		.primaryKey()
		.references(() => users.id, { onDelete: "cascade" }),
	/** The account's `email_generation` when the change was requested. */
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

/** Passkeys. */
export const passkeys = sqliteTable(
	"passkeys",
	{
		/** The authenticator's credential id, base64url. */
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		...passkeyColumns(),
	},
	(table) => [index("passkeys_user").on(table.userId, table.createdAt)],
);

/** Sign-ins and rejected attempts. Equal events within an hour are one row with a count. */
export const securityEvents = sqliteTable(
	"security_events",
	{
		id: id(),
		/** Null if the attempt is for no existing account. */
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
		index("security_events_user").on(table.userId, table.lastAt).where(sql`user_id is not null`),
		index("security_events_age").on(table.lastAt),
	],
);

/** Counters of the exact rate limits. */
export const rateCounters = sqliteTable("rate_counters", {
	/** Action and hashed subject. */
	key: text("key").primaryKey(),
	windowStart: time("window_start").notNull(),
	count: integer("count").notNull(),
	/** Time of the newest counted attempt. Delays start here. */
	lastAt: time("last_at").notNull().default(0),
});

/** Addresses besides the account's that get its invoices, reminders about them and receipts. */
export const billingEmails = sqliteTable(
	"billing_emails",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		/** Canonical form; see features/accounts/email.ts. */
		email: text("email").notNull(),
		createdAt: time("created_at").notNull(),
		/** When the person at the address agreed by our link. Null: it gets nothing else. */
		confirmedAt: time("confirmed_at"),
		/** Since when the address rejects our emails. */
		mailRefusedAt: time("mail_refused_at"),
	},
	(table) => [
		uniqueIndex("billing_emails_address").on(table.email, table.userId),
		index("billing_emails_user").on(table.userId, table.createdAt),
	],
);
