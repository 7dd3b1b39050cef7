import { href } from "react-router";
import { servicesContext } from "~/context";
import type { Route } from "./+types/robots";

/** What is personal, or of no use to a searcher. */
const closed = [
	"/api/",
	href("/cart"),
	href("/checkout"),
	href("/dashboard"),
	"/dev/",
	href("/login"),
	"/orders/",
	"/pay/",
	"/sandbox/",
];

/** Only the real shop wants to be found. */
export function loader({ context }: Route.LoaderArgs) {
	const { APP_ORIGIN, ENVIRONMENT } = context.get(servicesContext).config;
	const rules =
		ENVIRONMENT === "production"
			? [...closed.map((path) => `Disallow: ${path}`), "", `Sitemap: ${APP_ORIGIN}/sitemap.xml`]
			: ["Disallow: /"];
	return new Response(`${["User-agent: *", ...rules].join("\n")}\n`, {
		headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
	});
}
