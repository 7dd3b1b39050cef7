import { href } from "react-router";
import { servicesContext } from "~/context";
import { isoDay, kenya } from "~/lib/dates";
import { publicPaths } from "~/public-pages";
import type { Route } from "./+types/sitemap";

/** Sitemap of all public pages. With `lastmod` for articles only, because we don't track when other texts change. */
export async function loader({ context }: Route.LoaderArgs) {
	const { config, help } = context.get(servicesContext);
	const { APP_ORIGIN } = config;
	const { articles } = await help.current();
	const addresses = [
		...publicPaths.map((path) => `<url><loc>${APP_ORIGIN}${path}</loc></url>`),
		...articles.map(
			({ slug, changedAt }) =>
				`<url><loc>${APP_ORIGIN}${href("/help/:slug", { slug })}</loc><lastmod>${isoDay(changedAt, kenya.timezone)}</lastmod></url>`,
		),
	];
	const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join("\n")}
</urlset>
`;
	return new Response(body, {
		headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
	});
}
