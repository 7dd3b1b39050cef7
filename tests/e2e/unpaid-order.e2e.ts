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
	await page.getByRole("link", { name: "Pay Ksh 540" }).click();
	await expect(page).toHaveURL(path);
});
