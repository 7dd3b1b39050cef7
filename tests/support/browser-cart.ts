import type { Page } from "@playwright/test";
import { toItem } from "~/features/cart/browser-cart";
import { type CartState, encodeCart } from "~/features/cart/cart-cookie";
import { type NewCartItem, toCartItem } from "~/features/cart/cart-item";

interface Lists {
	cart?: readonly NewCartItem[];
	savedItems?: readonly NewCartItem[];
}

const stateOf = ({ cart = [], savedItems = [] }: Lists): CartState => ({
	cart: cart.map((item) => toItem(toCartItem(item))),
	savedItems: savedItems.map((item) => toItem(toCartItem(item))),
	promo: null,
});

/** Puts items into the cart's cookie. */
export async function storeCart(page: Page, { origin }: { readonly origin: string }, lists: Lists): Promise<void> {
	await page.context().addCookies([{ name: "cart", value: encodeCart(stateOf(lists)), url: origin, sameSite: "Lax" }]);
}

/** Fills local storage before the first page opens. */
export async function storeCopy(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
	await page.addInitScript((entries) => {
		if (sessionStorage.getItem("stored")) return;
		sessionStorage.setItem("stored", "1");
		for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
	}, texts);
}

/** The value of the cart's cookie. */
export async function cartCookieOf(page: Page): Promise<string> {
	const cookies = await page.context().cookies();
	return cookies.find(({ name }) => name === "cart")?.value ?? "";
}

export const domainItem = (domain: string, more: Partial<NewCartItem> = {}): NewCartItem => ({
	productId: "domain-registration",
	category: "domain",
	name: domain,
	domain,
	tld: domain.slice(domain.indexOf(".") + 1),
	price: 1750,
	renewal: (more.price ?? 1750) + 200,
	available: true,
	quantity: 1,
	...more,
});

export const printerItem: NewCartItem = {
	productId: "hardware-printer-network",
	category: "hardware",
	name: "Network thermal printer, 80 mm",
	price: 24_900,
	available: true,
	quantity: 1,
};

export const businessItem: NewCartItem = {
	productId: "plan-business",
	category: "plan",
	name: "Business plan",
	term: "annual",
	price: 24_000,
	available: true,
	quantity: 1,
};

export const dotOrgItem: NewCartItem = {
	productId: "domain-003",
	category: "extension",
	name: ".org",
	tld: "org",
	price: 1750,
	available: true,
	quantity: 1,
};
