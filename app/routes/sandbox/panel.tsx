import { data, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { PanelAccount } from "~/features/hosting/components/panel-account";
import { PanelClosed } from "~/features/hosting/components/panel-closed";
import { panelCookie, panelSessionOf } from "~/features/hosting/panel-cookie";
import { panelView } from "~/features/hosting/panel-view";
import type { Route } from "./+types/panel";

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle("Sandbox control panel") },
	{ name: "robots", content: "noindex" },
];

export async function loader({ context, request }: Route.LoaderArgs) {
	const { panelSessions, config } = context.get(servicesContext);
	const session = panelSessionOf(config.APP_ORIGIN, request.headers.get("Cookie"));
	const signedIn = session && (await panelSessions.signedIn(session));
	return signedIn ? { account: panelView(signedIn) } : data({ account: null }, { status: 401 });
}

/** Signs out. */
export async function action({ context, request, url }: Route.ActionArgs) {
	const { panelSessions, config } = context.get(servicesContext);
	const session = panelSessionOf(config.APP_ORIGIN, request.headers.get("Cookie"));
	if (session) await panelSessions.leave(session);
	return redirect(url.pathname, { status: 303, headers: { "Set-Cookie": panelCookie(config.APP_ORIGIN, null) } });
}

export default function Panel({ loaderData: { account } }: Route.ComponentProps) {
	return account ? <PanelAccount account={account} /> : <PanelClosed reason="out" />;
}
