import { integer, text } from "drizzle-orm/sqlite-core";
import type { Currency } from "~/lib/money";

/** A prefixed id, the table's primary key. */
export const id = () => text("id").primaryKey();

/** Milliseconds since the epoch, UTC. */
export const time = (name: string) => integer(name);

/** Integer minor units of the row's `currency`. */
export const minor = (name: string) => integer(name);

export const currency = () => text("currency").$type<Currency>().notNull();

/** Boolean, stored as 1 or 0. */
export const flag = (name: string) => integer(name, { mode: "boolean" });

/** Stored as JSON text. The type is not checked when it is read. */
export const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>();

/** What tables of files in the file store have. */
export const fileColumns = () => ({
	name: text("name").notNull(),
	/** Media type, detected from the content. */
	type: text("type").notNull(),
	/** Bytes. */
	size: integer("size").notNull(),
	/** `reserved` before the bytes are uploaded, `stored` after. */
	state: text("state").$type<"reserved" | "stored">().notNull(),
	createdAt: time("created_at").notNull(),
});

/** What tables of passkeys have. Their id is the authenticator's credential id, base64url. */
export const passkeyColumns = () => ({
	name: text("name").notNull(),
	/** SubjectPublicKeyInfo, base64url. */
	publicKey: text("public_key").notNull(),
	/** COSE algorithm number. */
	algorithm: integer("algorithm").notNull(),
	signCount: integer("sign_count").notNull(),
	createdAt: time("created_at").notNull(),
	usedAt: time("used_at"),
});
