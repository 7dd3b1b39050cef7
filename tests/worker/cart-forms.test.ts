import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { clientContext, servicesContext, viewerContext } from "~/context";
import { cartCookie, cartValueOf, decodeCart, emptyCart } from "~/features/cart/cart-cookie";
import { namesWithoutPlan, type Setup } from "~/features/cart/domain-setup";
import { chosenPlan } from "~/features/catalog/chosen-plan";
import { kes } from "~/lib/money";
import { cartAction, cartHeaders, cartOf, loadCart, setUpDomain, withAuthCodes } from "~/middleware/cart";
import { action as signOut } from "~/routes/auth/logout";
import type { Services } from "~/services.server";
import { aClient } from "../support/accounts";
import { aCustomer, aSession, testServices } from "../support/factories";
import { scriptedRegistrar } from "../support/registrar";

const services = testServices();

const aVisitor = (...initial: string[]) => visitorOf(services, ...initial);

/** A visitor who keeps the cookies of answers. */
function visitorOf(services: Services, ...initial: string[]) {
	const jar = new Map(initial.map((one) => [one.slice(0, one.indexOf("=")), one]));
	const args = (form?: Record<string, string>) => {
		const cookie = [...jar.values()].join("; ");
		const context = new RouterContextProvider();
		context.set(servicesContext, services);
		context.set(clientContext, aClient());
		context.set(viewerContext, services.sessions.viewer({ cookie }));
		const headers = { Cookie: cookie };
		const init = form ? { method: "POST", headers, body: new URLSearchParams(form) } : { headers };
		return { request: new Request("https://kikoa.test/cart", init), context };
	};
	const keep = (headers: Headers) => {
		for (const cookie of headers.getSetCookie()) {
			const [pair = ""] = cookie.split(";");
			jar.set(pair.slice(0, pair.indexOf("=")), pair);
		}
	};
	return {
		jar,
		args,
		load: () => loadCart(args()),
		/** Sends a form of the cart. Returns its address afterwards, or the failure. */
		async send(form: Record<string, string>) {
			const answer = await cartAction(args(form), "/cart");
			if (!(answer instanceof Response)) return answer.data.failure;
			keep(answer.headers);
			return answer.headers.get("Location");
		},
		async setUp(form: Record<string, string>, setup: Setup = "transfer", planId?: string) {
			const plan = planId && chosenPlan(planId, "annual").item;
			const answer = await setUpDomain(args(form), { setup, next: "/cart", ...(plan && { plan }) });
			if (!(answer instanceof Response)) return answer.data.failure;
			keep(answer.headers);
			return answer.headers.get("Location");
		},
		/** Signs out, as the form of that page does. */
		async leave() {
			keep((await signOut(args({}) as unknown as Parameters<typeof signOut>[0])).headers);
		},
		cart: () => cartOf(args().request).cart.map(({ id, quantity }) => `${id} ${quantity}`),
	};
}

const cartWith = (value: string) => `cart=1|${value}||`;

test("each intent starts from the cart of its request", async () => {
	const visitor = aVisitor();
	expect(await visitor.send({ intent: "add", item: "d:fresh-a.com" })).toBe("/cart");
	await visitor.send({ intent: "add", item: "h:hardware-printer-network" });
	await visitor.send({ intent: "quantity", id: "fresh-a.com", quantity: "1", step: "1" });
	await visitor.send({ intent: "quantity", id: "hardware-printer-network", quantity: "7" });
	expect(visitor.cart()).toEqual(["fresh-a.com 2", "hardware-printer-network 7"]);
	await visitor.send({ intent: "save", id: "fresh-a.com" });
	expect(visitor.cart()).toEqual(["hardware-printer-network 7"]);
	await visitor.send({ intent: "move", id: "fresh-a.com" });
	await visitor.send({ intent: "remove", id: "hardware-printer-network" });
	expect(visitor.cart()).toEqual(["fresh-a.com 2"]);
	await visitor.send({ intent: "restore", list: "cart", index: "0", item: "h7:hardware-printer-network" });
	await visitor.send({ intent: "promo", promo: " karibu10 " });
	expect(decodeCart(cartValueOf(visitor.jar.get("cart") ?? ""))).toMatchObject({
		cart: [{ id: "hardware-printer-network", quantity: 7 }, { id: "fresh-a.com" }],
		promo: "KARIBU10",
	});
});

