import { beforeEach, expect, test, vi } from "vitest";
import type { NewCartItem } from "~/features/cart/cart-item";
import { createCartStore } from "~/features/cart/cart-store";
import { fakeBrowser } from "../support/fake-browser";

const domain = (name: string): NewCartItem => ({
	productId: "domain-registration",
	category: "domain",
	name,
	domain: name,
	tld: name.slice(name.indexOf(".") + 1),
	price: 1750,
});
const plan: NewCartItem = {
	productId: "plan-business",
	category: "plan",
	name: "Business plan",
	term: "annual",
	price: 24_000,
};
const printer: NewCartItem = { productId: "hardware-printer", category: "hardware", name: "Printer", price: 18_900 };
const dotCom: NewCartItem = { productId: "domain-001", category: "extension", name: ".com", tld: "com", price: 1750 };

const ids = (store: ReturnType<typeof createCartStore>) => store.snapshot().cart.map(({ id }) => id);
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});

beforeEach(() => {
	warn.mockClear();
});

test("the cart is not initialised until the storage has been read", () => {
	const store = fakeBrowser().openTab();
	expect(store.snapshot()).toEqual({ initialised: false, cart: [], savedItems: [], promo: null });
	store.subscribe(() => {});
	expect(store.snapshot().initialised).toBe(true);
});

test("a domain is added once, and adding it again is refused with a message", () => {
	const store = fakeBrowser().openTab();
	expect(store.add(domain("neema.com"))).toEqual({ added: true, message: "neema.com added to cart successfully." });
	expect(store.add(domain("neema.com"))).toEqual({ added: false, message: "neema.com is already in the cart." });
	expect(store.snapshot().cart).toMatchObject([{ id: "neema.com", domain: "neema.com", quantity: 1, available: true }]);
});

test("an extension is added once, with a message that names it", () => {
	const store = fakeBrowser().openTab();
	expect(store.add(dotCom)).toEqual({ added: true, message: ".com added to cart." });
	expect(store.add(dotCom)).toEqual({ added: false, message: "Domain already in cart." });
});

test("a second plan or device raises the quantity", () => {
	const store = fakeBrowser().openTab();
	for (const item of [plan, printer, plan, printer, printer]) expect(store.add(item).added).toBe(true);
	expect(store.snapshot().cart.map(({ id, quantity }) => [id, quantity])).toEqual([
		["plan-business:annual", 2],
		["hardware-printer", 3],
	]);
	expect(store.add(printer).message).toBe("Added to cart! (Printer)");
	store.add({ ...plan, term: "monthly" });
	expect(ids(store)).toContain("plan-business:monthly");
});

test("a quantity below 1 is ignored, years are capped at 10 and devices at 99", () => {
	const store = fakeBrowser().openTab();
	store.add(domain("neema.com"));
	store.add(printer);
	for (const quantity of [0, -1, Number.NaN, 0.5, Number.NEGATIVE_INFINITY])
		store.updateQuantity("neema.com", quantity);
	expect(store.snapshot().cart[0]?.quantity).toBe(1);
	store.updateQuantity("neema.com", 11);
	store.updateQuantity("hardware-printer", 1e9);
	expect(store.snapshot().cart.map(({ quantity }) => quantity)).toEqual([10, 99]);
});

test("a removed item can be restored to its position", () => {
	const store = fakeBrowser().openTab();
	for (const name of ["a.com", "b.com", "c.com"]) store.add(domain(name));
	const undo = store.remove("b.com");
	expect(ids(store)).toEqual(["a.com", "c.com"]);
	undo();
	undo();
	expect(ids(store)).toEqual(["a.com", "b.com", "c.com"]);
	store.remove("absent.com")();
	expect(ids(store)).toHaveLength(3);
});

test("an item can be saved for later and moved back by the rules of adding", () => {
	const store = fakeBrowser().openTab();
	store.add(domain("a.com"));
	store.updateQuantity("a.com", 4);
	store.saveForLater("a.com");
	expect([store.snapshot().cart, store.snapshot().savedItems]).toMatchObject([[], [{ id: "a.com", quantity: 4 }]]);

	store.add(domain("a.com"));
	expect(store.moveToCart("a.com")).toEqual({ added: false, message: "a.com is already in the cart." });
	expect(store.snapshot().savedItems).toHaveLength(1);
	store.remove("a.com");
	expect(store.moveToCart("a.com")?.added).toBe(true);
	expect(store.snapshot()).toMatchObject({ cart: [{ id: "a.com", quantity: 4 }], savedItems: [] });

	store.saveForLater("a.com");
	store.removeSavedItem("a.com");
	expect(store.snapshot()).toMatchObject({ cart: [], savedItems: [] });
});

