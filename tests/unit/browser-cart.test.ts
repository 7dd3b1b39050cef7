import { beforeEach, expect, test, vi } from "vitest";
import { type BrowserCart, browserPorts, createBrowserCart, toItem } from "~/features/cart/browser-cart";
import { encodeCart, maxCookieLength } from "~/features/cart/cart-cookie";
import { type NewCartItem, type ShownItem, toCartItem } from "~/features/cart/cart-item";
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

const add = async (cart: BrowserCart, item: NewCartItem) => {
	const shown = toCartItem(item);
	const { done, message } = await cart.change({ intent: "add", item: toItem(shown) }, shown);
	return [done, message];
};
const more = { intent: "quantity", id: "hardware-printer", quantity: 1, isStep: true } as const;
const ids = (cart: BrowserCart) => cart.read().cart.map(({ id }) => id);
const stored = (browser: ReturnType<typeof fakeBrowser>, list = "cart"): ShownItem[] =>
	JSON.parse(browser.data.get(list) ?? "[]");
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});

beforeEach(() => {
	warn.mockClear();
});

test("a page says that it has added something, and nothing about other changes", async () => {
	const browser = fakeBrowser();
	const cart = browser.openTab();
	await add(cart, printer);
	expect(browser.counted()).toBe(1);
	await cart.change(more);
	await cart.change({ intent: "remove", id: "hardware-printer" });
	expect(browser.counted()).toBe(1);
	await add(cart, domain("a.com"));
	await add(cart, domain("a.com"));
	expect(browser.counted(), "refused").toBe(2);
});

test("a domain is added once, and adding it again is refused with a message", async () => {
	const cart = fakeBrowser().openTab();
	expect(await add(cart, domain("neema.com"))).toEqual([true, "neema.com added to cart successfully."]);
	expect(await add(cart, domain("neema.com"))).toEqual([false, "neema.com is already in the cart."]);
	expect(cart.read().cart).toMatchObject([{ id: "neema.com", domain: "neema.com", quantity: 1 }]);
});

test("an extension is added once, with a message that names it", async () => {
	const cart = fakeBrowser().openTab();
	expect(await add(cart, dotCom)).toEqual([true, ".com added to cart."]);
	expect(await add(cart, dotCom)).toEqual([false, "Domain already in cart."]);
});

test("a second plan or device raises the quantity", async () => {
	const cart = fakeBrowser().openTab();
	for (const item of [plan, printer, plan, printer, printer]) expect((await add(cart, item))[0]).toBe(true);
	expect(cart.read().cart.map(({ id, quantity }) => [id, quantity])).toEqual([
		["plan-business:annual", 2],
		["hardware-printer", 3],
	]);
	expect((await add(cart, printer))[1]).toBe("Added to cart! (Printer)");
	await add(cart, { ...plan, term: "monthly" });
	expect(ids(cart)).toContain("plan-business:monthly");
});

test("a quantity below 1 is ignored, years are capped at 10 and devices at 99", async () => {
	const cart = fakeBrowser().openTab();
	await add(cart, domain("neema.com"));
	await add(cart, printer);
	for (const quantity of [0, -1, Number.NaN, 0.5, Number.NEGATIVE_INFINITY])
		await cart.change({ intent: "quantity", id: "neema.com", quantity });
	expect(cart.read().cart[0]?.quantity).toBe(1);
	await cart.change({ intent: "quantity", id: "neema.com", quantity: 11 });
	await cart.change({ intent: "quantity", id: "hardware-printer", quantity: 1e9 });
	expect(cart.read().cart.map(({ quantity }) => quantity)).toEqual([10, 99]);
});

test("a removed item can be restored to its position", async () => {
	const cart = fakeBrowser().openTab();
	for (const name of ["a.com", "b.com", "c.com"]) await add(cart, domain(name));
	const { undo } = await cart.change({ intent: "remove", id: "b.com" });
	expect(ids(cart)).toEqual(["a.com", "c.com"]);
	for (let times = 0; times < 2; times += 1) if (undo) await cart.change(undo);
	expect(ids(cart)).toEqual(["a.com", "b.com", "c.com"]);
	expect((await cart.change({ intent: "remove", id: "absent.com" })).undo).toBeUndefined();
	expect(ids(cart)).toHaveLength(3);
});

