import type { Page } from "@playwright/test";
import { axe } from "../support/axe";
import { test } from "../support/one-browser";
import { addressOf, belongsToPayment, pages } from "../support/pages";
import { isPrivate } from "../support/route-table";
import { expect, fitsWidth, type Shop } from "../support/shop";

/** What another colour scheme or a narrower window can change. */
const ofColours = ["color-contrast", "link-in-text-block"];
const ofWidth = ["target-size", "scrollable-region-focusable", "aria-hidden-focus"];

const inspected = pages.filter((page) => !belongsToPayment(page));

for (const pattern of inspected.filter((page) => !isPrivate(page) && !page.includes(":"))) {
	test(`${pattern} has nothing serious for axe and fits a small phone`, async ({ page, shop }) =>
		inspect(page, await addressOf(pattern, shop, "nobody")));
}

for (const pattern of inspected.filter((page) => isPrivate(page) || page.includes(":"))) {
	test(`${pattern} has nothing serious for axe and fits a small phone`, async ({ page, shop, demo, mailTo }) => {
		const { id, email } = await demo();
		if (pattern.includes(":messageId")) {
			await page.request.post("/api/userauth/forgot-password", { headers: { Origin: shop.origin }, data: { email } });
			await mailTo(email, /password/i);
		}
		await enterPassword(shop, id, pattern === "/dashboard/confirm" ? null : Date.now());
		await inspect(page, await addressOf(pattern, shop, id));
	});
}

/** When the password was last entered again: some pages ask for it first, and one does nothing else. */
async function enterPassword(shop: Shop, userId: string, at: number | null): Promise<void> {
	const database = await shop.database();
	await database.prepare("UPDATE sessions SET confirmed_at = ? WHERE user_id = ?").bind(at, userId).run();
}

/** Everything once; then, for the other colours and for narrow windows, what these can change. */
async function inspect(page: Page, address: string): Promise<void> {
	const response = await page.goto(address);
	expect(response?.status()).toBeLessThan(400);
	expect(new URL(page.url()).pathname, "the page itself, not one before it").toBe(address.split("?")[0]);
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
