import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { brand } from "~/brand";
import { formatMoney, kes } from "~/lib/money";
import { staticPaths } from "~/static-paths";
import { staticHeaders } from "../../scripts/static-headers";
import { builtPages, client, jsonLdOf, metaOf, pngSize, readBuilt, tags, titleOf } from "../support/built-pages";
import { plain, textOf } from "../support/html";

// Checks the files of the build, without a browser or a running shop.
const pages = builtPages();
const headers = readBuilt("_headers").toString();
const settings = JSON.parse(readBuilt("../server/wrangler.json").toString()).vars;

test("every static page says that payments are not real while they are not", () => {
	const testShop = settings.PAYMENTS.split(/[\s,]+/).includes("sandbox");
	for (const { address, html } of pages)
		expect(html.includes("Test shop: payments are not real."), address).toBe(testShop);
});

test("the build lists its packages in a file that visitors can't read", () => {
	const bill = JSON.parse(readBuilt("../sbom.cdx.json").toString());
	expect(bill.bomFormat).toBe("CycloneDX");
	expect(bill.components.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["react", "hono"]));
	expect(globSync("**/*sbom*", { cwd: client })).toEqual([]);
});

test("every static page has its own title and description, short enough to be shown whole", () => {
	for (const { address, html } of pages) {
		expect(titleOf(html).length, `${address}: ${titleOf(html)}`).toBeGreaterThanOrEqual(20);
		expect(titleOf(html).length, `${address}: ${titleOf(html)}`).toBeLessThanOrEqual(60);
		const description = metaOf(html, "description") ?? "";
		expect(description.length, `${address}: ${description}`).toBeGreaterThanOrEqual(80);
		expect(description.length, `${address}: ${description}`).toBeLessThanOrEqual(160);
	}
	expect(new Set(pages.map(({ html }) => titleOf(html))).size).toBe(pages.length);
	expect(new Set(pages.map(({ html }) => metaOf(html, "description"))).size).toBe(pages.length);
});

test("every static page has a canonical address and a share preview", () => {
	for (const { address, html } of pages) {
		const canonical = tags(html, "link").filter(({ rel }) => rel === "canonical");
		expect(canonical.map(({ href }) => href)).toEqual([`${settings.APP_ORIGIN}${address}`]);
		expect(metaOf(html, "og:url")).toBe(`${settings.APP_ORIGIN}${address}`);
		expect(metaOf(html, "og:title")).toBe(titleOf(html));
		expect(metaOf(html, "og:description")).toBe(metaOf(html, "description"));
		expect(metaOf(html, "twitter:card")).toBe("summary_large_image");
		const image = metaOf(html, "og:image") ?? "";
		expect(new URL(image).origin, address).toBe(settings.APP_ORIGIN);
		expect(pngSize(readBuilt(new URL(image).pathname)), address).toEqual({ width: 1200, height: 630 });
	}
	expect(new Set(pages.map(({ html }) => metaOf(html, "og:image"))).size).toBe(pages.length);
});

test("the home page's JSON-LD describes the company, every other page's its breadcrumb", () => {
	const [home, ...inner] = pages;
	const organization = jsonLdOf(home?.html ?? "").find((thing) => thing["@type"] === "Organization");
	expect(organization).toMatchObject({ name: brand.name, url: `${settings.APP_ORIGIN}/` });
	readBuilt(new URL(String(organization?.logo)).pathname);
	for (const { address, html } of inner) {
		const way = jsonLdOf(html).find((thing) => thing["@type"] === "BreadcrumbList");
		const steps = way?.itemListElement as { position: number; name: string; item: string }[];
		expect(steps.map(({ position }) => position)).toEqual(steps.map((_, index) => index + 1));
		expect(steps[0]?.item).toBe(`${settings.APP_ORIGIN}/`);
		expect(steps.at(-1)?.item, address).toBe(`${settings.APP_ORIGIN}${address}`);
		for (const { item } of steps) expect(staticPaths).toContain(new URL(item).pathname);
	}
});

