import type { BrowserContext, Page } from "@playwright/test";
import { axe } from "../support/axe";
import { expect, fitsWidth, test } from "../support/shop";

let names = 0;

/** A name that is available at the sandbox registry. */
const freshName = () => `fresh-${process.pid}-${Date.now().toString(36)}-${names++}.co.ke`;

/** Puts a name into the cart, as the pages do. */
async function fillCart(page: Page, name = freshName()): Promise<string> {
	await page.goto("/cart");
	await page.evaluate((value) => {
		// biome-ignore lint/suspicious/noDocumentCookie: as the pages write it.
		document.cookie = `cart=1|d:${value}||; Path=/`;
	}, name);
	return name;
}

async function fillDetails(page: Page): Promise<void> {
	await page.getByLabel("Phone").fill("0712 345 678");
	await page.getByLabel("Street or P.O. box").fill("P.O. Box 100");
	await page.getByLabel("Town or city").fill("Nairobi");
	await page.getByLabel(/I accept/).check();
}

async function placeOrder(page: Page): Promise<string> {
	const name = await fillCart(page);
	await page.goto("/checkout");
	await fillDetails(page);
	await page.getByRole("button", { name: /^Place order · / }).click();
	await expect(page).toHaveURL(/\/pay\/inv_/);
	return name;
}

/** Opens the sandbox phone in its own window. */
async function openPhone(page: Page, context: BrowserContext): Promise<Page> {
	const opened = context.waitForEvent("page");
	await page.getByRole("link", { name: "Open the sandbox phone" }).click();
	return opened;
}

