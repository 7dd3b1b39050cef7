import type { BrowserContext, Page } from "@playwright/test";
import { demoSignIn } from "../../scripts/database.mjs";
import { axe } from "../support/axe";
import { untilInteractive } from "../support/interactive";
import { type Customer, expect, fitsWidth, linkIn, newCustomer, test } from "../support/shop";

let names = 0;

/** A name that is available at the sandbox registry. */
const freshName = () => `fresh-${process.pid}-${Date.now().toString(36)}-${names++}.co.ke`;

/** Puts a name or a device into the cart, as the pages do. */
async function fillCart(page: Page, name = freshName(), category: "d" | "h" = "d"): Promise<string> {
	await page.goto("/cart");
	await page.evaluate((value) => {
		// biome-ignore lint/suspicious/noDocumentCookie: as the pages write it.
		document.cookie = `cart=1|${value}||; Path=/`;
	}, `${category}:${name}`);
	return name;
}

async function fillDetails(page: Page): Promise<void> {
	await page.getByLabel("Phone").fill("0712 345 678");
	await page.getByLabel("Street or P.O. box").fill("P.O. Box 100");
	await page.getByLabel("Town or city").fill("Nairobi");
}

/** The further fields of a visitor. */
async function fillAccount(page: Page, { email, password, firstName }: Customer): Promise<void> {
	await page.getByLabel("First name").fill(firstName);
	await page.getByLabel("Last name").fill("Wanjiru");
	await page.getByLabel("Email").fill(email);
	await fillDetails(page);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByLabel(/I accept/).check();
}

