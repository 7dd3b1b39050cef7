import { eq, inArray, or, sql } from "drizzle-orm";
import { accountMembers, sessions } from "./schema";

/** All sessions of a customer: in their own account, and in those that they have access to. */
export const sessionsOf = (userId: string) =>
	or(
		eq(sessions.userId, userId),
		inArray(
			sessions.membershipId,
			sql`(select ${accountMembers.id} from ${accountMembers} where ${accountMembers.memberId} = ${userId})`,
		),
	);

/**
 * Instead of its own token hash, in the session of a customer who at the moment uses another account with the session of this
 * hash. No token has such a hash, so nothing reads or writes with it until the customer is back.
 */
export const waitingFor = (actingHash: string): string => `waits.${actingHash}`;

/** Whether a session, by its hash, waits for the end of one in another account. */
export const isWaiting = (tokenHash: string): boolean => tokenHash.startsWith(waitingFor(""));

/** The hash of the session for whose end this one waits. Of no session, if it does not wait. */
export const inUseFor = sql<string>`substr(${sessions.tokenHash}, ${waitingFor("").length + 1})`;
