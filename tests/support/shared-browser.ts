import type { BrowserContext } from "@playwright/test";
import { test as base } from "./shop";

/**
 * For tests that open many pages: one browser profile per worker, so that shared scripts and styles are loaded and
 * compiled once. Each test starts without cookies and clears the storage.
 */
export const test = base.extend<object, { profile: BrowserContext }>({
	profile: [
		async ({ browser, shop }, use, { project }) => {
			const { viewport, userAgent, locale, timezoneId, javaScriptEnabled } = project.use;
			// Otherwise checks could run during a transition.
			const motion = { reducedMotion: "reduce" } as const;
			const context = await browser.newContext({
				...{ ...motion, baseURL: shop.origin, viewport, userAgent, locale, timezoneId },
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
