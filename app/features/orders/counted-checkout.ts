import { hostCookie } from "~/lib/host-cookie";

const maxAgeSeconds = 24 * 60 * 60;

const cookieOf = (appOrigin: string) => hostCookie(appOrigin, "counted");

/**
 * Whether this browser's checkout was counted, so that reloading it, or coming back after signing in, does not count again.
 * The cookie has no id.
 */
export const isCounted = (appOrigin: string, cookieHeader: string | null): boolean =>
	(cookieHeader ?? "").split(/;\s*/).includes(`${cookieOf(appOrigin).name}=1`);

/** `Set-Cookie` of a checkout that was counted. */
export function countedCookie(appOrigin: string): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=1; ${attributes}; Max-Age=${maxAgeSeconds}`;
}

/** `Set-Cookie` when the order is placed. */
export function uncountedCookie(appOrigin: string): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=; ${attributes}; Max-Age=0`;
}