test("an extension that gets a name becomes that domain, unless the name is in the cart", () => {
	const store = fakeBrowser().openTab();
	store.add(dotCom);
	store.updateQuantity("domain-001", 2);
	store.add(domain("neema.com"));
	expect(store.nameExtension("domain-001", "neema.com").added).toBe(false);
	expect(store.nameExtension("domain-001", "juma.com").added).toBe(true);
	expect(store.snapshot().cart[0]).toMatchObject({
		id: "juma.com",
		productId: "domain-registration",
		category: "domain",
		quantity: 2,
	});
});

test("the cart is full at 50 items", () => {
	const store = fakeBrowser().openTab();
	for (let index = 0; index < 50; index += 1) store.add(domain(`name${index}.com`));
	expect(store.add(domain("one-more.com"))).toEqual({
		added: false,
		message: "Your cart is full. It can hold 50 items.",
	});
	expect(store.snapshot().cart).toHaveLength(50);
});

test("two tabs keep each other's items and receive each other's changes", () => {
	const browser = fakeBrowser();
	const [one, two] = [browser.openTab(), browser.openTab()];
	const heard = vi.fn();
	one.subscribe(() => {});
	two.subscribe(heard);
	one.add(domain("a.com"));
	expect(heard).toHaveBeenCalled();
	expect(ids(two)).toEqual(["a.com"]);
	two.add(domain("b.com"));
	one.add(domain("c.com"));
	expect([ids(one), ids(two)]).toEqual([
		["a.com", "b.com", "c.com"],
		["a.com", "b.com", "c.com"],
	]);
});

test("several stores on one page receive each other's changes", () => {
	const page = new EventTarget();
	const data = new Map<string, string>();
	const storage = () => ({
		getItem: (key: string) => data.get(key) ?? null,
		setItem: (key: string, value: string) => void data.set(key, value),
	});
	const [island, react] = [
		createCartStore({ local: storage, session: storage }, page),
		createCartStore({ local: storage, session: storage }, page),
	];
	react.subscribe(() => {});
	island.add(domain("a.com"));
	expect(ids(react)).toEqual(["a.com"]);
});

test("clearing the storage in another tab empties the cart", () => {
	const browser = fakeBrowser();
	const window = new EventTarget();
	const storage = () => ({
		getItem: (key: string) => browser.data.get(key) ?? null,
		setItem: (key: string, value: string) => void browser.data.set(key, value),
	});
	const store = createCartStore({ local: storage, session: storage }, window);
	store.add(domain("a.com"));
	browser.data.clear();
	window.dispatchEvent(Object.assign(new Event("storage"), { key: null }));
	expect(ids(store)).toEqual([]);
});

test("every tab keeps the promo code for the checkout until it is removed", () => {
	const browser = fakeBrowser();
	const [one, two] = [browser.openTab(), browser.openTab()];
	two.start();
	one.setPromo(" KARIBU10 ");
	expect(two.snapshot().promo).toBe("KARIBU10");
	two.setPromo(null);
	expect(one.snapshot().promo).toBeNull();
});

test("a price change is not shown again after the customer has seen it", () => {
	const store = fakeBrowser().openTab();
	store.add(domain("a.com"));
	store.acceptPrices(new Map([["a.com", { price: 1900 }]]));
	expect(store.snapshot().cart).toMatchObject([{ id: "a.com", price: 1900 }]);
});

test("an order removes only what was ordered, and its promo code", () => {
	const store = fakeBrowser().openTab();
	store.setPromo("KARIBU10");
	for (const name of ["a.com", "b.com"]) store.add(domain(name));
	store.removeAll(["a.com"]);
	expect(ids(store)).toEqual(["b.com"]);
	expect(store.snapshot().promo).toBeNull();
});

test.each([
	["0", 1],
	["-3", 1],
	["null", 1],
	['"2"', 1],
	["1e400", 1],
	["2.7", 2],
	["3", 3],
	["5000", 10],
])("a stored quantity of %s is read as %i", (stored, quantity) => {
	const cart = `[{"id":"neema.com","domain":"neema.com","price":1750,"tld":".com","available":true,"quantity":${stored}}]`;
	const browser = fakeBrowser({ cart });
	const store = browser.openTab();
	store.start();
	expect(store.snapshot().cart).toMatchObject([{ id: "neema.com", quantity }]);
	expect(JSON.parse(browser.data.get("cart") ?? "")).toMatchObject([{ id: "neema.com", quantity }]);
});

test("both older item formats can be read", () => {
	const cart = JSON.stringify([
		{ id: "neema.com", domain: "neema.com", price: 1750, tld: ".com", available: true, quantity: 1 },
		{
			id: "juma.co.ke",
			name: "juma.co.ke",
			tld: ".co.ke",
			price: 500,
			category: "domain",
			available: true,
			quantity: 2,
		},
		{ id: "domain-003", name: ".org", tld: ".org", price: 10.99, category: "domain", available: true, quantity: 1 },
	]);
	const store = fakeBrowser({ cart }).openTab();
	store.start();
	expect(store.snapshot().cart).toMatchObject([
		{ id: "neema.com", productId: "domain-registration", category: "domain", tld: "com" },
		{ id: "juma.co.ke", productId: "domain-registration", category: "domain", domain: "juma.co.ke", quantity: 2 },
		{ id: "domain-003", productId: "domain-003", category: "extension", tld: "org" },
	]);
});

