import type { Page } from "@playwright/test";
import { decodeCart } from "~/features/cart/cart-cookie";
import { cartCookieOf, domainItem, storeCart } from "../support/browser-cart";
import { expect, test } from "../support/shop";

const inCart = async (page: Page) =>
	(decodeCart(await cartCookieOf(page))?.cart ?? []).map(({ productId, term, domain, quantity }) =>
		[productId, term, domain, quantity].filter(Boolean).join(" "),
	);

test("a plan is set up with a new name, one to transfer or one that stays elsewhere", async ({
	page,
	expectConsoleError,
}) => {
	expectConsoleError(/400/);
	await page.goto("/select-domain?plan=shared-pro&term=annual");
	const go = page.getByRole("button", { name: "Continue to Checkout" });
	const name = page.getByRole("textbox", { name: /^The domain you (want|already)/ });
	await name.fill("google.com");
	await go.click();
	await expect(page.getByText(/^google\.com is taken\./)).toBeVisible();
	await name.fill("fresh-duka");
	await page.getByRole("link", { name: "Paid monthly" }).click();
	await page.getByRole("link", { name: "Paid annually" }).click();
	await expect(page).toHaveURL(/term=annual/);
	await expect(name).toHaveValue("fresh-duka");
	await go.click();
	await expect(page.getByText("Continue with fresh-duka.co.ke, or enter another extension.")).toBeVisible();
	await go.click();
	await expect(page).toHaveURL("/checkout");
	const both = ["domain-registration fresh-duka.co.ke 1", "shared-pro annual fresh-duka.co.ke 1"];
	expect(await inCart(page)).toEqual(both);

	// Going back and continuing again adds no second plan.
	await page.goto("/select-domain?plan=shared-pro&term=annual");
	await name.fill("fresh-duka.co.ke");
	await go.click();
	await expect(page).toHaveURL("/checkout");
	expect(await inCart(page)).toEqual(both);

	await page.goto("/select-domain?setup=existing");
	await name.fill("duka.example");
	await go.click();
	await expect(page).toHaveURL("/checkout");
	expect(await inCart(page)).toEqual([...both, "shared-business monthly duka.example 1"]);

	await page.goto("/select-domain?setup=transfer");
	await name.fill("google.com");
	await page.getByLabel("Authorization code").fill("EPP-1234");
	await go.click();
	await expect(page).toHaveURL("/checkout");
	expect((await inCart(page)).slice(3)).toEqual([
		"domain-transfer google.com 1",
		"shared-business monthly google.com 1",
	]);
});

test("a transfer goes into the cart with its code, if the name is registered", async ({ page, expectConsoleError }) => {
	expectConsoleError(/400/);
	await page.goto("/transfer");
	await page.getByLabel("The domain you want to transfer").fill("fresh-duka.co.ke");
	await page.getByLabel("Authorization code").fill("EPP-1234");
	const add = page.getByRole("button", { name: "Add to Cart" });
	await add.click();
	await expect(page.getByText("fresh-duka.co.ke is not registered, so there is nothing to transfer.")).toBeVisible();
	await page.getByLabel("The domain you want to transfer").fill("google.com");
	await add.click();
	await expect(page.getByText("google.com added to cart successfully.")).toBeVisible();
	await expect(page).toHaveURL(/\/cart$/);
	await expect(page.getByRole("main").getByText("Ksh 1,750").first()).toBeVisible();
	expect(await inCart(page)).toEqual(["domain-transfer google.com 1"]);
	// The cart has the code, but neither the page nor its script.
	await expect(page.getByLabel("Authorization code for google.com")).toBeHidden();
	expect(
		await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage }) + document.body.innerHTML),
	).not.toContain("EPP-1234");
});

test("a transfer without its code asks for it in the cart", { tag: "@both" }, async ({
	page,
	shop,
	expectConsoleError,
}) => {
	expectConsoleError(/status of 400/);
	const transfer = { ...domainItem("google.com"), productId: "domain-transfer", category: "transfer" } as const;
	await storeCart(page, shop, { cart: [transfer] });
	await page.goto("/cart");
	const code = page.getByLabel("Authorization code for google.com");
	await code.fill("x y");
	await page.getByRole("button", { name: "Use this code" }).click();
	await expect(page.getByText("An authorization code has no spaces. Copy it again without them.")).toBeVisible();
	await code.fill("EPP-1234");
	await page.getByRole("button", { name: "Use this code" }).click();
	await expect(code).toBeHidden();
	await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toBeVisible();
});

test("errors of one tab do not carry over to another", { tag: "@both" }, async ({ page, expectConsoleError }) => {
	expectConsoleError(/400/);
	await page.goto("/select-domain");
	await page.getByRole("button", { name: "Continue to Checkout" }).click();
	await expect(page.getByText("Please enter a domain name")).toBeVisible();
	await page.getByRole("link", { name: "Transfer Domain", exact: true }).last().click();
	await expect(page.getByLabel("The domain you want to transfer")).toBeVisible();
	await expect(page.getByText("Please enter a domain name")).toBeHidden();
	await expect(page.locator("[aria-invalid]")).toHaveCount(0);
});

test("without script a plan is set up, and neither name nor code is sent in an address", { tag: "@no-script" }, async ({
	page,
}) => {
	await page.goto("/transfer");
	await page.getByLabel("The domain you want to transfer").fill("google.com");
	await page.getByLabel("Authorization code").fill("EPP-1234");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/cart$/);
	await expect(page.getByText("google.com added to cart successfully.")).toBeVisible();
	await page.goto("/select-domain?plan=shared-pro&term=annual");
	await page.getByLabel("The domain you want").fill("fresh-duka.co.ke");
	await page.getByRole("button", { name: "Continue to Checkout" }).click();
	await expect(page).toHaveURL("/checkout");
	expect(await inCart(page)).toEqual([
		"domain-transfer google.com 1",
		"domain-registration fresh-duka.co.ke 1",
		"shared-pro annual fresh-duka.co.ke 1",
	]);
});
