import type { Page } from "@playwright/test";
import { axe } from "../support/axe";
import {
	businessItem,
	cartCookieOf,
	domainItem,
	dotOrgItem,
	printerItem,
	storeCart,
	storeCopy,
} from "../support/browser-cart";
import { untilInteractive } from "../support/interactive";
import { expect, fitsWidth, test } from "../support/shop";

const row = (page: Page, name: string) =>
	page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
const total = (page: Page) =>
	page.getByRole("region", { name: "Order Summary" }).getByText("Total", { exact: true }).locator("..");
const quoted = (page: Page) => expect(page.getByText("Checking…").filter({ visible: true })).toHaveCount(0);
const stored = (page: Page, key: string) =>
	page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "[]"), key);

test("the cart works without script", { tag: "@no-script" }, async ({ page, shop, expectConsoleError }) => {
	expectConsoleError(/status of 400/);
	await page.goto("/pricing");
	await page.getByRole("button", { name: "Add to Cart: Premium SSL" }).click();
	await expect(page).toHaveURL("/cart");
	await expect(page.getByText("Premium SSL added to cart successfully.")).toBeVisible();
	await expect(page.getByRole("heading", { name: "1 item in your cart" })).toBeVisible();

	await storeCart(page, shop, { cart: [domainItem("fresh-neema.com"), printerItem, dotOrgItem] });
	await page.goto("/cart");
	await expect(page.getByText("Premium SSL added to cart")).toBeHidden();
	const years = page.getByRole("spinbutton", { name: "Years for fresh-neema.com" });
	await row(page, "fresh-neema.com").getByRole("button", { name: "Increase" }).click();
	await expect(years).toHaveValue("2");
	await years.fill("4");
	await years.press("Enter");
	await expect(years).toHaveValue("4");
	await page.getByRole("button", { name: "Remove Network thermal printer" }).click();
	await expect(page.getByText("Network thermal printer, 80 mm removed from your cart.")).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(row(page, "Network thermal printer")).toBeVisible();
	await page.getByRole("button", { name: "Save for later fresh-neema.com" }).click();
	await expect(page.getByText("fresh-neema.com saved for later.")).toBeVisible();
	await page.getByRole("button", { name: "Move to cart fresh-neema.com" }).click();

	await page.getByLabel("Choose your .org name").fill("taken-readers");
	await page.getByRole("button", { name: "Check and add" }).click();
	await expect(page.getByText("taken-readers.org is taken. Try another name.")).toBeVisible();
	await expect(page.getByLabel("Choose your .org name")).toHaveValue("taken-readers");
	await page.getByLabel("Choose your .org name").fill("fresh-readers");
	await page.getByRole("button", { name: "Check and add" }).click();
	await expect(page.getByRole("heading", { name: "fresh-readers.org" })).toBeVisible();

	await page.getByText("Add a promo code").click();
	await page.getByLabel("Promo code").fill("karibu10");
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page.getByText("10% off, applied.")).toBeVisible();
	await page.getByRole("button", { name: "Remove the promo code" }).click();
	await expect(page.getByText("10% off, applied.")).toBeHidden();
	await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toHaveAttribute("href", "/checkout");
});

test("an empty cart leads to the domains", { tag: "@both" }, async ({ page, javaScriptEnabled }) => {
	await page.goto("/cart");
	await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Browse Domains" })).toHaveAttribute("href", "/domains");
	await expect(page.getByRole("link", { name: "Back to domains" })).toHaveAttribute("href", "/domains");
	if (javaScriptEnabled) await axe(page);
});

test("a corrupt cookie shows an empty cart", { tag: "@no-script" }, async ({ page, shop }) => {
	for (const value of ["nonsense", "1|d:%%%!x|", "1|||||||"]) {
		await page.context().addCookies([{ name: "cart", value, url: shop.origin }]);
		expect((await page.goto("/cart"))?.status()).toBe(200);
		await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
	}
});

