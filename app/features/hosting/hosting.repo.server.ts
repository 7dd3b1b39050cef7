import { and, between, eq, ne } from "drizzle-orm";
import type { Database } from "../../db/client.server";
import { contains } from "../../db/keyset";
import { ownedByStatus, ownedPage } from "../../db/owned";
import { type Owner, ownedBy } from "../../db/owner";
import { hostingPlans } from "../../db/schema";
import type { Cursor } from "../../lib/page";
import type { HostingType } from "./hosting";

/** A customer's own hosting plans; ended ones are not shown. */
export function hostingRepo(db: Database) {
	const running = ne(hostingPlans.status, "terminated");
	const shown = (owner: Owner, now: number) => and(ownedBy(hostingPlans.userId, owner, now), running);

	return {
		list(owner: Owner, type: HostingType | null, after: Cursor | null, now: number, limit?: number) {
			const where = and(running, type ? eq(hostingPlans.type, type) : undefined);
			const page = { where, key: hostingPlans.createdAt, direction: "asc", after, limit } as const;
			return ownedPage(db, hostingPlans, owner, page, now);
		},

		countByStatus: (owner: Owner, now: number) => ownedByStatus(db, hostingPlans, owner, now, running),

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
