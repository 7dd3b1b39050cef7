import type { Page } from "@playwright/test";
import { axe } from "../support/axe";
import { businessItem, domainItem, dotOrgItem, printerItem, storeCart } from "../support/browser-cart";
import { expect, fitsWidth, test } from "../support/shop";

const row = (page: Page, name: string) =>
	page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
const total = (page: Page) =>
	page.getByRole("region", { name: "Order Summary" }).getByText("Total", { exact: true }).locator("..");
const quoted = (page: Page) => expect(page.getByText("Checking prices...")).toBeHidden();
const stored = (page: Page, key: string) =>
	page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "[]"), key);

test("without script the cart says where it is stored and how to order", { tag: "@no-script" }, async ({ page }) => {
	await page.goto("/cart");
	await expect(page.getByRole("heading", { name: "Your Shopping Cart" })).toBeVisible();
	await expect(page.getByText("Loading your cart...")).toBeHidden();
	// Playwright finds no text inside `noscript`, though the person sees it.
	const instead = page.locator("main noscript");
	await expect(instead.locator("p").first()).toBeVisible();
	expect(await instead.evaluate((element) => element.textContent)).toContain("Your cart is stored in this browser");
	await expect(instead.locator("a[href='/domains/search']")).toBeVisible();
});

test("the cart is loading until the storage is read, then it is empty", async ({ page, request }) => {
	expect(await (await request.get("/cart")).text()).toContain("Loading your cart...");
	await page.goto("/cart");
	await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Browse Domains" })).toHaveAttribute("href", "/domains");
	await expect(page.getByRole("link", { name: "Back to domains" })).toHaveAttribute("href", "/domains");
	await axe(page);
});

test("broken storage does not break the page, and quantities are repaired", async ({ page }) => {
	const broken = { cart: [domainItem("fresh-neema.com", { quantity: -4 }), null, { nonsense: 1 }], savedItems: "[{" };
	await storeCart(page, broken);
	await page.goto("/cart");
	await expect(page.getByRole("heading", { name: "1 domain(s) in your cart" })).toBeVisible();
	await expect(page.getByRole("spinbutton", { name: "Years for fresh-neema.com" })).toHaveValue("1");
	expect(await stored(page, "cart")).toMatchObject([{ id: "fresh-neema.com", quantity: 1 }]);
});

test("subtotal, tax, shipping and total follow the years, by button and by keyboard", async ({ page }) => {
	await storeCart(page, { cart: [domainItem("fresh-bakery.com"), domainItem("fresh-bakery.co.ke", { price: 500 })] });
	await page.goto("/cart");
	await expect(page.getByRole("heading", { name: "2 domain(s) in your cart" })).toBeVisible();
	await quoted(page);
	const summary = page.getByRole("region", { name: "Order Summary" });
	for (const text of ["Ksh 2,250", "Tax (8%)", "Ksh 180", "Ksh 5.99", "Ksh 2,435.99"]) {
		await expect(summary.getByText(text, { exact: true })).toBeVisible();
	}
	await expect(
		page.getByText("Your payment information is encrypted and secure. We do not store your credit card details."),
	).toBeVisible();

	const com = page.getByRole("spinbutton", { name: "Years for fresh-bakery.com" });
	await row(page, "fresh-bakery.com").getByRole("button", { name: "Increase" }).click();
	await expect(com).toHaveValue("2");
	await expect(row(page, "fresh-bakery.com").getByText("Ksh 3,700", { exact: true })).toBeVisible();
	await com.focus();
	await page.keyboard.press("ArrowUp");
	await expect(com).toHaveValue("3");
	await com.fill("0");
	await com.blur();
	await expect(com).toHaveValue("3");
	await com.fill("25");
	await expect(com).toHaveValue("10");
	await expect(row(page, "fresh-bakery.com").getByRole("button", { name: "Increase" })).toBeDisabled();

	const coKe = page.getByRole("spinbutton", { name: "Years for fresh-bakery.co.ke" });
	await coKe.fill("9");
	await expect(coKe).toHaveValue("5");
	await quoted(page);
	await expect(total(page)).toContainText("Ksh 24,413.99");
});

