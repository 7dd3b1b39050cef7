import type { Page } from "@playwright/test";
import { addressOf, isPrivate, pages } from "../support/pages";
import { axe, expect, fitsWidth, test } from "../support/shop";

// Colours that fade from one scheme to the other would be measured half way.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const pattern of pages.filter((page) => !isPrivate(page) && !page.includes(":"))) {
	test(`${pattern} has nothing serious for axe and fits a small phone`, async ({ page }) => inspect(page, pattern));
}

for (const pattern of pages.filter(isPrivate)) {
	test(`${pattern} has nothing serious for axe and fits a small phone`, async ({ page, shop, demo }) => {
		const { id } = await demo();
		const address = await addressOf(pattern, shop, id);
		test.skip(!address, "the demo customer has no such thing");
		await inspect(page, address ?? "");
	});
}

async function inspect(page: Page, address: string): Promise<void> {
	const response = await page.goto(address);
	expect(response?.status()).toBeLessThan(400);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	expect(await page.title()).not.toBe("");
	await axe(page);
	await page.emulateMedia({ colorScheme: "dark" });
	await axe(page);
	await page.setViewportSize({ width: 360, height: 800 });
	await fitsWidth(page);
	await axe(page);
	await page.setViewportSize({ width: 320, height: 800 });
	await fitsWidth(page);
}
