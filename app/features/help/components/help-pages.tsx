import type { ReactNode } from "react";
import { href } from "react-router";
import { ToolHead } from "~/components/layout/tool-head";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { TitledSection } from "~/components/ui/titled-section";
import type { ListedArticle } from "../article";
import type { ArticleView } from "../article-view";
import type { SectionOfHelp } from "../help";
import { ArticleBody } from "./article-body";
import { HelpSearch } from "./help-search";

interface HelpHomeProps {
	/** What was searched for. Null without a search. */
	query: string | null;
	results: readonly ListedArticle[];
	sections: readonly SectionOfHelp[];
}

/** The first page of the help, and the results of a search. */
export function HelpHome({ query, results, sections }: HelpHomeProps) {
	return (
		<>
			<ToolHead
				title={query === null ? "Help" : "Search the help"}
				lead="Short answers about domains, DNS, hosting, payments and your account."
			/>
			<div className="page-column grid grid-cols-[minmax(0,1fr)] gap-8 pb-10 sm:pb-16">
				<HelpSearch query={query ?? ""} />
				{query !== null && <Results query={query} results={results} />}
				{(query === null || results.length === 0) && <Sections sections={sections} />}
				<Contact>Did you not find what you need?</Contact>
			</div>
		</>
	);
}

function Results({ query, results }: Pick<HelpHomeProps, "results"> & { query: string }) {
	if (results.length === 0)
		return (
			<EmptyState icon="search" title={`No results for “${query}”`}>
				Try other words, or look at all articles below.
			</EmptyState>
		);
	const count = results.length === 1 ? "1 article" : `${results.length} articles`;
	return (
		<TitledSection title={`${count} for “${query}”`} beside={<AllArticles />}>
			<ArticleList articles={results} level={3} />
		</TitledSection>
	);
}

const AllArticles = () => (
	<a className="link-alone" href={href("/help")}>
		All articles
	</a>
);

function Sections({ sections }: Pick<HelpHomeProps, "sections">) {
	if (sections.length === 0)
		return (
			<EmptyState icon="circle-help" title="No articles yet">
				Our team answers your questions in the meantime.
			</EmptyState>
		);
	return (
		<div className="grid gap-8 lg:block lg:columns-2 lg:gap-x-12">
			{sections.map(({ title, articles }) => (
				<TitledSection key={title} title={title} className="lg:mb-8 lg:break-inside-avoid">
					<ArticleList articles={articles} level={3} />
				</TitledSection>
			))}
		</div>
	);
}

const articleHref = (slug: string) => href("/help/:slug", { slug });

const ArticleList = ({ articles, level }: { articles: readonly ListedArticle[]; level: 3 }) => (
	<ul className="divide-y divide-line border-y border-line">
		{articles.map(({ slug, title, summary }) => (
			<li key={slug} className="grid py-2">
				<Heading level={level} size="xs">
					<a className="link-alone wrap-anywhere" href={articleHref(slug)}>
						{title}
					</a>
				</Heading>
				<p className="max-w-measure text-muted">{summary}</p>
			</li>
		))}
	</ul>
);

const Contact = ({ children }: { children: ReactNode }) => (
	<p>
		{children}{" "}
		<a className="link" href={href("/contact")}>
			Contact support
		</a>
	</p>
);

/** An article, as customers read it. */
export function ArticlePage({ article }: { article: ArticleView }) {
	const { title, summary, section, changed, blocks, others } = article;
	return (
		<div className="page-column grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 py-8 sm:py-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
			<article className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
				<header className="grid gap-2">
					<nav aria-label="Breadcrumb">
						<ol className="flex flex-wrap items-center gap-x-2 text-muted">
							<li>
								<a className="link-alone" href={href("/help")}>
									Help
								</a>
							</li>
							<li>
								<span aria-hidden="true">/ </span>
								{section}
							</li>
						</ol>
					</nav>
					<Heading level={1} size="lg" dot>
						{title}
					</Heading>
					<p className="max-w-measure text-lg text-muted">{summary}</p>
				</header>
				<ArticleBody blocks={blocks} />
				<footer className="grid gap-2 border-t border-line pt-5">
					<Contact>Was this not enough?</Contact>
					<p className="text-sm text-muted">
						Last changed on <time dateTime={changed.iso}>{changed.text}</time>
					</p>
				</footer>
			</article>
			<aside className="grid content-start gap-6 print:hidden" aria-label="More help">
				{others.length > 0 && (
					<TitledSection title={`More about ${section}`} size="xs">
						<ul>
							{others.map(({ slug, title }) => (
								<li key={slug}>
									<a className="link-alone wrap-anywhere" href={articleHref(slug)}>
										{title}
									</a>
								</li>
							))}
						</ul>
					</TitledSection>
				)}
				<HelpSearch />
			</aside>
		</div>
	);
}

/** For an address that no article has. */
export function NoArticle() {
	return (
		<>
			<ToolHead
				title="No such article"
				lead="It may have been removed, or the address has a typing error. Search for it instead."
			/>
			<div className="page-column grid grid-cols-[minmax(0,1fr)] gap-6 pb-10 sm:pb-16">
				<HelpSearch />
				<p>
					<AllArticles />
				</p>
				<Contact>Still no answer?</Contact>
			</div>
		</>
	);
}