test("an item can be saved for later and moved back by the rules of adding", async () => {
	const cart = fakeBrowser().openTab();
	await add(cart, domain("a.com"));
	await cart.change({ intent: "quantity", id: "a.com", quantity: 4 });
	expect((await cart.change({ intent: "save", id: "a.com" })).message).toBe("a.com saved for later.");
	expect(cart.read()).toMatchObject({ cart: [], savedItems: [{ id: "a.com", quantity: 4 }] });

	await add(cart, domain("a.com"));
	const refused = await cart.change({ intent: "move", id: "a.com" });
	expect([refused.done, refused.message]).toEqual([false, "a.com is already in the cart."]);
	expect(cart.read().savedItems).toHaveLength(1);
	await cart.change({ intent: "remove", id: "a.com" });
	expect((await cart.change({ intent: "move", id: "a.com" })).done).toBe(true);
	expect(cart.read()).toMatchObject({ cart: [{ id: "a.com", quantity: 4 }], savedItems: [] });

	await cart.change({ intent: "save", id: "a.com" });
	expect((await cart.change({ intent: "unsave", id: "a.com" })).message).toBe("a.com removed from your saved items.");
	expect(cart.read()).toMatchObject({ cart: [], savedItems: [] });
});

test("the cart is full at 50 items, or when the cookie is", async () => {
	const cart = fakeBrowser().openTab();
	for (let index = 0; index < 50; index += 1) await add(cart, domain(`name${index}.com`));
	expect(await add(cart, domain("one-more.com"))).toEqual([false, "Your cart is full. It can hold 50 items."]);
	expect(cart.read().cart).toHaveLength(50);

	const long = fakeBrowser().openTab();
	const names = Array.from({ length: 50 }, (_, index) => `${index}-${"n".repeat(58)}.com`);
	const outcomes = await Promise.all(names.map((name) => add(long, domain(name))));
	expect(outcomes.at(-1)).toEqual([false, "Your cart is full. Pay for these items first, or remove some."]);
	expect(long.read().cart.length).toBe(outcomes.filter(([done]) => done).length);
	expect(long.read().cart.length).toBeGreaterThan(35);
});

test("two tabs keep each other's items and receive each other's changes", async () => {
	const browser = fakeBrowser();
	const [one, two] = [browser.openTab(), browser.openTab()];
	const heard = vi.fn();
	two.subscribe(heard);
	await add(one, domain("a.com"));
	expect(heard).toHaveBeenCalled();
	expect(ids(two)).toEqual(["a.com"]);
	await add(two, domain("b.com"));
	await add(one, domain("c.com"));
	expect([ids(one), ids(two)]).toEqual([
		["a.com", "b.com", "c.com"],
		["a.com", "b.com", "c.com"],
	]);
});

test("changes of two tabs in the same moment all count", async () => {
	const browser = fakeBrowser();
	const [one, two] = [browser.openTab(), browser.openTab()];
	await add(one, printer);
	const inOther: Promise<unknown>[] = [];
	browser.afterNextRead(() => {
		inOther.push(add(two, domain("b.com")), two.change(more));
	});
	await Promise.all([add(one, domain("a.com")), one.change(more), one.change(more)]);
	await Promise.all(inOther);
	expect(ids(one).toSorted()).toEqual(["a.com", "b.com", "hardware-printer"]);
	expect(one.read().cart.find(({ id }) => id === "hardware-printer")?.quantity).toBe(4);
});

test("the cart works in a browser without locks", async () => {
	vi.stubGlobal("navigator", {});
	const cart = fakeBrowser().openTab();
	expect((await add(cart, domain("a.com")))[0]).toBe(true);
	expect(ids(cart)).toEqual(["a.com"]);
	vi.unstubAllGlobals();
});

test("local storage has the cart in its own format, with names and prices", async () => {
	const browser = fakeBrowser();
	const cart = browser.openTab();
	await add(cart, domain("neema.com"));
	await add(cart, printer);
	await cart.change({ intent: "save", id: "hardware-printer" });
	expect(stored(browser)).toEqual([{ ...domain("neema.com"), id: "neema.com", available: true, quantity: 1 }]);
	expect(stored(browser, "savedItems")).toMatchObject([{ id: "hardware-printer", name: "Printer", price: 18_900 }]);
});

