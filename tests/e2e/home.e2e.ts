import { expect, test } from "../support/shop";

test("the home page opens without script too", { tag: "@both" }, async ({ page }) => {
	await page.goto("/");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
