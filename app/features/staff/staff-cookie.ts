import { tokenInCookie } from "~/features/accounts/session-cookie";
import { hostCookie } from "~/lib/host-cookie";

const cookieOf = (appOrigin: string) => hostCookie(appOrigin, "staff");

/**
 * `Set-Cookie` of a sign-in at the desk. The browser deletes it when it closes. SameSite=Lax, so that links in emails to
 * staff open the page.
 */
export function staffCookie(appOrigin: string, token: string): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=${token}; ${attributes}`;
}

export function clearedStaffCookie(appOrigin: string): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=; ${attributes}; Max-Age=0`;
}

/** The token of a session of the desk, from a `Cookie` header. */
export const staffTokenOf = (appOrigin: string, cookies: string | null): string | null =>
	tokenInCookie(cookieOf(appOrigin).name, cookies);
