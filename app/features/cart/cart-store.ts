import { settings } from "~/features/catalog/settings";
import { type CartItem, isUnique, type NewCartItem, repairQuantity, toCartItem } from "./cart-item";
import { type BrowserStorage, type CartList, createCartStorage } from "./cart-storage";

interface CartSnapshot {
	/** False on the server and until the browser's storage has been read. */
	readonly initialised: boolean;
	readonly cart: readonly CartItem[];
	readonly savedItems: readonly CartItem[];
	/** The promo code that the customer applied; the server says what it is worth. */
	readonly promo: string | null;
}

/** What adding came to, with the sentence to show. */
export interface AddOutcome {
	readonly added: boolean;
	readonly message: string;
}

export const emptyCart: CartSnapshot = { initialised: false, cart: [], savedItems: [], promo: null };

/** Tells other copies of the store on the same page; other tabs hear the browser's own `storage` event. */
const cartChanged = "cart:change";

/** By item; in shillings. */
export type AcceptedPrices = ReadonlyMap<string, Pick<CartItem, "price" | "renewal">>;

export type CartStore = ReturnType<typeof createCartStore>;

/**
 * The one cart of every page. Local storage is the truth: each change reads it, applies itself and writes it back, so
 * that tabs do not overwrite each other's items.
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
		// Repairs are kept, so that the next page need not complain again.
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

	/** What storage holds now, not what this page last saw of it. */
	function latest(): CartSnapshot {
		start();
		return load();
	}

	function add(item: NewCartItem): AddOutcome {
		const { cart } = latest();
		const adding = toCartItem(item);
		const present = cart.find(({ id }) => id === adding.id);
		if (present && isUnique(adding.category)) return { added: false, message: duplicateMessage(adding) };
		if (!present && cart.length >= settings.maxCartLines) {
			return { added: false, message: `Your cart is full: it holds ${settings.maxCartLines} items.` };
		}
		const raise = (line: CartItem) => ({
			...line,
			quantity: repairQuantity(line.quantity + adding.quantity, line.category),
		});
		change({ cart: present ? cart.map((line) => (line.id === adding.id ? raise(line) : line)) : [...cart, adding] });
		return { added: true, message: addedMessage(adding) };
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
		has: (id: string): boolean => latest().cart.some((item) => item.id === id),

		/** Returns what puts it back where it was. */
		remove(id: string): () => void {
			const { cart } = latest();
			const index = cart.findIndex((item) => item.id === id);
			const removed = cart[index];
			if (!removed) return () => {};
			change({ cart: without(cart, id) });
			return () => {
				const now = without(latest().cart, id);
				change({ cart: [...now.slice(0, index), removed, ...now.slice(index)] });
			};
		},

		/** Below 1 is ignored; above what can be bought at once becomes that. */
		updateQuantity(id: string, quantity: number): void {
			if (!Number.isFinite(quantity) || quantity < 1) return;
			change({
				cart: latest().cart.map((item) =>
					item.id === id ? { ...item, quantity: repairQuantity(quantity, item.category) } : item,
				),
			});
		},

		saveForLater(id: string): void {
			const { cart, savedItems } = latest();
			const item = cart.find((line) => line.id === id);
			if (item) change({ cart: without(cart, id), savedItems: [...without(savedItems, id), item] });
		},

		moveToCart(id: string): AddOutcome | undefined {
			const item = latest().savedItems.find((line) => line.id === id);
			if (!item) return undefined;
			const outcome = add(item);
			if (outcome.added) change({ savedItems: without(latest().savedItems, id) });
			return outcome;
		},

		/** Returns what puts it back. */
		removeSavedItem(id: string): () => void {
			const { savedItems } = latest();
			const removed = savedItems.find((item) => item.id === id);
			change({ savedItems: without(savedItems, id) });
			return () => {
				if (removed) change({ savedItems: [...without(latest().savedItems, id), removed] });
			};
		},

		/** The extension in the cart gets its name, and becomes that domain. Refused when the name is there already. */
		nameExtension(id: string, domain: string): AddOutcome {
			const { cart } = latest();
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

		/** Of a transfer in the cart: the code that another tab was given, or that was wrong. */
		setAuthCode(id: string, authCode: string): void {
			change({ cart: latest().cart.map((item) => (item.id === id ? { ...item, authCode } : item)) });
		},

		/** The customer has seen the server's prices: they are no longer news. */
		acceptPrices(prices: AcceptedPrices): void {
			change({ cart: latest().cart.map((item) => ({ ...item, ...prices.get(item.id) })) });
		},

		setPromo(code: string | null): void {
			stored.writePromo(code?.trim() || null);
			events.dispatchEvent(new Event(cartChanged));
		},

		/** After an order was placed: what was ordered leaves with its promo code, what came in meanwhile stays. */
		removeAll(ids: readonly string[]): void {
			stored.writePromo(null);
			change({ cart: latest().cart.filter((item) => !ids.includes(item.id)) });
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

/** The browser's cart. On the server it exists too, and stays empty. */
export const cartStore = createCartStore(
	{ local: () => localStorage, session: () => sessionStorage },
	typeof window === "undefined" ? new EventTarget() : window,
);
