import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { EnquiryDetails, EnquiryKind } from "~/features/support/enquiry";
import { id, json, time } from "../columns";
import { users } from "./accounts";

/** Enquiries sent through a form. */
export const enquiries = sqliteTable(
	"enquiries",
	{
		id: id(),
		/** Reference number, shown to the sender. */
		reference: text("reference").notNull().unique(),
		kind: text("kind").$type<EnquiryKind>().notNull(),
		name: text("name").notNull(),
		/** Canonical form. Not verified. */
		email: text("email").notNull(),
		/** E.164. */
		phone: text("phone"),
		topic: text("topic"),
		message: text("message"),
		details: json<EnquiryDetails>("details").notNull(),
		/** The signed-in customer, if any. */
		userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
		/** Makes a form that was sent twice one enquiry. */
		dedupeKey: text("dedupe_key").notNull().unique(),
		createdAt: time("created_at").notNull(),
	},
	(table) => [
		index("enquiries_user").on(table.userId, table.createdAt).where(sql`user_id is not null`),
		index("enquiries_created").on(table.createdAt),
	],
);
