import { env, exports } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { clientContext, searchContext, servicesContext, viewerContext } from "~/context";
import { toItem } from "~/features/cart/browser-cart";
import { cartCookie, emptyCart } from "~/features/cart/cart-cookie";
import { toCartItem } from "~/features/cart/cart-item";
import { reportCsv, reportPages, reportView } from "~/features/reports/report-pages";
import { DAY } from "~/lib/durations";
import { isPerson } from "~/lib/is-person";
import { kenyanDate } from "~/lib/kenyan-day";
import { liveFormHeader } from "~/lib/live-form";
import type { VisitStep } from "~/platform/visit-counts/visit-counts";
import { loader as checkout } from "~/routes/checkout/checkout";
import { loader as search } from "~/routes/domains/search";
import { aClient } from "../support/accounts";
import { testServices } from "../support/factories";
import { anOwner } from "../support/staff";

const phone = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36";

/** Opens a page. Returns what was counted, and the cookies that the page sets. */
async function opened(
	loader: typeof search | typeof checkout,
	path: string,
	headers: Record<string, string> = {},
	method = "GET",
) {
	const counted: VisitStep[] = [];
	const services = testServices({ visitCounts: { count: (step) => counted.push(step), between: async () => [] } });
	const url = new URL(path, "https://kikoa.test");
	const request = new Request(url, { method, headers: { "User-Agent": phone, ...headers } });
	const context = new RouterContextProvider();
	context.set(servicesContext, services);
	context.set(clientContext, aClient());
	context.set(viewerContext, services.sessions.viewer({ cookie: headers.Cookie ?? null }));
	context.set(searchContext, null);
	const page = (await loader({ context, request, url, params: {} } as never)) as { init?: ResponseInit | null };
	await services.settle();
	return { counted, cookies: new Headers(page.init?.headers).getSetCookie() };
}

test("a person's search is counted once, and a prefetch, a program or another filter of it is not", async () => {
	const address = "/domains/search?q=mamaneema&view=full";
	expect((await opened(search, address)).counted).toEqual(["searches"]);
	expect((await opened(search, "/domains/search?names=a.co.ke%20b.co.ke&view=full")).counted).toEqual(["searches"]);
	const others: readonly Record<string, string>[] = [
		{ "Sec-Purpose": "prefetch;prerender" },
		{ "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
		{ "User-Agent": "curl/8.5.0" },
		{ [liveFormHeader]: "1" },
	];
	for (const headers of others)
		expect((await opened(search, address, headers)).counted, JSON.stringify(headers)).toEqual([]);
	expect((await opened(search, address, {}, "HEAD")).counted, "HEAD").toEqual([]);
	expect((await opened(search, "/domains/search")).counted, "no search").toEqual([]);
	expect((await opened(search, "/domains/search?q=!")).counted, "no name").toEqual([]);
});

test("browsers of people are told from programs by what both send", () => {
	const sends = (userAgent: string) =>
		isPerson(new Request("https://kikoa.test", { headers: { "User-Agent": userAgent } }));
	expect(sends("Opera/9.80 (J2ME/MIDP; Opera Mini/8.0.35158/191.314; U; en) Presto/2.12.423 Version/12.16")).toBe(true);
	expect(sends("Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0")).toBe(true);
	// A phone whose name has the letters of a program.
	expect(sends("Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/131.0 Mobile")).toBe(true);
	for (const program of [
		"WhatsApp/2.23",
		"Mozilla/5.0 (compatible; bingbot/2.0)",
		"Mozilla/5.0 HeadlessChrome/131.0",
		"",
	])
		expect(sends(program), program).toBe(false);
});

test("a checkout is counted once a day for each browser, and only with something in the cart", async () => {
	const item = toItem(
		toCartItem({ productId: "plan-business", category: "plan", name: "B", term: "annual", price: 1 }),
	);
	const [cart = ""] = cartCookie({ ...emptyCart, cart: [item] }, true).split(";");
	expect((await opened(checkout, "/checkout")).counted).toEqual([]);
	expect(await opened(checkout, "/checkout", { Cookie: cart }, "HEAD")).toEqual({ counted: [], cookies: [] });
	const first = await opened(checkout, "/checkout", { Cookie: cart });
	expect(first.counted).toEqual(["checkouts"]);
	const [mark = ""] = first.cookies[0]?.split(";") ?? [];
	const again = await opened(checkout, "/checkout", { Cookie: `${cart}; ${mark}` });
	expect(again).toEqual({ counted: [], cookies: [] });
	expect((await opened(checkout, "/checkout", { Cookie: cart, "User-Agent": "bot" })).counted).toEqual([]);
});

test("what a browser adds to its cart is counted by the day, and the funnel shows each day once", async () => {
	const today = kenyanDate(Date.now());
	const counter = env.VISIT_COUNTER.getByName("shop");
	const known = async () => (await counter.between(today, today))[0]?.counts.cart_adds ?? 0;
	const before = await known();
	const add = (userAgent: string) =>
		exports.default.fetch(
			new Request("https://kikoa.test/api/cart/added", {
				method: "POST",
				headers: { Origin: "https://kikoa.test", "User-Agent": userAgent, "CF-Connecting-IP": aClient().key },
			}),
		);
	for (const userAgent of [phone, phone, "curl/8.5.0"]) expect((await add(userAgent)).status).toBe(204);
	await expect.poll(known).toBe(before + 2);

	const { visitCounts, settle } = testServices();
	for (const step of ["searches", "searches", "searches"] as const) visitCounts.count(step);
	await settle();
	const { reports } = testServices({ clock: () => Date.now() + DAY });
	expect(await reports.addUpVisits()).toBeGreaterThan(0);
	expect(await reports.addUpVisits()).toBe(0);
	// The position can be set back.
	await env.DB.exec("delete from task_positions where task = 'visit figures'");
	await reports.addUpVisits();

	const session = await anOwner();
	const read = await reportPages.funnel.read(reports, session, { currency: "KES", from: today, to: today });
	const [day] = reportCsv("funnel", read, 2)?.rows ?? [];
	expect(day?.[0]).toBe(today);
	expect(day?.[1]).toBeGreaterThanOrEqual(3);
	expect(day?.[2]).toBe(await known());
	expect(reportView("funnel", read).charts[0]?.title).toBe("Searches by day");
});
