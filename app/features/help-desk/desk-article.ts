import type { Article, ArticleContent } from "~/features/help/article";
import { firstArticles, firstHelp } from "~/features/help/first-articles/first-articles";
import type { ReadArticle } from "./help-desk.repo.server";
import type { ArticleState } from "./help-desk.schema";

/** An article as staff see it. */
export interface DeskArticle {
	readonly id: string;
	readonly draft: ArticleContent;
	/** What customers see. */
	readonly published: (ArticleContent & { readonly number: number; readonly at: number }) | null;
	/** `updatedAt` of its row. Null for an article of the code that no one has changed. */
	readonly version: number | null;
	/** Who changed it last. */
	readonly author: string | null;
}

const labels: Readonly<Record<keyof ArticleContent, string>> = {
	title: "title",
	slug: "address",
	section: "section",
	summary: "summary",
	body: "text",
	position: "order",
};

const fields = Object.keys(labels) as (keyof ArticleContent)[];

/** The names of what differs. */
export const differences = (one: ArticleContent, other: ArticleContent): string[] =>
	fields.filter((field) => one[field] !== other[field]).map((field) => labels[field]);

export const stateOf = ({ draft, published }: Pick<DeskArticle, "draft" | "published">): ArticleState => {
	if (published === null) return "draft";
	return differences(draft, published).length > 0 ? "changed" : "published";
};

/** Only the article's own fields, without those of its row or its version. */
export const contentOf = ({ slug, title, section, summary, body, position }: ArticleContent): ArticleContent => ({
	slug,
	title,
	section,
	summary,
	body,
	position,
});

const firstById = new Map(firstArticles.map((article) => [article.id, article]));

/** The article's text in the code. Undefined for those that staff wrote. */
export const firstText = (id: string): Article | undefined => firstById.get(id);

const ofCode = (article: Article): DeskArticle => ({
	id: article.id,
	draft: contentOf(article),
	published: { ...contentOf(article), number: firstHelp.version, at: article.changedAt },
	version: null,
	author: null,
});

function ofRow({ row, live }: ReadArticle): DeskArticle {
	const { id, published, author, updatedAt } = row;
	const first = published === firstHelp.version ? firstText(id) : undefined;
	const text = first ?? live?.content ?? null;
	const at = first?.changedAt ?? live?.createdAt;
	return {
		id,
		draft: contentOf(row),
		published: text && published !== null && at !== undefined ? { ...contentOf(text), number: published, at } : null,
		version: updatedAt,
		author,
	};
}

/** The stored articles, and those of the code that no one has changed. */
export function deskArticles(rows: readonly ReadArticle[]): DeskArticle[] {
	const stored = new Set(rows.map(({ row }) => row.id));
	return [...firstArticles.filter(({ id }) => !stored.has(id)).map(ofCode), ...rows.map(ofRow)];
}

/** What customers see. @param slugs every address that an article has had */
export const publishedArticles = (
	articles: readonly DeskArticle[],
	slugs: readonly { readonly articleId: string; readonly slug: string }[],
): Article[] =>
	articles.flatMap(({ id, published }) => {
		if (published === null) return [];
		const had = [firstText(id)?.slug, ...slugs.filter(({ articleId }) => articleId === id).map(({ slug }) => slug)];
		const oldSlugs = [...new Set(had)].filter((slug) => slug !== undefined && slug !== published.slug) as string[];
		return [{ ...contentOf(published), id, changedAt: published.at, oldSlugs }];
	});
