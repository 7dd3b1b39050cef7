import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { BulkInput, BulkRowState, BulkSubject, ServiceChange } from "~/features/bulk-actions/bulk-action";
import type { Permission, Role } from "~/features/staff/permissions";
import type { StaffStatus } from "~/features/staff/staff";
import { flag, id, json, passkeyColumns, time } from "../columns";
import { users } from "./accounts";

/** People who work at the desk. Stored in the first shard. */
export const staff = sqliteTable("staff", {
	id: id(),
	/** Canonical form; see features/accounts/email.ts. */
	email: text("email").notNull().unique(),
	name: text("name").notNull(),
	status: text("status").$type<StaffStatus>().notNull(),
	/** PHC string. Null until the invitation is accepted. */
	passwordHash: text("password_hash"),
	/** The authenticator app's secret, sealed. Null without an app. */
	totpSecret: text("totp_secret"),
	totpSince: time("totp_since"),
	/** The newest time step whose code was used, so that no code is accepted twice. */
	totpLastStep: integer("totp_last_step"),
	/** Raised with every invitation or set-up link. Links with an older number are invalid. */
	linkGeneration: integer("link_generation").notNull().default(0),
	lastSignInAt: time("last_sign_in_at"),
	createdAt: time("created_at").notNull(),
	/** Also the version of the row: a form that was loaded before this time is out of date. */
	updatedAt: time("updated_at").notNull(),
});

/** A person may have several roles. Their permissions add up. */
export const staffRoles = sqliteTable(
	"staff_roles",
	{
		staffId: text("staff_id")
			.notNull()
			.references(() => staff.id, { onDelete: "cascade" }),
		role: text("role").$type<Role>().notNull(),
	},
	(table) => [primaryKey({ columns: [table.staffId, table.role] })],
);

export const staffSessions = sqliteTable(
	"staff_sessions",
	{
		/** Public id, shown in the list of sign-ins. Not a credential. */
		id: id(),
		staffId: text("staff_id")
			.notNull()
			.references(() => staff.id, { onDelete: "cascade" }),
		/** SHA-256 of the cookie's value, hex. */
		tokenHash: text("token_hash").notNull().unique(),
		userAgent: text("user_agent").notNull(),
		place: text("place").notNull(),
		createdAt: time("created_at").notNull(),
		seenAt: time("seen_at").notNull(),
		idleExpiresAt: time("idle_expires_at").notNull(),
		expiresAt: time("expires_at").notNull(),
		/** When the person last entered the password with a code. */
		confirmedAt: time("confirmed_at").notNull(),
	},
	(table) => [index("staff_sessions_staff").on(table.staffId)],
);

export const staffPasskeys = sqliteTable(
	"staff_passkeys",
	{
		/** The authenticator's credential id, base64url. */
		id: id(),
		staffId: text("staff_id")
			.notNull()
			.references(() => staff.id, { onDelete: "cascade" }),
		...passkeyColumns(),
	},
	(table) => [index("staff_passkeys_staff").on(table.staffId, table.createdAt)],
);

export const staffRecoveryCodes = sqliteTable(
	"staff_recovery_codes",
	{
		codeHash: text("code_hash").primaryKey(),
		staffId: text("staff_id")
			.notNull()
			.references(() => staff.id, { onDelete: "cascade" }),
		usedAt: time("used_at"),
		createdAt: time("created_at").notNull(),
	},
	(table) => [index("staff_recovery_codes_staff").on(table.staffId)],
);

/** One row per used one-time token. The primary key makes the batch of a second use fail. */
export const staffTokenUses = sqliteTable("staff_token_uses", {
	tokenHash: text("token_hash").primaryKey(),
	purpose: text("purpose").notNull(),
	staffId: text("staff_id")
		.notNull()
		.references(() => staff.id, { onDelete: "cascade" }),
	usedAt: time("used_at").notNull(),
});

/** What staff noted about a customer. Customers don't see it in the portal. */
export const customerNotes = sqliteTable(
	"customer_notes",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		text: text("text").notNull(),
		/** Names as they were at the time. */
		writtenBy: text("written_by").notNull(),
		editedBy: text("edited_by"),
		createdAt: time("created_at").notNull(),
		/** Also the version of the row: a form that was loaded before this time is out of date. */
		updatedAt: time("updated_at").notNull(),
	},
	(table) => [index("customer_notes_user").on(table.userId, table.createdAt)],
);

