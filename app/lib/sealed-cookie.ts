import { hostCookie } from "./host-cookie";
import type { Sealer } from "./seal";

/** The sealer opens at most 4,000 characters, and browsers accept 4,096 bytes for a cookie. */
const maxLength = 3_600;

interface SealedCookieOptions {
	readonly sealer: Sealer;
	readonly appOrigin: string;
	readonly name: string;
	/** Without it the cookie ends with the browser session. */
	readonly maxAgeSeconds?: number;
}

/** A cookie that neither scripts nor its owner can read, for JSON values. */
export function createSealedCookie<T>({ sealer, appOrigin, name: plainName, maxAgeSeconds }: SealedCookieOptions) {
	const { name, attributes } = hostCookie(appOrigin, plainName);
	const lifetime = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
	return {
		/** Null if there is none, or if we did not seal it. @param cookies the request's `Cookie` header */
		async read(cookies: string | null): Promise<T | null> {
			const sealed = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies ?? "")?.[1];
			const text = sealed && (await sealer.open(sealed, plainName));
			return text ? (JSON.parse(text) as T) : null;
		},

		/** `Set-Cookie` of a value. Null if it is too large. */
		async header(value: T): Promise<string | null> {
			const sealed = await sealer.seal(JSON.stringify(value), plainName);
			return sealed.length <= maxLength ? `${name}=${sealed}; ${attributes}${lifetime}` : null;
		},

		/** `Set-Cookie` that deletes the value. */
		clear: () => `${name}=; ${attributes}; Max-Age=0`,
	};
}
