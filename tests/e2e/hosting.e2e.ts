import { expect, test } from "../support/shop";

test("a hosting plan is cancelled at the end of its term, and kept after all", { tag: "@both" }, async ({
	page,
	demo,
}) => {
	await demo();
	await page.goto("/dashboard/hosting");
	const row = page
		.getByRole("row")
		.filter({ has: page.getByRole("rowheader") })
		.first();
	await row.getByRole("link", { name: /^Details/ }).click();
	await page.locator("summary").filter({ hasText: "Cancel plan" }).click();
	await page.getByRole("button", { name: "Cancel at the end of the term" }).click();
	await expect(row).toContainText("Ends ");
	await page.reload();
	await page.getByRole("button", { name: /^Keep/ }).click();
	await expect(row).not.toContainText("Ends ");
	await expect(page.locator("summary").filter({ hasText: "Cancel plan" })).toBeVisible();
});
