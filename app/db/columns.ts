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
