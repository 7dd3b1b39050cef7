import type { Page } from "@playwright/test";
import { axe } from "../support/axe";
import { addressOf, belongsToPayment, pages } from "../support/pages";
import { isPrivate } from "../support/route-table";
import { expect, fitsWidth, test } from "../support/shop";

// Colours that fade from one scheme to the other would be measured half way.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** What another colour scheme or a narrower window can change. */
const ofColours = ["color-contrast", "link-in-text-block"];
const ofWidth = ["target-size", "scrollable-region-focusable", "aria-hidden-focus"];

const inspected = pages.filter((page) => !belongsToPayment(page));

for (const pattern of inspected.filter((page) => !isPrivate(page) && !page.includes(":"))) {
	test(`${pattern} has nothing serious for axe and fits a small phone`, async ({ page }) => inspect(page, pattern));
}

for (const pattern of inspected.filter((page) => isPrivate(page) || page.includes(":"))) {
	test(`${pattern} has nothing serious for axe and fits a small phone`, async ({ page, shop, demo, mailTo }) => {
		const { id, email } = await demo();
		if (pattern.includes(":messageId")) {
			await page.request.post("/api/userauth/forgot-password", { headers: { Origin: shop.origin }, data: { email } });
			await mailTo(email, /password/i);
		}
		await inspect(page, await addressOf(pattern, shop, id));
	});
}

/** Everything once; then, for the other colours and for narrow windows, what these can change. */
async function inspect(page: Page, address: string): Promise<void> {
	const response = await page.goto(address);
	expect(response?.status()).toBeLessThan(400);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	expect(await page.title()).not.toBe("");
	await axe(page);
	await page.emulateMedia({ colorScheme: "dark" });
	await axe(page, { only: ofColours });
	await page.setViewportSize({ width: 360, height: 800 });
	await fitsWidth(page);
	await axe(page, { only: [...ofColours, ...ofWidth] });
	await page.setViewportSize({ width: 320, height: 800 });
	await fitsWidth(page);
}