async function placeOrder(page: Page): Promise<string> {
	const name = await fillCart(page);
	await page.goto("/checkout");
	// The account's contact is complete after its first order.
	if (await page.getByLabel("Phone").isVisible()) await fillDetails(page);
	await page.getByRole("button", { name: "Continue to payment" }).click();
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
	await page.goto("/dashboard/invoices");
	await page.getByRole("link", { name: /^KK\d/ }).first().click();
	await expect(page).toHaveURL(/\/invoices\/inv_/);
	// The signature is a moment behind the payment.
	await expect(async () => {
		await page.reload();
		await expect(page.getByRole("heading", { level: 1, name: /^Tax invoice KK\d+$/ })).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 20_000 });
	await expect(page.getByRole("img", { name: "QR code that opens this receipt at KRA" })).toBeVisible();
	await fitsWidth(page);
	await page.setViewportSize({ width: 360, height: 800 });
	await fitsWidth(page);
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
	await page.getByRole("button", { name: "Continue to payment" }).dblclick();
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
	expectConsoleError(/status of 40[01]/);
	await registerAndSignIn();
	await fillCart(page);
	await page.goto("/checkout");
	await page.getByLabel("Town or city").fill("Kisumu");
	await page.getByRole("button", { name: "Continue to payment" }).click();
	await expect(page.getByText("Enter your phone number.")).toBeVisible();
	await expect(page.getByLabel("Phone")).toBeFocused();
	await expect(page.getByLabel("Town or city")).toHaveValue("Kisumu");
	await axe(page);
	await fillDetails(page);
	const cookies = await context.cookies();
	await context.clearCookies({ name: "session" });
	await page.getByRole("button", { name: "Continue to payment" }).click();
	await expect(page.getByRole("alert")).toContainText("You were signed out.");
	await expect(page.getByRole("link", { name: "Sign in in a new tab" })).toBeVisible();
	await expect(page.getByLabel("Town or city")).toHaveValue("Nairobi");
	await context.addCookies(cookies);
	await page.getByRole("button", { name: "Continue to payment" }).click();
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

test("a visitor's mistakes are shown beside their fields, and what was typed stays", { tag: "@both" }, async ({
	page,
	javaScriptEnabled,
	expectConsoleError,
}) => {
	expectConsoleError(/status of 400/);
	await fillCart(page);
	await page.goto("/checkout");
	const next = page.getByRole("button", { name: "Continue", exact: true });
	await expect(page.getByText("Add a promo code")).toBeVisible({ visible: javaScriptEnabled });
	await page.getByLabel("Email").fill("neema@gmial.com");
	if (!javaScriptEnabled) {
		await page.getByRole("textbox", { name: "Promo code" }).fill("karibu10");
		await page.getByRole("button", { name: "Apply" }).click();
		await expect(page).toHaveURL("/checkout");
		await expect(page.getByText("Promo code KARIBU10").first()).toBeAttached();
		await expect(page.getByLabel("Email")).toHaveValue("neema@gmial.com");
		await page.getByRole("button", { name: "Remove the promo code" }).click();
		await expect(page.getByText("Promo code KARIBU10")).toHaveCount(0);
		await page.getByRole("button", { name: "Use neema@gmail.com" }).click();
		await expect(page.getByLabel("Email")).toHaveValue("neema@gmail.com");
		await page.getByLabel("Email").fill("neema@gmial.com");
		await page.getByLabel("Email").press("Enter");
		await expect(page.getByText("Enter your first name.")).toBeVisible();
	}
	await next.click();
	await expect(page.getByText("Enter your first name.")).toBeVisible();
	await expect(page.getByText("Choose a password.")).toBeVisible();
	await expect(page.getByText("Did you mean neema@gmail.com?")).toBeVisible();
	await expect(page.getByText("You must accept the terms and conditions.")).toBeVisible();
	if (javaScriptEnabled) await expect(page.getByLabel("First name")).toBeFocused();
	await fillAccount(page, newCustomer());
	await page.getByLabel("Country").selectOption("Uganda");
	await page.getByLabel("Phone").fill("12");
	await next.click();
	const phone = page.getByLabel("Phone");
	await expect(phone).toHaveAccessibleDescription(/Enter a phone number, such as 0712 345678 or \+256712345678\./);
	await expect(phone).toHaveValue("12");
	await expect(page.getByLabel("Country")).toHaveValue("Uganda");
	await expect(page.getByLabel(/I accept/)).toBeChecked();
	if (!javaScriptEnabled) return;
	await expect(phone).toBeFocused();
	await expect(page.getByLabel("Password", { exact: true })).toHaveValue("maji ya kisima 2026");
	await axe(page);
});

test("a wrong value is named when its field is left, but not while it is typed or if it is empty", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await fillCart(page);
	await page.goto("/checkout");
	await untilInteractive(page);
	for (const [label, wrong, right, message] of [
		["Email", "neema@example", ".com", "Enter an email address such as name@example.com."],
		["Phone", "0712 34", "5 678", "Enter the full phone number, in digits."],
		["Password", "maji", " ya kisima", "Use at least 10 characters."],
	] as const) {
		const field = page.getByLabel(label, { exact: true });
		await field.focus();
		await page.keyboard.press("Tab");
		await expect(field).not.toHaveAttribute("aria-invalid");
		await field.pressSequentially(wrong);
		await expect(page.getByText(message)).toBeHidden();
		await page.keyboard.press("Tab");
		await expect(page.getByRole("alert")).toHaveText(message);
		await expect(field).toHaveAttribute("aria-invalid", "true");
		await expect(field).toHaveAccessibleDescription(new RegExp(`^${message}`));
		await fitsWidth(page);
		if (label === "Phone") await axe(page);
		await field.press("End");
		await field.pressSequentially(right);
		await expect(page.getByText(message), "it goes as soon as the value is right").toBeHidden();
		await expect(field).not.toHaveAttribute("aria-invalid");
		await expect(field).not.toHaveAccessibleDescription(new RegExp(message));
	}
	const city = page.getByLabel("Town or city");
	await city.fill("Nairobi");
	await city.fill(" ");
	await page.keyboard.press("Tab");
	await expect(city).toHaveAccessibleDescription("Enter your town or city.");
	await expect(page.getByLabel("First name")).not.toHaveAttribute("aria-invalid");

	const email = page.getByLabel("Email", { exact: true });
	await email.fill("neema@gmial.com");
	await page.keyboard.press("Tab");
	await page.getByRole("button", { name: "neema@gmail.com" }).click();
	await expect(email).toHaveValue("neema@gmail.com");
	await expect(email).toBeFocused();
	await expect(page.getByText("Did you mean")).toBeHidden();
});

test("a button that is pressed right after a wrong value stays in its place until it is clicked", async ({
	page,
	expectConsoleError,
}) => {
	expectConsoleError(/status of 400/);
	await fillCart(page);
	await page.goto("/checkout");
	await untilInteractive(page);
	await page.getByLabel("Email").pressSequentially("neema");
	const button = page.getByRole("button", { name: "Continue", exact: true });
	await button.scrollIntoViewIfNeeded();
	await button.hover();
	await page.mouse.down();
	await page.waitForTimeout(300);
	await expect(page.getByText("Enter an email address such as name@example.com.")).toBeHidden();
	await page.mouse.up();
	await expect(page.getByText("Enter your first name.")).toBeVisible();
});

