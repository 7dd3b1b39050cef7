import { href } from "react-router";
import { servicesContext } from "~/context";
import type { Route } from "./+types/robots";

/** Personal pages and pages that are useless in search results. */
const disallowedPaths = [
	"/api/",
	href("/cart"),
	href("/checkout"),
	href("/dashboard"),
	"/dev/",
	href("/login"),
	"/orders/",
	"/pay/",
	href("/pay-link"),
	"/sandbox/",
];

/** Only production is open to search engines. */
export function loader({ context }: Route.LoaderArgs) {
	const { APP_ORIGIN, ENVIRONMENT } = context.get(servicesContext).config;
	const rules =
		ENVIRONMENT === "production"
			? [...disallowedPaths.map((path) => `Disallow: ${path}`), "", `Sitemap: ${APP_ORIGIN}/sitemap.xml`]
			: ["Disallow: /"];
	return new Response(`${["User-agent: *", ...rules].join("\n")}\n`, {
		headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
	});
}
