import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";

/** One page of a list, and where the next one begins. */
export interface Page<T> {
	readonly items: readonly T[];
	/** For `?after=` of the next page; null on the last. */
	readonly next: string | null;
}

/** The sort key of the last row that was shown, and its id: rows that came or went in between shift nothing. */
export type Cursor = readonly [key: string | number, id: string];

export const pageSize = 20;

/** Characters: more than any key of ours makes of a cursor. */
export const longestCursor = 600;

/** `rows` were read with a limit of one more than a page holds. */
export function toPage<T>(rows: readonly T[], cursorOf: (row: T) => Cursor, size = pageSize): Page<T> {
	const items = rows.slice(0, size);
	const last = items.at(-1);
	return { items, next: rows.length > size && last !== undefined ? encodeCursor(cursorOf(last)) : null };
}

/** For an address: base64url, since a key may be any text. */
export const encodeCursor = (cursor: Cursor): string =>
	encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify(cursor)));

/** Null for anything that is not a cursor: the list then starts at its beginning. */
export function decodeCursor(text: string | null | undefined): Cursor | null {
	if (!text || text.length > longestCursor) return null;
	try {
		const value: unknown = JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(text)));
		if (!Array.isArray(value) || value.length !== 2) return null;
		const [key, id] = value as unknown[];
		const usable =
			(typeof key === "string" || (typeof key === "number" && Number.isFinite(key))) && typeof id === "string";
		return usable ? [key, id] : null;
	} catch {
		return null;
	}
}
