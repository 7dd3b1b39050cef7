import { env, exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import type { Availability } from "~/features/cart/availability";
import { cartQuoteSchema } from "~/features/cart/cart.schema";
import { createCart } from "~/features/cart/cart.server";
import { createPromos } from "~/features/cart/promo.server";
import { isOrderable } from "~/features/cart/quote";
import { createRenewalLookup } from "~/features/cart/renewal-lookup.server";
import { lookupLimits } from "~/features/domains/lookup-limits.server";
import { createStockRepo } from "~/features/stock/stock.repo.server";
import { kes, usd } from "~/lib/money";
import type { RegistrationInfo } from "~/platform/registrar/registrar";
import { createSandboxRegistrar } from "~/platform/registrar/sandbox";
import { testServices } from "../support/factories";
import { aPromo } from "../support/promo";
import { memoryCache } from "../support/registrar";

const free: Availability = { domain: "", state: "available", price: null, renewal: null };

/** A cart whose registries give these answers. Every other name is available. */
function aCart(answers: Record<string, Partial<Availability> | null> = {}, timeoutMs = 1_000) {
	const checkDomains = vi.fn(async (names: readonly string[]) =>
		names.flatMap((domain) => (answers[domain] === null ? [] : { ...free, domain, ...answers[domain] })),
	);
	const db = createDatabase(env.DB);
	const promos = createPromos({ db, clock: Date.now });
	const registrar = createSandboxRegistrar({ db, clock: Date.now });
	const renewals = createRenewalLookup({
		db,
		clock: Date.now,
		registrar,
		cache: memoryCache<RegistrationInfo>().cache,
		waitUntil: () => {},
	});
	const stock = createStockRepo(db);
	const cart = createCart({ promos, stock, checkDomains, lookUpDomains: checkDomains, renewals, timeoutMs });
	const quote = (input: unknown, context?: { userId: string }) => cart.quote(cartQuoteSchema.parse(input), context);
	return { quote, checkDomains, db };
}

const com = (domain: string, more: object = {}) => ({
	key: domain,
	productId: "domain-registration",
	domain,
	quantity: 1,
	...more,
});
const business = { key: "plan", productId: "plan-business", term: "annual", quantity: 1 };

test("a cart with every kind of product is priced by the catalogue, with the free first year on its own line", async () => {
	const { quote, checkDomains } = aCart();
	const answer = await quote({
		items: [
			com("neema.com", { quantity: 2 }),
			com("neema.co.ke"),
			business,
			{ key: "p", productId: "hardware-printer-network", quantity: 2 },
			{ key: "s", productId: "addon-ssl", term: "annual", quantity: 1, domain: "neema.com" },
		],
	});
	expect(answer.lines.map(({ name, kind, quantity, amount }) => [name, kind, quantity, amount.amount / 100])).toEqual([
		["neema.com", "registration", 1, 3700],
		["neema.co.ke", "registration", 1, 500],
		["Business plan", "plan", 1, 24_000],
		["Network thermal printer, 80 mm", "hardware", 2, 49_800],
		["Premium SSL", "addon", 2, 3000],
		["Free first year of neema.com", "free_domain", 1, -1750],
	]);
	expect(answer).toMatchObject({
		currency: "KES",
		subtotal: kes(79_250),
		discount: kes(0),
		tax: kes(6340),
		shipping: kes(0),
		total: kes(85_590),
		promo: null,
		changes: [],
		problems: [],
	});
	expect(checkDomains).toHaveBeenCalledExactlyOnceWith(["neema.com", "neema.co.ke"], undefined);
	expect(isOrderable(answer)).toBe(true);
});

test("a quote can be in dollars", async () => {
	const answer = await aCart().quote({ currency: "USD", items: [com("neema.com")] });
	expect([answer.subtotal, answer.tax, answer.shipping, answer.total]).toEqual([
		usd(1299),
		usd(104),
		usd(0),
		usd(1403),
	]);
});

test("a taken or reserved name is named, left out of the sum and blocks the order", async () => {
	const { quote } = aCart({ "aa.com": { state: "taken" }, "bb.com": { state: "reserved" } });
	const answer = await quote({ items: [com("aa.com"), com("bb.com"), com("cc.com")] });
	expect(answer.lines.map(({ key }) => key)).toEqual(["cc.com"]);
	expect(answer.problems.map(({ key, code, blocks }) => [key, code, blocks])).toEqual([
		["aa.com", "taken", true],
		["bb.com", "reserved", true],
	]);
	expect(answer.changes.map(({ key, kind }) => [key, kind])).toEqual([
		["aa.com", "availability"],
		["bb.com", "availability"],
	]);
	expect(isOrderable(answer)).toBe(false);
});

test("a line stays in the cart if its registry fails, is slow or does not answer", async () => {
	const silent = aCart({ "aa.com": null });
	const failing = aCart();
	failing.checkDomains.mockRejectedValueOnce(new Error("registry down"));
	const slow = aCart({}, 20);
	slow.checkDomains.mockReturnValueOnce(new Promise(() => {}));
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	for (const { quote } of [silent, failing, slow]) {
		const answer = await quote({ items: [com("aa.com")] });
		expect(answer.lines).toHaveLength(1);
		expect(answer.problems).toMatchObject([{ key: "aa.com", code: "availability_unknown", blocks: false }]);
		expect(isOrderable(answer)).toBe(true);
	}
	expect(warn).toHaveBeenCalledOnce();
	warn.mockRestore();
});

test("a premium name costs its registry's price and is never the free domain", async () => {
	const { quote } = aCart({
		"gold.com": { state: "premium", price: kes(90_000), renewal: kes(2_000) },
		"coin.com": { state: "premium", price: null, renewal: null },
	});
	const answer = await quote({ items: [com("gold.com", { quantity: 3 }), com("coin.com"), business] });
	expect(answer.lines.map(({ key, amount }) => [key, amount])).toEqual([
		["gold.com", kes(94_000)],
		["plan", kes(24_000)],
	]);
	expect(answer.problems).toMatchObject([{ key: "coin.com", code: "price_unknown", blocks: true }]);
});

test("a plan accepts the customer's own name under an extension that we do not sell, but no invalid name", async () => {
	const plans = ["https://neema.com/", "NEEMA.co.uk", "shop.neema.ac.ke", "-bad.com", "neema", "1.2.3.4"].map(
		(domain) => ({
			...business,
			key: domain,
			domain,
		}),
	);
	const answer = await aCart().quote({ items: plans });
	expect(answer.lines.map(({ domain }) => domain)).toEqual(["neema.com", "neema.co.uk", "shop.neema.ac.ke"]);
	expect(answer.problems.map(({ key, code }) => [key, code])).toEqual([
		["-bad.com", "invalid_name"],
		["neema", "invalid_name"],
		["1.2.3.4", "invalid_name"],
	]);
});

test("a transfer needs a registered name and its authorization code", async () => {
	const { quote } = aCart({ "mine.com": { state: "taken" } });
	const transfer = (domain: string, more: object = {}) => ({
		key: domain,
		productId: "domain-transfer",
		domain,
		quantity: 1,
		authCode: "secret",
		...more,
	});
	const answer = await quote({
		items: [transfer("mine.com"), transfer("nobody.com"), transfer("other.com", { authCode: undefined })],
	});
	expect(answer.lines[0]).toMatchObject({ kind: "transfer", amount: kes(1750), authCode: "secret" });
	expect(answer.problems.map(({ key, code, blocks }) => [key, code, blocks])).toEqual([
		["nobody.com", "not_registered", true],
		["other.com", "auth_code_missing", true],
	]);
});

test("an extension without a name is priced and cannot be ordered", async () => {
	const answer = await aCart().quote({ items: [{ key: "domain-004", productId: "domain-004", quantity: 1 }] });
	expect(answer.lines).toMatchObject([{ kind: "extension", amount: kes(1000) }]);
	expect(answer.problems).toMatchObject([{ key: "domain-004", code: "name_missing", blocks: true }]);
});

test("a price that differs from the shown one is reported with both", async () => {
	const answer = await aCart().quote({
		items: [com("aa.com", { shownAmount: 150_000 }), com("bb.com", { shownAmount: 175_000 })],
	});
	expect(answer.changes).toEqual([
		{
			key: "aa.com",
			kind: "price",
			message: "aa.com now costs Ksh 1,750 instead of Ksh 1,500.",
			before: kes(1500),
			after: kes(1750),
			renewal: kes(1950),
		},
	]);
});

test("a product that we do not sell is left out and blocks the order, and the others keep their price", async () => {
	const { quote, checkDomains } = aCart();
	const answer = await quote({
		items: [
			com("aa.example"),
			com("bb.co.ke", { quantity: 6 }),
			com("with space.com"),
			com("cc.com"),
			com("CC.com", { key: "again" }),
			{ key: "gold", productId: "plan-gold", term: "annual", quantity: 1 },
			{ key: "vps", productId: "vps-starter", term: "annual", quantity: 1 },
		],
	});
	expect(answer.lines.map(({ key }) => key)).toEqual(["cc.com"]);
	expect(answer.problems.map(({ key, code }) => [key, code])).toEqual([
		["aa.example", "invalid_name"],
		["bb.co.ke", "quantity"],
		["with space.com", "invalid_name"],
		["again", "duplicate"],
		["gold", "unknown_product"],
		["vps", "unknown_term"],
	]);
	expect(answer.problems.every(({ blocks }) => blocks)).toBe(true);
	expect(checkDomains).toHaveBeenCalledExactlyOnceWith(["cc.com"], undefined);
});

test("a name is converted to its canonical form before pricing, and an invalid one is refused", async () => {
	const { quote, checkDomains } = aCart();
	const names = [
		" NEEMA.com. ",
		"-a.com",
		"a..b.com",
		"127.0.0.1",
		"localhost",
		"co.ke",
		"xn--a.com",
		"🙂.com",
		"аpple.com",
	];
	const answer = await quote({ items: names.map((domain, index) => com(domain, { key: `k${index}` })) });
	expect(answer.lines).toMatchObject([{ key: "k0", domain: "neema.com", name: "neema.com" }]);
	expect(answer.problems.map(({ code }) => code)).toEqual(names.slice(1).map(() => "invalid_name"));
	expect(checkDomains).toHaveBeenCalledExactlyOnceWith(["neema.com"], undefined);
});

test("a promo code is read in one round trip and reduces the sum before tax", async () => {
	await aPromo({ code: "TENOFF" });
	const { quote, db } = aCart();
	const answer = await quote({ items: [com("aa.com")], promo: " tenoff " });
	expect(answer).toMatchObject({
		promo: { code: "TENOFF", label: "10% off" },
		subtotal: kes(1750),
		discount: kes(175),
		tax: kes(126),
		total: kes(1701),
	});
	expect(db.roundTrips).toBe(1);
});

test("a quote without a promo code does not read the database", async () => {
	const { quote, db } = aCart();
	await quote({ items: [com("aa.com")] });
	await quote({ items: [com("aa.com")], promo: "  " });
	expect(db.roundTrips).toBe(0);
});

test("an unknown promo code is reported, and the cart is priced without it", async () => {
	const answer = await aCart().quote({ items: [com("aa.com")], promo: "nothing" });
	expect(answer.promo).toBeNull();
	expect(answer.problems).toEqual([
		{
			key: null,
			code: "promo",
			message: "There is no promo code NOTHING. Check the spelling, or remove it.",
			blocks: true,
		},
	]);
});

// ── The API ───────────────────────────────────────────────────────────────────

const post = (body: unknown, headers: Record<string, string> = {}) =>
	exports.default.fetch(
		new Request("https://kikoa.test/api/cart/quote", {
			method: "POST",
			headers: {
				Origin: "https://kikoa.test",
				"Content-Type": "application/json",
				"CF-Connecting-IP": `10.7.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
				...headers,
			},
			body: typeof body === "string" ? body : JSON.stringify(body),
		}),
	);

const printer = { key: "p", productId: "hardware-printer-network", quantity: 1 };

test("the API answers with lines, sums, changes and problems in minor units", async () => {
	const response = await post({ items: [{ ...printer, shownAmount: 1 }], currency: "KES" });
	expect(response.status).toBe(200);
	expect(await response.json()).toMatchObject({
		lines: [{ key: "p", unit: { amount: 2_490_000, currency: "KES" }, amount: { amount: 2_490_000, currency: "KES" } }],
		total: { amount: 2_490_000 + 199_200, currency: "KES" },
		changes: [{ key: "p", kind: "price" }],
		problems: [],
	});
});

test.each(["price", "total", "discount", "tax", "setupFee", "userId", "config", "unit", "amount"])(
	"a line or a cart with its own %s is refused",
	async (name) => {
		expect((await post({ items: [{ ...printer, [name]: 1 }] })).status).toBe(400);
		expect((await post({ items: [printer], [name]: 1 })).status).toBe(400);
	},
);

test.each([0, -1, 1.5, 1e9, "2", null, 2 ** 53, "NaN"])("a quantity of %j is refused", async (quantity) => {
	const response = await post({ items: [{ ...printer, quantity }] });
	expect(response.status).toBe(400);
	expect(((await response.json()) as { fields: object }).fields).toHaveProperty(["items.0.quantity"]);
});

test("an unsupported currency is refused", async () => {
	expect((await post({ items: [printer], currency: "EUR" })).status).toBe(400);
});

test("a cart has at most 50 lines", async () => {
	const items = (count: number) => Array.from({ length: count }, (_, index) => ({ ...printer, key: `p${index}` }));
	expect((await post({ items: items(50) })).status).toBe(200);
	const response = await post({ items: items(51) });
	expect([response.status, await response.json()]).toEqual([
		400,
		{
			error: "A cart holds at most 50 lines.",
			fields: { items: "A cart holds at most 50 lines." },
		},
	]);
});

test("property names of JavaScript objects are treated like any other text", async () => {
	const line =
		'{"key":"p","productId":"hardware-printer-network","quantity":1,"__proto__":{"quantity":9,"polluted":1}}';
	const polluted = await post(
		`{"items":[${line}],"__proto__":{"promo":"X"},"constructor":{"prototype":{"polluted":1}}}`,
	);
	expect(polluted.status).toBe(400);
	expect(({} as { polluted?: number }).polluted).toBeUndefined();
	for (const productId of ["__proto__", "constructor", "toString"]) {
		const response = await post({ items: [{ ...printer, key: "__proto__", productId }] });
		expect(await response.json()).toMatchObject({ lines: [], problems: [{ code: "unknown_product" }] });
	}
});

test.each([
	["{", "a broken text"],
	["", "nothing"],
	["[]", "a list"],
	["null", "null"],
	['{"items":{}}', "no list"],
	["{}", "no items"],
])("a body of %s (%s) is a 400 with a message", async (body) => {
	const response = await post(body);
	expect(response.status).toBe(400);
	expect(await response.json()).toHaveProperty("error");
});

test("a body whose content type is not JSON is refused", async () => {
	expect((await post({ items: [] }, { "Content-Type": "text/plain" })).status).toBe(400);
});

test("names in carts count towards the search limit, and carts without names do not", async () => {
	const headers = { "CF-Connecting-IP": "10.8.0.4", "User-Agent": "Firefox" };
	const asker = { key: "10.8.0.4", userAgent: "Firefox" };
	await testServices().lookupLimits.takeFresh(asker, lookupLimits.perBrowser.limit - 2);
	const cart = (...keys: string[]) => ({
		items: keys.map((key) => ({ key, productId: "domain-registration", domain: `not a name ${key}`, quantity: 1 })),
	});
	expect((await post(cart("a", "b", "c"), headers)).status).toBe(429);
	expect((await post(cart("a", "b"), headers)).status).toBe(200);
	const refused = await post(cart("a"), headers);
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
	expect((await post({ items: [printer] }, headers)).status).toBe(200);
});

test("an empty cart costs nothing", async () => {
	expect(await (await post({ items: [] })).json()).toMatchObject({ lines: [], total: { amount: 0 }, problems: [] });
});

test("two lines with one key are refused", async () => {
	expect((await post({ items: [printer, printer] })).status).toBe(400);
});