test("unreadable JSON gives an empty cart and a console error", () => {
	const browser = fakeBrowser({ cart: "[{", savedItems: JSON.stringify([{ ...domain("b.com"), id: "b.com" }]) });
	const store = browser.openTab();
	store.start();
	expect(store.snapshot()).toMatchObject({ initialised: true, cart: [], savedItems: [{ id: "b.com" }] });
	expect(warn).toHaveBeenCalledOnce();
	expect(browser.data.get("cart")).toBe("[]");
});

test.each(['{"a":1}', "7", '"text"', "null", '[null,1,"x",[],{},{"id":5},{"id":"","name":"y"}]'])(
	"invalid stored data is left out: %s",
	(cart) => {
		const store = fakeBrowser({ cart }).openTab();
		store.start();
		expect(store.snapshot().cart).toEqual([]);
	},
);

test("property names of JavaScript objects in the storage change nothing", () => {
	const cart = '[{"__proto__":{"polluted":1},"constructor":{"x":1},"id":"neema.com","domain":"neema.com","price":-5}]';
	const store = fakeBrowser({ cart }).openTab();
	store.start();
	expect(store.snapshot().cart).toMatchObject([{ id: "neema.com", price: 0 }]);
	expect(({} as { polluted?: number }).polluted).toBeUndefined();
	expect(Object.keys(store.snapshot().cart[0] ?? {})).not.toContain("__proto__");
});

test("the cart still works for the page if the storage refuses to save", () => {
	const denied = () => {
		throw new DOMException("denied", "SecurityError");
	};
	const store = createCartStore({ local: denied, session: denied });
	expect(store.add(domain("a.com")).added).toBe(true);
	expect(ids(store)).toEqual(["a.com"]);
	store.setPromo("KARIBU10");
	expect(store.snapshot().promo).toBe("KARIBU10");
	// Once for each of the four keys.
	expect(warn).toHaveBeenCalledTimes(4);
});

const transfer: NewCartItem = {
	...domain("kisumu.com"),
	productId: "domain-transfer",
	category: "transfer",
	authCode: "EPP-1234",
};
const codesOf = (store: ReturnType<typeof createCartStore>) =>
	store.snapshot().cart.map(({ id, authCode }) => [id, authCode]);

test("an authorization code stays in its tab and is never in localStorage", () => {
	const browser = fakeBrowser();
	const [here, there] = [browser.openTab(), browser.openTab()];
	there.subscribe(() => {});
	here.add(transfer);
	here.add(domain("a.com"));
	const [id = ""] = ids(here);
	expect(JSON.stringify([...browser.data])).not.toContain("EPP-1234");
	expect(codesOf(here)[0]).toEqual([id, "EPP-1234"]);
	// The other tab has the transfer but not the code, and can store another one.
	expect(codesOf(there)[0]).toEqual([id, undefined]);
	there.add(domain("b.com"));
	expect(codesOf(here)[0]).toEqual([id, "EPP-1234"]);
	there.setAuthCode(id, "EPP-1234");
	expect(codesOf(there)[0]).toEqual([id, "EPP-1234"]);
	expect(JSON.stringify([...browser.data])).not.toContain("EPP-1234");
	here.saveForLater(id);
	here.moveToCart(id);
	expect(Object.fromEntries(codesOf(here))).toMatchObject({ [id]: "EPP-1234" });
	const undo = here.remove(id);
	undo();
	expect(Object.fromEntries(codesOf(here))).toMatchObject({ [id]: "EPP-1234" });
});

test("authorization codes in localStorage from older versions are removed, and forgotten with their item", () => {
	const old = [{ ...transfer, id: "domain-transfer:kisumu.com", available: true, quantity: 1 }];
	const data = new Map([["cart", JSON.stringify(old)]]);
	const tab = new Map<string, string>();
	const over = (map: Map<string, string>) => () => ({
		getItem: (key: string) => map.get(key) ?? null,
		setItem: (key: string, value: string) => void map.set(key, value),
	});
	const reloaded = () => {
		const store = createCartStore({ local: over(data), session: over(tab) });
		store.start();
		return store;
	};
	expect(codesOf(reloaded())).toEqual([["domain-transfer:kisumu.com", "EPP-1234"]]);
	expect(data.get("cart")).not.toContain("EPP-1234");
	const again = reloaded();
	expect(codesOf(again)).toEqual([["domain-transfer:kisumu.com", "EPP-1234"]]);
	again.removeAll(["domain-transfer:kisumu.com"]);
	expect([...tab.values()].join()).not.toContain("EPP-1234");
});
