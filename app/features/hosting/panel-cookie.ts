import { tokenInCookie } from "~/features/accounts/session-cookie";
import { hostCookie } from "~/lib/host-cookie";

/** Of the panel's stand-in only: its sign-in is not the portal's. */
const cookieOf = (appOrigin: string) => hostCookie(appOrigin, "panel");

/** `Set-Cookie` of a sign-in to the panel, or of its end. */
export function panelCookie(appOrigin: string, session: string | null): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=${session ?? ""}; ${attributes}${session ? "" : "; Max-Age=0"}`;
}

/** The token of a panel sign-in in a request's cookies. */
export const panelSessionOf = (appOrigin: string, cookies: string | null): string | null =>
	tokenInCookie(cookieOf(appOrigin).name, cookies);
