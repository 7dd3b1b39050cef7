import type { Page } from "@playwright/test";
import { untilInteractive } from "../support/interactive";
import { makeOld } from "../support/old-browser";
import { expect, test } from "../support/shop";
import { availableName } from "../support/unpaid-order";

const phone = { width: 360, height: 740 };
test.use({ viewport: phone });

/** Searches for a new name and adds it to the cart. */
async function addName(page: Page): Promise<string> {
	const domain = availableName();
	await page.goto("/");
	await page
		.getByRole("textbox", { name: /domain/i })
		.first()
		.fill(domain);
	await page.getByRole("button", { name: "Search" }).first().click();
	const answer = page.getByRole("article", { name: domain, exact: true });
	await expect(answer).toBeVisible({ timeout: 20_000 });
	await answer.getByRole("button", { name: /^Add to Cart/ }).click();
	return domain;
}

test("a domain is bought without popovers, :has(), dialogs and view transitions", async ({
	page,
	registerAndSignIn,
}) => {
	test.setTimeout(120_000);
	await makeOld(page);
	await registerAndSignIn();
	const domain = await addName(page);
	await expect(page.getByRole("status").getByText(`${domain} added to cart successfully.`)).toBeVisible();
	await page.getByRole("link", { name: "Checkout", exact: true }).click();

	await expect(page).toHaveURL("/checkout");
	await untilInteractive(page);
	await page.getByLabel("Phone").fill("0712345678");
	await page.getByLabel("Street or P.O. box").fill("Moi Avenue 12");
	await page.getByLabel("Town or city").fill("Nairobi");
	await page.getByRole("button", { name: "Continue to payment" }).click();

	await expect(page).toHaveURL(/\/pay\//);
	await untilInteractive(page);
	await page.getByRole("button", { name: /^Lipa na/ }).click();
	await expect(page.getByText("Look at your phone")).toBeVisible();
	const prompt = await page.context().newPage();
	await prompt.goto((await page.getByRole("link", { name: /sandbox phone/i }).getAttribute("href")) ?? "");
	await prompt.getByRole("button", { name: "Approve", exact: true }).click();
	await expect(prompt.getByText("Confirmed.")).toBeVisible();
	await prompt.close();
	await expect(page).toHaveURL(/\/orders\//, { timeout: 30_000 });
	await expect(page.getByRole("heading", { name: /Ni yako/ })).toBeVisible({ timeout: 30_000 });
});

test("the styles apply, and every choice shows its input", async ({ page }) => {
	await makeOld(page);
	await page.goto("/");
	const search = page.getByRole("button", { name: "Search" }).first();
	await expect(search).toHaveCSS("border-radius", "12px");
	await expect(page.getByRole("radio").first()).toHaveCSS("opacity", "1");
	await page.goto("/pricing");
	await expect(page.locator("[data-term=monthly]").first()).toBeVisible();
	await expect(page.locator("[data-term=annual]").first()).toBeVisible();
});

test("without the islands' script, pages work as without script", async ({ page }) => {
	await page.route("**/assets/site-*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "/(?<" }));
	const domain = await addName(page);
	await expect(page).toHaveURL("/cart");
	await expect(page.getByText(domain).first()).toBeVisible();
});

test("the portal's menu and bell open, close and lead to pages", async ({ page, demo }) => {
	await makeOld(page);
	await demo();
	await page.goto("/dashboard");
	await untilInteractive(page);
	await page.waitForFunction(() => document.documentElement.hasAttribute("data-popovers"));
	const menu = page.getByRole("navigation", { name: "Portal" });
	await expect(menu).toBeHidden();
	await page.getByRole("link", { name: "Open menu" }).click();
	await expect(menu).toBeInViewport();
	await page.keyboard.press("Escape");
	await expect(menu).toBeHidden();
	await expect(page.getByRole("link", { name: "Open menu" })).toBeFocused();
	await page.keyboard.press("Enter");
	await menu.getByRole("button", { name: "Close menu" }).click();
	await expect(menu).toBeHidden();
	await page.getByRole("link", { name: "Open menu" }).click();
	await menu.getByRole("link", { name: "Invoices" }).click();
	await expect(page).toHaveURL("/dashboard/invoices");
	await expect(menu).toBeHidden();

	const list = page.getByRole("region", { name: "Newest notifications" });
	await expect(list).toBeHidden();
	const bell = page.getByRole("banner").getByRole("link", { name: /notifications$/i });
	await bell.click();
	await expect(list).toBeInViewport();
	await page.keyboard.press("Escape");
	await expect(list).toBeHidden();
	await bell.click();
	await list.getByRole("link", { name: "All notifications" }).click();
	await expect(page).toHaveURL("/dashboard/notifications");
	await expect(list).toBeHidden();
});

test("the portal's dialogs are pages", async ({ page, demo }) => {
	await makeOld(page);
	await demo();
	await page.goto("/dashboard/domains");
	await untilInteractive(page);
	await page
		.getByRole("link", { name: /^Register/ })
		.first()
		.click();
	await expect(page).toHaveURL(/\/dashboard\/domains\/register/);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await page.keyboard.press("Control+k");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("without script, the portal's menu is after the page, and the bell a link", { tag: "@no-script" }, async ({
	page,
	demo,
}) => {
	await makeOld(page);
	// No script removes the attribute here.
	await page.route(/\/dashboard/, async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, body: (await response.text()).replace(/ popover="\w+"/g, "") });
	});
	await demo();
	await page.goto("/dashboard");
	const menu = page.getByRole("navigation", { name: "Portal" });
	await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
	await expect(menu).not.toBeInViewport();
	await page.getByRole("link", { name: "Open menu" }).click();
	await expect(menu).toBeInViewport();
	await menu.getByRole("link", { name: "Invoices" }).click();
	await expect(page).toHaveURL("/dashboard/invoices");
	await page
		.getByRole("banner")
		.getByRole("link", { name: /notifications$/i })
		.click();
	await expect(page).toHaveURL("/dashboard/notifications");
});
