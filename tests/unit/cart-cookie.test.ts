import fc from "fast-check";
import { expect, test } from "vitest";
import { changeCart, readCartChange } from "~/features/cart/cart-changes";
import {
	type CartState,
	cartCookie,
	cartValueOf,
	decodeCart,
	emptyCart,
	encodeCart,
	fitsCookie,
	maxCookieLength,
} from "~/features/cart/cart-cookie";
import { type CartCategory, type CartItem, itemId, maxQuantity } from "~/features/cart/cart-item";
import { cartEntries } from "~/features/cart/entries";
import { versionOne } from "~/features/catalog/version-one/version-one";

const item = (fields: Omit<CartItem, "id" | "quantity"> & { quantity?: number }): CartItem => ({
	id: itemId(fields),
	quantity: 1,
	...fields,
});
const registration = (domain: string, quantity = 1): CartItem =>
	item({ productId: "domain-registration", category: "domain", domain, quantity });

const fiveKinds: CartState = {
	cart: [
		registration("mamakahawa.co.ke", 2),
		item({ productId: "domain-transfer", category: "transfer", domain: "neema.com", priceMark: "0a9" }),
		item({ productId: "shared-pro", category: "plan", domain: "duka.co.ke", term: "annual" }),
		item({
			productId: "web-starter",
			category: "plan-renewal",
			domain: "tujenge.com",
			term: "monthly",
			planId: "hst_01x",
			quantity: 3,
		}),
		item({ productId: "hardware-printer-network", category: "hardware", quantity: 5 }),
	],
	savedItems: [item({ productId: "domain-003", category: "extension" })],
	promo: "KARIBU10",
};

test("the cookie has ids, terms, names and quantities in a short form, and no prices", () => {
	expect(encodeCart(fiveKinds)).toBe(
		"1|d2:mamakahawa.co.ke!t:neema.com:*0a9!pa:shared-pro:duka.co.ke!nm3:web-starter:tujenge.com:~hst_01x!h5:hardware-printer-network|e:domain-003|KARIBU10",
	);
	expect(decodeCart(encodeCart(fiveKinds))).toEqual({ ...fiveKinds, damaged: false });
});

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
const domain = fc.tuple(label, fc.constantFrom("com", "co.ke", "xn--p1ai")).map((parts) => parts.join("."));
const productId = fc.constantFrom(...versionOne.productsById.keys());
const anyItem = fc
	.record(
		{
			category: fc.constantFrom<CartCategory>("plan", "plan-renewal", "addon", "hardware", "extension"),
			productId,
			domain,
			term: fc.constantFrom("monthly" as const, "annual" as const),
			planId: fc.stringMatching(/^hst_[a-z0-9]{17}$/),
			planKey: fc.constantFrom("shared-pro:annual", "plan-starter:monthly:neema.co.ke"),
			quantity: fc.integer({ min: 1, max: 99 }),
			priceMark: fc.stringMatching(/^[0-9a-z]{3}$/),
		},
		{ requiredKeys: ["category", "productId", "quantity", "planId"] },
	)
	.map(({ quantity, planKey, ...fields }) =>
		item({
			...fields,
			...(fields.category === "addon" && planKey && { planKey }),
			quantity: Math.min(quantity, maxQuantity(fields.category)),
		}),
	);
const anyDomain = fc.tuple(domain, fc.integer({ min: 1, max: 10 })).map(([name, years]) => registration(name, years));
const items = fc.uniqueArray(fc.oneof(anyItem, anyDomain), { selector: ({ id }) => id, maxLength: 50 });
const anyCart = fc.record({
	cart: items,
	savedItems: items,
	promo: fc.oneof(fc.constant(null), fc.string({ minLength: 1, maxLength: 40, unit: "grapheme-ascii" })),
});

test("every cart can be read back", () => {
	fc.assert(
		fc.property(anyCart, (cart) => {
			expect(decodeCart(encodeCart(cart))).toEqual({ ...cart, damaged: false });
		}),
	);
});

test("the value has only characters that cookies allow (RFC 6265, section 4.1.1)", () => {
	fc.assert(
		fc.property(anyCart, (cart) => {
			expect(encodeCart(cart)).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/);
		}),
	);
});

test("anything can be read, and what is kept can be read again", () => {
	fc.assert(
		fc.property(
			fc.oneof(
				fc.string(),
				fc.string().map((text) => `1|${text}`),
			),
			(text) => {
				const read = decodeCart(text);
				if (read) expect(decodeCart(encodeCart(read))).toEqual({ ...read, damaged: false });
			},
		),
	);
});

test("a changed character loses at most the items it touches", () => {
	const value = encodeCart(fiveKinds);
	fc.assert(
		fc.property(fc.nat(value.length - 3), fc.constantFrom("!", ":", "|", "%", "é", "~", "*"), (at, character) => {
			const read = decodeCart(`1|${value.slice(2, at + 2)}${character}${value.slice(at + 3)}`);
			expect((read?.cart.length ?? 0) + (read?.savedItems.length ?? 0)).toBeGreaterThanOrEqual(3);
		}),
	);
});

