import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { announcementsAt } from "~/features/catalog/announcements";
import { currentCatalog, isPreview } from "~/features/catalog/current";
import { domainPrice } from "~/features/catalog/domain-prices";
import { type Catalog, toCatalog } from "~/features/catalog/indexed";
import { withCatalog } from "~/features/catalog/scope.server";
import { firstContent, versionOne } from "~/features/catalog/version-one/version-one";
import { firstArticles, firstHelp } from "~/features/help/first-articles/first-articles";
import { type Help, toHelp } from "~/features/help/help";
import { withHelp } from "~/features/help/help.server";
import { HOUR } from "~/lib/durations";
import { formatMoney, kes } from "~/lib/money";
import { publishedPages } from "../../workers/gates/published-pages";
import type { HttpEnv } from "../../workers/http-env";
import { testServices } from "../support/factories";

const dearer = (version: number, shillings: number) =>
	toCatalog(version, {
		...firstContent,
		extensions: firstContent.extensions.map((one) => ({ ...one, register: { KES: kes(shillings) } })),
	});

const policy = "script-src 'self' 'sha256-abc'";

/** The Worker in front of the files of a build. Its pages say the price of .com. */
function aSite(build = "one") {
	const rendered: string[] = [];
	const files: string[] = [];
	const site = {
		catalog: versionOne as Catalog,
		help: firstHelp as Help,
		status: 200,
		now: Date.now(),
		renderMs: 0,
		soldOut: [] as readonly string[],
	};
	const app = new Hono<HttpEnv>();
	app.use((c, next) => {
		const { soldOut } = site;
		const stockMemory = { current: () => ({ version: 2, productIds: new Set(soldOut) }) };
		c.set("services", testServices({ clock: () => site.now, stockMemory }));
		return withCatalog(site.catalog, () => withHelp(site.help, next));
	});
	app.use(
		publishedPages(async (c, request, nonce) => {
			expect(nonce, "the policy of the file knows no nonce").toBe("");
			site.now += site.renderMs;
			const { articles } = await c.get("services").help.current();
			rendered.push(new URL(request.url).pathname + (request.headers.get("Cookie") ?? ""));
			const text = new URL(request.url).pathname.startsWith("/help")
				? articles.map(({ slug }) => slug).join()
				: [
						formatMoney(domainPrice("com")),
						...Array.from(currentCatalog().soldOut, (id) => `Sold out: ${id}`),
						...announcementsAt("/", site.now).map((one) => one.text),
					].join(". ");
			return new Response(`<p>${isPreview() ? "Preview: " : ""}${text}</p>`, { status: site.status });
		}),
	);
	app.onError((_, c) => c.text("error", 500));
	app.all("*", (c) => c.text("rendered by the router"));
	const assets = {
		async fetch(request: Request) {
			files.push(new URL(request.url).pathname);
			const headers = { ETag: `"${build}"`, "Content-Security-Policy": policy, "Content-Type": "text/html" };
			return new Response("<p>the file</p>", { headers });
		},
	};
	const get = async (path: string, init: RequestInit = {}) => {
		const bindings = { ...env, ASSETS: assets } as unknown as Env;
		return app.fetch(new Request(`https://kikoa.test${path}`, init), bindings);
	};
	return { site, get, rendered, files };
}

test("before a publish the pages are the files of the build", async () => {
	const { get, rendered } = aSite();
	expect(await (await get("/pricing")).text()).toBe("<p>the file</p>");
	expect(rendered).toEqual([]);
});

