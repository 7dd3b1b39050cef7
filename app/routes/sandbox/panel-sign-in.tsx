import { data, href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { PanelClosed } from "~/features/hosting/components/panel-closed";
import { panelCookie } from "~/features/hosting/panel-cookie";
import type { Route } from "./+types/panel-sign-in";

export const headers: Route.HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders;

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Sandbox control panel") },
	{ name: "robots", content: "noindex" },
];

/** Keeps the one-time token in the URL out of Referer headers. */
const noReferrer = { "Referrer-Policy": "no-referrer" };

/** Uses up the one-time token, like a real panel's sign-in link. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	// A HEAD request must not use up the token.
	if (request.method !== "GET") throw data(null, { status: 405, headers: { Allow: "GET" } });
	const { panelSessions, config } = context.get(servicesContext);
	const entry = await panelSessions.enter(url.searchParams.get("token") ?? "");
	if (entry.state !== "entered") return data({ reason: entry.state }, { status: 410, headers: noReferrer });
	const headers = { ...noReferrer, "Set-Cookie": panelCookie(config.APP_ORIGIN, entry.session) };
	throw redirect(href("/sandbox/panel"), { status: 303, headers });
}

export default function PanelSignIn({ loaderData }: Route.ComponentProps) {
	return <PanelClosed reason={loaderData.reason} />;
}
