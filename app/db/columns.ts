import { integer, text } from "drizzle-orm/sqlite-core";
import type { Currency } from "../lib/money";

/** A prefixed id, the table's primary key. */
export const id = () => text("id").primaryKey();

/** Milliseconds since the epoch, UTC. */
export const time = (name: string) => integer(name);

/** Integer minor units; the row's `currency` says of what. */
export const minor = (name: string) => integer(name);

export const currency = () => text("currency").$type<Currency>().notNull();

export const flag = (name: string) => integer(name, { mode: "boolean" });

export const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>();
