import { integer, text } from "drizzle-orm/sqlite-core";
import type { Currency } from "~/lib/money";

/** A prefixed id, the table's primary key. */
export const id = () => text("id").primaryKey();

/** Milliseconds since the epoch, UTC. */
export const time = (name: string) => integer(name);

/** Integer minor units; the row's `currency` says of what. */
export const minor = (name: string) => integer(name);

export const currency = () => text("currency").$type<Currency>().notNull();

/** True or false, kept as 1 or 0. */
export const flag = (name: string) => integer(name, { mode: "boolean" });

/** A value kept as JSON text; its shape is the caller's word, not checked when read. */
export const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>();