test("the phone and postal code fields follow the chosen country", { tag: "@both" }, async ({
	page,
	javaScriptEnabled,
}) => {
	await fillCart(page);
	await page.goto("/checkout");
	const phone = page.getByLabel("Phone", { exact: true });
	await expect(phone).toHaveAccessibleDescription(/We add \+254 if you leave out the country code\./);
	const postalCode = page.getByLabel(/^Postal code/);
	await expect(postalCode).toHaveAttribute("autocomplete", "postal-code");
	await expect(postalCode).toHaveAccessibleName("Postal code (optional)");
	if (!javaScriptEnabled) return;
	await untilInteractive(page);
	await page.getByLabel("Country").selectOption("Uganda");
	await expect(phone).toHaveAccessibleDescription(/We add \+256 if/);
	await expect(postalCode, "Uganda has no postal codes").toBeHidden();
	await page.getByLabel("Country").selectOption("South Africa");
	await expect(postalCode).toHaveAccessibleName("Postal code");
});

test("a promo code must be applied, changes the total and keeps what was typed", async ({ page }) => {
	await fillCart(page);
	await page.goto("/checkout");
	await untilInteractive(page);
	await fillAccount(page, newCustomer());
	await page.getByText("Add a promo code").click();
	await page.getByLabel("Promo code").fill("KARIBU10");
	await page.getByRole("button", { name: "Continue", exact: true }).click();
	await expect(page.getByText("Apply your promo code first, or clear it.")).toBeVisible();
	await expect(page.getByLabel("Promo code"), "nothing is sent with a code that is not applied").toBeFocused();
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page.getByText("10% off, applied.")).toBeVisible();
	await expect(page.getByLabel("Town or city")).toHaveValue("Nairobi");
	await expect(page.getByLabel("Password", { exact: true })).toHaveValue("maji ya kisima 2026");
	await expect(page.getByLabel(/I accept/)).toBeChecked();
	await expect(page.locator("noscript *")).toHaveCount(0);
	await page.getByRole("button", { name: "Remove the promo code" }).click();
	await expect(page.getByText("10% off, applied.")).toBeHidden();
	await expect(page.locator("summary", { hasText: "Add a promo code" })).toBeFocused();
});

test("a visitor with an account signs in and returns, and their cart stays", { tag: "@both" }, async ({ page }) => {
	const name = await fillCart(page);
	await page.goto("/checkout");
	await page.getByRole("link", { name: "Sign in", exact: true }).click();
	await expect(page).toHaveURL("/login?next=%2Fcheckout");
	const { email, password } = await demoSignIn();
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Login" }).click();
	await expect(page).toHaveURL("/checkout", { timeout: 20_000 });
	await expect(page.getByText(`Signed in as ${email}.`)).toBeVisible();
	await expect(page.getByRole("region", { name: "Your order" })).toContainText(name);
});

test("goods ask for a street, a company gives its KRA PIN, and the next order knows both", { tag: "@both" }, async ({
	page,
	registerAndSignIn,
	javaScriptEnabled,
	expectConsoleError,
}) => {
	expectConsoleError(/status of 400/);
	await registerAndSignIn();
	await fillCart(page, "hardware-drawer-standard", "h");
	await page.goto("/checkout");
	await page.getByLabel("Phone", { exact: true }).fill("0712 345 678");
	await page.getByLabel("Street or landmark", { exact: true }).fill("P.O. Box 100");
	await page.getByLabel("Town or city").fill("Nairobi");
	await page.getByText("Buying for a company?").click();
	await page.getByLabel("Company").fill("Baraka Ltd");
	await page.getByLabel("KRA PIN").fill("B051234567X");
	await page.getByRole("button", { name: "Continue to payment" }).click();
	await expect(page.getByLabel("KRA PIN")).toHaveAccessibleDescription(/Enter a KRA PIN: A or P, nine digits/);
	await expect(page.getByText("We can't deliver to a P.O. box.")).toBeVisible();
	await page.getByLabel("KRA PIN").fill("p051234567x");
	await page.getByText("Deliver to another address?").click();
	await page.getByLabel("Delivery street or landmark").fill("Kenyatta Market, stall 4");
	await page.getByLabel("Delivery town").fill("Nakuru");
	await page.getByLabel("Phone of the person who receives it").fill("0722 000 111");
	if (javaScriptEnabled) await axe(page);
	await page.getByRole("button", { name: "Continue to payment" }).click();
	await expect(page).toHaveURL(/\/pay\/inv_/);
	await page.goto("/dashboard/invoices");
	await page.getByRole("link", { name: /^KK\d{10}$/ }).click();
	await expect(page.getByText("Tax PIN P051234567X")).toBeVisible();
	await fillCart(page);
	await page.goto("/checkout");
	await expect(page.getByLabel("KRA PIN")).toHaveValue("P051234567X");
	await expect(page.getByText("Shipping")).toHaveCount(0);
});

