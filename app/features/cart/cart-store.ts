import { settings } from "~/features/catalog/settings";
import { type CartItem, isUnique, type NewCartItem, repairQuantity, toCartItem } from "./cart-item";
import { type BrowserStorage, type CartList, createCartStorage } from "./cart-storage";

interface CartSnapshot {
	/** False on the server and until the browser's storage has been read. */
	readonly initialised: boolean;
	readonly cart: readonly CartItem[];
	readonly savedItems: readonly CartItem[];
	/** The promo code that the customer applied. The server checks it. */
	readonly promo: string | null;
}

/** `message`: a sentence for the customer. */
export interface AddOutcome {
	readonly added: boolean;
	readonly message: string;
}

export const emptyCart: CartSnapshot = { initialised: false, cart: [], savedItems: [], promo: null };

/** Notifies other stores on the same page. Other tabs get the browser's `storage` event. */
const cartChanged = "cart:change";

/** Shillings, by item id. */
export type AcceptedPrices = ReadonlyMap<string, Pick<CartItem, "price" | "renewal">>;

export type CartStore = ReturnType<typeof createCartStore>;

/**
 * The cart of the browser. Each change reads local storage, applies itself and writes it back, so that tabs do not
 * overwrite each other's items.
 */
export function createCartStore(storage: BrowserStorage, events: EventTarget = new EventTarget()) {
	const stored = createCartStorage(storage);
	const listeners = new Set<() => void>();
	let current = emptyCart;

	function load(): CartSnapshot {
		const lists = { cart: stored.read("cart"), savedItems: stored.read("savedItems") };
		current = { initialised: true, ...lists, promo: stored.readPromo() };
		return current;
	}

	function start(): void {
		if (current.initialised) return;
		load();
		// Save repaired lists, so that the next page does not warn about them again.
		for (const list of ["cart", "savedItems"] as const) {
			if (!stored.isCurrent(list, current[list])) stored.write(list, current[list]);
		}
		events.addEventListener(cartChanged, reload);
		events.addEventListener("storage", (event) => {
			const { key } = event as StorageEvent;
			if (key === null || ["cart", "savedItems", "cartPromo"].includes(key)) reload();
		});
	}

	function reload(): void {
		load();
		for (const listener of listeners) listener();
	}

	function change(lists: Partial<Record<CartList, readonly CartItem[]>>): void {
		for (const list of ["cart", "savedItems"] as const) {
			const items = lists[list];
			if (items) stored.write(list, items);
		}
		events.dispatchEvent(new Event(cartChanged));
	}

	/** Reads storage again, because another tab may have changed it. */
	function readLatest(): CartSnapshot {
		start();
		return load();
	}

	function add(item: NewCartItem): AddOutcome {
		const { cart } = readLatest();
		const newItem = toCartItem(item);
		const existing = cart.find(({ id }) => id === newItem.id);
		if (existing && isUnique(newItem.category)) return { added: false, message: duplicateMessage(newItem) };
		if (!existing && cart.length >= settings.maxCartLines) {
			return { added: false, message: `Your cart is full. It can hold ${settings.maxCartLines} items.` };
		}
		const addQuantity = (line: CartItem) => ({
			...line,
			quantity: repairQuantity(line.quantity + newItem.quantity, line.category),
		});
		change({
			cart: existing ? cart.map((line) => (line.id === newItem.id ? addQuantity(line) : line)) : [...cart, newItem],
		});
		return { added: true, message: addedMessage(newItem) };
	}

	return {
		add,
		start,
		snapshot: (): CartSnapshot => current,
		subscribe(listener: () => void): () => void {
			start();
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		has: (id: string): boolean => readLatest().cart.some((item) => item.id === id),

		/** Returns a function that puts the item back in its place. */
		remove(id: string): () => void {
			const { cart } = readLatest();
			const index = cart.findIndex((item) => item.id === id);
			const removed = cart[index];
			if (!removed) return () => {};
			change({ cart: without(cart, id) });
			return () => {
				const now = without(readLatest().cart, id);
				change({ cart: [...now.slice(0, index), removed, ...now.slice(index)] });
			};
		},

		/** Ignores quantities below 1. Limits higher ones to `maxQuantity`. */
		updateQuantity(id: string, quantity: number): void {
			if (!Number.isFinite(quantity) || quantity < 1) return;
			change({
				cart: readLatest().cart.map((item) =>
					item.id === id ? { ...item, quantity: repairQuantity(quantity, item.category) } : item,
				),
			});
		},

		saveForLater(id: string): void {
			const { cart, savedItems } = readLatest();
			const item = cart.find((line) => line.id === id);
			if (item) change({ cart: without(cart, id), savedItems: [...without(savedItems, id), item] });
		},

		moveToCart(id: string): AddOutcome | undefined {
			const item = readLatest().savedItems.find((line) => line.id === id);
			if (!item) return undefined;
			const outcome = add(item);
			if (outcome.added) change({ savedItems: without(readLatest().savedItems, id) });
			return outcome;
		},

		/** Returns a function that puts the item back. */
		removeSavedItem(id: string): () => void {
			const { savedItems } = readLatest();
			const removed = savedItems.find((item) => item.id === id);
			change({ savedItems: without(savedItems, id) });
			return () => {
				if (removed) change({ savedItems: [...without(readLatest().savedItems, id), removed] });
			};
		},

		/** Replaces an extension in the cart by the domain that the customer chose, unless the cart has it already. */
		nameExtension(id: string, domain: string): AddOutcome {
			const { cart } = readLatest();
			if (cart.some((item) => item.id === domain)) {
				return { added: false, message: `${domain} is already in the cart.` };
			}
			const named = (item: CartItem): CartItem =>
				item.id === id
					? { ...item, id: domain, domain, name: domain, category: "domain", productId: "domain-registration" }
					: item;
			change({ cart: cart.map(named) });
			return { added: true, message: `${domain} added to cart successfully.` };
		},

		/** Sets the authorization code of a transfer in the cart. */
		setAuthCode(id: string, authCode: string): void {
			change({ cart: readLatest().cart.map((item) => (item.id === id ? { ...item, authCode } : item)) });
		},

		/** Stores the server's prices, so that the customer does not see the price change again. */
		acceptPrices(prices: AcceptedPrices): void {
			change({ cart: readLatest().cart.map((item) => ({ ...item, ...prices.get(item.id) })) });
		},

		setPromo(code: string | null): void {
			stored.writePromo(code?.trim() || null);
			events.dispatchEvent(new Event(cartChanged));
		},

		/** Removes the ordered items and the promo code. Keeps items that were added since. */
		removeAll(ids: readonly string[]): void {
			stored.writePromo(null);
			change({ cart: readLatest().cart.filter((item) => !ids.includes(item.id)) });
		},
	};
}

const without = (items: readonly CartItem[], id: string) => items.filter((item) => item.id !== id);

const isRenewal = ({ category }: CartItem): boolean => category === "renewal" || category === "plan-renewal";

function duplicateMessage(item: CartItem): string {
	if (isRenewal(item)) return `${item.name} is already in the cart.`;
	return item.domain ? `${item.domain} is already in the cart.` : "Domain already in cart.";
}

function addedMessage(item: CartItem): string {
	if (item.category === "extension") return `.${item.tld} added to cart.`;
	if (item.category === "hardware") return `Added to cart! (${item.name})`;
	return isUnique(item.category) && !isRenewal(item)
		? `${item.domain} added to cart successfully.`
		: `${item.name} added to cart successfully.`;
}

/** The browser's cart. On the server it is always empty. */
export const cartStore = createCartStore(
	{ local: () => localStorage, session: () => sessionStorage },
	typeof window === "undefined" ? new EventTarget() : window,
);