/** Required properties of each type, by Google's and schema.org's documentation. */
const required: Readonly<Record<string, readonly string[]>> = {
	Organization: ["name", "url", "logo", "address", "contactPoint"],
	WebSite: ["name", "url"],
	BreadcrumbList: ["itemListElement"],
	Product: ["name", "description", "image", "offers"],
	FAQPage: ["mainEntity"],
	ListItem: ["position", "name", "item"],
	Offer: ["price", "priceCurrency", "availability", "url", "seller"],
	Question: ["name", "acceptedAnswer"],
	Answer: ["text"],
};

test("every JSON-LD object has the properties that its type requires", () => {
	const seen = new Set<string>();
	function look(thing: unknown, address: string): void {
		if (typeof thing !== "object" || thing === null) return;
		const { "@type": type, ...properties } = thing as Record<string, unknown>;
		for (const name of required[String(type)] ?? [])
			expect(properties[name], `${address}: ${type}.${name}`).toBeTruthy();
		if (type === "Offer") expect(properties.price).toMatch(/^\d+\.\d\d$/);
		if (type === "Product") readBuilt(new URL(String(properties.image)).pathname);
		if (type) seen.add(String(type));
		// Other pages only name the seller. The home page describes it.
		const parts = Object.entries(properties).flatMap(([name, value]) => (name === "seller" ? [] : [value].flat()));
		for (const part of parts) look(part, address);
	}
	for (const { address, html } of pages) for (const thing of jsonLdOf(html)) look(thing, address);
	expect([...seen]).toEqual(expect.arrayContaining(Object.keys(required)));
});

test("every offer in JSON-LD is shown on its page, in shillings", () => {
	const selling = pages.filter(({ html }) => jsonLdOf(html).some((thing) => thing["@type"] === "Product"));
	expect(selling.map(({ address }) => address)).toEqual([
		"/domains",
		"/hosting",
		"/hosting/web",
		"/hosting/vps",
		"/hosting/reseller",
		"/pricing",
		"/services",
	]);
	for (const { address, html } of selling) {
		const text = textOf(html);
		for (const product of jsonLdOf(html).filter((thing) => thing["@type"] === "Product")) {
			const offers = [product.offers].flat() as { price: string; priceCurrency: string; url: string }[];
			expect(offers.length, `${address}: ${product.name}`).toBeGreaterThan(0);
			for (const { price, priceCurrency, url } of offers) {
				expect(priceCurrency).toBe("KES");
				expect(url).toBe(`${settings.APP_ORIGIN}${address}`);
				expect(text, `${address}: ${product.name}`).toContain(formatMoney(kes(Number(price))));
			}
		}
	}
});

test("a page with questions and answers has them in JSON-LD, word for word", () => {
	const asking = pages.filter(({ html }) => jsonLdOf(html).some((thing) => thing["@type"] === "FAQPage"));
	expect(asking.map(({ address }) => address)).toEqual(expect.arrayContaining(["/domains", "/hosting/web"]));
	for (const { address, html } of asking) {
		const text = textOf(html);
		const [faq, ...more] = jsonLdOf(html).filter((thing) => thing["@type"] === "FAQPage");
		expect(more, address).toEqual([]);
		const questions = (faq?.mainEntity ?? []) as { name: string; acceptedAnswer: { text: string } }[];
		expect(questions.length, address).toBeGreaterThan(0);
		for (const { name, acceptedAnswer } of questions) {
			expect(text, address).toContain(plain(name));
			expect(text, address).toContain(plain(acceptedAnswer.text));
		}
	}
});

