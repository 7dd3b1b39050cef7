import type { Page } from "@playwright/test";
import { expect, test } from "../support/shop";

const phone = { width: 360, height: 740 };

/** Position and height (px) of the list's rows. */
const rowsOf = (page: Page, selector: string) =>
	page
		.locator(selector)
		.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()).map(({ y, height }) => ({ y, height })));

const lists = [
	["/dashboard/domains", "tbody > .row", /tujenge\.com/],
	["/dashboard/hosting", "tbody > .row", /Business/],
	["/dashboard/projects", "tbody > .row", /Duka online shop/],
	["/dashboard/invoices", "tbody > .row", /KK\d{10}/],
	["/dashboard/notifications", "main li:has(time)", /tujenge\.dev/],
] as const;

/** Titles of notifications may have two lines. */
const tallest = (address: string) => (address === "/dashboard/notifications" ? 84 : 74);

test("on a phone, lists have rows of 72 px that start in the upper half of the screen", { tag: "@both" }, async ({
	page,
	demo,
}) => {
	await demo();
	await page.setViewportSize(phone);
	for (const [address, selector, name] of lists) {
		await page.goto(address);
		await expect(page.getByRole("main"), "names of rows").toContainText(name, { useInnerText: true });
		const rows = await rowsOf(page, selector);
		expect(rows.length, address).toBeGreaterThan(0);
		expect(rows[0]?.y, `first row of ${address}`).toBeLessThan(300);
		for (const { height } of rows) {
			expect(height, `a row of ${address}`).toBeGreaterThanOrEqual(72);
			expect(height, `a row of ${address}`).toBeLessThanOrEqual(tallest(address));
		}
	}
});

test("on a phone, a row opens with one tap, and the menu of the list with the keyboard", { tag: "@both" }, async ({
	page,
	demo,
}) => {
	await demo();
	await page.setViewportSize(phone);
	await page.goto("/dashboard/domains");
	const search = page.getByLabel("Search by name");
	await expect(search).toBeHidden();
	await page.getByRole("button", { name: "Search, filter and more" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("link", { name: "CSV" })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(search).toBeHidden();
	await page.keyboard.press("Enter");
	await search.fill("labs");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/q=labs/);
	await expect(search).toBeHidden();
	await expect(page.getByRole("button", { name: "Search, filter and more, in use" })).toBeVisible();
	await page
		.locator("tbody > .row")
		.filter({ hasText: "tujengelabs.io" })
		.click({ position: { x: 80, y: 20 } });
	await expect(page).toHaveURL(/open=dom_/);
	await expect(page.getByRole("switch", { name: "Auto-renew of tujengelabs.io" })).toBeVisible();
});

test("on a phone, the overview of the demo customer has at most three screens", async ({ page, demo }) => {
	await demo();
	await page.setViewportSize(phone);
	await page.goto("/dashboard");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3 * phone.height);
});

test("the transfer lock is beside the authorization code", { tag: "@both" }, async ({ page, demo, shop }) => {
	const { id } = await demo();
	const database = await shop.database();
	await database.prepare("UPDATE sessions SET confirmed_at = ? WHERE user_id = ?").bind(Date.now(), id).run();
	const domain = await database
		.prepare("SELECT id FROM domains WHERE name = 'tujenge.com' AND user_id = ?")
		.bind(id)
		.first<{ id: string }>();
	await database.prepare("UPDATE domains SET locked = 1 WHERE id = ?").bind(domain?.id).run();
	await page.goto(`/dashboard/domains/${domain?.id}/auth-code`);
	await expect(page.getByRole("button", { name: "Show the code" })).toHaveCount(0);
	await page.getByRole("switch", { name: "Transfer lock" }).click();
	await page.getByRole("button", { name: "Show the code" }).click();
	await expect(page.getByRole("status").filter({ hasText: /^sample-/ })).toBeVisible();
	await page.goto(`/dashboard/domains/${domain?.id}/auth-code`);
	await page.getByRole("switch", { name: "Transfer lock" }).click();
	await expect(page.getByRole("button", { name: "Show the code" })).toHaveCount(0);
});
