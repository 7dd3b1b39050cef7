import { and, asc, desc, eq, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import { type Change, guarded, unique } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { keyset } from "~/db/keyset";
import { promoCodes } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { StaffSession } from "~/features/staff/staff";
import type { Cursor } from "~/lib/page";
import { setByStaff } from "./promos-view";

export type PromoRow = typeof promoCodes.$inferSelect;

const startsWith = (start: string) =>
	start === "" ? undefined : sql`substr(${promoCodes.code}, 1, ${start.length}) = ${start}`;

/** Promo codes, for staff. */
export function createPromosDeskRepo(db: Database) {
	const { orm } = db;
	return {
		/** Those that end last first. @param start of the code */
		list: (
			session: StaffSession,
			start: string,
			after: Cursor | null,
			limit: number,
			now: number,
		): Promise<PromoRow[]> => {
			const page = keyset(promoCodes.endsAt, promoCodes.code, "desc", after);
			return db.read(
				orm
					.select()
					.from(promoCodes)
					.where(and(staffMay(session, "catalogue.view", now), startsWith(start), page.where))
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},

		/** Those that customers can use now or later, at most 100. */
		open: (session: StaffSession, now: number): Promise<PromoRow[]> =>
			db.read(
				orm
					.select()
					.from(promoCodes)
					.where(
						and(
							staffMay(session, "catalogue.view", now),
							gt(promoCodes.endsAt, now),
							or(isNull(promoCodes.maxUses), lt(promoCodes.uses, promoCodes.maxUses)),
						),
					)
					.orderBy(desc(promoCodes.endsAt), asc(promoCodes.code))
					.limit(100),
			),

		async find(session: StaffSession, code: string, now: number): Promise<PromoRow | undefined> {
			const [found] = await db.read(
				orm
					.select()
					.from(promoCodes)
					.where(and(staffMay(session, "catalogue.publish", now), eq(promoCodes.code, code))),
			);
			return found;
		},

		/** Stale if someone at the desk has changed it since it was read. */
		update: ({ code, ...was }: PromoRow, values: Omit<typeof promoCodes.$inferInsert, "code" | "uses">): Change =>
			guarded(
				orm
					.update(promoCodes)
					.set(values)
					.where(
						and(
							eq(promoCodes.code, code),
							...setByStaff.map((name) => sql`${promoCodes[name]} is ${was[name]}`),
							values.maxUses == null ? undefined : lte(promoCodes.uses, values.maxUses),
						),
					),
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