test.each([
	["nothing", null],
	["an empty value", ""],
	["another version", "2|d:a.com||"],
	["text", "hello"],
])("%s is no cart", (_, value) => {
	expect(decodeCart(value)).toBeNull();
});

test.each([
	["an unknown kind", "1|z:a.com||"],
	["a domain without a name", "1|d||"],
	["a name that is not in ASCII form", "1|d:café.com||"],
	["a plan's renewal without its plan", "1|nm:web-starter||"],
	["a promo code that can't be decoded", "1|||%E0%A4%A"],
	["a list that is cut off", "1|d:a.com!"],
	["too few parts", "1|"],
	["the same item twice", "1|d:a.com!d2:a.com||"],
])("%s is left out, and the cart says that it is damaged", (_, value) => {
	expect(decodeCart(value)?.damaged).toBe(true);
});

test.each([
	["d0:a.com", 1],
	["d11:a.com", 10],
	["h999:hardware-printer", 99],
	["t3:a.com", 1],
])("the quantity of %s is %i", (text, quantity) => {
	expect(decodeCart(`1|${text}||`)?.cart[0]?.quantity).toBe(quantity);
});

test("fifty ordinary names fit, and longer ones are too many before a browser drops the cookie", () => {
	const names = (length: number) =>
		Array.from({ length: 50 }, (_, index) => registration(`${index}-${"n".repeat(length)}.co.ke`));
	expect(fitsCookie({ ...emptyCart, cart: names(24).map((one) => ({ ...one, priceMark: "abc" })) })).toBe(true);
	expect(fitsCookie({ ...emptyCart, cart: names(55) })).toBe(false);
	expect(cartCookie({ ...emptyCart, promo: "x".repeat(40) }, true).length + maxCookieLength).toBeLessThan(4_000);
});

test("the cart is found among other cookies", () => {
	const value = encodeCart(fiveKinds);
	expect(cartValueOf(`mycart=no; cart=${value}; x=y`)).toBe(value);
	expect(cartValueOf("mycart=no")).toBeUndefined();
	expect(cartValueOf(null)).toBeUndefined();
	expect(cartCookie(emptyCart, true)).toBe("cart=1|||; Path=/; SameSite=Lax; Max-Age=31536000; Secure");
});

test("an add-on keeps what it is for, which makes it another item", () => {
	const state = {
		...emptyCart,
		cart: [item({ productId: "addon-ssl", category: "addon", term: "annual", quantity: 1 })],
	};
	const name = () => "Premium SSL";
	const assign = (from: CartState, to: string) =>
		changeCart(from, { intent: "belongs", id: from.cart[0]?.id ?? "", to }, name);
	for (const [to, text, ref] of [
		["domain neema.co.ke", "aa:addon-ssl:neema.co.ke", { domain: "neema.co.ke" }],
		["plan hst_1", "aa:addon-ssl:~hst_1", { planId: "hst_1" }],
		["item shared-pro:annual:a.com", "aa:addon-ssl:@shared-pro/annual/a.com", { planKey: "shared-pro:annual:a.com" }],
	] as const) {
		const { state: assigned } = assign(state, to);
		expect(encodeCart(assigned)).toBe(`1|${text}||`);
		expect(decodeCart(encodeCart(assigned))?.cart).toMatchObject([ref]);
		const [entry] = cartEntries(assigned.cart);
		expect(entry).toMatchObject(ref);
		expect(Object.keys(entry ?? {})).not.toContain("authCode");
	}
	const first = assign(state, "domain neema.co.ke").state;
	const both = { ...first, cart: [...state.cart, ...first.cart] };
	expect(assign(both, "domain neema.co.ke")).toMatchObject({ done: false, state: both });
	for (const to of ["", "domain neema|co.ke", "domain дом.ke", `plan ${"x".repeat(99)}`, "item @!"])
		expect(assign(state, to), to).toMatchObject({
			done: false,
			state,
			message: "Choose what Premium SSL is for.",
		});
});

test("a removed item is not put back into a cart that is full by then", () => {
	const cart = Array.from({ length: 50 }, (_, index) => registration(`n${index}.ke`));
	const name = ({ id }: CartItem) => id;
	const removed = changeCart({ ...emptyCart, cart }, { intent: "remove", id: "n7.ke" }, name);
	const restored = removed.undo && changeCart(removed.state, removed.undo, name);
	expect(restored).toMatchObject({ done: true, state: { cart } });
	const { state } = changeCart(removed.state, { intent: "add", item: registration("other.ke") }, name);
	expect(removed.undo && changeCart(state, removed.undo, name)).toMatchObject({ done: false, state });
});

test("a promo code that is cut inside of a character can be encoded", () => {
	const typed = `a${"😀".repeat(30)}`;
	const form = new FormData();
	form.set("intent", "promo");
	form.set("promo", typed);
	expect(readCartChange(form)).toEqual({ intent: "promo", code: `A${"😀".repeat(19)}` });
	const read = decodeCart(`1|||${encodeURIComponent(typed)}`);
	expect(read?.promo).toBe(`a${"😀".repeat(19)}`);
	expect(decodeCart(encodeCart(read ?? emptyCart))?.promo).toBe(read?.promo);
});
