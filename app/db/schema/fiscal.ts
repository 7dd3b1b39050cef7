import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { FiscalState } from "~/features/fiscal/fiscal-state";
import type { FiscalDocument } from "~/platform/fiscal/fiscal-signer";
import { id, json, time } from "../columns";
import { users } from "./accounts";
import { invoices } from "./orders";
import { creditNotes } from "./payments";

/** Paid invoices and their credit notes that the tax authority signs. One row for each. */
export const fiscalDocuments = sqliteTable(
	"fiscal_documents",
	{
		/** Made from the invoice's or the credit note's id. */
		id: id(),
		invoiceId: text("invoice_id")
			.notNull()
			.references(() => invoices.id),
		/** Null for an invoice. */
		creditNoteId: text("credit_note_id").references(() => creditNotes.id),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		state: text("state").$type<FiscalState>().notNull().default("pending"),
		/** The device and its consecutive number. Null before the document is sent, and after it was refused. */
		device: text("device"),
		number: integer("number"),
		/** What was sent. A repetition sends exactly this. */
		content: json<FiscalDocument>("content"),
		/** How often it was sent, counted before each request. */
		sends: integer("sends").notNull().default(0),
		/** Why it was refused. For staff. */
		failure: text("failure"),
		controlUnit: text("control_unit"),
		receiptNumber: integer("receipt_number"),
		internalData: text("internal_data"),
		signature: text("signature"),
		/** Where anyone can check the receipt. */
		url: text("url"),
		signedAt: time("signed_at"),
		createdAt: time("created_at").notNull(),
	},
	(table) => [
		index("fiscal_documents_invoice").on(table.invoiceId),
		uniqueIndex("fiscal_documents_credit_note").on(table.creditNoteId).where(sql`credit_note_id is not null`),
		uniqueIndex("fiscal_documents_number").on(table.device, table.number).where(sql`number is not null`),
		index("fiscal_documents_unsigned").on(table.createdAt, table.id).where(sql`state <> 'signed'`),
	],
);

/** The devices that sign. Each takes one request at a time. */
export const fiscalDevices = sqliteTable("fiscal_devices", {
	device: text("device").primaryKey(),
	/** The last number that was signed or is taken. */
	last: integer("last").notNull().default(0),
	/** Who may use the device, and until when. */
	lease: text("lease"),
	leaseUntil: time("lease_until").notNull().default(0),
	/** Requests without a usable answer in a row. */
	failures: integer("failures").notNull().default(0),
	/** Nothing is sent before this time. */
	pausedUntil: time("paused_until").notNull().default(0),
	/** Why it is paused. For staff. */
	problem: text("problem"),
});
