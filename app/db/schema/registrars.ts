import { sql } from "drizzle-orm";
import { foreignKey, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { OrderKind, RegistrarAccount, RegistrarProblem } from "~/platform/registrar/registrar-orders";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";
import { minor, time } from "../columns";

/** What stops calls to a registrar. A registrar without a row has no problem. */
export const registrarProblems = sqliteTable("registrar_problems", {
	registrar: text("registrar").$type<RegistrarAccount>().primaryKey(),
	problem: text("problem").$type<RegistrarProblem>().notNull(),
	/** When it began. */
	since: time("since").notNull(),
	/** When one call may check whether it is over. */
	retryAt: time("retry_at").notNull(),
});

/** Orders at registrars without idempotency keys, so that none is sent twice. */
export const registrarOrders = sqliteTable(
	"registrar_orders",
	{
		opId: text("op_id").primaryKey(),
		registrar: text("registrar").$type<RegistrarAccount>().notNull(),
		/** ASCII form, lower case. */
		name: text("name").notNull(),
		kind: text("kind").$type<OrderKind>().notNull(),
		/**
		 * For a renewal or a restore: the expiry that it starts from. For a registration or transfer: 0 at registrars that
		 * do not store our ids, so that a name has one order of each kind.
		 */
		currentExpiry: time("current_expiry"),
		/** When it was last sent. Null if it never was. */
		sentAt: time("sent_at"),
		/** Whether the registrar has accepted it. 0 while the answer is unknown. */
		accepted: integer("accepted").notNull().default(0),
		createdAt: time("created_at").notNull(),
	},
	(table) => [
		/** One order of each kind for each expiry. */
		uniqueIndex("registrar_orders_period")
			.on(table.registrar, table.name, table.kind, table.currentExpiry)
			.where(sql`current_expiry is not null`),
	],
);

/** The registrar's handle of each contact, so that it is created once. */
export const registrarContacts = sqliteTable(
	"registrar_contacts",
	{
		registrar: text("registrar").$type<RegistrarAccount>().notNull(),
		/** SHA-256 of the contact's fields, hex. */
		contactHash: text("contact_hash").notNull(),
		handle: text("handle").notNull(),
		createdAt: time("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.registrar, table.contactHash] })],
);

/** The names that each contact was used for, so that it is kept as long as one of them is a domain here. */
export const registrarContactUses = sqliteTable(
	"registrar_contact_uses",
	{
		registrar: text("registrar").$type<RegistrarAccount>().notNull(),
		contactHash: text("contact_hash").notNull(),
		/** ASCII form, lower case. */
		name: text("name").notNull(),
		/** The last time. */
		usedAt: time("used_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.registrar, table.contactHash, table.name] }),
		foreignKey({
			columns: [table.registrar, table.contactHash],
			foreignColumns: [registrarContacts.registrar, registrarContacts.contactHash],
		}).onDelete("cascade"),
	],
);

/** Our account at each registrar that publishes its prices or our balance. */
export const registrarAccounts = sqliteTable("registrar_accounts", {
	registrar: text("registrar").$type<RegistrarId>().primaryKey(),
	/** When its prices were last imported. Null if they never were. */
	costsAt: time("costs_at"),
	/** In hundredths of `balanceCurrency`. Null if it was never read. */
	balance: minor("balance"),
	/** Null if the registrar does not name it. */
	balanceCurrency: text("balance_currency"),
	balanceAt: time("balance_at"),
	createdAt: time("created_at").notNull(),
});

/** What each registrar charges us for a year of an extension, in hundredths of the currency. A change adds a row. */
export const registrarCosts = sqliteTable(
	"registrar_costs",
	{
		registrar: text("registrar").$type<RegistrarId>().notNull(),
		tld: text("tld").notNull(),
		/** When the import first found these prices. */
		since: time("since").notNull(),
		/** When it found others, or none. Null while they apply. */
		until: time("until"),
		currency: text("currency").notNull(),
		/** Null if the registrar names no price. */
		register: minor("register"),
		renew: minor("renew"),
		transfer: minor("transfer"),
		restore: minor("restore"),
		/** The problems with these prices that staff were told about. Null: none. */
		reported: text("reported"),
	},
	(table) => [
		primaryKey({ columns: [table.registrar, table.tld, table.since] }),
		uniqueIndex("registrar_costs_current").on(table.registrar, table.tld).where(sql`until is null`),
	],
);
