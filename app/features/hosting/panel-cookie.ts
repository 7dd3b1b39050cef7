import { tokenInCookie } from "~/features/accounts/session-cookie";
import { hostCookie } from "~/lib/host-cookie";

/** The cookie of the sandbox panel, whose sign-in is separate from the portal's. */
const cookieOf = (appOrigin: string) => hostCookie(appOrigin, "panel");

/** `Set-Cookie` value for a panel sign-in, or for signing out if `session` is null. */
export function panelCookie(appOrigin: string, session: string | null): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=${session ?? ""}; ${attributes}${session ? "" : "; Max-Age=0"}`;
}

/** The panel session token from a request's `Cookie` header. */
export const panelSessionOf = (appOrigin: string, cookies: string | null): string | null =>
	tokenInCookie(cookieOf(appOrigin).name, cookies);