test("no page or style sheet loads a font, picture, script or style from another host", () => {
	for (const { address, html } of pages) {
		const loaded = [
			...["script", "img", "source", "iframe", "video", "audio", "embed"].flatMap((name) => tags(html, name)),
			...tags(html, "link").filter(({ rel }) => rel !== "canonical"),
			...tags(html, "use"),
		].flatMap(({ src, srcset, href }) => [src, href, ...(srcset?.split(",") ?? [])].filter((one) => one !== undefined));
		expect(loaded.length, address).toBeGreaterThan(3);
		expect(
			loaded.filter((one) => !/^(\/(?!\/)|data:|#)/.test(one.trim())),
			address,
		).toEqual([]);
	}
	const sheets = globSync("assets/*.css", { cwd: client });
	expect(sheets.length).toBeGreaterThan(0);
	for (const sheet of sheets) {
		const css = readBuilt(sheet).toString();
		const loaded = Array.from(
			css.matchAll(/url\(["']?([^"')]+)|@import\s+["']([^"']+)/g),
			([, url, other]) => url ?? other,
		);
		expect(
			loaded.filter((one) => !/^(\/(?!\/)|\.{0,2}\/(?!\/)|data:|#)/.test(one ?? "")),
			sheet,
		).toEqual([]);
	}
});

test("the manifest has the brand's texts, and its icons have the declared size", () => {
	const manifest = JSON.parse(readBuilt("site.webmanifest").toString());
	expect(manifest).toMatchObject({ name: brand.name, description: brand.description });
	const icons = manifest.icons as { src: string; sizes: string; type: string; purpose?: string }[];
	expect(icons.filter(({ purpose }) => purpose === "maskable")).toHaveLength(1);
	for (const { src, sizes, type } of icons) {
		if (type !== "image/png") readBuilt(src);
		else expect(sizes).toBe(Object.values(pngSize(readBuilt(src))).join("x"));
	}
	expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
	expect(pngSize(readBuilt("apple-touch-icon.png"))).toEqual({ width: 180, height: 180 });
	expect(pngSize(readBuilt("favicon.ico").subarray(22)), "the picture in the ICO").toEqual({ width: 48, height: 48 });
	for (const { address, html } of pages) {
		const themes = tags(html, "meta").filter(({ name }) => name === "theme-color");
		expect(
			themes.map(({ media }) => media),
			address,
		).toEqual(["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]);
	}
});

test("colours outside the style sheet are the style sheet's own", () => {
	const coloursOf = (text: string) => new Set(text.match(/#[0-9a-f]{6}\b/g));
	const own = coloursOf(readFileSync("app/app.css", "utf8"));
	const outside = [
		readBuilt("plain.css").toString(),
		readBuilt("site.webmanifest").toString(),
		...tags(pages[0]?.html ?? "", "meta").map(({ name, content }) => (name === "theme-color" ? (content ?? "") : "")),
	].flatMap((text) => [...coloursOf(text)]);
	expect(outside.length).toBeGreaterThan(10);
	expect(outside.filter((colour) => !own.has(colour))).toEqual([]);
});

test("the build has headers for exactly its pages, without unsafe scripts", () => {
	expect(headers).toBe(
		staticHeaders(
			pages.map(({ html }) => html),
			settings,
		),
	);
	const [everything, assets] = headers.split(/\n(?=\/)/);
	expect(everything).toMatch(/^\/\*\n/);
	for (const line of [
		"X-Content-Type-Options: nosniff",
		"X-Frame-Options: DENY",
		"Referrer-Policy: strict-origin-when-cross-origin",
		"Permissions-Policy: camera=()",
		"Content-Security-Policy: default-src 'none'; script-src 'self'",
	]) {
		expect(everything).toContain(line);
	}
	expect(headers).not.toContain("unsafe");
	expect(assets).toMatch(/^\/assets\/\*\n {2}Cache-Control: public, max-age=31536000, immutable/);
});

// The files of islands have only a hash (scripts/vite/islands-entry.ts).
test("every file that is cached for a year has a hash in its name", () => {
	const unnamed = globSync("assets/**/*", { cwd: client, withFileTypes: true })
		.filter((entry) => entry.isFile() && !/(-[\w-]{8}|^[\w-]{6})\.\w+$/.test(entry.name))
		.map((entry) => path.join(entry.parentPath, entry.name));
	expect(unnamed).toEqual([]);
});

test("an inline script that is edited in a static page gets another hash in the headers", () => {
	const [home, ...others] = pages.map(({ html }) => html);
	const withScript = (source: string) =>
		staticHeaders([(home ?? "").replace("</head>", `<script>${source}</script></head>`), ...others], settings);
	const hashes = (text: string) => new Set(text.match(/'sha256-[^']+'/g));
	const [before, after] = [hashes(withScript("let shown = 1;")), hashes(withScript("let shown = 2;"))];
	expect(before.size).toBe(hashes(headers).size + 1);
	expect(after.size).toBe(before.size);
	expect(after).not.toEqual(before);
});
