import { formatDay, isoDay, kenya } from "~/lib/dates";
import { type ArticleContent, helpSections, type ListedArticle, listed } from "./article";
import { type ArticleBlock, parseArticle } from "./article-markdown";
import type { Help } from "./help";

/** An article for its page. */
export interface ArticleView {
	readonly slug: string;
	readonly title: string;
	readonly summary: string;
	readonly section: string;
	readonly changed: { readonly iso: string; readonly text: string };
	readonly blocks: readonly ArticleBlock[];
	/** Other articles of its section. */
	readonly others: readonly ListedArticle[];
}

/** @param changedAt in ms */
export function articleView(
	content: ArticleContent,
	changedAt: number,
	{ articles }: Pick<Help, "articles">,
): ArticleView {
	const { slug, title, summary, section, body } = content;
	return {
		slug,
		title,
		summary,
		section: helpSections[section],
		changed: { iso: isoDay(changedAt, kenya.timezone), text: formatDay(changedAt, kenya) },
		blocks: parseArticle(body),
		others: articles.filter((one) => one.section === section && one.slug !== slug).map(listed),
	};
}
