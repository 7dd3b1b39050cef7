import { data, href, redirect } from "react-router";
import { pageMeta } from "~/components/layout/page-meta";
import { servicesContext } from "~/context";
import { articleView } from "~/features/help/article-view";
import { ArticlePage, NoArticle } from "~/features/help/components/help-pages";
import type { Route } from "./+types/help-article";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = ({ loaderData }) =>
	loaderData?.article
		? pageMeta(loaderData.article.title, loaderData.article.summary)
		: [...pageMeta("No such article", "This help article does not exist."), { name: "robots", content: "noindex" }];

export async function loader({ context, params }: Route.LoaderArgs) {
	const help = await context.get(servicesContext).help.current();
	const slug = params.slug.toLowerCase();
	const article = help.bySlug.get(slug);
	if (article && slug === params.slug)
		return data({ article: articleView(article, article.changedAt, help), crumb: article.title });
	const moved = article ?? help.byOldSlug.get(slug);
	if (moved) throw redirect(href("/help/:slug", { slug: moved.slug }), 301);
	return data({ article: null }, { status: 404 });
}

export default function HelpArticle({ loaderData: { article } }: Route.ComponentProps) {
	return article ? <ArticlePage article={article} /> : <NoArticle />;
}
