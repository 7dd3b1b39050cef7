import { expect, test } from "../support/shop";
import { availableName, openUnpaidOrder } from "../support/unpaid-order";

test("the checkout leads back to an unpaid order when the cart is empty", { tag: "@both" }, async ({
	page,
	shop,
	registerAndSignIn,
}) => {
	const customer = await registerAndSignIn();
	await page.goto("/checkout");
	await expect(page.getByRole("heading", { name: "Nothing to check out" })).toBeVisible();
	const path = await openUnpaidOrder(page, shop, customer, [
		{ productId: "domain-registration", domain: availableName() },
	]);
	await page.goto("/checkout");
	await expect(page.getByRole("heading", { name: /^Invoice KK\d+ is not paid yet$/ })).toBeVisible();
	await page.getByRole("link", { name: "Continue to payment" }).click();
	await expect(page).toHaveURL(path);
});

test("in the customer's details, the arrow of a closed part points down", async ({ page, shop, registerAndSignIn }) => {
	const item = { productId: "domain-registration", domain: availableName() };
	// The account's contact is complete after its first order.
	await openUnpaidOrder(page, shop, await registerAndSignIn(), [item]);
	await page.evaluate((value) => {
		// biome-ignore lint/suspicious/noDocumentCookie: as the pages write it.
		document.cookie = `cart=1|d:${value}||; Path=/`;
	}, availableName());
	await page.goto("/checkout");
	await page.getByText("Change", { exact: true }).click();
	const part = page.locator("summary", { hasText: "Buying for a company?" });
	const arrow = part.locator("svg").last();
	await expect(arrow).toHaveCSS("rotate", "none");
	await part.click();
	await expect(arrow).toHaveCSS("rotate", "180deg");
});