/** The card page is on another site, so wait for its button. */
async function openCardPage(page: Page): Promise<void> {
	await page.getByRole("radio", { name: /card$/i }).check();
	await page.getByRole("button", { name: "Pay by card" }).click();
	await expect(page).toHaveURL(/\/sandbox\/card\//);
}

const askByPhone = (page: Page) => page.getByRole("button", { name: /^Lipa na/ }).click();

async function expectActive(page: Page, name: string): Promise<void> {
	await expect(page).toHaveURL(/\/orders\/ord_/, { timeout: 20_000 });
	const ordered = page.getByRole("region", { name: "What you ordered" });
	const line = ordered.getByRole("listitem").filter({ hasText: name });
	await expect(line).toContainText("Active", { timeout: 30_000 });
	await expect(page.getByRole("heading", { name: `Ni yako. It's yours. ${name}` })).toBeVisible();
}

test("a request approved on the phone pays, and the domain becomes active", async ({
	page,
	context,
	registerAndSignIn,
	mailTo,
}) => {
	const customer = await registerAndSignIn();
	const name = await placeOrder(page);
	expect(await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]"))).toEqual([]);
	await askByPhone(page);
	await expect(page.getByText("Look at your phone")).toBeVisible();
	const phone = await openPhone(page, context);
	await phone.getByRole("button", { name: "Approve" }).click();
	await expect(phone.getByText("Confirmed")).toBeVisible();
	await expectActive(page, name);
	await mailTo(customer.email, /receipt/i);
});

test("a declined request can be sent again", async ({ page, context, registerAndSignIn, expectConsoleError }) => {
	expectConsoleError(/400/);
	await registerAndSignIn();
	const name = await placeOrder(page);
	const number = page.getByLabel("Safaricom number");
	const right = await number.inputValue();
	await number.fill("12");
	await askByPhone(page);
	await expect(page.getByText("Enter a Safaricom number")).toHaveCount(1);
	await expect(number).toHaveAccessibleDescription(/Enter a Safaricom number/);
	await expect(number).toBeFocused();
	await number.fill(right);
	await askByPhone(page);
	const first = await openPhone(page, context);
	await first.getByRole("button", { name: "Decline" }).click();
	await expect(page.getByText("The request was declined on the phone")).toBeVisible();
	await askByPhone(page);
	await expect(page.getByText("Look at your phone")).toBeVisible();
	const second = await openPhone(page, context);
	await second.getByRole("button", { name: "Approve" }).click();
	await expectActive(page, name);
});

test("an expired request still pays when it is approved late", async ({ page, context, registerAndSignIn }) => {
	await registerAndSignIn();
	const name = await placeOrder(page);
	await askByPhone(page);
	const phone = await openPhone(page, context);
	await phone.getByRole("button", { name: "Let it time out" }).click();
	await expect(page.getByText("The request was not approved in time")).toBeVisible();
	await phone.getByRole("button", { name: "Approve late" }).click();
	await expect(phone.getByText("Confirmed")).toBeVisible();
	await page.reload();
	await expectActive(page, name);
});

test("after a declined card the order stays open, another card pays it, is saved, and pays the next with one press", async ({
	page,
	registerAndSignIn,
	expectConsoleError,
}) => {
	expectConsoleError(/400/);
	test.slow();
	const { password } = await registerAndSignIn();
	const name = await placeOrder(page);
	await openCardPage(page);
	await axe(page);
	await page.setViewportSize({ width: 360, height: 800 });
	await fitsWidth(page);
	await page.getByLabel("Card number").fill("4000 0000 0000 0002");
	await page.getByRole("button", { name: /^Pay/ }).click();
	await expect(page.getByText("The bank declined the card")).toBeVisible();
	await expect(page.getByLabel("Save this card for next time")).not.toBeChecked();
	await expect(page.getByLabel("Pay renewals with this card")).not.toBeChecked();
	await page.getByLabel("Save this card for next time").check();
	await openCardPage(page);
	await page.getByLabel("Expiry").fill("07/34");
	await page.getByRole("button", { name: /^Pay/ }).click();
	await expectActive(page, name);

	await page.goto("/dashboard/account-settings/billing");
	const cards = page.getByRole("list", { name: "Saved cards" });
	await expect(cards).toContainText("Visa •••• 4242");
	await expect(cards).toContainText("Expires 07/34");
	await axe(page);
	await fitsWidth(page);
	await page.getByRole("button", { name: "Remove Visa •••• 4242" }).click();
	await expect(cards).toBeHidden();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(cards).toContainText("Default");
	const renewals = page.getByRole("switch", { name: "Pay renewals with Visa •••• 4242" });
	await expect(renewals).not.toBeChecked();
	await renewals.click();
	await page.getByLabel("Your password").fill(password);
	await page.getByRole("button", { name: "Continue" }).click();
	await renewals.click();
	await expect(renewals).toBeChecked();
	await expect(page.getByText("The card that is turned on pays your renewals.")).toBeVisible();

	const next = await placeOrder(page);
	await axe(page);
	await expect(page.getByRole("radio", { name: "Visa •••• 4242" }), "was used last").toBeChecked();
	await page.getByRole("button", { name: "Pay with this card" }).click();
	await expectActive(page, next);
});

test("going back from the card page, or returning without paying, pays nothing", async ({
	page,
	registerAndSignIn,
}) => {
	await registerAndSignIn();
	await placeOrder(page);
	const payUrl = page.url();
	await openCardPage(page);
	await page.goBack();
	await expect(page).toHaveURL(payUrl);
	await page.goto(payUrl);
	await expect(page.getByText("Your card payment is open")).toBeVisible();
	await page.getByRole("link", { name: "Continue to the card page" }).click();
	await page.getByRole("button", { name: /^Pay/ }).click();
	await expect(page).toHaveURL(/\/orders\/ord_/);
});

test("an open request can be replaced by another payment method", async ({ page, registerAndSignIn }) => {
	await registerAndSignIn();
	const name = await placeOrder(page);
	await askByPhone(page);
	await expect(page.getByText("Look at your phone")).toBeVisible();
	await page.getByRole("link", { name: "pay by card" }).click();
	await openCardPage(page);
	await page.getByRole("button", { name: /^Pay/ }).click();
	await expectActive(page, name);
});

test("a double click places one order", async ({ page, registerAndSignIn }) => {
	await registerAndSignIn();
	await fillCart(page);
	await page.goto("/checkout");
	await fillDetails(page);
	await page.getByRole("button", { name: /^Place order · / }).dblclick();
	await expect(page).toHaveURL(/\/pay\/inv_/);
	await page.goto("/dashboard/invoices");
	await expect(page.getByRole("link", { name: /^KK\d{10}$/ })).toHaveCount(1);
});

test("the checkout shows what is missing, keeps what was typed after the session ended, and an order can be cancelled", async ({
	page,
	context,
	registerAndSignIn,
	expectConsoleError,
}) => {
	expectConsoleError(/status of 400/);
	await registerAndSignIn();
	await fillCart(page);
	await page.goto("/checkout");
	await page.getByLabel("Town or city").fill("Kisumu");
	await page.getByRole("button", { name: /^Place order · / }).click();
	await expect(page.getByText("Enter your phone number.")).toBeVisible();
	await expect(page.getByText("You must accept the terms and conditions.")).toBeVisible();
	await expect(page.getByLabel("Town or city")).toHaveValue("Kisumu");
	await axe(page);
	await fillDetails(page);
	const cookies = await context.cookies();
	await context.clearCookies();
	await page.getByRole("button", { name: /^Place order · / }).click();
	await expect(page.getByRole("alert")).toContainText("You were signed out.");
	await expect(page.getByRole("link", { name: "Sign in in a new tab" })).toBeVisible();
	await expect(page.getByLabel("Town or city")).toHaveValue("Nairobi");
	await context.addCookies(cookies);
	await page.getByRole("button", { name: /^Place order · / }).click();
	await page.getByRole("link", { name: "See your order, or cancel it" }).click();
	await page.getByRole("button", { name: "Cancel this order" }).click();
	await expect(page.getByRole("heading", { name: "This order was cancelled" })).toBeVisible();
});

test("another customer's invoice and order are not found", async ({ page, registerAndSignIn, expectConsoleError }) => {
	expectConsoleError(/status of 404/);
	await registerAndSignIn();
	for (const path of ["/pay/inv_someoneelse", "/orders/ord_someoneelse", "/sandbox/phone/none", "/sandbox/card/none"]) {
		expect((await page.goto(path))?.status(), path).toBe(404);
	}
});

test("without an account the checkout asks to sign in, and the cart stays", { tag: "@both" }, async ({ page }) => {
	await page.goto("/checkout");
	await expect(page).toHaveURL(/\/login\?next=%2Fcheckout/);
});
