import { and, eq, gt, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.server";
import { domains } from "./schema";

const others = alias(domains, "others");

/**
 * Of a row of `domains` that its holder gave up, or that was moved to another account: is the name somebody else's by
 * now? What was still to be done for the former holder, at the registrar or the nameservers, must then not be done: both
 * know names, not holders. An order that was waiting before the name came free has nothing of it yet.
 */
export function hasNextHolder({ orm }: Database) {
	const next = orm
		.select({ id: others.id })
		.from(others)
		.where(
			and(
				eq(others.name, domains.name),
				ne(others.userId, domains.userId),
				ne(others.status, "released"),
				or(ne(others.status, "pending"), gt(others.updatedAt, domains.updatedAt)),
			),
		);
	return sql<number>`${eq(domains.status, "released")} and exists ${next}`.as("has_next_holder");
}
