import type { BrowserContext } from "@playwright/test";
import { test as base } from "./shop";

/**
 * For tests that look at page after page: one browser profile for each worker, so that the scripts and styles that all
 * pages share are fetched and compiled once. Each test starts without cookies, and leaves nothing stored.
 */
export const test = base.extend<object, { profile: BrowserContext }>({
	profile: [
		async ({ browser, shop }, use, { project }) => {
			const { viewport, userAgent, locale, timezoneId, javaScriptEnabled } = project.use;
			// Colours that fade and slides that move would be looked at half way.
			const still = { reducedMotion: "reduce" } as const;
			const context = await browser.newContext({
				...{ ...still, baseURL: shop.origin, viewport, userAgent, locale, timezoneId },
				...(javaScriptEnabled === false && { javaScriptEnabled }),
			});
			await use(context);
			await context.close();
		},
		{ scope: "worker" },
	],

	context: async ({ profile }, use) => {
		await profile.clearCookies();
		await use(profile);
	},

	page: async ({ context, baseURL, extraHTTPHeaders, javaScriptEnabled }, use) => {
		const page = await context.newPage();
		if (extraHTTPHeaders) await page.setExtraHTTPHeaders(extraHTTPHeaders);
		await use(page);
		if (javaScriptEnabled !== false && page.url().startsWith(`${baseURL}/`)) {
			await page.evaluate(() => localStorage.clear());
		}
		await page.close();
	},
});
