import { axe } from "../support/axe";
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

test("a domain and a plan are renewed, and a plan is added, through the one cart", async ({ page, demo }) => {
	await demo();
	await page.goto("/dashboard/domains?tab=expired");
	await page.getByRole("link", { name: "Renew tujenge.co" }).click();
	const renewal = page.getByRole("region", { name: "Renew" });
	await renewal.getByRole("button", { name: /^Add to Cart/ }).click();
	await renewal.getByLabel("Renew for").selectOption("3");
	await renewal.getByRole("button", { name: /^Change in the cart/ }).click();
	await page.getByRole("link", { name: "Hosting", exact: true }).click();
	await page.getByRole("link", { name: /^Details/ }).click();
	await renewal.getByLabel("Renew for").selectOption("2");
	await renewal.getByRole("button", { name: /^Add to Cart/ }).click();

	await page.getByRole("link", { name: "Add Hosting" }).click();
	const dialog = page.getByRole("dialog", { name: "Add New Hosting Plan" });
	const add = dialog.getByRole("button", { name: "Add to Cart" });
	await expect(add).toBeDisabled();
	await dialog.getByRole("radio", { name: /Email Basic/ }).check();
	await axe(page);
	await add.click();
	await dialog.getByRole("link", { name: "View Cart (3 items)" }).click();

	const years = page.getByLabel("Years for Renewal of tujenge.co");
	await expect(years).toHaveValue("3");
	await expect(page.getByText(/^Until \d+ \w+ \d{4}$/)).toBeVisible();
	await expect(page.getByLabel(/^Months for Renewal of Business/)).toHaveValue("2");
	// Expired nine days ago: ten years would end within ten years, so ten may be paid ahead.
	await years.fill("10");
	await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toBeVisible();
	await axe(page);
});