test("a removed item can be restored to its position", async ({ page }) => {
	await storeCart(page, { cart: [domainItem("fresh-one.com"), domainItem("fresh-two.com"), printerItem] });
	await page.goto("/cart");
	await page.getByRole("button", { name: "Remove fresh-two.com" }).click();
	await expect(page.getByRole("heading", { name: "1 domain(s) and 1 other item in your cart" })).toBeFocused();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByRole("heading", { name: "2 domain(s) and 1 other item in your cart" })).toBeVisible();
	expect((await stored(page, "cart")).map(({ id }: { id: string }) => id)).toEqual([
		"fresh-one.com",
		"fresh-two.com",
		"hardware-printer-network",
	]);
});

test("an item is saved for later, survives a reload, and moves back", async ({ page }) => {
	await storeCart(page, { cart: [domainItem("fresh-neema.com")] });
	await page.goto("/cart");
	await page.getByRole("button", { name: "Save for later fresh-neema.com" }).click();
	await expect(page.getByRole("region", { name: "Saved for later" })).toBeVisible();
	await page.reload();
	const saved = page.getByRole("region", { name: "Saved for later" });
	await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
	await saved.getByRole("button", { name: "Move to cart" }).click();
	await expect(page.getByText("fresh-neema.com added to cart successfully.")).toBeVisible();
	await expect(saved).toBeHidden();
	await page.getByRole("button", { name: "Save for later fresh-neema.com" }).click();
	await saved.getByRole("button", { name: "Remove" }).click();
	await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(saved.getByRole("heading", { name: "fresh-neema.com" })).toBeVisible();
});

test("two tabs stay in sync", async ({ page, context }) => {
	await storeCart(page, { cart: [domainItem("fresh-neema.com"), printerItem] });
	await page.goto("/cart");
	const other = await context.newPage();
	await other.goto("/cart");
	await other.getByRole("group", { name: "Quantity of" }).getByRole("button", { name: "Increase" }).click();
	await expect(page.getByRole("spinbutton", { name: "Quantity of" })).toHaveValue("2");
	await page.getByRole("button", { name: "Remove fresh-neema.com" }).click();
	await expect(other.getByRole("heading", { name: "1 item in your cart" })).toBeVisible();
	await expect(other.getByRole("spinbutton", { name: "Quantity of" })).toHaveValue("2");
});

test("a promo code is checked by the server, taken off before tax, and removed", async ({ page }) => {
	await storeCart(page, { cart: [printerItem] });
	await page.goto("/cart");
	const apply = page.getByRole("button", { name: "Apply" });
	await expect(apply).toBeDisabled();
	await page.getByLabel("Promo code").fill("   ");
	await expect(apply).toBeDisabled();
	await page.getByLabel("Promo code").fill("nosuchcode");
	await apply.click();
	const refusal = page.getByText("There is no promo code NOSUCHCODE. Check the spelling, or remove it.").first();
	await expect(refusal).toBeVisible();
	await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled();
	await page.getByRole("button", { name: "Remove the promo code" }).click();

	await page.getByLabel("Promo code").fill("karibu10");
	await page.keyboard.press("Enter");
	await expect(page.getByText("10% off, applied.")).toBeVisible();
	await expect(page.getByText("−Ksh 2,490")).toBeVisible();
	await expect(total(page)).toContainText("Ksh 24,208.79");
	await page.reload();
	await expect(page.getByText("10% off, applied.")).toBeVisible();
	await page.getByRole("button", { name: "Remove the promo code" }).click();
	await expect(total(page)).toContainText("Ksh 26,897.99");
});

test("an annual Business plan makes the first year of a domain free, on its own line", async ({ page }) => {
	await storeCart(page, { cart: [businessItem, domainItem("fresh-bakery.com")] });
	await page.goto("/cart");
	await expect(page.getByRole("listitem").filter({ hasText: "Free first year of fresh-bakery.com" })).toContainText(
		"−Ksh 1,750",
	);
	await quoted(page);
	await expect(total(page)).toContainText("Ksh 25,925.99");
});