/** A change above someone's money limit, which waits for a second person. */
export const approvals = sqliteTable(
	"approvals",
	{
		id: id(),
		/** What the change needs. The second person must have it too. */
		permission: text("permission").$type<Permission>().notNull(),
		subjectType: text("subject_type").notNull(),
		subjectId: text("subject_id").notNull(),
		customerId: text("customer_id"),
		/** The input of the change, to run it after the approval. */
		input: json<Record<string, unknown>>("input").notNull(),
		reason: text("reason").notNull(),
		askedBy: text("asked_by")
			.notNull()
			.references(() => staff.id),
		askedAt: time("asked_at").notNull(),
		expiresAt: time("expires_at").notNull(),
		decision: text("decision").$type<"approved" | "refused" | "expired">(),
		decidedBy: text("decided_by").references(() => staff.id),
		decidedAt: time("decided_at"),
	},
	(table) => [
		uniqueIndex("approvals_open").on(table.permission, table.subjectId).where(sql`decision is null`),
		index("approvals_waiting").on(table.askedAt).where(sql`decision is null`),
	],
);

/** One change of many domains or plans, which someone at the desk has started. */
export const bulkActions = sqliteTable(
	"bulk_actions",
	{
		id: id(),
		subject: text("subject").$type<BulkSubject>().notNull(),
		change: text("change").$type<ServiceChange>().notNull(),
		/** The same for each row. */
		input: json<BulkInput>("input").notNull(),
		/** The action whose refused and failed rows this one tries again. */
		retryOf: text("retry_of"),
		staffId: text("staff_id")
			.notNull()
			.references(() => staff.id),
		/** As it was at the time. */
		staffName: text("staff_name").notNull(),
		/** Of the request that started it, for the audit log. */
		place: text("place").notNull(),
		requestId: text("request_id").notNull(),
		createdAt: time("created_at").notNull(),
	},
	(table) => [
		index("bulk_actions_created").on(table.createdAt, table.id),
		index("bulk_actions_retries").on(table.retryOf).where(sql`retry_of is not null`),
	],
);

/** What a bulk action changes: each row has its own event, and its own result. */
export const bulkRows = sqliteTable(
	"bulk_rows",
	{
		bulkId: text("bulk_id")
			.notNull()
			.references(() => bulkActions.id, { onDelete: "cascade" }),
		position: integer("position").notNull(),
		/** The id of the domain or plan. */
		subjectId: text("subject_id").notNull(),
		/** As it was at the time. */
		name: text("name").notNull(),
		/** Of the domain or plan when the action was started. It changes nothing that has changed since. */
		version: integer("version").notNull(),
		state: text("state").$type<BulkRowState>().notNull(),
		/** What was found, or why it was refused or failed. */
		message: text("message"),
	},
	(table) => [
		primaryKey({ columns: [table.bulkId, table.position] }),
		index("bulk_rows_state").on(table.bulkId, table.state, table.position),
	],
);

/** Filters of the desk's lists, as their address has them. */
export const savedViews = sqliteTable(
	"saved_views",
	{
		id: id(),
		staffId: text("staff_id")
			.notNull()
			.references(() => staff.id, { onDelete: "cascade" }),
		/** The path of the list. */
		list: text("list").notNull(),
		name: text("name").notNull(),
		/** Without a question mark. */
		query: text("query").notNull(),
		/** Whether everyone at the desk sees it. */
		shared: flag("shared").notNull(),
		createdAt: time("created_at").notNull(),
	},
	(table) => [index("saved_views_list").on(table.list)],
);

/** What staff have set for the shop, if it is not what the code says. See db/settings.server.ts. */
export const settings = sqliteTable("settings", {
	key: text("key").primaryKey(),
	/** Null: what the code says. The row stays, so that the version never repeats. */
	value: json<unknown>("value"),
	/** Raised with every change, so that a form that was loaded before is out of date. */
	version: integer("version").notNull(),
	updatedAt: time("updated_at").notNull(),
});

/** What staff did. Append-only: triggers in the migration refuse updates and deletions. */
export const auditLog = sqliteTable(
	"audit_log",
	{
		id: id(),
		at: time("at").notNull(),
		/** Null if the change was made on the command line. */
		staffId: text("staff_id"),
		/** As it was at the time. */
		staffName: text("staff_name").notNull(),
		kind: text("kind").notNull(),
		subjectType: text("subject_type").notNull(),
		subjectId: text("subject_id").notNull(),
		/** The customer whose data it is about, if any. */
		customerId: text("customer_id"),
		/** Of the kind's schema in registry.ts. */
		params: json<Record<string, unknown>>("params").notNull(),
		reason: text("reason"),
		requestId: text("request_id").notNull(),
		place: text("place").notNull(),
	},
	(table) => [
		index("audit_log_at").on(table.at, table.id),
		index("audit_log_staff").on(table.staffId, table.at, table.id).where(sql`staff_id is not null`),
		index("audit_log_kind").on(table.kind, table.at, table.id),
		index("audit_log_subject").on(table.subjectId, table.at, table.id),
		index("audit_log_customer").on(table.customerId, table.at, table.id).where(sql`customer_id is not null`),
	],
);