test("an address that has an account gets the same page, and its owner an email that leads back", async ({
	page,
	registerAndSignIn,
	context,
	mailTo,
}) => {
	const owner = await registerAndSignIn();
	await context.clearCookies();
	await fillCart(page);
	await page.goto("/checkout");
	await fillAccount(page, { ...owner, password: "not the password of it" });
	await page.getByRole("button", { name: "Continue", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
	await expect(page.getByText(`A verification link was sent to ${owner.email}`)).toBeVisible();
	const mail = await mailTo(owner.email, /already have/);
	await page.goto(linkIn(mail, "next"));
	await expect(page.getByLabel("Email")).toHaveValue(owner.email);
	await page.getByLabel("Password", { exact: true }).fill(owner.password);
	await page.getByRole("button", { name: "Login" }).click();
	await expect(page).toHaveURL("/checkout", { timeout: 20_000 });
	await expect(page.getByText("P.O. Box 100, Nairobi, Kenya")).toBeVisible();
});

test("a reload and the Back button keep what was typed, but no password, and a new visit does not", async ({
	page,
}) => {
	await fillCart(page);
	await page.goto("/checkout");
	await untilInteractive(page);
	await page.getByLabel("Town or city").fill("Eldoret");
	await page.getByLabel("Country").selectOption("Uganda");
	await page.getByLabel("Password", { exact: true }).fill("a long enough password");
	await page.reload();
	await expect(page.getByLabel("Town or city")).toHaveValue("Eldoret");
	await expect(page.getByLabel("Country")).toHaveValue("Uganda");
	await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
	await page.goto("/cart");
	await page.goBack();
	await expect(page.getByLabel("Town or city")).toHaveValue("Eldoret");
	await page.goto("/cart");
	await page.goto("/checkout");
	await untilInteractive(page);
	await expect(page.getByLabel("Town or city")).toHaveValue("");
});

test("a sign-out forgets what was typed at the checkout", async ({ page }) => {
	await fillCart(page);
	await page.goto("/checkout");
	await untilInteractive(page);
	await page.getByLabel("Town or city").fill("Eldoret");
	const stored = () => page.evaluate(() => JSON.stringify(sessionStorage));
	await page.goto("/login");
	expect(await stored()).toContain("Eldoret");
	await page.goto("/logout");
	await expect.poll(stored).not.toContain("Eldoret");
});

test("the details of a visitor are kept until their address is verified, and forgotten when they sign out", {
	tag: "@both",
}, async ({ page, context, mailTo, javaScriptEnabled }) => {
	const customer = newCustomer();
	await fillCart(page);
	await page.goto("/checkout");
	await fillAccount(page, customer);
	await page.getByRole("button", { name: "Continue", exact: true }).click();
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
	await page.reload();
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
	await page.getByRole("link", { name: "change your details" }).click();
	await expect(page.getByLabel("Town or city")).toHaveValue("Nairobi");
	await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
	// The link is opened on another device, which asks for the password.
	const mail = await mailTo(customer.email, /verify|confirm/i);
	const cookies = await context.cookies();
	await context.clearCookies();
	await page.goto(linkIn(mail, "token"));
	if (!javaScriptEnabled) await page.getByRole("button", { name: "Verify my email" }).click();
	await page.getByLabel("Password", { exact: true }).fill(customer.password);
	await page.getByRole("button", { name: "Confirm and sign in" }).click();
	await expect(page).toHaveURL("/checkout");
	await context.clearCookies();
	await context.addCookies(cookies);
	await page.goto("/checkout");
	await page.getByRole("link", { name: "Sign in here" }).click();
	await expect(page.getByLabel("Email")).toHaveValue(customer.email);
	await page.getByLabel("Password", { exact: true }).fill(customer.password);
	await page.getByRole("button", { name: "Login" }).click();
	await expect(page).toHaveURL("/checkout", { timeout: 20_000 });
	await expect(page.getByText("P.O. Box 100, Nairobi, Kenya")).toBeVisible();
	await page.goto("/logout");
	await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
	await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
	await page.goto("/checkout?edit=1");
	await expect(page.getByLabel("Town or city")).toHaveValue("");
	await expect(page.getByLabel("Email")).toHaveValue("");
});
