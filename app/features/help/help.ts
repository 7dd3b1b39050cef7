import { z } from "zod";
import {
	type Article,
	articleLimits,
	helpSectionNames,
	helpSections,
	inOrder,
	type ListedArticle,
	listed,
} from "./article";
import { articleText, parseArticle } from "./article-markdown";
import { type SearchIndex, toSearchIndex } from "./search";

/** A version of the published help, prepared for look-ups. */
export interface Help {
	/** 1 is the help in the code. */
	readonly version: number;
	/** In the order of the pages. */
	readonly articles: readonly Article[];
	readonly bySlug: ReadonlyMap<string, Article>;
	/** The article that had an address before, unless another one has it now. */
	readonly byOldSlug: ReadonlyMap<string, Article>;
	readonly index: SearchIndex<Article>;
}

export function toHelp(version: number, published: readonly Article[]): Help {
	const articles = inOrder(published);
	const bySlug = new Map(articles.map((article) => [article.slug, article]));
	const byOldSlug = new Map(
		articles.flatMap((article) =>
			article.oldSlugs.filter((slug) => !bySlug.has(slug)).map((slug) => [slug, article] as const),
		),
	);
	const index = toSearchIndex(articles, ({ title, summary, body, section }) => {
		const { headings, text } = articleText(parseArticle(body));
		return { title, summary: `${summary} ${helpSections[section]}`, headings, text };
	});
	return { version, articles, bySlug, byOldSlug, index };
}

export interface SectionOfHelp {
	readonly title: string;
	readonly articles: readonly ListedArticle[];
}

/** The sections that have articles. */
export const sectionsOf = ({ articles }: Help): SectionOfHelp[] =>
	helpSectionNames
		.map((section) => ({
			title: helpSections[section],
			articles: articles.filter((one) => one.section === section).map(listed),
		}))
		.filter(({ articles }) => articles.length > 0);

export const contentSchema = z.object({
	slug: z.string().max(articleLimits.slug),
	title: z.string().max(articleLimits.title),
	section: z.enum(helpSectionNames),
	summary: z.string().max(articleLimits.summary),
	body: z.string().max(articleLimits.body),
	position: z.int(),
});

const storedSchema = z.array(
	contentSchema.extend({ id: z.string(), changedAt: z.number(), oldSlugs: z.array(z.string()) }),
);

/** Reads a stored version. @throws ZodError or SyntaxError if it is damaged */
export const readHelp = (version: number, text: string): Help => toHelp(version, storedSchema.parse(JSON.parse(text)));
