import { DAY } from "~/lib/durations";
import { hostCookie } from "~/lib/host-cookie";
import { tokenInCookie } from "./session-cookie";

/** Longer than an emailed link is valid, in case the customer requests another one. */
const maxAgeSeconds = (7 * DAY) / 1_000;

const cookieOf = (appOrigin: string) => hostCookie(appOrigin, "registration");

/** `Set-Cookie` of a registration. Identifies the browser that registered when it opens the emailed link. */
export function browserCookie(appOrigin: string, token: string): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=${token}; ${attributes}; Max-Age=${maxAgeSeconds}`;
}

/** The token that the browser got when it registered, from its `Cookie` header. */
export const browserTokenOf = (appOrigin: string, cookieHeader: string | null): string | null =>
	tokenInCookie(cookieOf(appOrigin).name, cookieHeader);
