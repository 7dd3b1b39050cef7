import { href } from "react-router";
import { hostCookie } from "./host-cookie";

/** A message for the next page: what an action did, and how to undo it. */
export interface Flash {
	/** A sentence: "Removed www.duka.co.ke from the zone." */
	readonly message: string;
	readonly tone?: "success" | "error" | "info";
	/** A POST to a page of the portal or the desk, or to the cart, that undoes it. Pass ids rather than contents, because it must fit into a cookie. */
	readonly undo?: { readonly action: string; readonly fields: Readonly<Record<string, string>> };
}

/** The flash of this request. Its id differs from that of the previous one. */
export type ShownFlash = Flash & { readonly id: string };

const cookieOf = (appOrigin: string) => hostCookie(appOrigin, "flash");
/** Short, because the next request follows immediately. */
const lifetimeSeconds = 60;
/** Browsers accept 4,096 bytes for a cookie with its name and attributes (RFC 6265, section 6.1). */
const maxBytes = 3_500;

/**
 * Headers for the response of an action, with or without script:
 * `return redirect(back, { headers: flashHeaders(origin, { message: "Removed.", undo: { action, fields } }) })`.
 * A fetcher's action may also return `data(null, { headers })`: the portal's layout reads the flash when it reloads.
 * Drops `undo` if the cookie would be too large.
 */
export function flashHeaders(appOrigin: string, flash: Flash): { "Set-Cookie": string } {
	const { name, attributes } = cookieOf(appOrigin);
	const text = encode(flash);
	const fitting = text.length <= maxBytes ? text : encode({ ...flash, undo: undefined });
	return { "Set-Cookie": `${name}=${fitting}; ${attributes}; Max-Age=${lifetimeSeconds}` };
}

/** Deletes the flash, so that it is shown only once. */
export function clearFlash(appOrigin: string): { "Set-Cookie": string } {
	const { name, attributes } = cookieOf(appOrigin);
	return { "Set-Cookie": `${name}=; ${attributes}; Max-Age=0` };
}

/** The flash of the last action. Null if there is none or it is malformed. */
export function readFlash(appOrigin: string, cookies: string | null): ShownFlash | null {
	const start = `${cookieOf(appOrigin).name}=`;
	const found = cookies?.split(";").find((part) => part.trim().startsWith(start));
	const text = found?.trim().slice(start.length);
	if (!text) return null;
	try {
		const value: unknown = JSON.parse(decodeURIComponent(text));
		return isFlash(value) ? value : null;
	} catch {
		return null;
	}
}

const encode = (flash: Flash): string =>
	encodeURIComponent(JSON.stringify({ ...flash, id: crypto.randomUUID().slice(0, 8) }));

function isFlash(value: unknown): value is ShownFlash {
	if (typeof value !== "object" || value === null) return false;
	const { id, message, undo } = value as Partial<Record<keyof ShownFlash, unknown>>;
	return typeof id === "string" && typeof message === "string" && (undo === undefined || isUndo(undo));
}

function isUndo(value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	const { action, fields } = value as { action?: unknown; fields?: unknown };
	if (typeof action !== "string") return false;
	const pages = [href("/dashboard"), href("/desk")];
	if (action !== href("/cart") && !pages.some((page) => action.startsWith(page))) return false;
	return (
		typeof fields === "object" &&
		fields !== null &&
		Object.values(fields).every((field: unknown) => typeof field === "string")
	);
}