test("an extension asks for its name, checks it, and becomes that domain", async ({ page }) => {
	await storeCart(page, { cart: [dotOrgItem] });
	await page.goto("/cart");
	await quoted(page);
	await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled();
	const name = page.getByLabel("Choose your .org name");
	await page.getByRole("button", { name: "Check and add" }).click();
	await expect(page.getByText("Please enter a domain name")).toBeVisible();
	await name.fill("-bad-");
	await page.getByRole("button", { name: "Check and add" }).click();
	await expect(name).toHaveAttribute("aria-invalid", "true");
	await name.fill("taken-readers");
	await page.getByRole("button", { name: "Check and add" }).click();
	await expect(page.getByText("taken-readers.org is taken. Try another name.")).toBeVisible();
	await name.fill("Fresh-Readers");
	await page.getByRole("button", { name: "Check and add" }).click();
	await expect(page.getByText("fresh-readers.org added to cart successfully.")).toBeVisible();
	await expect(page.getByRole("heading", { name: "fresh-readers.org" })).toBeVisible();
	await quoted(page);
	await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toHaveAttribute("href", "/checkout");
});

test("a changed price is shown and marked until the customer has seen it", async ({ page }) => {
	await storeCart(page, { cart: [domainItem("fresh-bakery.com", { price: 1500, quantity: 2 })] });
	await page.goto("/cart");
	await expect(page.getByText("fresh-bakery.com now costs Ksh 3,700 instead of Ksh 3,200.")).toBeVisible();
	await page.getByRole("button", { name: "Got it" }).click();
	await expect(page.getByText("Prices have changed")).toBeHidden();
	await page.reload();
	await quoted(page);
	await expect(page.getByText("Prices have changed")).toBeHidden();
});

test("taken, unanswered, premium and free names are labelled, and only the taken one blocks the checkout", async ({
	page,
}) => {
	const names = ["taken-neema.com", "timeout-neema.com", "premium-neema.com", "fresh-neema.com"];
	await storeCart(page, { cart: names.map((name) => domainItem(name)) });
	await page.goto("/cart");
	await expect(row(page, "taken-neema.com")).toContainText("taken-neema.com has been taken");
	await expect(row(page, "timeout-neema.com")).toContainText("We could not reach the registry");
	await expect(row(page, "premium-neema.com")).toContainText("Premium name");
	await expect(row(page, "fresh-neema.com")).toContainText("Available");
	await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled();
	await page.getByRole("button", { name: "Remove taken-neema.com" }).click();
	await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toBeVisible();
});

test("if the server does not answer, the sums are an estimate with a button to try again", async ({
	page,
	expectConsoleError,
}) => {
	expectConsoleError(/Failed to load resource/);
	await storeCart(page, { cart: [printerItem] });
	await page.route("**/api/cart/quote", (route) => route.abort());
	await page.goto("/cart");
	await expect(page.getByText("These prices are an estimate")).toBeVisible();
	await expect(total(page)).toContainText("Ksh 26,897.99");
	await page.unroute("**/api/cart/quote");
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByText("These prices are an estimate")).toBeHidden();
	await expect(total(page)).toContainText("Ksh 26,897.99");
});

test("the cart fits windows from 320 to 1280 px and axe finds nothing serious", async ({ page }) => {
	const long = `${"fresh".repeat(12)}.co.ke`;
	await storeCart(page, {
		cart: [domainItem("fresh-neema.com"), domainItem(long, { price: 450 }), businessItem, printerItem, dotOrgItem],
		savedItems: [domainItem("fresh-bakery.shop")],
	});
	await page.setViewportSize({ width: 320, height: 800 });
	await page.goto("/cart");
	await expect(page.getByText("Prices have changed")).toBeVisible();
	for (const width of [320, 360, 768, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		await fitsWidth(page);
		await axe(page);
	}
});
