import { href } from "react-router";
import { hostCookie } from "./host-cookie";

/** Told on the next page: what an action did, and how to take it back. */
export interface Flash {
	/** A sentence: "Removed www.duka.co.ke from the zone." */
	readonly message: string;
	readonly tone?: "success" | "error" | "info";
	/** A POST that undoes it, to a page of the portal. Give ids rather than contents: all of it must fit a cookie. */
	readonly undo?: { readonly action: string; readonly fields: Readonly<Record<string, string>> };
}

/** The flash of this request, with a name that differs from the one before. */
export type ShownFlash = Flash & { readonly id: string };

const cookieOf = (appOrigin: string) => hostCookie(appOrigin, "flash");
/** Seconds: the next page is asked for at once. */
const lifetime = 60;
const maxFileBytes = 3_500;

/**
 * For the answer of an action, with script and without:
 * `return redirect(back, { headers: flashHeaders(origin, { message: "Removed.", undo: { action, fields } }) })`.
 * A fetcher's action may answer `data(null, { headers })` as well: the portal's layout reads the flash when it reloads.
 */
export function flashHeaders(appOrigin: string, flash: Flash): { "Set-Cookie": string } {
	const { name, attributes } = cookieOf(appOrigin);
	const text = encode(flash);
	const fitting = text.length <= maxFileBytes ? text : encode({ ...flash, undo: undefined });
	return { "Set-Cookie": `${name}=${fitting}; ${attributes}; Max-Age=${lifetime}` };
}

/** So that it is shown once. */
export function clearFlash(appOrigin: string): { "Set-Cookie": string } {
	const { name, attributes } = cookieOf(appOrigin);
	return { "Set-Cookie": `${name}=; ${attributes}; Max-Age=0` };
}

/** What the last action left; null for anything that is no flash. */
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
	if (typeof action !== "string" || !action.startsWith(href("/dashboard"))) return false;
	return (
		typeof fields === "object" &&
		fields !== null &&
		Object.values(fields).every((field: unknown) => typeof field === "string")
	);
}