test.each([
	[{ intent: "add", item: "nonsense" }],
	[{ intent: "add" }],
	[{ intent: "order" }],
	[{}],
	[{ intent: "name", id: "not-there", name: "x" }],
])("the form %j changes nothing", async (form) => {
	const visitor = aVisitor(cartWith("d:fresh-a.com"));
	expect(await visitor.send(form)).toMatchObject({ kind: "invalid" });
	expect(visitor.cart()).toEqual(["fresh-a.com 1"]);
});

test("adding goes back to a page of this site only", async () => {
	const visitor = aVisitor();
	const add = (back: string, name: string) => visitor.send({ intent: "add", item: `d:${name}.com`, back });
	expect(await add("/domains/search?q=a", "fresh-a")).toBe("/domains/search?q=a");
	expect(await add("https://evil.example/", "fresh-b")).toBe("/cart");
	expect(await add("//evil.example/", "fresh-c")).toBe("/cart");
});

test("the server prices the cart in the account's currency, and nothing in the cookie is a price", async () => {
	const cart = cartWith("d2:fresh-a.com:*zzz!h:hardware-printer-network:*000");
	const visitor = await aVisitor(cart).load();
	expect(visitor.currency).toBe("KES");
	expect(visitor.preview.quote.lines.map(({ amount }) => amount)).toEqual([kes(3700), kes(24_900)]);

	const { cookie } = await aSession(await aCustomer({ currency: "USD" }));
	const customer = await aVisitor(cart, cookie).load();
	expect(customer.currency).toBe("USD");
	expect(customer.preview.quote.lines.every(({ amount }) => amount.currency === "USD")).toBe(true);
});

test("a corrupt cookie is an empty cart", async () => {
	for (const value of ["", "cart=", "cart=%", "cart=1|%|%|%", "cart=9|d:a.com||"]) {
		const { state, preview } = await aVisitor(value).load();
		expect(state.cart).toEqual([]);
		expect(preview.quote.total.amount).toBe(0);
	}
});

test("a page does not wait for a silent registry, and learns what it answers later", async () => {
	let answer = (_: "available") => {};
	const silence = new Promise<"available">((resolve) => {
		answer = resolve;
	});
	const { registrar } = scriptedRegistrar((name) => (name === "silent-cart-form.com" ? silence : "available"));
	const patient = testServices({ registrar });
	const { preview } = await visitorOf(patient, cartWith("d:silent-cart-form.com!d:fresh-a.com")).load();
	answer("available");
	expect(preview.quote.problems).toEqual([]);
	expect(preview.quote.lines).toHaveLength(2);
	expect((await preview.checked)?.problems).toEqual([]);

	const taken = (await aVisitor(cartWith("d:taken-cart-form.com")).load()).preview;
	const quote = (await taken.checked) ?? taken.quote;
	expect(quote.problems).toMatchObject([{ key: "taken-cart-form.com", code: "taken", blocks: true }]);
});

test("an extension gets its name after the registry's answer", async () => {
	const visitor = aVisitor(cartWith("e2:domain-003"));
	const name = (typed: string) => visitor.send({ intent: "name", id: "domain-003", name: typed });
	expect(await name(" ")).toMatchObject({ fields: { name: "Please enter a domain name" } });
	expect(await name("taken-x")).toMatchObject({ fields: { name: "taken-x.org is taken. Try another name." } });
	expect(await name("-x-")).toMatchObject({ kind: "invalid" });
	expect(visitor.cart()).toEqual(["domain-003 2"]);
	expect(await name("Fresh-X.org")).toBe("/cart");
	expect(visitor.cart()).toEqual(["fresh-x.org 2"]);
});

test("a name that the cart's cookie has no room for is refused", async () => {
	const others = Array.from({ length: 43 }, (_, index) => `d:${index}-${"n".repeat(58)}.com`).join("!");
	const visitor = aVisitor(cartWith(`e:domain-003!d:${"s".repeat(40)}.com!${others}`));
	const name = (typed: string) => visitor.send({ intent: "name", id: "domain-003", name: typed });
	expect(await name(`fresh-${"n".repeat(57)}`)).toMatchObject({ fields: { name: expect.stringMatching(/is full/) } });
	expect(visitor.cart()).toContain("domain-003 1");
	expect(await name("fresh-x")).toBe("/cart");
});

