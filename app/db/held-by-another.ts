import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.server";
import { domains } from "./schema";

/** Statuses of a row whose account holds the name. At most one row of a name has one of them. */
export const holderStatuses = ["active", "expired", "redemption"] as const;

const others = alias(domains, "others");

/** Column for a query of `domains`: 1 if another row holds the name, else 0. */
export function heldByAnother({ orm }: Database) {
	const holder = orm
		.select({ id: others.id })
		.from(others)
		.where(and(eq(others.name, domains.name), ne(others.id, domains.id), inArray(others.status, [...holderStatuses])));
	return sql<number>`exists ${holder}`.as("held_by_another");
}
