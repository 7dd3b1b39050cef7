import { type SQL, sql } from "drizzle-orm";
import { accountMembers, sessions, users } from "./schema";

/** About the member who uses another customer's account in the session of this condition. Null if there is none. */
const ofMember = (what: SQL, session: SQL | undefined): SQL<string | null> => sql<string | null>`(
	select ${what} from ${sessions}
	join ${accountMembers} on ${accountMembers.id} = ${sessions.membershipId}
	join ${users} on ${users.id} = ${accountMembers.memberId}
	where ${session}
)`;

const name = sql`${users.firstName} || ' ' || ${users.lastName}`;

/** The member's own account. */
export const memberId = (session: SQL | undefined) => ofMember(sql`${users.id}`, session);

export const memberName = (session: SQL | undefined) => ofMember(name, session);

/** With the email address, because anyone can choose a name: "Grace Achieng (grace@example.com)". */
export const memberNameAndEmail = (session: SQL | undefined) =>
	ofMember(sql`${name} || ' (' || ${users.email} || ')'`, session);
