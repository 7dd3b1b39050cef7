import type { Page } from "@playwright/test";
import { expect, test } from "../support/shop";

const inCart = (page: Page) =>
	page.evaluate(() => {
		const codes = new Map<unknown, unknown>(JSON.parse(sessionStorage.getItem("transferCodes") ?? "[]"));
		return JSON.parse(localStorage.getItem("cart") ?? "[]").map(
			({ id, productId, term, domain, quantity }: Record<string, string | number>) =>
				[productId, term, domain, quantity, codes.get(id)].filter(Boolean).join(" "),
		);
	});

const ready = (page: Page) => expect(page.getByRole("button", { name: /^(Continue|Add)/ })).toBeEnabled();

test("a plan is set up with a new name, one to transfer or one that stays elsewhere", async ({ page }) => {
	await page.goto("/select-domain?plan=shared-pro&term=annual");
	await ready(page);
	const go = page.getByRole("button", { name: "Continue to Checkout" });
	const name = page.getByRole("textbox", { name: /^The domain you (want|already)/ });
	await name.fill("google.com");
	await go.click();
	await expect(page.getByText(/^google\.com is taken\./)).toBeVisible();
	await name.fill("fresh-duka.co.ke");
	await go.click();
	await expect(page.getByText("fresh-duka.co.ke added to cart successfully.")).toBeVisible();
	await expect(page).toHaveURL(/\/login\?next=%2Fcheckout/);
	const both = ["domain-registration fresh-duka.co.ke 1", "shared-pro annual fresh-duka.co.ke 1"];
	expect(await inCart(page)).toEqual(both);

	// Going back and continuing again adds no second plan.
	await page.goto("/select-domain?plan=shared-pro&term=annual");
	await ready(page);
	await name.fill("fresh-duka.co.ke");
	await go.click();
	await expect(page).toHaveURL(/\/login\?next=%2Fcheckout/);
	expect(await inCart(page)).toEqual(both);

	await page.goto("/select-domain?setup=existing");
	await ready(page);
	await name.fill("duka.example");
	await go.click();
	await expect(page).toHaveURL(/\/login\?next=%2Fcheckout/);
	expect(await inCart(page)).toEqual([...both, "shared-business monthly duka.example 1"]);

	await page.goto("/select-domain?setup=transfer");
	await ready(page);
	await name.fill("google.com");
	await page.getByLabel("Authorization code").fill("EPP-1234");
	await go.click();
	await expect(page).toHaveURL(/\/login\?next=%2Fcheckout/);
	expect((await inCart(page)).slice(3)).toEqual([
		"domain-transfer google.com 1 EPP-1234",
		"shared-business monthly google.com 1",
	]);
});

test("a transfer goes into the cart with its code, if the name is registered", async ({ page }) => {
	await page.goto("/transfer");
	await ready(page);
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
	expect(await inCart(page)).toEqual(["domain-transfer google.com 1 EPP-1234"]);
});

test("without script neither name nor code is sent in an address", { tag: "@no-script" }, async ({ page }) => {
	await page.goto("/transfer");
	await page.getByLabel("Authorization code").fill("EPP-1234");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("button", { name: "Add to Cart" })).toBeDisabled();
	await expect(page.getByText(/The cart needs JavaScript/).first()).toBeVisible();
	expect(page.url()).not.toContain("EPP");
});
