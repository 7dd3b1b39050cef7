import { href } from "react-router";
import { type ArticleContent, helpSections } from "~/features/help/article";
import { search, toSearchIndex } from "~/features/help/search";
import { formatMoment, kenya } from "~/lib/dates";
import { type DeskArticle, stateOf } from "./desk-article";
import type { ArticlesQuery } from "./help-desk.schema";
import type { ArticleVersion } from "./help-desk.server";

/** An article in the list. */
export const articleRow = (article: DeskArticle) => ({
	id: article.id,
	title: article.draft.title,
	address: href("/help/:slug", { slug: article.draft.slug }),
	section: helpSections[article.draft.section],
	position: article.draft.position,
	state: stateOf(article),
	changed: article.version === null ? "–" : `${formatMoment(article.version, kenya)}, ${article.author}`,
});

export type ArticleRow = ReturnType<typeof articleRow>;

/** The rows of a query. A search looks at the drafts, and puts the best first. */
export function articleRows(articles: readonly DeskArticle[], { q, section, state }: ArticlesQuery): ArticleRow[] {
	const index = toSearchIndex(articles, ({ draft }) => ({
		title: draft.title,
		headings: draft.slug,
		summary: draft.summary,
		text: draft.body,
	}));
	return (q === "" ? articles : search(index, q, "all"))
		.filter(({ draft }) => section === undefined || draft.section === section)
		.filter((article) => state === undefined || stateOf(article) === state)
		.map(articleRow);
}

/** The fields of an article as its form has them. */
export type ArticleTexts = Readonly<Record<keyof ArticleContent, string>>;

export const articleTexts = ({ position, ...content }: ArticleContent): ArticleTexts => ({
	...content,
	position: String(position),
});

export const emptyTexts: ArticleTexts = {
	slug: "",
	title: "",
	section: "domains",
	summary: "",
	body: "",
	position: "50",
};

function versionView({ number, content, author, createdAt, distributedAt }: ArticleVersion, current: number | null) {
	const state =
		content === null ? "off" : number !== current ? "past" : distributedAt === null ? "publishing" : "current";
	return {
		id: String(number),
		number,
		title: content?.title ?? "Taken off the site",
		author: author ?? "–",
		at: formatMoment(createdAt, kenya),
		state: state as "off" | "past" | "publishing" | "current",
	};
}

export type VersionView = ReturnType<typeof versionView>;

/** An article for its page. */
export function articlePageView(article: DeskArticle, versions: readonly ArticleVersion[], next: string | null) {
	const { id, draft, published, version, author } = article;
	return {
		id,
		title: draft.title,
		texts: articleTexts(draft),
		state: stateOf(article),
		/** The version of the row, for forms. */
		version: version === null ? "" : String(version),
		saved: version !== null && author !== null ? { by: author, at: formatMoment(version, kenya) } : null,
		publicSlug: published?.slug ?? null,
		/** Whether it can be deleted, because no version keeps it. */
		isNew: published === null && versions.length === 0,
		versions: versions.map((one) => versionView(one, published?.number ?? null)),
		/** Of the versions. */
		next,
	};
}

export type ArticlePageView = ReturnType<typeof articlePageView>;