for (const cookie of [null, "nonsense", "1|d:fresh-juma.com!%|"]) {
	test(`local storage restores the cookie ${cookie}, and repairs quantities`, async ({ page, shop }) => {
		if (cookie) await page.context().addCookies([{ name: "cart", value: cookie, url: shop.origin }]);
		const copy = [{ ...domainItem("fresh-neema.com"), id: "fresh-neema.com", quantity: -4 }, null, { nonsense: 1 }];
		await storeCopy(page, { cart: JSON.stringify(copy), savedItems: "[{" });
		await page.goto("/cart");
		await expect(page.getByRole("spinbutton", { name: "Years for fresh-neema.com" })).toHaveValue("1");
		expect(await cartCookieOf(page)).toMatch(/d:fresh-neema\.com/);
		await expect
			.poll(() => stored(page, "cart"))
			.toEqual(expect.arrayContaining([expect.objectContaining({ id: "fresh-neema.com", price: 1750, quantity: 1 })]));
	});
}

test("a missing copy in local storage is written from the cookie, in the format of older pages", async ({
	page,
	shop,
}) => {
	await storeCart(page, shop, { cart: [domainItem("fresh-neema.com", { quantity: 2 })], savedItems: [printerItem] });
	await page.goto("/cart");
	await expect
		.poll(() => stored(page, "cart"))
		.toMatchObject([
			{ id: "fresh-neema.com", domain: "fresh-neema.com", tld: "com", price: 1750, available: true, quantity: 2 },
		]);
	expect(await stored(page, "savedItems")).toMatchObject([{ id: "hardware-printer-network", quantity: 1 }]);
});

test("the prices are sent before a slow registry has answered", async ({ shop }) => {
	const response = await fetch(`${shop.origin}/cart`, {
		headers: {
			// Miniflare sends a compressed document only once it is complete.
			"Accept-Encoding": "identity",
			"CF-Connecting-IP": "10.77.0.2",
			Cookie: "cart=1|d:timeout-neema.com||",
		},
	});
	const reader = (response.body as ReadableStream<Uint8Array>).getReader();
	const decoder = new TextDecoder();
	let document = "";
	while (!document.includes("</main>")) {
		const { done, value } = await reader.read();
		expect(done, "the document ended without its content").toBe(false);
		document += decoder.decode(value, { stream: true });
	}
	expect(document).toContain("Checking…");
	expect(document).toContain("Ksh 1,890");
	expect(document).not.toContain("We could not reach the registry");
	await reader.cancel();
});

test("nothing moves when the registries answer", async ({ page, shop }) => {
	await storeCart(page, shop, { cart: [domainItem("slow-neema.com"), businessItem] });
	await page.addInitScript(() => {
		Object.assign(window, { shift: 0 });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries())
				(window as never as { shift: number }).shift += (entry as never as { value: number }).value;
		}).observe({ type: "layout-shift", buffered: true });
	});
	await page.goto("/cart");
	await expect(row(page, "slow-neema.com").getByText("Available")).toBeVisible();
	expect(await page.evaluate(() => (window as never as { shift: number }).shift)).toBe(0);
});

test("subtotal, tax and total follow the years, by button and by keyboard", async ({ page, shop }) => {
	await storeCart(page, shop, {
		cart: [domainItem("fresh-bakery.com"), domainItem("fresh-bakery.co.ke", { price: 500 })],
	});
	await page.goto("/cart");
	await expect(page.getByRole("heading", { name: "2 domain(s) in your cart" })).toBeVisible();
	await quoted(page);
	const summary = page.getByRole("region", { name: "Order Summary" });
	for (const text of ["Ksh 2,250", "Tax (8%)", "Ksh 180", "Ksh 2,430"]) {
		await expect(summary.getByText(text, { exact: true })).toBeVisible();
	}
	await expect(summary.getByText("Shipping"), "nothing is shipped").toBeHidden();
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
	await com.blur();
	await expect(com).toHaveValue("10");
	await expect(row(page, "fresh-bakery.com").getByRole("button", { name: "Increase" })).toBeDisabled();

	const coKe = page.getByRole("spinbutton", { name: "Years for fresh-bakery.co.ke" });
	await coKe.fill("9");
	await coKe.blur();
	await expect(coKe).toHaveValue("5");
	await quoted(page);
	await expect(total(page)).toContainText("Ksh 24,408");
});

