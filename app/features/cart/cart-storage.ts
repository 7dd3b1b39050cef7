import type { CartItem } from "./cart-item";
import { readItems } from "./repair-cart";

export type CartList = "cart" | "savedItems";
type CartKey = CartList | "cartPromo";
export type KeyValueStore = Pick<Storage, "getItem" | "setItem">;

/** The two lists in the browser's storage. A storage that refuses (private windows, no space) only costs memory. */
export function createCartStorage(storage: () => KeyValueStore) {
	const memory = new Map<CartKey, string>();

	function raw(list: CartKey): string | null {
		try {
			return memory.get(list) ?? storage().getItem(list);
		} catch (error) {
			console.warn(`Could not read "${list}" from the browser's storage.`, error);
			memory.set(list, "");
			return "";
		}
	}

	function write(list: CartKey, text: string): void {
		try {
			storage().setItem(list, text);
			memory.delete(list);
		} catch (error) {
			if (!memory.has(list)) console.warn(`Could not keep "${list}" in the browser's storage.`, error);
			memory.set(list, text);
		}
	}

	function read(list: CartList): CartItem[] {
		const text = raw(list);
		try {
			return readItems(text);
		} catch (error) {
			console.warn(`"${list}" in the browser's storage is unreadable; starting with an empty list.`, error);
			return [];
		}
	}

	return {
		raw,
		read,
		write: (list: CartList, items: readonly CartItem[]) => write(list, JSON.stringify(items)),
		readPromo: (): string | null => raw("cartPromo")?.slice(0, 40) || null,
		writePromo: (code: string | null) => write("cartPromo", code ?? ""),
	};
}
