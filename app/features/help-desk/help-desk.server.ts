import { audit, type Change, type Committed, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type ArticleContent, inOrder } from "~/features/help/article";
import { firstHelp } from "~/features/help/first-articles/first-articles";
import { type Help, toHelp } from "~/features/help/help";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { PageStore } from "~/features/publishing/page-store.server";
import type { StaffMember, StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { decodeCursor, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { ContentStore } from "~/platform/content-store/content-store";
import {
	contentOf,
	type DeskArticle,
	deskArticles,
	differences,
	firstText,
	publishedArticles,
	stateOf,
} from "./desk-article";
import { createHelpDeskRepo } from "./help-desk.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly helpStore: ContentStore;
	readonly helpPageStore: Pick<PageStore, "deleteBefore">;
}

/** Someone at the desk. Drafts and versions name them. */
export interface Writer {
	readonly session: StaffSession;
	readonly member: Pick<StaffMember, "name">;
}

/** A version of an article, for its page. */
export interface ArticleVersion {
	readonly number: number;
	/** Null if the article was taken off. */
	readonly content: ArticleContent | null;
	readonly author: string | null;
	readonly createdAt: number;
	readonly distributedAt: number | null;
}

export type HelpDesk = ReturnType<typeof createHelpDesk>;

const changedMeanwhile = (message = "Someone has changed this article in the meantime. Check it and try again.") =>
	fail("conflict", message, { code: "changed_meanwhile" });

const slugTaken = failField("slug", "Another article has this address.");

const isSlugTaken = (saved: Committed): boolean => saved.state === "duplicate" && saved.key === "help_articles.slug";

/** What staff do with the articles of the help. Each statement checks the session and its permission. */
export function createHelpDesk({ db, clock, helpStore, helpPageStore }: Dependencies) {
	const repo = createHelpDeskRepo(db);

	const read = async (session: StaffSession, permission: "help.view" | "help.edit") =>
		deskArticles(await repo.articles(session, permission, clock()));

	const find = async (session: StaffSession, id: string) => {
		const articles = await read(session, "help.edit");
		return { articles, article: articles.find((one) => one.id === id) };
	};

	/** Whether another article has the address, now or in its draft. */
	const isTaken = (slug: string, articles: readonly DeskArticle[], id: string | null): boolean =>
		articles.some((one) => one.id !== id && (one.draft.slug === slug || one.published?.slug === slug));

	/** Writes the row of an article, which one of the code may not have yet. */
	const write = (
		{ id, draft, published, version }: DeskArticle,
		next: Partial<ArticleContent> & { readonly published?: number | null },
		author: string,
		now: number,
	): Change => {
		const row = { ...draft, published: published?.number ?? null, ...next, id, author, updatedAt: now };
		return version === null ? repo.add(row) : repo.save(row, version);
	};

	/** Makes a version of the help in which customers see this content of the article, or nothing. */
	async function release(
		{ session, member }: Writer,
		article: DeskArticle,
		content: ArticleContent | null,
		entry: { readonly draft?: ArticleContent; readonly reason?: string; readonly to?: number },
	): Promise<Result<{ readonly number: number }>> {
		const now = clock();
		const number = ((await repo.newest()) ?? firstHelp.version) + 1;
		const { title } = content ?? article.draft;
		const { draft = article.draft, reason, to } = entry;
		const base = { subject: { type: "article", id: article.id }, ...(reason !== undefined && { reason }) };
		const saved = await db.commit(
			change(
				audit(
					session,
					"help.edit",
					to !== undefined
						? { ...base, kind: "help.restored", params: { title, number, to } }
						: { ...base, kind: content ? "help.published" : "help.unpublished", params: { title, number } },
				),
				repo.addVersion({ number, articleId: article.id, content, author: member.name, createdAt: now }),
				write(article, { ...draft, published: content && number }, member.name, now),
				emit({ kind: "help.publish", payload: { number } }),
			),
			now,
		);
		if (saved.state === "ok") return ok({ number });
		return changedMeanwhile("Someone has published or changed an article in the meantime. Check it and try again.");
	}

	/** Everything that customers see. Null if staff have published nothing. */
	async function readPublished(): Promise<Help | null> {
		const [number, rows, slugs] = await Promise.all([repo.newest(), repo.published(), repo.slugs()]);
		return number === null ? null : toHelp(number, publishedArticles(deskArticles(rows), slugs));
	}

	return {
		/** In the order of the pages. */
		async list(session: StaffSession): Promise<DeskArticle[]> {
			const articles = await read(session, "help.view");
			const order = inOrder(articles.map((article) => ({ ...article.draft, article })));
			return order.map(({ article }) => article);
		},

		/** Articles with the text in the title of their draft, in any case. */
		async titled(session: StaffSession, text: string): Promise<DeskArticle[]> {
			const lower = text.toLowerCase();
			const [articles, isAllowed] = await Promise.all([read(session, "help.view"), repo.maySee(session, clock())]);
			return articles.filter(({ draft }) => isAllowed && draft.title.toLowerCase().includes(lower));
		},

		/** An article with a page of its versions, newest first. Null if there is none. One round trip. */
		async find(session: StaffSession, id: string, after?: string) {
			const [articles, versions] = await Promise.all([
				read(session, "help.view"),
				repo.versions(session, "help.view", id, decodeCursor(after), clock()),
			]);
			const article = articles.find((one) => one.id === id);
			if (!article) return null;
			const first = firstText(id);
			const shipped: ArticleVersion[] = first
				? [{ number: firstHelp.version, content: first, author: null, createdAt: first.changedAt, distributedAt: 0 }]
				: [];
			const { items, next } = toPage(versions, ({ number }) => [number, String(number)]);
			const shown: readonly ArticleVersion[] = next === null ? [...items, ...shipped] : items;
			return { article, versions: shown, next, articles };
		},

		async create({ session, member }: Writer, content: ArticleContent): Promise<Result<{ readonly id: string }>> {
			const now = clock();
			if (isTaken(content.slug, await read(session, "help.edit"), null)) return slugTaken;
			const id = createId("hlp", now);
			const saved = await db.commit(
				change(
					audit(session, "help.edit", {
						kind: "help.created",
						subject: { type: "article", id },
						params: { title: content.title },
					}),
					repo.add({ ...content, id, published: null, author: member.name, updatedAt: now }),
				),
				now,
			);
			if (saved.state === "ok") return ok({ id });
			return isSlugTaken(saved) ? slugTaken : changedMeanwhile();
		},

		/** Changes the draft. @param version `updatedAt` of the row when the form was loaded, null if there was none */
		async save(
			{ session, member }: Writer,
			id: string,
			version: number | null,
			content: ArticleContent,
		): Promise<Result<null>> {
			const { articles, article } = await find(session, id);
			if (!article) return fail("not_found", "There is no such article.");
			if (article.version !== version)
				return changedMeanwhile(
					`${article.author ?? "Someone"} has changed this article in the meantime. What they saved is shown beside what you wrote. Check it and save again.`,
				);
			const fields = differences(article.draft, content);
			if (fields.length === 0) return ok(null);
			if (isTaken(content.slug, articles, id)) return slugTaken;
			const now = clock();
			const saved = await db.commit(
				change(
					audit(session, "help.edit", {
						kind: "help.changed",
						subject: { type: "article", id },
						params: { title: content.title, fields },
					}),
					write(article, content, member.name, now),
				),
				now,
			);
			if (saved.state === "ok") return ok(null);
			return isSlugTaken(saved) ? slugTaken : changedMeanwhile();
		},

		/** Makes the draft what customers see. @param version of the draft that the person saw */
		async publish(writer: Writer, id: string, version: number | null): Promise<Result<{ readonly number: number }>> {
			const { articles, article } = await find(writer.session, id);
			if (!article) return fail("not_found", "There is no such article.");
			if (article.version !== version) return changedMeanwhile();
			if (stateOf(article) === "published") return fail("conflict", "Customers see this text already.");
			if (isTaken(article.draft.slug, articles, id)) return slugTaken;
			return release(writer, article, article.draft, {});
		},

		/** Takes the article off the site. Its draft stays. */
		async unpublish(
			writer: Writer,
			id: string,
			version: number | null,
			reason: string,
		): Promise<Result<{ readonly number: number }>> {
			const { article } = await find(writer.session, id);
			if (!article) return fail("not_found", "There is no such article.");
			if (article.version !== version) return changedMeanwhile();
			if (article.published === null) return fail("conflict", "This article is not on the site.");
			return release(writer, article, null, { reason });
		},

		/** Publishes an earlier version again. A draft with changes that are not published stays as it is. */
		async restore(
			writer: Writer,
			id: string,
			{
				version,
				number: to,
				reason,
			}: { readonly version: number | null; readonly number: number; readonly reason: string },
		): Promise<Result<{ readonly number: number }>> {
			const [{ articles, article }, stored] = await Promise.all([
				find(writer.session, id),
				repo.version(writer.session, "help.edit", to, clock()),
			]);
			const earlier = to === firstHelp.version ? firstText(id) : stored?.articleId === id ? stored.content : null;
			if (!article || !earlier) return fail("not_found", "There is no such version.");
			if (article.version !== version) return changedMeanwhile();
			if (article.published?.number === to) return fail("conflict", `Customers see version ${to} already.`);
			const content = contentOf(earlier);
			if (isTaken(content.slug, articles, id))
				return fail("conflict", `Another article has the address ${content.slug} now.`);
			return release(writer, article, content, {
				...{ reason, to },
				...(stateOf(article) === "published" && { draft: content }),
			});
		},

		/** Makes the draft what customers see again. Deletes an article that was never published. */
		async discard(
			{ session, member }: Writer,
			id: string,
			version: number | null,
		): Promise<Result<"draft" | "article">> {
			const now = clock();
			const [{ article }, versions] = await Promise.all([
				find(session, id),
				repo.versions(session, "help.edit", id, null, now),
			]);
			if (!article) return fail("not_found", "There is no such article.");
			if (article.version !== version || version === null) return changedMeanwhile();
			const { published } = article;
			if (published === null && (versions.length > 0 || firstText(id)))
				return fail("conflict", "This article was published before, so its versions keep it.");
			const saved = await db.commit(
				change(
					audit(session, "help.edit", {
						kind: published ? "help.discarded" : "help.deleted",
						subject: { type: "article", id },
						params: { title: article.draft.title },
					}),
					published
						? write(article, { ...contentOf(published), published: published.number }, member.name, now)
						: repo.remove(id, version),
				),
				now,
			);
			return saved.state === "ok" ? ok(published ? "draft" : "article") : changedMeanwhile();
		},

		/** The published help, for a store that does not answer. */
		published: readPublished,

		/** Writes the newest version to the store that every location reads. Safe to repeat. */
		async distribute(): Promise<Outcome> {
			const help = await readPublished();
			if (!help) return done;
			const { version, articles } = help;
			// The content first, so that no location looks for content that is not there.
			await helpStore.write(version, JSON.stringify(articles));
			await helpStore.publish(version);
			const now = clock();
			await db.commit(repo.markDistributed(version, now), now);
			await helpPageStore.deleteBefore(version);
			return done;
		},
	};
}
