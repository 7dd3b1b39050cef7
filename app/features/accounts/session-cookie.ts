import { actingMarks } from "~/lib/acting";
import { hostCookie } from "~/lib/host-cookie";
import { hashSessionToken } from "~/lib/shards";
import { actingMs } from "./session";

/** 32 random bytes, base64url, after a role (lib/acting.ts) and the number of the customer's shard (lib/shards.ts). */
const tokenPattern = new RegExp(`^(?:${actingMarks})?(?:(?:[2-9]|[1-9]\\d{1,3})\\.)?[A-Za-z0-9_-]{43}$`);

const rememberedMaxAgeSeconds = 30 * 24 * 3_600;

const cookieOf = (appOrigin: string) => hostCookie(appOrigin, "session");

const sessionCookieName = (appOrigin: string): string => cookieOf(appOrigin).name;

/** `Set-Cookie` of a sign-in. Without "Remember me" the browser deletes it when it closes. */
export function sessionCookie(appOrigin: string, token: string, remembered: boolean): string {
	const lifetime = remembered ? `; Max-Age=${rememberedMaxAgeSeconds}` : "";
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=${token}; ${attributes}${lifetime}`;
}

/** `Set-Cookie` of staff who are signed in as a customer. The browser deletes it when the session ends. */
export function actingCookie(appOrigin: string, token: string): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=${token}; ${attributes}; Max-Age=${actingMs / 1_000}`;
}

/** `Set-Cookie` of a sign-out. */
export function clearedSessionCookie(appOrigin: string): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=; ${attributes}; Max-Age=0`;
}

/** The session token of a request, from its `Cookie` header. */
export const sessionTokenOf = (appOrigin: string, cookieHeader: string | null): string | null =>
	tokenInCookie(sessionCookieName(appOrigin), cookieHeader);

/**
 * The token in a cookie. Null if it does not have the form of our tokens, or if two cookies have the name: then someone
 * may have injected one (cookie tossing).
 */
export function tokenInCookie(name: string, cookieHeader: string | null): string | null {
	const start = `${name}=`;
	const values = (cookieHeader ?? "")
		.split(";")
		.map((part) => part.trim())
		.filter((part) => part.startsWith(start))
		.map((part) => part.slice(start.length));
	const [token] = values;
	return values.length === 1 && token !== undefined && tokenPattern.test(token) ? token : null;
}

/** What a request may identify its session with. */
export interface SessionHeaders {
	readonly cookie: string | null;
	readonly authorization?: string | null;
}

/** The session that a request claims to belong to. Null for visitors. Says nothing about whether it exists. */
export function sessionOwner(appOrigin: string, headers: SessionHeaders): { readonly sessionHash: string } | null {
	const token = bearerTokenOf(headers.authorization ?? null) ?? sessionTokenOf(appOrigin, headers.cookie);
	return token === null ? null : { sessionHash: hashSessionToken(token) };
}

/** The token of an API client's `Authorization: Bearer …`. */
export function bearerTokenOf(authorization: string | null): string | null {
	const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1];
	return token !== undefined && tokenPattern.test(token) ? token : null;
}
