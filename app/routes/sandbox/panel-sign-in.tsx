import { data, href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { PanelClosed } from "~/features/hosting/components/panel-closed";
import { panelCookie } from "~/features/hosting/panel-cookie";
import type { Route } from "./+types/panel-sign-in";

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Sandbox control panel") },
	{ name: "robots", content: "noindex" },
];

/** As at real panels, opening the address is what uses it. The token goes no further than here. */
const noReferrer = { "Referrer-Policy": "no-referrer" };

export async function loader({ context, request, url }: Route.LoaderArgs) {
	// Whoever only looks whether the page is there uses nothing up.
	if (request.method !== "GET") throw data(null, { status: 405 });
	const { panelDesk, config } = context.get(servicesContext);
	const entry = await panelDesk.enter(url.searchParams.get("token") ?? "");
	if (entry.state !== "entered") return data({ reason: entry.state }, { status: 410, headers: noReferrer });
	const headers = { ...noReferrer, "Set-Cookie": panelCookie(config.APP_ORIGIN, entry.session) };
	throw redirect(href("/sandbox/panel"), { status: 303, headers });
}

export default function PanelSignIn({ loaderData }: Route.ComponentProps) {
	return <PanelClosed reason={loaderData.reason} />;
}
