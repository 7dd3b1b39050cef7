import { and, asc, desc, eq, exists, gt, isNull, lt, lte, max, type SQL, sql } from "drizzle-orm";
import { type Change, guarded, unique } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { keyset } from "~/db/keyset";
import { catalogDraft, catalogVersions, productCosts } from "~/db/schema";
import { settingOf } from "~/db/settings.server";
import { mayNow, staffMay } from "~/db/staff-access";
import { type CatalogContent, completeContent } from "~/features/catalog/content";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { type Cursor, pageSize } from "~/lib/page";

export type VersionRow = Omit<typeof catalogVersions.$inferSelect, "content">;

const listed = {
	number: catalogVersions.number,
	note: catalogVersions.note,
	author: catalogVersions.author,
	createdAt: catalogVersions.createdAt,
	liveAt: catalogVersions.liveAt,
	distributedAt: catalogVersions.distributedAt,
	cancelledAt: catalogVersions.cancelledAt,
};

/** The draft of the catalogue and its versions. */
export function createCatalogDeskRepo(db: Database) {
	const { orm } = db;
	const live = (now: number) => and(isNull(catalogVersions.cancelledAt), lte(catalogVersions.liveAt, now));

	async function newest(where: SQL | undefined) {
		const [found] = await db.read(
			orm.select().from(catalogVersions).where(where).orderBy(desc(catalogVersions.number)).limit(1),
		);
		return found ? { ...found, content: completeContent(found.content) } : null;
	}

	return {
		/** The version that applies now. None if that is the one in the code. */
		newestLive: (now: number) => newest(live(now)),

		/** The version that applies now while another one is planned. Nothing is read without a planned one. */
		liveBeforePlanned: (now: number) => {
			const planned = orm
				.select({ one: sql`1` })
				.from(catalogVersions)
				.where(and(isNull(catalogVersions.cancelledAt), gt(catalogVersions.liveAt, now)));
			return newest(and(live(now), exists(planned)));
		},

		/** The newest version that was not cancelled, also a planned one. None if that is the one in the code. */
		newest: () => newest(isNull(catalogVersions.cancelledAt)),

		/** The version that applied before this one. None if that was the one in the code. */
		newestBefore: (number: number) =>
			newest(and(isNull(catalogVersions.cancelledAt), lt(catalogVersions.number, number))),

		/** The version that is planned. At most one is. */
		async planned(now: number): Promise<VersionRow | null> {
			const [found] = await db.read(
				orm
					.select(listed)
					.from(catalogVersions)
					.where(and(gt(catalogVersions.liveAt, now), isNull(catalogVersions.cancelledAt)))
					.orderBy(desc(catalogVersions.number))
					.limit(1),
			);
			return found ?? null;
		},

		async version(session: StaffSession, permission: Permission, number: number, now: number) {
			const [found] = await db.read(
				orm
					.select()
					.from(catalogVersions)
					.where(and(staffMay(session, permission, now), eq(catalogVersions.number, number))),
			);
			return found && { ...found, content: completeContent(found.content) };
		},

		/** The highest number, also of a version that was cancelled. */
		async lastNumber(session: StaffSession, permission: Permission, now: number): Promise<number | null> {
			const [found] = await db.read(
				orm
					.select({ number: catalogVersions.number })
					.from(catalogVersions)
					.where(staffMay(session, permission, now))
					.orderBy(desc(catalogVersions.number))
					.limit(1),
			);
			return found?.number ?? null;
		},

		/** A page of versions, each with the number of the version that applies now. */
		versionPage: (session: StaffSession, after: Cursor | null, now: number) => {
			const page = keyset(catalogVersions.number, catalogVersions.number, "desc", after);
			const applies = orm
				.select({ number: max(catalogVersions.number) })
				.from(catalogVersions)
				.where(live(now));
			return db.read(
				orm
					.select({ ...listed, current: sql<number | null>`(${applies})`.as("current_number") })
					.from(catalogVersions)
					.where(and(staffMay(session, "catalogue.view", now), page.where))
					.orderBy(desc(catalogVersions.number))
					.limit(pageSize + 1),
			);
		},

		draft: (session: StaffSession, permission: Permission, now: number) =>
			db.read(
				orm
					.select()
					.from(catalogDraft)
					.where(staffMay(session, permission, now))
					.orderBy(asc(catalogDraft.key)),
			),

		/** How prices of extensions are suggested. */
		markup: async (session: StaffSession, permission: Permission, now: number) =>
			(await db.read(settingOf(db, "markup", staffMay(session, permission, now))))[0],

		costs: (session: StaffSession, permission: Permission, now: number) =>
			db.read(
				orm
					.select()
					.from(productCosts)
					.where(staffMay(session, permission, now))
					.orderBy(asc(productCosts.key)),
			),

		/** Stale if someone has changed the row since. @param version null if there was no row */
		saveCosts(row: typeof productCosts.$inferInsert, version: number | null): Change {
			if (version === null) return guarded(orm.insert(productCosts).values(row).onConflictDoNothing());
			const { key, ...values } = row;
			return guarded(
				orm
					.update(productCosts)
					// Later than the version also within its millisecond, so that a second form with it is stale.
					.set({ ...values, changedAt: Math.max(values.changedAt, version + 1) })
					.where(and(eq(productCosts.key, key), eq(productCosts.changedAt, version))),
			);
		},

		/** Whether the person may see the catalogue. What is published is in memory. */
		maySee: (session: StaffSession, now: number) => mayNow(db, session, "catalogue.view", now),

		/** Stale if someone has changed the row since. @param version null if there was no row */
		saveDraft(row: typeof catalogDraft.$inferInsert, version: number | null): Change {
			if (version === null) return guarded(orm.insert(catalogDraft).values(row).onConflictDoNothing());
			const { key, ...values } = row;
			return guarded(
				orm
					.update(catalogDraft)
					// Later than the version also within its millisecond, so that a second form with it is stale.
					.set({ ...values, updatedAt: Math.max(values.updatedAt, version + 1) })
					.where(and(eq(catalogDraft.key, key), eq(catalogDraft.updatedAt, version))),
			);
		},

		/** Stale if someone has changed the row since. */
		discard: (key: string, version: number): Change =>
			guarded(orm.delete(catalogDraft).where(and(eq(catalogDraft.key, key), eq(catalogDraft.updatedAt, version)))),

		/** Stale if the draft is not the one that was read. */
		clearDraft: (rows: readonly { readonly updatedAt: number }[]): Change =>
			guarded(
				orm
					.delete(catalogDraft)
					.where(
						sql`(select count(*) || ':' || coalesce(sum(draft.updated_at), 0) from ${catalogDraft} draft) = ${`${rows.length}:${rows.reduce((sum, { updatedAt }) => sum + updatedAt, 0)}`}`,
					),
			),

		/** Duplicate if someone has published another version in the meantime. */
		addVersion: (row: {
			readonly number: number;
			readonly content: CatalogContent;
			readonly note: string;
			readonly author: string;
			readonly createdAt: number;
			readonly liveAt: number;
		}): Change => unique("catalog_versions.number", guarded(orm.insert(catalogVersions).values(row))),

		/** Stale if it was cancelled, or applies too soon. */
		cancel: (number: number, { now, appliesAfter }: { readonly now: number; readonly appliesAfter: number }): Change =>
			guarded(
				orm
					.update(catalogVersions)
					.set({ cancelledAt: now })
					.where(
						and(
							eq(catalogVersions.number, number),
							gt(catalogVersions.liveAt, appliesAfter),
							isNull(catalogVersions.cancelledAt),
						),
					),
			),

		markDistributed: (number: number, now: number): Change =>
			guarded(
				orm
					.update(catalogVersions)
					.set({ distributedAt: sql`coalesce(${catalogVersions.distributedAt}, ${now})` })
					.where(eq(catalogVersions.number, number)),
			),
	};
}
