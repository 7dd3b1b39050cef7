import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { type Change, guarded, unique } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { keyset } from "~/db/keyset";
import { helpArticles, helpVersions } from "~/db/schema";
import { mayNow, staffMay } from "~/db/staff-access";
import type { ArticleContent } from "~/features/help/article";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { type Cursor, pageSize } from "~/lib/page";

export type ArticleRow = typeof helpArticles.$inferSelect;

/** An article's row with what customers see of it. Nothing of a version in the code. */
export interface ReadArticle {
	readonly row: ArticleRow;
	readonly live: { readonly content: ArticleContent | null; readonly createdAt: number } | null;
}

/** The articles of the help and their versions. */
export function createHelpDeskRepo(db: Database) {
	const { orm } = db;
	const articles = () =>
		orm
			.select({
				row: helpArticles,
				live: { content: helpVersions.content, createdAt: sql<number>`${helpVersions.createdAt}`.as("live_at") },
			})
			.from(helpArticles)
			.leftJoin(helpVersions, eq(helpVersions.number, helpArticles.published));

	return {
		articles: (session: StaffSession, permission: Permission, now: number): Promise<ReadArticle[]> =>
			db.read(
				articles()
					.where(staffMay(session, permission, now))
					.orderBy(asc(helpArticles.id)),
			),

		/** Whether the person may see articles. Those of the code are in no table. */
		maySee: (session: StaffSession, now: number) => mayNow(db, session, "help.view", now),

		/** Newest first. */
		versions: (session: StaffSession, permission: Permission, articleId: string, after: Cursor | null, now: number) => {
			const page = keyset(helpVersions.number, helpVersions.number, "desc", after);
			return db.read(
				orm
					.select()
					.from(helpVersions)
					.where(and(staffMay(session, permission, now), eq(helpVersions.articleId, articleId), page.where))
					.orderBy(desc(helpVersions.number))
					.limit(pageSize + 1),
			);
		},

		async version(session: StaffSession, permission: Permission, number: number, now: number) {
			const [found] = await db.read(
				orm
					.select()
					.from(helpVersions)
					.where(and(staffMay(session, permission, now), eq(helpVersions.number, number))),
			);
			return found;
		},

		/** For what every visitor may see. */
		published: (): Promise<ReadArticle[]> => db.read(articles().orderBy(asc(helpArticles.id))),

		/** Every address that an article has had. */
		slugs: () =>
			db.read(
				orm
					.selectDistinct({
						articleId: helpVersions.articleId,
						slug: sql<string>`${helpVersions.content} ->> '$.slug'`.as("old_slug"),
					})
					.from(helpVersions)
					.where(isNotNull(helpVersions.content)),
			),

		/** The newest version of the help. Null if staff have published nothing. */
		async newest(): Promise<number | null> {
			const [found] = await db.read(
				orm.select({ newest: sql<number | null>`max(${helpVersions.number})`.as("newest") }).from(helpVersions),
			);
			return found?.newest ?? null;
		},

		/** Duplicate if another article has the address, or someone has changed this article of the code first. */
		add: (row: ArticleRow): Change =>
			unique(["help_articles.id", "help_articles.slug"], guarded(orm.insert(helpArticles).values(row))),

		/** Stale if someone has changed the row since. Duplicate if another article has the address. */
		save: ({ id, ...values }: Partial<ArticleRow> & Pick<ArticleRow, "id" | "updatedAt">, version: number): Change =>
			unique(
				"help_articles.slug",
				guarded(
					orm
						.update(helpArticles)
						// Later than the version also within its millisecond, so that a second form with it is stale.
						.set({ ...values, updatedAt: Math.max(values.updatedAt, version + 1) })
						.where(and(eq(helpArticles.id, id), eq(helpArticles.updatedAt, version))),
				),
			),

		/** Stale if someone has changed the row since. */
		remove: (id: string, version: number): Change =>
			guarded(orm.delete(helpArticles).where(and(eq(helpArticles.id, id), eq(helpArticles.updatedAt, version)))),

		/** Duplicate if someone has published another version in the meantime. */
		addVersion: (row: Omit<typeof helpVersions.$inferInsert, "distributedAt">): Change =>
			unique("help_versions.number", guarded(orm.insert(helpVersions).values(row))),

		markDistributed: (number: number, now: number): Change =>
			guarded(
				orm
					.update(helpVersions)
					.set({ distributedAt: sql`coalesce(${helpVersions.distributedAt}, ${now})` })
					.where(eq(helpVersions.number, number)),
			),
	};
}
