import { and, desc, eq, gt } from "drizzle-orm";
import { type Change, guarded, unique } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { promoCodes } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { StaffSession } from "~/features/staff/staff";

export type PromoRow = typeof promoCodes.$inferSelect;

/** Codes in the list. */
const shown = 200;

/** Promo codes, for staff. */
export function createPromosDeskRepo(db: Database) {
	const { orm } = db;
	return {
		/** Those that end last first. */
		list: (session: StaffSession, now: number): Promise<PromoRow[]> =>
			db.read(
				orm
					.select()
					.from(promoCodes)
					.where(staffMay(session, "catalogue.view", now))
					.orderBy(desc(promoCodes.endsAt), promoCodes.code)
					.limit(shown),
			),

		/** Duplicate if there is such a code. */
		add: (row: typeof promoCodes.$inferInsert): Change =>
			unique("promo_codes.code", guarded(orm.insert(promoCodes).values(row))),

		/** Stale if it has ended already. */
		end: (code: string, now: number): Change =>
			guarded(
				orm
					.update(promoCodes)
					.set({ endsAt: now })
					.where(and(eq(promoCodes.code, code), gt(promoCodes.endsAt, now))),
			),
	};
}
