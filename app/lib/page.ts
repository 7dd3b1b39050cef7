import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";

/** One page of a list. */
export interface Page<T> {
	readonly items: readonly T[];
	/** Cursor of the next page, for `?after=`. Null on the last page. */
	readonly next: string | null;
}

/** Sort key and id of the page's last row. Unlike an offset, it is not shifted by rows added or removed in between. */
export type Cursor = readonly [key: string | number, id: string];

export const pageSize = 20;

/** Characters. Our keys give shorter cursors. */
export const longestCursor = 600;

/** @param rows up to one more than a page has, to know whether there is a next page */
export function toPage<T>(rows: readonly T[], cursorOf: (row: T) => Cursor, size = pageSize): Page<T> {
	const items = rows.slice(0, size);
	const last = items.at(-1);
	return { items, next: rows.length > size && last !== undefined ? encodeCursor(cursorOf(last)) : null };
}

/** A row of a search, and what of it was found. */
interface Match {
	readonly id: string;
	readonly match: string;
}

/** Rows of several searches in one order, by code point as SQLite compares texts. */
export const sortMatches = <T extends Match>(rows: readonly T[]): T[] =>
	rows.toSorted((a, b) => (a.match === b.match ? compare(a.id, b.id) : compare(a.match, b.match)));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A page of sorted matches. A row that was found twice is in it once. */
export function toMatchPage<T extends Match>(sorted: readonly T[], size = pageSize): Page<T> {
	const { items, next } = toPage(sorted, ({ match, id }) => [match, id], size);
	return { items: items.filter(({ id }, index) => items.findIndex((one) => one.id === id) === index), next };
}

/** Base64url, because a key can be any text. */
export const encodeCursor = (cursor: Cursor): string =>
	encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify(cursor)));

/** Null if it is not a cursor. The list then starts at the beginning. */
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