test("after a publish each page is rendered once, with the headers of its file, and another build renders it again", async () => {
	const { site, get, rendered } = aSite("two");
	site.catalog = dearer(21, 3_000);
	const first = await get("/pricing", { headers: { Cookie: "session=x" } });
	expect([await first.text(), first.headers.get("Content-Security-Policy")]).toEqual(["<p>Ksh 3,000</p>", policy]);
	const again = await get("/pricing");
	expect(await again.text()).toBe("<p>Ksh 3,000</p>");
	expect(rendered).toEqual(["/pricing"]);
	const etag = again.headers.get("ETag") ?? "";
	const current = await get("/pricing", { headers: { "If-None-Match": etag } });
	expect([current.status, await current.text()]).toEqual([304, ""]);
	expect(current.headers.get("Content-Security-Policy"), "which replaces that of the browser's copy").toBe(policy);
	site.catalog = dearer(22, 3_100);
	expect(await (await get("/pricing")).text()).toBe("<p>Ksh 3,100</p>");
	const nextBuild = aSite("three");
	nextBuild.site.catalog = dearer(22, 3_100);
	await nextBuild.get("/pricing");
	expect(nextBuild.rendered).toEqual(["/pricing"]);
});

test("a stored page is not rendered again by an isolate that doesn't have it, and goes with the next version", async () => {
	const { site, get, rendered } = aSite("four");
	const stored = async () => (await env.FILES.list({ prefix: "price-pages/31/" })).objects;
	site.catalog = dearer(31, 3_000);
	await get("/terms");
	await expect.poll(stored).toHaveLength(1);
	site.catalog = dearer(32, 3_200);
	await get("/terms");
	expect(rendered).toHaveLength(2);
	// The isolate has forgotten this version.
	site.catalog = dearer(31, 3_000);
	expect(await (await get("/terms")).text()).toBe("<p>Ksh 3,000</p>");
	expect(rendered).toHaveLength(2);
	await testServices().pricePageStore.deleteBefore(32);
	expect(await stored()).toEqual([]);
});

test("a preview is rendered for its request only", async () => {
	const { site, get, rendered } = aSite("five");
	site.catalog = dearer(0, 4_000);
	const preview = await get("/pricing");
	expect([await preview.text(), preview.headers.get("Cache-Control")]).toEqual([
		"<p>Preview: Ksh 4,000</p>",
		"private, no-store",
	]);
	await get("/pricing");
	expect(rendered).toHaveLength(2);
	expect((await env.FILES.list({ prefix: "price-pages/0/" })).objects).toEqual([]);
	site.catalog = versionOne;
	expect(await (await get("/pricing")).text()).toBe("<p>the file</p>");
});

test("a page is rendered again when an announcement begins and when it ends, the help too", async () => {
	const { site, get, rendered } = aSite("eleven");
	const { now } = site;
	const announcement = { id: "ann_a", text: "Closed on Monday.", place: "public", until: now + HOUR } as const;
	const withText = (version: number, more: { from?: number; until?: number }) =>
		toCatalog(version, { ...firstContent, announcements: [{ ...announcement, ...more }] });
	const tags = async () => [
		(await get("/pricing")).headers.get("ETag"),
		await (await get("/help")).text().then((text) => text === "<p>the file</p>"),
	];
	site.catalog = withText(81, { from: now + HOUR });
	const [before, isFileBefore] = await tags();
	site.catalog = withText(81, {});
	const [during, isFileDuring] = await tags();
	site.catalog = withText(81, { until: now });
	expect(await tags()).toEqual([before, true]);
	expect(during).not.toBe(before);
	expect([isFileBefore, isFileDuring]).toEqual([true, false]);
	expect(rendered.filter((path) => path === "/help")).toHaveLength(1);
});

test("a page whose announcement begins while it is rendered is not stored as the page without it", async () => {
	const { site, get } = aSite("twelve");
	const from = site.now + HOUR;
	const announcement = { id: "ann_a", text: "Closed on Monday.", place: "public", from, until: from + HOUR } as const;
	site.catalog = toCatalog(91, { ...firstContent, announcements: [announcement] });
	site.now = from - 1;
	site.renderMs = 1;
	expect(await (await get("/pricing")).text()).toContain(announcement.text);
	site.now = announcement.until;
	expect(await (await get("/pricing")).text()).not.toContain(announcement.text);
});

