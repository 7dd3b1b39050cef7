import { type BrowserCart, browserPorts, createBrowserCart } from "~/features/cart/browser-cart";
import { cartValueOf } from "~/features/cart/cart-cookie";

/** A browser with any number of tabs. A write in one tab fires a `storage` event in the others. */
export function fakeBrowser(
	initial: Readonly<Record<string, string>> = {},
	cookie = "",
	{ keepsCookies }: { readonly keepsCookies: boolean } = { keepsCookies: true },
) {
	const data = new Map(Object.entries(initial));
	const jar = { cookie };
	const tabs: EventTarget[] = [];
	let meanwhile = () => {};
	let writes = 0;
	let counted = 0;
	const countAdded = () => {
		counted += 1;
	};

	function openTab(): BrowserCart {
		const events = new EventTarget();
		tabs.push(events);
		const storage = {
			getItem: (key: string) => data.get(key) ?? null,
			setItem(key: string, value: string) {
				if (data.get(key) === value) return;
				data.set(key, value);
				for (const other of tabs)
					if (other !== events) other.dispatchEvent(Object.assign(new Event("storage"), { key }));
			},
		};
		const cookies = {
			read() {
				const { cookie } = jar;
				const work = meanwhile;
				meanwhile = () => {};
				work();
				return cookie;
			},
			write: (text: string) => {
				writes += 1;
				if (keepsCookies) jar.cookie = `cart=${cartValueOf(text)}`;
			},
		};
		const { lock } = browserPorts;
		const cart = createBrowserCart({ cookies, local: () => storage, secure: true, lock, events, countAdded });
		cart.start();
		return cart;
	}

	return {
		data,
		/** How often a page said that something was added. */
		counted: () => counted,
		jar,
		openTab,
		/** How often tabs have written the cookie. */
		writes: () => writes,

		/** Does this work right after the next read of the cookie, as the process of another tab may. */
		afterNextRead(work: () => void): void {
			meanwhile = work;
		},
	};
}
