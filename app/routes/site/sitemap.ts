import { servicesContext } from "~/context";
import { publicPaths } from "~/public-pages";
import type { Route } from "./+types/sitemap";

/** Sitemap of all public pages. Without `lastmod`, because we don't track when a page's text changed. */
export function loader({ context }: Route.LoaderArgs) {
	const { APP_ORIGIN } = context.get(servicesContext).config;
	const addresses = publicPaths.map((path) => `<url><loc>${APP_ORIGIN}${path}</loc></url>`);
	const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join("\n")}
</urlset>
`;
	return new Response(body, {
		headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
	});
}