test("a page that could not be rendered is an error once, and not what everyone gets until the next version", async () => {
	const { site, get } = aSite("seven");
	site.catalog = dearer(51, 3_000);
	site.status = 500;
	expect((await get("/pricing")).status).toBe(500);
	site.status = 200;
	const page = await get("/pricing");
	expect([page.status, await page.text()]).toEqual([200, "<p>Ksh 3,000</p>"]);
});

test("other pages and forms never pass through the gate", async () => {
	const { site, get, files } = aSite("six");
	site.catalog = dearer(41, 3_000);
	expect(await (await get("/contact")).text()).toBe("rendered by the router");
	expect(await (await get("/pricing", { method: "POST" })).text()).toBe("rendered by the router");
	expect(files).toEqual([]);
});

const slugs = firstArticles.map(({ slug }) => slug);

test("the help is the file of the build until a publish, and its articles have the headers of that file", async () => {
	const { site, get, rendered, files } = aSite("eight");
	expect(await (await get("/help")).text()).toBe("<p>the file</p>");
	const article = await get(`/help/${slugs[0]}`);
	expect([article.status, article.headers.get("Content-Security-Policy")]).toEqual([200, policy]);
	await get(`/help/${slugs[0]}`);
	expect(rendered).toEqual([`/help/${slugs[0]}`]);
	expect(new Set(files)).toEqual(new Set(["/help"]));
	await expect
		.poll(async () => (await env.FILES.list({ prefix: "help-pages/1/" })).objects.length)
		.toBeGreaterThanOrEqual(1);
	site.help = toHelp(61, firstArticles.slice(1));
	expect(await (await get("/help")).text()).not.toContain("the file");
	expect(rendered).toEqual([`/help/${slugs[0]}`, "/help"]);
	expect(await (await get(`/help/${slugs[0]}`)).text(), "taken off").toBe("rendered by the router");
});

test("abuse: visitors never get a help page that was rendered for someone who previews prices", async () => {
	const { site, get } = aSite("ten");
	site.help = toHelp(71, firstArticles);
	site.catalog = dearer(0, 4_000);
	for (const path of ["/help", `/help/${slugs[0]}`]) {
		const preview = await get(path);
		expect([await preview.text(), preview.headers.get("Cache-Control")], path).toEqual([
			`<p>Preview: ${slugs.join()}</p>`,
			"private, no-store",
		]);
	}
	site.catalog = versionOne;
	for (const path of ["/help", `/help/${slugs[0]}`])
		expect(await (await get(path)).text(), path).toBe(`<p>${slugs.join()}</p>`);
});

test("a search of the help, an unknown article and a form are rendered for each request", async () => {
	const { get, files } = aSite("nine");
	for (const path of ["/help?q=dns", "/help/no-such-article", "/help/"])
		expect(await (await get(path)).text(), path).toBe(path === "/help/" ? "<p>the file</p>" : "rendered by the router");
	expect(await (await get("/help", { method: "POST" })).text()).toBe("rendered by the router");
	expect(files).toEqual(["/help/"]);
});

test("the page with hardware is rendered again when something sells out or comes back, and no other page is", async () => {
	const { site, get, rendered } = aSite("stock");
	const file = async (path: string) => (await get(path)).text();
	expect(await file("/services")).toBe("<p>the file</p>");
	site.soldOut = ["hardware-printer-network"];
	const soldOut = await get("/services");
	expect(await soldOut.text()).toContain("Sold out: hardware-printer-network");
	expect(await file("/pricing")).toBe("<p>the file</p>");
	site.catalog = dearer(41, 3_000);
	expect(await file("/services")).toContain("Sold out: hardware-printer-network");
	site.soldOut = [];
	const back = await get("/services");
	expect(await back.text()).not.toContain("Sold out");
	expect(back.headers.get("ETag")).not.toBe(soldOut.headers.get("ETag"));
	site.soldOut = ["hardware-printer-network"];
	expect(await file("/services"), "the stored page of before").toContain("Sold out");
	expect(rendered).toHaveLength(3);
});