test("a removed item can be restored to its position", { tag: "@both" }, async ({ page, shop }) => {
	await storeCart(page, shop, { cart: [domainItem("fresh-one.com"), domainItem("fresh-two.com"), printerItem] });
	await page.goto("/cart");
	await page.getByRole("button", { name: "Remove fresh-two.com" }).click();
	await expect(page.getByRole("heading", { name: "1 domain(s) and 1 other item in your cart" })).toBeFocused();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByRole("heading", { name: "2 domain(s) and 1 other item in your cart" })).toBeVisible();
	await expect(page.getByRole("listitem").getByRole("heading")).toContainText([
		"fresh-one.com",
		"fresh-two.com",
		"Network thermal printer",
	]);
});

test("an item is saved for later, survives a reload, and moves back", async ({ page, shop }) => {
	await storeCart(page, shop, { cart: [domainItem("fresh-neema.com")] });
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

test("two tabs stay in sync", async ({ page, shop, context }) => {
	await storeCart(page, shop, { cart: [domainItem("fresh-neema.com"), printerItem] });
	await page.goto("/cart");
	const other = await context.newPage();
	await other.goto("/cart");
	await other.getByRole("group", { name: "Quantity of" }).getByRole("button", { name: "Increase" }).click();
	await expect(page.getByRole("spinbutton", { name: "Quantity of" })).toHaveValue("2");
	await page.getByRole("button", { name: "Remove fresh-neema.com" }).click();
	await expect(other.getByRole("heading", { name: "1 item in your cart" })).toBeVisible();
	await expect(other.getByRole("spinbutton", { name: "Quantity of" })).toHaveValue("2");
});

test("a promo code is checked by the server, taken off before tax, and removed", async ({ page, shop }) => {
	await storeCart(page, shop, { cart: [printerItem] });
	await page.goto("/cart");
	const apply = page.getByRole("button", { name: "Apply" });
	await page.getByText("Add a promo code").click();
	await page.getByLabel("Promo code").fill("   ");
	await apply.click();
	await expect(apply).toBeVisible();
	await page.getByLabel("Promo code").fill("nosuchcode");
	await apply.click();
	const refusal = page.getByText("There is no promo code NOSUCHCODE. Check the spelling, or remove it.").first();
	await expect(refusal).toBeVisible();
	await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled();
	await expect(page.getByLabel("Promo code")).toHaveValue(/^nosuchcode$/i);
	await expect(page.getByLabel("Promo code"), "the spelling can be corrected").toBeFocused();
	await page.getByRole("button", { name: "Remove the promo code" }).click();
	await expect(refusal).toBeHidden();

	await page.getByText("Add a promo code").click();
	await page.getByLabel("Promo code").fill("karibu1");
	await page.keyboard.press("Enter");
	await expect(page.getByText("There is no promo code KARIBU1.").first()).toBeVisible();
	await page.getByLabel("Promo code").fill("karibu10");
	await page.keyboard.press("Enter");
	await expect(page.getByText("10% off, applied.")).toBeVisible();
	await expect(page.getByText("−Ksh 2,490")).toBeVisible();
	await expect(page.getByText("Rounded down for M-Pesa")).toBeVisible();
	await expect(total(page)).toHaveText(/Ksh\s*24,202$/);
	await page.reload();
	await expect(page.getByText("10% off, applied.")).toBeVisible();
	await page.getByRole("button", { name: "Remove the promo code" }).click();
	await expect(total(page)).toContainText("Ksh 26,892");
});

test("a promo code that is typed while the cart is updated stays", async ({ page, shop }) => {
	await storeCart(page, shop, { cart: [printerItem] });
	await page.goto("/cart");
	await untilInteractive(page);
	let answer = () => {};
	const held = new Promise<void>((resolve) => {
		answer = resolve;
	});
	await page.route("/cart", async (route) => {
		await held;
		await route.continue();
	});
	await page.getByRole("button", { name: "Increase" }).click();
	await page.getByText("Add a promo code").click();
	await page.getByLabel("Promo code").fill("kari");
	answer();
	await expect(total(page)).toContainText("Ksh 53,784");
	await expect(page.getByLabel("Promo code")).toBeVisible();
	await expect(page.getByLabel("Promo code")).toHaveValue("kari");
	await expect(page.getByLabel("Promo code")).toBeFocused();
});

test("an annual Business plan makes the first year of a domain free, on its own line", async ({ page, shop }) => {
	await storeCart(page, shop, { cart: [businessItem, domainItem("fresh-bakery.com")] });
	await page.goto("/cart");
	await expect(page.getByRole("listitem").filter({ hasText: "Free first year of fresh-bakery.com" })).toContainText(
		"−Ksh 1,750",
	);
	await quoted(page);
	await expect(total(page)).toContainText("Ksh 25,920");
});

test("an extension asks for its name, checks it, and becomes that domain", async ({
	page,
	shop,
	expectConsoleError,
}) => {
	expectConsoleError(/status of 400/);
	await storeCart(page, shop, { cart: [dotOrgItem] });
	await page.goto("/cart");
	await quoted(page);
	await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled();
	const name = page.getByLabel("Choose your .org name");
	await page.getByRole("button", { name: "Check and add" }).click();
	await expect(page.getByText("Please enter a domain name")).toBeVisible();
	await name.fill("-bad-");
	await page.getByRole("button", { name: "Check and add" }).click();
	await expect(page.getByText("A name can't start with a hyphen.")).toBeVisible();
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

test("an add-on asks which domain or plan it is for, and blocks the checkout until then", {
	tag: "@both",
}, async ({ page, shop, javaScriptEnabled }) => {
	const ssl = { ...businessItem, id: "addon-ssl:annual", productId: "addon-ssl", category: "addon" as const };
	await storeCart(page, shop, { cart: [domainItem("fresh-neema.com"), businessItem, { ...ssl, term: "annual" }] });
	await page.goto("/cart");
	const problem = page.getByText("Fix this first: Choose the domain or plan for Premium SSL.");
	await expect(problem.filter({ visible: true }).first()).toBeVisible();
	await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled();
	const field = page.getByLabel("Domain or plan for Premium SSL");
	await expect(field.getByRole("option")).toHaveText(["Choose…", "fresh-neema.com", /Business/]);
	await field.selectOption("fresh-neema.com");
	await page.getByRole("button", { name: "Choose for Premium SSL" }).click();
	const chosen = row(page, "Premium SSL");
	await expect(chosen.getByText("For fresh-neema.com", { exact: true })).toBeVisible();
	await expect(chosen.getByText("Renews and ends with it.")).toBeVisible();
	await expect(field).toHaveValue("domain fresh-neema.com");
	await quoted(page);
	await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toBeVisible();
	if (javaScriptEnabled) await axe(page);
	await page.getByRole("button", { name: "Remove fresh-neema.com" }).click();
	await expect(
		chosen.getByText("Sign in at checkout to confirm that fresh-neema.com is in your account."),
	).toBeVisible();
});

test("a changed price is shown and marked until the customer has seen it", async ({ page, shop }) => {
	await storeCart(page, shop, { cart: [domainItem("fresh-bakery.com", { price: 1500, quantity: 2 })] });
	await page.goto("/cart");
	await expect(page.getByText("Prices have changed")).toBeVisible();
	await expect(page.getByText("fresh-bakery.com now costs Ksh 3,700.")).toBeVisible();
	await page.getByRole("button", { name: "Got it" }).click();
	await expect(page.getByText("Prices have changed")).toBeHidden();
	await page.reload();
	await quoted(page);
	await expect(page.getByText("Prices have changed")).toBeHidden();
});

test("taken, unanswered, premium and free names are labelled, and only the taken one blocks the checkout", async ({
	page,
	shop,
}) => {
	const names = ["taken-neema.com", "timeout-neema.com", "premium-neema.com", "fresh-neema.com"];
	await storeCart(page, shop, { cart: names.map((name) => domainItem(name)) });
	await page.goto("/cart");
	await expect(row(page, "taken-neema.com")).toContainText("taken-neema.com has been taken");
	await expect(row(page, "timeout-neema.com")).toContainText("We could not reach the registry");
	await expect(row(page, "premium-neema.com")).toContainText("Premium name");
	await expect(row(page, "fresh-neema.com")).toContainText("Available");
	await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled();
	await page.getByRole("button", { name: "Remove taken-neema.com" }).click();
	await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toBeVisible();
});

test("a change without a connection is kept, and the page shows it after a reload", async ({
	page,
	shop,
	context,
	expectConsoleError,
}) => {
	expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
	await storeCart(page, shop, { cart: [printerItem] });
	await page.goto("/cart");
	await page.waitForLoadState("networkidle");
	await context.setOffline(true);
	await row(page, "Network thermal printer").getByRole("button", { name: "Increase" }).click();
	await expect(page.getByText("You are offline. Your change is saved, and the total is not up to date.")).toBeVisible();
	await context.setOffline(false);
	await page.reload();
	await expect(page.getByRole("spinbutton", { name: "Quantity of" })).toHaveValue("2");
	await expect(total(page)).toContainText("Ksh 53,784");
});

test("two quick changes and a change in another tab all count", async ({ page, shop, context }) => {
	await storeCart(page, shop, { cart: [domainItem("fresh-neema.com"), printerItem] });
	// Until cart-page.ts has loaded, each button sends its form, and a browser sends one at a time.
	await page.goto("/cart", { waitUntil: "networkidle" });
	const other = await context.newPage();
	await other.goto("/pricing");
	await other.waitForFunction(() => customElements.get("add-to-cart"));
	// One after the other in a tab, because it has one mouse.
	const inPage = async () => {
		await row(page, "fresh-neema.com").getByRole("button", { name: "Increase" }).dblclick();
		await row(page, "Network thermal printer").getByRole("button", { name: "Increase" }).click();
	};
	await Promise.all([inPage(), other.getByRole("button", { name: /^Add to Cart: Premium SSL/ }).click()]);
	await expect(page.getByRole("heading", { name: "1 domain(s) and 2 other items in your cart" })).toBeVisible();
	await expect(page.getByRole("spinbutton", { name: "Years for fresh-neema.com" })).toHaveValue("3");
	await expect(page.getByRole("spinbutton", { name: "Quantity of Network" })).toHaveValue("2");
	await page.reload();
	await expect(page.getByRole("spinbutton", { name: "Quantity of Network" })).toHaveValue("2");
	await expect(row(page, "Premium SSL")).toBeVisible();
});

test("a button that is pressed while the cart is loading still counts", async ({ page, shop }) => {
	await storeCart(page, shop, { cart: [domainItem("fresh-neema.com"), printerItem] });
	await page.goto("/cart", { waitUntil: "networkidle" });
	let answer = () => {};
	const held = new Promise<void>((resolve) => {
		answer = resolve;
	});
	await page.route("**/cart", async (route) => {
		await held;
		await route.continue();
	});
	await row(page, "fresh-neema.com").getByRole("button", { name: "Increase" }).click();
	await row(page, "Network thermal printer").getByRole("button", { name: "Increase" }).hover();
	await page.mouse.down();
	const answered = page.waitForResponse("**/cart");
	answer();
	await (await answered).finished();
	// The page would show the answer by now.
	await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
	await page.mouse.up();
	await expect(page.getByRole("spinbutton", { name: "Quantity of Network" })).toHaveValue("2");
	await expect(row(page, "Network thermal printer").getByText("Ksh 49,800")).toBeVisible();
	await expect(page.getByRole("spinbutton", { name: "Years for fresh-neema.com" })).toHaveValue("2");
});

test("changes here and in another tab count while the server checks a name", async ({ page, shop, context }) => {
	await storeCart(page, shop, { cart: [dotOrgItem, printerItem] });
	await page.goto("/cart", { waitUntil: "networkidle" });
	const other = await context.newPage();
	await other.goto("/pricing");
	await other.waitForFunction(() => customElements.get("add-to-cart"));
	await page.getByLabel("Choose your .org name").fill("slow-readers");
	await page.getByRole("button", { name: "Check and add" }).click();
	await row(page, "Network thermal printer").getByRole("button", { name: "Increase" }).click();
	await other.getByRole("button", { name: /^Add to Cart: Premium SSL/ }).click();
	await expect(page.getByRole("heading", { name: "slow-readers.org" })).toBeVisible();
	await expect(row(page, "Premium SSL")).toBeVisible();
	await expect(page.getByRole("spinbutton", { name: "Quantity of Network" })).toHaveValue("2");
	await page.reload();
	await expect(page.getByRole("heading", { name: "1 domain(s) and 2 other items in your cart" })).toBeVisible();
	await expect(page.getByRole("spinbutton", { name: "Quantity of Network" })).toHaveValue("2");
});

test("the cart fits windows from 320 to 1280 px and axe finds nothing serious", async ({ page, shop }) => {
	const long = `${"fresh".repeat(12)}.co.ke`;
	await storeCart(page, shop, {
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
