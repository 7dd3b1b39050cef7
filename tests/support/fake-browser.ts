import { type CartStore, createCartStore } from "~/features/cart/cart-store";

/** A browser's storage with any number of tabs. A write in one tab fires a `storage` event in the others. */
export function fakeBrowser(initial: Readonly<Record<string, string>> = {}) {
	const data = new Map(Object.entries(initial));
	const tabs: EventTarget[] = [];

	function openTab(): CartStore {
		const window = new EventTarget();
		tabs.push(window);
		const storage = {
			getItem: (key: string) => data.get(key) ?? null,
			setItem(key: string, value: string) {
				if (data.get(key) === value) return;
				data.set(key, value);
				for (const other of tabs)
					if (other !== window) other.dispatchEvent(Object.assign(new Event("storage"), { key }));
			},
		};
		const own = new Map<string, string>();
		const session = {
			getItem: (key: string) => own.get(key) ?? null,
			setItem: (key: string, value: string) => void own.set(key, value),
		};
		return createCartStore({ local: () => storage, session: () => session }, window);
	}

	return { data, openTab };
}
