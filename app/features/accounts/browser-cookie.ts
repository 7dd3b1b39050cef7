import { DAY } from "~/lib/durations";
import { hostCookie } from "~/lib/host-cookie";
import { tokenInCookie } from "./session-cookie";

/** Longer than a mailed link works, in case another one is asked for. Seconds. */
const maxAgeSeconds = (7 * DAY) / 1_000;

const cookieOf = (appOrigin: string) => hostCookie(appOrigin, "registration");

/** `Set-Cookie` of a registration: by it the browser that registered is known when it opens the mailed link. */
export function browserCookie(appOrigin: string, token: string): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=${token}; ${attributes}; Max-Age=${maxAgeSeconds}`;
}

/** What a browser was given when it registered, from its `Cookie` header. */
export const browserTokenOf = (appOrigin: string, cookieHeader: string | null): string | null =>
	tokenInCookie(cookieOf(appOrigin).name, cookieHeader);
