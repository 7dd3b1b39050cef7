import { type BrowserPorts, browserPorts, createBrowserCart, type Shown, toItem } from "./browser-cart";
import type { CartChange } from "./cart-changes";
import type { CartState } from "./cart-cookie";
import { type NewCartItem, type ShownItem, toCartItem } from "./cart-item";

interface CartSnapshot {
	/** False on the server and until the browser's storage has been read. */
	readonly initialised: boolean;
	readonly cart: readonly ShownItem[];
	readonly savedItems: readonly ShownItem[];
	/** The promo code that the customer applied. The server checks it. */
	readonly promo: string | null;
}

/** `message`: a sentence for the customer. */
export interface AddOutcome {
	readonly added: boolean;
	readonly message: string;
}

export const emptyCart: CartSnapshot = { initialised: false, cart: [], savedItems: [], promo: null };

/** Shillings, by item id. */
export type AcceptedPrices = ReadonlyMap<string, Pick<ShownItem, "price" | "renewal">>;

export type CartStore = ReturnType<typeof createCartStore>;

/** The browser's cart for hydrated pages. */
export function createCartStore(ports: BrowserPorts) {
	const { events } = ports;
	const browser = createBrowserCart(ports);
	const codes = createTabCodes();
	let current = emptyCart;
	let started = false;

	function load(): CartSnapshot {
		const { cart, savedItems, promo } = browser.readShown();
		const withCode = (item: ShownItem) => {
			const authCode = codes.get(item.id);
			return authCode ? { ...item, authCode } : item;
		};
		current = { initialised: true, cart: cart.map(withCode), savedItems: savedItems.map(withCode), promo };
		return current;
	}

	function start(): void {
		if (started) return;
		started = true;
		browser.start();
		load();
		events.addEventListener("cart:change", load);
	}

	function apply(change: CartChange, shown?: Shown) {
		start();
		return browser.change(change, shown);
	}

	function write(changed: Partial<CartState>, shown?: ReadonlyMap<string, Shown>): void {
		start();
		browser.write({ ...browser.read(), ...changed }, shown);
	}

	const undoOf = (change: CartChange) => {
		const { undo } = apply(change);
		return () => void (undo && apply(undo));
	};

	return {
		start,
		snapshot: (): CartSnapshot => current,
		subscribe(listener: () => void): () => void {
			start();
			events.addEventListener("cart:change", listener);
			return () => events.removeEventListener("cart:change", listener);
		},

		add(item: NewCartItem): AddOutcome {
			const shown = toCartItem(item);
			if (shown.authCode) codes.set(shown.id, shown.authCode);
			const { done, message } = apply({ intent: "add", item: toItem(shown) }, shown);
			return { added: done, message: message ?? "" };
		},
		has(id: string): boolean {
			start();
			return browser.read().cart.some((item) => item.id === id);
		},
		/** Returns a function that puts the item back in its place. */
		remove: (id: string) => undoOf({ intent: "remove", id }),
		removeSavedItem: (id: string) => undoOf({ intent: "unsave", id }),
		updateQuantity: (id: string, quantity: number) => void apply({ intent: "quantity", id, quantity }),
		saveForLater: (id: string) => void apply({ intent: "save", id }),
		moveToCart(id: string): AddOutcome | undefined {
			const { done, message } = apply({ intent: "move", id });
			return message === null ? undefined : { added: done, message };
		},

		/** Replaces an extension in the cart by the domain that the customer chose, unless the cart has it already. */
		nameExtension(id: string, domain: string): AddOutcome {
			start();
			const { cart } = browser.read();
			if (cart.some((item) => item.id === domain))
				return { added: false, message: `${domain} is already in the cart.` };
			const { name: _, ...shown } = current.cart.find((item) => item.id === id) ?? {};
			const named = { id: domain, domain, category: "domain", productId: "domain-registration" } as const;
			write(
				{ cart: cart.map((item) => (item.id === id ? { ...item, ...named } : item)) },
				new Map([[domain, { ...shown, name: domain }]]),
			);
			return { added: true, message: `${domain} added to cart successfully.` };
		},

		/** Sets the authorization code of a transfer in the cart. */
		setAuthCode(id: string, authCode: string): void {
			codes.set(id, authCode);
			events.dispatchEvent(new Event("cart:change"));
		},

		/** Stores the server's prices, so that the customer does not see the price change again. */
		acceptPrices(prices: AcceptedPrices): void {
			const items = load().cart.map((item) => ({ ...item, ...prices.get(item.id) }));
			write({ cart: items.map(toItem) }, new Map(items.map((item) => [item.id, item])));
		},

		setPromo: (code: string | null) => void apply({ intent: "promo", code: code?.trim() || null }),

		/** Removes the ordered items and the promo code. Keeps items that were added since. */
		removeAll(ids: readonly string[]): void {
			write({ promo: null, cart: browser.read().cart.filter((item) => !ids.includes(item.id)) });
		},
	};
}

/** Authorization codes by item, until the tab closes. */
function createTabCodes() {
	const read = (): Map<string, string> => {
		try {
			return new Map(JSON.parse(sessionStorage.getItem("transferCodes") ?? "[]"));
		} catch {
			return new Map();
		}
	};
	return {
		get: (id: string) => read().get(id),
		set(id: string, code: string): void {
			sessionStorage.setItem("transferCodes", JSON.stringify([...read().set(id, code)]));
		},
	};
}

/** The browser's cart. On the server it is always empty. */
export const cartStore = createCartStore(browserPorts);
