import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { domains } from "./schema";

/**
 * Condition: the customer has the name, or a domain above it, as an active domain. The plus keeps SQLite from the index
 * of the status, which has nearly all domains.
 */
export const holdsName = (userId: SQLWrapper | string, name: SQLWrapper | string): SQL<boolean> =>
	sql`exists (select 1 from ${domains} where ${domains.userId} = ${userId} and +${domains.status} = 'active'
		and (${domains.name} = ${name} or substr(${name}, -length(${domains.name}) - 1) = '.' || ${domains.name}))`;
