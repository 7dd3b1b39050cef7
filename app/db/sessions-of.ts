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
