/** The session cookie: its name, its attributes, and how it is read. */

const prefixed = "__Host-session";

/** 32 random bytes, base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Seconds a remembered session's cookie is kept by the browser. */
const rememberedMaxAge = 30 * 24 * 3_600;

/** Browsers refuse `__Host-` and `Secure` over plain http, which only a developer's localhost uses. */
function plainHttp(appOrigin: string): boolean {
	const { protocol, hostname } = new URL(appOrigin);
	return protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
}

export const sessionCookieName = (appOrigin: string): string => (plainHttp(appOrigin) ? "session" : prefixed);

const attributes = (appOrigin: string) => `Path=/; HttpOnly; SameSite=Lax${plainHttp(appOrigin) ? "" : "; Secure"}`;

/** `Set-Cookie` of a sign-in. Without "remember me" the browser forgets it when it closes. */
export function sessionCookie(appOrigin: string, token: string, remembered: boolean): string {
	const lifetime = remembered ? `; Max-Age=${rememberedMaxAge}` : "";
	return `${sessionCookieName(appOrigin)}=${token}; ${attributes(appOrigin)}${lifetime}`;
}

/** `Set-Cookie` of a sign-out. */
export function clearedSessionCookie(appOrigin: string): string {
	return `${sessionCookieName(appOrigin)}=; ${attributes(appOrigin)}; Max-Age=0`;
}

/**
 * The session token of a request, from its `Cookie` header. Two cookies of the name mean that someone tossed one in:
 * neither counts. Nor does anything that can't be one of our tokens.
 */
export function sessionTokenOf(appOrigin: string, cookieHeader: string | null): string | null {
	const start = `${sessionCookieName(appOrigin)}=`;
	const values = (cookieHeader ?? "")
		.split(";")
		.map((part) => part.trim())
		.filter((part) => part.startsWith(start))
		.map((part) => part.slice(start.length));
	const [token] = values;
	return values.length === 1 && token !== undefined && tokenPattern.test(token) ? token : null;
}

/** The token of an API client's `Authorization: Bearer …`. */
export function bearerTokenOf(authorization: string | null): string | null {
	const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1];
	return token !== undefined && tokenPattern.test(token) ? token : null;
}
