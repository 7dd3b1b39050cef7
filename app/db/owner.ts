import { and, eq, gt, gte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { sessions } from "./schema";

/**
 * Whose rows: a known customer, or whoever holds the session. The second form checks the session in the same
 * statement, so that a page reads its data and its right to read it in one round trip, and a revoked session sees
 * nothing from the next request on.
 */
export type Owner = { readonly userId: string } | { readonly sessionHash: string; readonly confirmedFrom?: number };

/**
 * Whoever holds the session and entered its password again at `confirmedFrom` (ms) or later: the owner that sensitive
 * changes ask for. Each statement checks it again, as it does the session. See middleware/require-confirmation.
 */
export interface ConfirmedOwner {
	readonly sessionHash: string;
	readonly confirmedFrom: number;
}

/** The condition `column = owner`: every query about a customer's data carries it. `now` in ms. */
export function ownedBy(column: SQLiteColumn, owner: Owner, now: number): SQL {
	if ("userId" in owner) return eq(column, owner.userId);
	const live = and(
		eq(sessions.tokenHash, owner.sessionHash),
		gt(sessions.expiresAt, now),
		gt(sessions.idleExpiresAt, now),
		owner.confirmedFrom === undefined ? undefined : gte(sessions.confirmedAt, owner.confirmedFrom),
	);
	return sql`${column} = (select ${sessions.userId} from ${sessions} where ${live})`;
}
