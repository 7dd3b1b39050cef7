import { and, between, count, eq, ne } from "drizzle-orm";
import type { Database } from "../../db/client.server";
import { contains, keyset } from "../../db/keyset";
import { type Owner, ownedBy } from "../../db/owner";
import { hostingPlans } from "../../db/schema";
import { type Cursor, pageSize } from "../../lib/page";
import type { HostingType } from "./hosting";

/** A customer's own hosting plans; ended ones are not shown. */
export function hostingRepo(db: Database) {
	const shown = (owner: Owner, now: number) =>
		and(ownedBy(hostingPlans.userId, owner, now), ne(hostingPlans.status, "terminated"));

	return {
		list(owner: Owner, type: HostingType | null, after: Cursor | null, now: number, limit = pageSize + 1) {
			const page = keyset(hostingPlans.createdAt, hostingPlans.id, "asc", after);
			const ofType = type ? eq(hostingPlans.type, type) : undefined;
			return db.read(
				db.orm
					.select()
					.from(hostingPlans)
					.where(and(shown(owner, now), ofType, page.where))
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},

		countByStatus: (owner: Owner, now: number) =>
			db.read(
				db.orm
					.select({ status: hostingPlans.status, count: count() })
					.from(hostingPlans)
					.where(shown(owner, now))
					.groupBy(hostingPlans.status),
			),

		/** When plans are due between the two times. */
		renewals: (owner: Owner, from: number, to: number, now: number) =>
			db.read(
				db.orm
					.select({ expiresAt: hostingPlans.expiresAt })
					.from(hostingPlans)
					.where(and(shown(owner, now), between(hostingPlans.expiresAt, from, to))),
			),

		search: (owner: Owner, text: string, limit: number, now: number) =>
			db.read(
				db.orm
					.select({
						id: hostingPlans.id,
						name: hostingPlans.name,
						type: hostingPlans.type,
						domain: hostingPlans.domain,
					})
					.from(hostingPlans)
					.where(and(shown(owner, now), contains([hostingPlans.name, hostingPlans.domain], text)))
					.limit(limit),
			),
	};
}
