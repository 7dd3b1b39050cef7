import type { CartItem } from "./cart-item";
import { readItems } from "./repair-cart";

export type CartList = "cart" | "savedItems";
type CartKey = CartList | "cartPromo";
export type KeyValueStore = Pick<Storage, "getItem" | "setItem">;

/** Functions, because reading `localStorage` itself throws when the browser blocks storage. */
export interface BrowserStorage {
	/** For the cart. */
	readonly local: () => KeyValueStore;
	/** For authorization codes, until the tab closes. */
	readonly session: () => KeyValueStore;
}

/**
 * The cart and the saved items in the browser's storage. Falls back to memory if storage is blocked or full.
 * Authorization codes can move a domain away, so they stay in session storage and another tab asks for them again.
 */
export function createCartStorage({ local, session }: BrowserStorage) {
	const texts = createTextStore<CartKey>(local);
	const codes = createTextStore<"transferCodes">(session);

	function readCodes(): ReadonlyMap<string, string> {
		try {
			const stored: unknown = JSON.parse(codes.read("transferCodes") ?? "[]");
			return new Map(Array.isArray(stored) ? stored.filter(isPair) : []);
		} catch {
			return new Map();
		}
	}

	/** Deletes the codes of items that are in neither list. */
	function writeCodes(list: CartList, items: readonly CartItem[]): void {
		const other = readItemsOf(list === "cart" ? "savedItems" : "cart");
		const ids = new Set([...items, ...other].map(({ id }) => id));
		const known = new Map(readCodes());
		const before = JSON.stringify([...known]);
		for (const { id, authCode } of items) if (authCode) known.set(id, authCode);
		const now = JSON.stringify([...known].filter(([id]) => ids.has(id)));
		if (now !== before) codes.write("transferCodes", now);
	}

	function readItemsOf(list: CartList): CartItem[] {
		const text = texts.read(list);
		try {
			return readItems(text);
		} catch (error) {
			console.warn(`"${list}" in the browser's storage is unreadable; starting with an empty list.`, error);
			return [];
		}
	}

	const serialise = (items: readonly CartItem[]) => JSON.stringify(items.map(({ authCode, ...item }) => item));

	return {
		/** Whether the list is stored in the current format. Older formats included the authorization codes. */
		isCurrent(list: CartList, items: readonly CartItem[]): boolean {
			const text = texts.read(list);
			return text === null || text === serialise(items);
		},

		read(list: CartList): CartItem[] {
			const known = readCodes();
			return readItemsOf(list).map((item) => {
				const authCode = known.get(item.id) ?? item.authCode;
				return authCode ? { ...item, authCode } : item;
			});
		},

		write(list: CartList, items: readonly CartItem[]): void {
			writeCodes(list, items);
			texts.write(list, serialise(items));
		},

		readPromo: (): string | null => texts.read("cartPromo")?.slice(0, 40) || null,
		writePromo: (code: string | null) => texts.write("cartPromo", code ?? ""),
	};
}

const isPair = (value: unknown): value is [string, string] =>
	Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");

/** Reads and writes texts in a browser storage. Uses memory if the storage throws. */
function createTextStore<Key extends string>(storage: () => KeyValueStore) {
	const memory = new Map<Key, string>();
	return {
		read(key: Key): string | null {
			try {
				return memory.get(key) ?? storage().getItem(key);
			} catch (error) {
				console.warn(`Could not read "${key}" from the browser's storage.`, error);
				memory.set(key, "");
				return "";
			}
		},

		write(key: Key, text: string): void {
			try {
				storage().setItem(key, text);
				memory.delete(key);
			} catch (error) {
				if (!memory.has(key)) console.warn(`Could not keep "${key}" in the browser's storage.`, error);
				memory.set(key, text);
			}
		},
	};
}
