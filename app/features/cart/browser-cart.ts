import { type CartChange, type CartOutcome, changeCart } from "./cart-changes";
import {
	type CartList,
	type CartState,
	cartCookie,
	cartValueOf,
	decodeCart,
	emptyCart,
	fitToCookie,
} from "./cart-cookie";
import type { CartItem, ShownItem } from "./cart-item";
import { shownPriceMark } from "./price-mark";
import { readItems } from "./repair-cart";

type KeyValueStore = Pick<Storage, "getItem" | "setItem">;

/** What a page shows of an item, for local storage. */
export type Shown = Partial<Pick<ShownItem, "name" | "description" | "image" | "tld" | "price" | "renewal">>;

export interface BrowserPorts {
	readonly cookies: { read(): string; write(cookie: string): void };
	/** A function, because reading `localStorage` itself throws when the browser blocks storage. */
	readonly local: () => KeyValueStore;
	readonly secure: boolean;
	/** Does the work while no other tab changes the cart. */
	lock<T>(work: () => T | Promise<T>): Promise<T>;
	/** `window`. Gets `cart:change`, and `storage` when another tab writes. */
	readonly events: EventTarget;
	/** Counts that something was added from the current page. */
	countAdded(): void;
}

const lists = ["cart", "savedItems"] as const;

const inBoth = <T>(make: (list: CartList) => T): Record<CartList, T> => ({
	cart: make("cart"),
	savedItems: make("savedItems"),
});

export type BrowserCart = ReturnType<typeof createBrowserCart>;

/**
 * The cart in the browser. The cookie is the cart. Each change starts from the newest cookie, and tabs make them one after
 * the other, so that they do not overwrite each other's items. Local storage has a copy with names and prices, which
 * restores a lost cookie.
 */
export function createBrowserCart({ cookies, local, secure, lock, events, countAdded }: BrowserPorts) {
	const readState = () => decodeCart(cartValueOf(cookies.read()));
	const read = (): CartState => readState() ?? emptyCart;

	function readStored(list: CartList): ShownItem[] {
		try {
			return readItems(local().getItem(list));
		} catch (error) {
			console.warn(`"${list}" in the browser's storage is unreadable.`, error);
			return [];
		}
	}

	/** What pages have shown of the items, by id. */
	function readShown(): Map<string, ShownItem> {
		return new Map(lists.flatMap((list) => readStored(list).map((item) => [item.id, item])));
	}

	/** Writes the copy in local storage. @param shown what this page shows, by id */
	function store(state: CartState, shown: ReadonlyMap<string, Shown> = new Map()): void {
		const known = readShown();
		for (const list of lists) {
			const items = state[list].map((item) => withShown(item, { ...known.get(item.id), ...shown.get(item.id) }));
			const text = JSON.stringify(items);
			try {
				if (local().getItem(list) !== text) local().setItem(list, text);
			} catch (error) {
				console.warn(`Could not keep "${list}" in the browser's storage.`, error);
			}
		}
	}

	/** Writes cookie and copy. Returns false, without a copy, if the browser did not accept the cookie. */
	function write(state: CartState, shown?: ReadonlyMap<string, Shown>): boolean {
		cookies.write(cartCookie(state, secure));
		// Before the copy, which makes other tabs read the cookie: browsers may write it later, but before the next read.
		// A listener that syncs again would not end while there is no cookie.
		if (readState() === null) return false;
		store(state, shown);
		events.dispatchEvent(new Event("cart:change"));
		return true;
	}

	/**
	 * Updates the copy after the server has changed the cookie, or restores a missing or damaged cookie from it, as far as
	 * it fits.
	 * @param shown what this page shows, by id
	 */
	function sync(shown?: ReadonlyMap<string, Shown>): void {
		const found = readState();
		if (found && !found.damaged) {
			store(found, shown);
			return;
		}
		const lost = inBoth((list) => union(found?.[list] ?? [], readStored(list).map(toItem)));
		if (lost.cart.length || lost.savedItems.length) write(fitToCookie({ ...lost, promo: found?.promo ?? null }), shown);
	}

	return {
		sync,

		/** Call it once on each page. */
		start(): void {
			events.addEventListener("storage", (event) => {
				const { key } = event as StorageEvent;
				if (lists.some((list) => list === key)) events.dispatchEvent(new Event("cart:change"));
			});
			sync();
		},

		/** Calls the listener when this page or another tab has changed the cart. Returns a function that stops it. */
		subscribe(listener: () => void): () => void {
			events.addEventListener("cart:change", listener);
			return () => events.removeEventListener("cart:change", listener);
		},

		/** The newest cart. */
		read,

		/** The newest cart with the names and prices that pages have shown. */
		readShown() {
			const state = read();
			const known = readShown();
			return inBoth((list) => state[list].map((item) => withShown(item, known.get(item.id))));
		},

		/** @param shown what the page shows of an item that is added */
		change: (change: CartChange, shown?: Shown): Promise<CartOutcome> =>
			lock(() => {
				const known = readShown();
				const added = shown && "item" in change ? new Map([[change.item.id, shown]]) : undefined;
				const nameOf = (item: CartItem) => withShown(item, added?.get(item.id) ?? known.get(item.id)).name;
				// Just before the write, for browsers without locks.
				const state = read();
				const outcome = changeCart(state, change, nameOf);
				if (!outcome.done) return outcome;
				if (write(outcome.state, added)) {
					if (change.intent === "add") countAdded();
					return outcome;
				}
				const message = "Your browser blocks cookies, so the cart can't keep this. Allow cookies for this site.";
				return { state, done: false, message };
			}),
	};
}

/** Completes an item for local storage. What no page has shown is guessed from the item. */
function withShown({ priceMark: _, ...item }: CartItem, shown?: Shown): ShownItem {
	const { domain, productId } = item;
	const tld = domain?.slice(domain.indexOf(".") + 1);
	return { name: domain ?? productId, price: 0, ...(tld && { tld }), ...shown, ...item, available: true };
}

/** The item of the cookie for an item that a page shows. */
export function toItem(item: ShownItem): CartItem {
	const { id, productId, category, domain, term, planId, planKey, quantity } = item;
	const priceMark = shownPriceMark(item);
	return {
		...{ id, productId, category, quantity },
		...(domain && { domain }),
		...(term && { term }),
		...(planId && { planId }),
		...(planKey && { planKey }),
		...(priceMark && { priceMark }),
	};
}

const union = (items: readonly CartItem[], more: readonly CartItem[]): CartItem[] => [
	...new Map([...more, ...items].map((item) => [item.id, item])).values(),
];

const onServer = typeof window === "undefined";

/** The address from which something was added last. */
let countedAddress = "";

/** Of this page. Nothing is read before the first use. */
export const browserPorts: BrowserPorts = {
	cookies: {
		read: () => document.cookie,
		write: (cookie) => {
			// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari 14 and Chrome 87.
			document.cookie = cookie;
		},
	},
	local: () => localStorage,
	secure: !onServer && location.protocol === "https:",
	// Without locks (Safari before 15.4) tabs may only collide within the same millisecond.
	lock: async (work) => navigator.locks?.request("cart", work) ?? work(),
	events: onServer ? new EventTarget() : window,
	countAdded() {
		if (location.href === countedAddress) return;
		countedAddress = location.href;
		navigator.sendBeacon?.("/api/cart/added");
	},
};

/** The cart of this browser. */
export const browserCart = createBrowserCart(browserPorts);
