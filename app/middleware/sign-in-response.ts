import { data, href, type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { clientContext, servicesContext, viewerContext } from "~/context";
import { publicUser } from "~/features/accounts/account";
import { deviceCookie } from "~/features/accounts/known-devices";
import { sessionCookie } from "~/features/accounts/session-cookie";
import type { SignedIn } from "~/features/accounts/sign-in.server";
import { type Flash, flashHeaders } from "~/lib/flash";
import { isLiveForm } from "~/lib/live-form";
import { safeRedirect } from "~/lib/safe-redirect";

/** Where to go after signing in: `next`, or the dashboard. */
export const signInDestination = (url: URL): string => safeRedirect(url.searchParams.get("next"), href("/dashboard"));

/** Sets the session and device cookies. Redirects to `next` without script. With script the page does so after a message. */
export function signInResponse(
	request: Request,
	context: Readonly<RouterContextProvider>,
	{ token, sessionId, remembered, user }: SignedIn,
	next: string,
) {
	const { config, knownDevices } = context.get(servicesContext);
	const device = knownDevices.remember(context.get(clientContext), user.id);
	const headers = new Headers({ "Set-Cookie": sessionCookie(config.APP_ORIGIN, token, remembered) });
	headers.append("Set-Cookie", deviceCookie(config.APP_ORIGIN, device));
	if (!isLiveForm(request)) return redirect(next, { status: 303, headers });
	return data({ next, sessionId, user: publicUser(user) }, { headers });
}

/**
 * Someone who uses another customer's account goes on in their own, also after that access has ended. Null if they have to
 * sign in.
 */
export async function backToOwnAccount(
	context: Readonly<RouterContextProvider>,
	flash?: Flash,
): Promise<Response | null> {
	const { config, sessions } = context.get(servicesContext);
	const { owner } = context.get(viewerContext);
	const back = owner && (await sessions.moveBack(owner));
	if (!back?.ok) return null;
	const { token, remembered } = back.value;
	const headers = new Headers(flash && flashHeaders(config.APP_ORIGIN, flash));
	headers.append("Set-Cookie", sessionCookie(config.APP_ORIGIN, token, remembered));
	headers.set("Clear-Site-Data", '"cache"');
	return redirectDocument(href("/dashboard/account-settings/people"), { headers });
}
