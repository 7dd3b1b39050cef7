/** The sections of the help, in the order of its page. */
export const helpSections = {
	domains: "Domains",
	dns: "DNS and email",
	hosting: "Hosting",
	billing: "Payments and invoices",
	account: "Your account",
} as const;
export type HelpSection = keyof typeof helpSections;

export const helpSectionNames = Object.keys(helpSections) as readonly HelpSection[];

/** What staff write. */
export interface ArticleContent {
	/** The last part of the address. */
	readonly slug: string;
	readonly title: string;
	readonly section: HelpSection;
	/** One or two sentences, also for search engines. */
	readonly summary: string;
	/** Markdown (article-markdown.ts). */
	readonly body: string;
	/** Lower ones come first in their section. */
	readonly position: number;
}

/** A published article. */
export interface Article extends ArticleContent {
	readonly id: string;
	/** When this version was published (ms). */
	readonly changedAt: number;
	/** Addresses that it had before. */
	readonly oldSlugs: readonly string[];
}

export const articleLimits = { title: 80, summary: 160, body: 20_000, slug: 60, position: 9_999 } as const;

/** In the order of the pages. */
export const inOrder = <T extends ArticleContent>(articles: readonly T[]): readonly T[] =>
	articles.toSorted(
		(a, b) =>
			helpSectionNames.indexOf(a.section) - helpSectionNames.indexOf(b.section) ||
			a.position - b.position ||
			a.title.localeCompare(b.title, "en"),
	);

/** An article in a list. */
export interface ListedArticle {
	readonly slug: string;
	readonly title: string;
	readonly summary: string;
}

export const listed = ({ slug, title, summary }: ArticleContent): ListedArticle => ({ slug, title, summary });