test("the copy follows a cookie that the server has changed", async () => {
	const browser = fakeBrowser();
	await add(browser.openTab(), domain("neema.com"));
	browser.jar.cookie = "theme=dark; cart=1|d3:neema.com!pa:shared-pro:duka.co.ke||";
	browser.openTab().sync(new Map([["shared-pro:annual:duka.co.ke", { name: "Professional Hosting", price: 60_000 }]]));
	expect(stored(browser)).toMatchObject([
		{ id: "neema.com", price: 1750, quantity: 3 },
		{ id: "shared-pro:annual:duka.co.ke", name: "Professional Hosting", price: 60_000, domain: "duka.co.ke" },
	]);
});

test("an item that no page has shown gets a name from its fields", () => {
	const browser = fakeBrowser({}, "cart=1|d:neema.co.ke!h:hardware-printer||");
	browser.openTab();
	expect(stored(browser)).toMatchObject([
		{ name: "neema.co.ke", tld: "co.ke", price: 0 },
		{ name: "hardware-printer", price: 0 },
	]);
});

test.each(["", "cart=", "cart=nonsense", "cart=1|d:b.com!???||"])(
	"the cookie %j is restored from the copy",
	async (cookie) => {
		const browser = fakeBrowser();
		const cart = browser.openTab();
		await add(cart, domain("a.com"));
		await add(cart, domain("b.com"));
		browser.jar.cookie = cookie;
		const reloaded = browser.openTab();
		expect(ids(reloaded)).toEqual(["a.com", "b.com"]);
		expect(stored(browser)).toHaveLength(2);
	},
);

test("a cart that was emptied is not restored", async () => {
	const browser = fakeBrowser();
	await add(browser.openTab(), domain("a.com"));
	browser.jar.cookie = `cart=${encodeCart({ cart: [], savedItems: [], promo: null })}`;
	expect(ids(browser.openTab())).toEqual([]);
	expect(stored(browser)).toEqual([]);
});

test("clearing local storage keeps the cart", async () => {
	const browser = fakeBrowser();
	await add(browser.openTab(), domain("a.com"));
	browser.data.clear();
	expect(ids(browser.openTab())).toEqual(["a.com"]);
	expect(stored(browser)).toMatchObject([{ id: "a.com" }]);
});

test("every tab has the promo code until it is removed", async () => {
	const browser = fakeBrowser();
	const [one, two] = [browser.openTab(), browser.openTab()];
	await one.change({ intent: "promo", code: "KARIBU10" });
	expect(two.read().promo).toBe("KARIBU10");
	await two.change({ intent: "promo", code: null });
	expect(one.read().promo).toBeNull();
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
])("a stored quantity of %s is read as %i", (quantityText, quantity) => {
	const cart = `[{"id":"neema.com","domain":"neema.com","price":1750,"tld":".com","available":true,"quantity":${quantityText}}]`;
	const browser = fakeBrowser({ cart });
	expect(browser.openTab().read().cart).toMatchObject([{ id: "neema.com", quantity }]);
	expect(stored(browser)).toMatchObject([{ id: "neema.com", quantity }]);
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
	const browser = fakeBrowser({ cart });
	expect(browser.openTab().read().cart).toMatchObject([
		{ id: "neema.com", productId: "domain-registration", category: "domain" },
		{ id: "juma.co.ke", productId: "domain-registration", category: "domain", domain: "juma.co.ke", quantity: 2 },
		{ id: "domain-003", productId: "domain-003", category: "extension" },
	]);
	expect(stored(browser).map(({ tld }) => tld)).toEqual(["com", "co.ke", "org"]);
});

test("unreadable JSON loses only its own list", () => {
	const browser = fakeBrowser({ cart: "[{", savedItems: JSON.stringify([{ ...domain("b.com"), id: "b.com" }]) });
	expect(browser.openTab().read()).toMatchObject({ cart: [], savedItems: [{ id: "b.com" }] });
	expect(warn).toHaveBeenCalled();
	expect(browser.data.get("cart")).toBe("[]");
});

