import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { servicesContext } from "~/context";
import { firstHelp } from "~/features/help/first-articles/first-articles";
import { publicPaths } from "~/public-pages";
import { loader as robots } from "~/routes/site/robots";
import { loader as securityTxt } from "~/routes/site/security-txt";
import { loader as sitemap } from "~/routes/site/sitemap";

const origin = "https://kikoa.test";

async function answer(
	loader: typeof robots | typeof sitemap | typeof securityTxt,
	ENVIRONMENT: string,
): Promise<string> {
	const context = new RouterContextProvider();
	context.set(servicesContext, {
		config: { APP_ORIGIN: origin, ENVIRONMENT },
		help: { current: async () => firstHelp },
	} as never);
	return (await loader({ context } as never)).text();
}

test.each(["local", "test", "preview"])("a %s shop asks search engines not to index it", async (environment) => {
	expect(await answer(robots, environment)).toBe("User-agent: *\nDisallow: /\n");
});

test("search engines may index only the public pages of the real shop", async () => {
	const text = await answer(robots, "production");
	expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`);
	const closed = Array.from(text.matchAll(/^Disallow: (.+)$/gm), ([, path = ""]) => path);
	expect(closed).toEqual(expect.arrayContaining(["/api/", "/cart", "/checkout", "/dashboard", "/login"]));
	for (const path of publicPaths)
		expect(
			closed.some((start) => path.startsWith(start)),
			path,
		).toBe(false);
});

test("security.txt says where to report a weakness, and is valid for a month", async () => {
	const text = await answer(securityTxt, "production");
	expect(text).toMatch(/^Contact: mailto:support@\S+$/m);
	expect(text).toContain(`Policy: ${origin}/security#report`);
	const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "") - Date.now()) / 86_400_000;
	expect(days).toBeGreaterThan(29);
	expect(days).toBeLessThan(365);
});

test("the sitemap lists every public page once, by its canonical address", async () => {
	const text = await answer(sitemap, "production");
	const named = Array.from(text.matchAll(/<loc>(.+?)<\/loc>/g), ([, address]) => address);
	const articles = firstHelp.articles.map(({ slug }) => `/help/${slug}`);
	expect(articles.length).toBeGreaterThan(3);
	expect(named).toEqual([...publicPaths, ...articles].map((path) => `${origin}${path}`));
	expect(text.match(/<lastmod>2026-11-23<\/lastmod>/g)).toHaveLength(articles.length);
});
