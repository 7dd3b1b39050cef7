import { href } from "react-router";
import { brand } from "~/brand";
import { servicesContext } from "~/context";
import { DAY } from "~/lib/durations";
import type { Route } from "./+types/security-txt";

/** Contact for security reports (RFC 9116). Expires after 30 days, so that copies are refreshed. */
export function loader({ context }: Route.LoaderArgs) {
	const { APP_ORIGIN } = context.get(servicesContext).config;
	const lines = [
		`Contact: mailto:${brand.emails.support}?subject=Security`,
		`Expires: ${new Date(Date.now() + 30 * DAY).toISOString()}`,
		"Preferred-Languages: en, sw",
		`Canonical: ${APP_ORIGIN}${href("/.well-known/security.txt")}`,
		`Policy: ${APP_ORIGIN}${href("/security")}#report`,
	];
	return new Response(`${lines.join("\n")}\n`, {
		headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
	});
}
