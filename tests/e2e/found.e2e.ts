import type { Page } from "@playwright/test";
import { publicPaths } from "~/public-pages";
import { staticPaths } from "~/static-paths";
import { jsonLdOf, metaOf, tags, titleOf } from "../support/built-pages";
import { expect, test } from "../support/shop";

const rendered = publicPaths.filter((path) => !(staticPaths as readonly string[]).includes(path));

test("public pages rendered per request have the same metadata as static pages", async ({ request, shop }) => {
	for (const path of rendered) {
		const html = await (await request.get(path)).text();
		const canonical = tags(html, "link").find(({ rel }) => rel === "canonical")?.href;
		expect(canonical).toBe(`${shop.origin}${path}`);
		expect(titleOf(html).length, titleOf(html)).toBeGreaterThanOrEqual(20);
		expect(titleOf(html).length, titleOf(html)).toBeLessThanOrEqual(60);
		const description = metaOf(html, "description")?.length;
		expect(description, path).toBeGreaterThanOrEqual(80);
		expect(description, path).toBeLessThanOrEqual(160);
		expect(jsonLdOf(html).map((thing) => thing["@type"])).toContain("BreadcrumbList");
		const image = await request.get(new URL(metaOf(html, "og:image") ?? "").pathname);
		expect(image.headers()["content-type"], path).toBe("image/png");
		expect(image.headers()["cross-origin-resource-policy"]).toBeUndefined();
	}
});

test("search results and personal pages ask search engines not to index them", async ({ request }) => {
	for (const path of ["/domains/search?q=duka", "/cart", "/login"]) {
		const html = await (await request.get(path)).text();
		expect(
			tags(html, "link").some(({ rel }) => rel === "canonical"),
			path,
		).toBe(false);
	}
	const answers = await (await request.get("/domains/search?q=duka")).text();
	expect(metaOf(answers, "robots")).toBe("noindex");
});

test("files with a hash in their name are cached for a year, pages are revalidated", async ({ request }) => {
	const page = await request.get("/pricing");
	const sheet = tags(await page.text(), "link").find(({ rel }) => rel === "stylesheet")?.href ?? "";
	expect((await request.get(sheet)).headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
	expect(page.headers()["cache-control"]).toContain("max-age=0");
});

test("the next likely page may be prefetched, except with Save-Data", async ({ page, browser, shop }) => {
	for (const path of ["/pricing", "/login"]) {
		await page.goto(path);
		await expect(rules(page), path).toHaveCount(1);
	}
	const saving = await browser.newPage();
	await saving.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
	for (const path of ["/pricing", "/login"]) {
		await saving.goto(`${shop.origin}${path}`);
		await saving.waitForFunction(() => customElements.get("site-header"));
		await expect(rules(saving), path).toHaveCount(0);
	}
	await saving.close();
});

const rules = (page: Page) => page.locator('script[type="speculationrules"]');