test.each(['{"a":1}', "7", '"text"', "null", '[null,1,"x",[],{},{"id":5},{"id":"","name":"y"}]'])(
	"invalid stored data is left out: %s",
	(cart) => {
		expect(fakeBrowser({ cart }).openTab().read().cart).toEqual([]);
	},
);

test("property names of JavaScript objects in the storage change nothing", () => {
	const cart = '[{"__proto__":{"polluted":1},"constructor":{"x":1},"id":"neema.com","domain":"neema.com","price":-5}]';
	const browser = fakeBrowser({ cart });
	expect(browser.openTab().readShown().cart).toMatchObject([{ id: "neema.com", price: 0 }]);
	expect(({} as { polluted?: number }).polluted).toBeUndefined();
	expect(Object.keys(stored(browser)[0] ?? {})).not.toContain("__proto__");
});

test("the cart works if local storage is blocked, and says so if cookies are", async () => {
	const local = () => {
		throw new DOMException("denied", "SecurityError");
	};
	const { lock } = browserPorts;
	const jar = { cookie: "" };
	const write = (text: string) => {
		jar.cookie = text.split(";")[0] ?? "";
	};
	const cart = createBrowserCart({
		...{
			cookies: { read: () => jar.cookie, write },
			local,
			secure: true,
			lock,
			events: new EventTarget(),
			countAdded() {},
		},
	});
	expect((await add(cart, domain("a.com")))[0]).toBe(true);
	expect(ids(cart)).toEqual(["a.com"]);

	const blocked = createBrowserCart({
		...{
			cookies: { read: () => "", write: () => {} },
			local,
			secure: true,
			lock,
			events: new EventTarget(),
			countAdded() {},
		},
	});
	expect(await add(blocked, domain("a.com"))).toEqual([
		false,
		"Your browser blocks cookies, so the cart can't keep this. Allow cookies for this site.",
	]);
});

test("a copy that the cookie can't keep is restored once, as far as it fits", () => {
	const cart = JSON.stringify(Array.from({ length: 50 }, (_, index) => domain(`${index}-${"n".repeat(58)}.com`)));
	const savedItems = JSON.stringify([{ ...domain("later.com"), id: "later.com" }]);
	const browser = fakeBrowser({ cart, savedItems });
	const tab = browser.openTab();
	tab.subscribe(() => tab.sync());
	tab.sync();
	expect(browser.writes()).toBe(1);
	expect(encodeCart(tab.read()).length).toBeLessThanOrEqual(maxCookieLength);
	expect(tab.read().cart.length).toBeGreaterThan(35);
	expect(tab.read().savedItems).toEqual([]);

	const items = Array.from({ length: 40 }, (_, index) => `d:more${index}.com`).join("!");
	const others = JSON.stringify(Array.from({ length: 40 }, (_, index) => domain(`name${index}.com`)));
	const damaged = fakeBrowser({ cart: others }, `cart=1|${items}!???||`);
	expect(damaged.openTab().read().cart).toHaveLength(50);
	expect(damaged.writes()).toBe(1);
});

test("a browser that keeps storage but no cookies is not asked again and again", async () => {
	const browser = fakeBrowser({ cart: JSON.stringify([domain("a.com")]) }, "", { keepsCookies: false });
	const tab = browser.openTab();
	tab.subscribe(() => tab.sync());
	tab.sync();
	expect(browser.writes()).toBe(2);
	expect((await add(tab, domain("b.com")))[0]).toBe(false);
	expect(stored(browser)).toHaveLength(1);
});

test("an authorization code from an older version's storage is deleted", () => {
	const old = { ...domain("kisumu.com"), productId: "domain-transfer", category: "transfer", authCode: "EPP-1234" };
	const browser = fakeBrowser({ cart: JSON.stringify([{ ...old, id: "domain-transfer:kisumu.com", quantity: 1 }]) });
	expect(ids(browser.openTab())).toEqual(["domain-transfer:kisumu.com"]);
	expect(JSON.stringify([...browser.data]) + browser.jar.cookie).not.toContain("EPP-1234");
});
