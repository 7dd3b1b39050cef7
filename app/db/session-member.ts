import { type SQL, sql } from "drizzle-orm";
import { accountMembers, sessions, users } from "./schema";

/** The name of the member who uses another customer's account in the session of this condition. Null if there is none. */
export const memberName = (session: SQL | undefined): SQL<string | null> => sql<string | null>`(
	select ${users.firstName} || ' ' || ${users.lastName} from ${sessions}
	join ${accountMembers} on ${accountMembers.id} = ${sessions.membershipId}
	join ${users} on ${users.id} = ${accountMembers.memberId}
	where ${session}
)`;
