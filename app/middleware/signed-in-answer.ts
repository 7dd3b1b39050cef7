import { data, redirect } from "react-router";
import { publicUser } from "../features/accounts/account";
import { sessionCookie } from "../features/accounts/session-cookie";
import type { SignedIn } from "../features/accounts/sign-in.server";
import { isDataRequest } from "../lib/responses";
import { safeRedirect } from "../lib/safe-redirect";

/** Where somebody who has signed in goes on to. */
export const afterSignIn = (url: URL): string => safeRedirect(url.searchParams.get("next"), "/dashboard");

/** The session's cookie, and the way on: at once without script; with it the page says so first. */
export function signedInAnswer(
	request: Request,
	appOrigin: string,
	{ token, sessionId, remembered, user }: SignedIn,
	next: string,
) {
	const headers = { "Set-Cookie": sessionCookie(appOrigin, token, remembered) };
	if (!isDataRequest(request)) return redirect(next, { status: 303, headers });
	return data({ next, sessionId, user: publicUser(user) }, { headers });
}
