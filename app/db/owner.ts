import { and, eq, gt, gte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { sessions } from "./schema";

/**
 * Whose rows to read or change: a known customer's, or those of the session's customer. The second form checks the
 * session in the same statement. So a page needs one round trip, and a revoked session sees nothing from the next request
 * on.
 */
export type Owner = { readonly userId: string } | { readonly sessionHash: string; readonly confirmedFrom?: number };

/**
 * The session's customer, if they confirmed with their password at `confirmedFrom` (ms) or later. Required for sensitive
 * changes. Each statement checks it, like the session. See middleware/require-confirmation.
 */
export interface ConfirmedOwner {
	readonly sessionHash: string;
	readonly confirmedFrom: number;
}

/** Whose account a sensitive change is for: a confirmed owner's, or a customer's for whom staff make the change. */
export type SensitiveOwner = ConfirmedOwner | { readonly userId: string };

/** The condition `column = owner`. Every query for a customer's data must have it. `now` in ms. */
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