test("a transfer's code is sealed in a cookie that scripts can't read, and reaches the quote and the order", async () => {
	const visitor = aVisitor();
	expect(await visitor.setUp({ domain: "google.com", authCode: "" })).toMatchObject({
		fields: { authCode: expect.any(String) },
	});
	expect(await visitor.setUp({ domain: "fresh-t.com", authCode: "EPP-1234" })).toMatchObject({
		fields: { domain: "fresh-t.com is not registered, so there is nothing to transfer." },
	});
	expect(await visitor.setUp({ domain: "google.com", authCode: "EPP-1234" })).toBe("/cart");
	expect(visitor.cart()).toEqual(["domain-transfer:google.com 1"]);
	expect([...visitor.jar.values()].join()).not.toContain("EPP");
	const { preview } = await visitor.load();
	expect(((await preview.checked) ?? preview.quote).problems).toEqual([]);
	const entry = { key: "1", productId: "domain-transfer", domain: "google.com", quantity: 1 };
	expect(await withAuthCodes(visitor.args(), [entry])).toEqual([{ ...entry, authCode: "EPP-1234" }]);

	const forged = aVisitor(cartWith("t:google.com"), "__Host-cart-codes=AAAA");
	expect((await forged.load()).preview.quote.problems).toMatchObject([{ code: "auth_code_missing" }]);
	expect(await forged.send({ intent: "code", id: "domain-transfer:google.com", authCode: "x" })).toMatchObject({
		fields: { authCode: expect.any(String) },
	});
	expect(await forged.send({ intent: "code", id: "domain-transfer:google.com", authCode: "EPP-9876" })).toBe("/cart");
	expect((await forged.load()).preview.quote.problems).toEqual([]);
});

test("codes of domains that left the cart are forgotten", async () => {
	const visitor = aVisitor();
	await visitor.setUp({ domain: "google.com", authCode: "EPP-1234" });
	const codes = new Map([
		["google.com", "EPP-1234"],
		["safaricom.com", "EPP-5678"],
	]);
	const headers = await cartHeaders(visitor.args(), { state: cartOf(visitor.args().request), codes });
	const kept = aVisitor(...headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? ""));
	const read = await services.cartCodes.read([...kept.jar.values()].join("; "));
	expect([...read.keys()]).toEqual(["google.com"]);
	expect(headers.getSetCookie()[1]).toMatch(/HttpOnly/);
	expect(headers.getSetCookie()[1]).not.toMatch(/Max-Age/);
});

test("signing out keeps the cart and forgets the codes, which could move a domain into another account", async () => {
	const visitor = aVisitor();
	await visitor.setUp({ domain: "google.com", authCode: "EPP-1234" });
	expect((await visitor.load()).preview.quote.problems).toEqual([]);
	await visitor.leave();
	expect(visitor.cart()).toEqual(["domain-transfer:google.com 1"]);
	expect((await visitor.load()).preview.quote.problems).toMatchObject([{ code: "auth_code_missing" }]);
});

test("a set-up adds a plan once, and a taken name not at all", async () => {
	const visitor = aVisitor();
	expect(await visitor.setUp({ domain: "" }, "register")).toMatchObject({
		fields: { domain: "Please enter a domain name" },
	});
	expect(await visitor.setUp({ domain: "google.com" }, "register")).toMatchObject({
		fields: { domain: expect.stringMatching(/^google\.com is taken\./) },
	});
	expect(visitor.cart()).toEqual([]);
});

test("a plan takes a name that is in the cart, without another look-up", async () => {
	const visitor = aVisitor("cart=1|d:neema.co.ke!t:duka.com!d:soko.co.ke!pa:shared-pro:soko.co.ke||");
	expect(namesWithoutPlan(cartOf(visitor.args().request).cart)).toEqual(["neema.co.ke", "duka.com"]);
	const use = (domain: string) => visitor.setUp({ intent: "in-cart", domain }, "register", "shared-pro");
	expect(await use("neema.co.ke")).toBe("/cart");
	expect(visitor.cart().slice(4)).toEqual(["shared-pro:annual:neema.co.ke 1"]);
	expect(await use("neema.co.ke"), "after going back").toBe("/cart");
	expect(await use("other.co.ke")).toMatchObject({ message: expect.stringMatching(/is no longer in your cart/) });
	expect(visitor.cart()).toHaveLength(5);
});

test("the cart's cookie is secure, and ends after a year", async () => {
	const headers = await cartHeaders(aVisitor().args(), { state: emptyCart });
	expect(headers.get("Set-Cookie")).toBe(cartCookie(emptyCart, true));
	expect(cartCookie(emptyCart, true)).toContain("Secure");
});
