import type { Page } from "@playwright/test";
import { staticPolicy } from "~/platform/content-security";
import { expect, startShop, test } from "../support/shop";

const wide = { width: 1280, height: 800 };
const phone = { width: 360, height: 780 };

const menu = (page: Page, name: string) =>
	page
		.getByRole("banner")
		.locator("details", { has: page.locator("summary", { hasText: new RegExp(`^${name}$`) }) })
		.first();

/** Opens a page and waits for its islands, which load faster than a person can use the header. */
async function home(page: Page) {
	await page.goto("/");
	await page.waitForFunction(() => customElements.get("site-header"));
}

test("the header links to everything that the shop offers", { tag: "@both" }, async ({ page }) => {
	await page.setViewportSize(wide);
	await page.goto("/");
	const header = page.getByRole("banner");
	await menu(page, "Domains").locator("summary").click();
	await expect(header.getByRole("link", { name: /^Search Domains/ })).toHaveAttribute("href", "/domains/search");
	await expect(header.getByRole("link", { name: /^Transfer Domain/ })).toBeVisible();
	await menu(page, "Hosting").locator("summary").click();
	for (const name of [
		/^Web hosting/,
		/^VPS hosting/,
		/^Reseller hosting/,
		"Security",
		"Scaling",
		"Developers",
		"Support",
	])
		await expect(header.getByRole("link", { name })).toBeVisible();
	for (const name of ["Pricing", "Services", "Sign In", "Get Started", /^Cart/])
		await expect(header.getByRole("link", { name })).toBeVisible();
});

test("opening one menu closes the other", { tag: "@both" }, async ({ page }) => {
	await page.setViewportSize(wide);
	await page.goto("/");
	await menu(page, "Domains").locator("summary").click();
	await menu(page, "Hosting").locator("summary").click();
	await expect(menu(page, "Domains")).not.toHaveAttribute("open");
	await expect(menu(page, "Hosting")).toHaveAttribute("open");
});

test("a menu opens by keyboard, and Escape closes it and focuses its button", async ({ page }) => {
	await page.setViewportSize(wide);
	await home(page);
	const domains = menu(page, "Domains");
	await domains.locator("summary").focus();
	await page.keyboard.press("Enter");
	await expect(domains).toHaveAttribute("open");
	await page.keyboard.press("Tab");
	await expect(page.locator(":focus")).toHaveText(/Search Domains/);
	await page.keyboard.press("Escape");
	await expect(domains).not.toHaveAttribute("open");
	await expect(domains.locator("summary")).toBeFocused();
});

test("a menu closes on a click elsewhere and when the focus leaves it", async ({ page }) => {
	await page.setViewportSize(wide);
	await home(page);
	const domains = menu(page, "Domains");
	await domains.locator("summary").click();
	await page.mouse.click(900, 700);
	await expect(domains).not.toHaveAttribute("open");

	await domains.locator("summary").click();
	await page.getByRole("banner").getByRole("link", { name: "Sign In" }).focus();
	await expect(domains).not.toHaveAttribute("open");
});

test("a menu is closed on a page restored by the back button", async ({ page }) => {
	await page.setViewportSize(wide);
	await home(page);
	await menu(page, "Hosting").locator("summary").click();
	await page.getByRole("banner").getByRole("link", { name: "Security" }).click();
	await expect(page).toHaveURL(/\/security$/);
	await page.goBack();
	await expect(menu(page, "Hosting")).not.toHaveAttribute("open");
});

test("the header turns compact after ten pixels", async ({ page }) => {
	await home(page);
	const header = page.locator("site-header");
	await expect(header).not.toHaveAttribute("data-compact");
	await page.mouse.wheel(0, 200);
	await expect(header).toHaveAttribute("data-compact");
	await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
	await expect(header).not.toHaveAttribute("data-compact");
});

test("the small menu shows the phone number and the office", { tag: "@both" }, async ({ page }) => {
	await page.setViewportSize(phone);
	await page.goto("/");
	await menu(page, "Menu").locator("summary").click();
	const header = page.getByRole("banner");
	await expect(header.getByRole("link", { name: /^\+254/ })).toBeVisible();
	await expect(header.getByText(/Nairobi/)).toBeVisible();
	await expect(header.getByRole("link", { name: "Get Started" }).filter({ visible: true })).toBeVisible();
});

test("no public page is wider than a screen of 320 px", async ({ page, expectConsoleError }) => {
	expectConsoleError(/404/);
	await page.setViewportSize({ width: 320, height: 640 });
	for (const path of ["/", "/domains", "/hosting", "/pricing", "/services", "/contact", "/cart", "/empty-panel"]) {
		await page.goto(path);
		expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
	}
});

test("the badge counts the cart's items, across tabs", async ({ page, context }) => {
	await page.goto("/pricing");
	await expect(page.locator("cart-badge")).toBeHidden();
	const other = await context.newPage();
	await other.goto("/");
	await page.getByRole("button", { name: /^Add to Cart: Premium SSL/ }).click();
	await expect(page.locator("cart-badge")).toHaveText("1");
	await expect(other.locator("cart-badge")).toHaveText("1");
	await expect(page.getByRole("link", { name: "Cart 1 item" })).toBeVisible();
});

test("a button pressed before its script has loaded works afterwards", async ({ page }) => {
	let arrive = () => {};
	const arrived = new Promise<void>((resolve) => {
		arrive = resolve;
	});
	await page.route(/\/assets\/site-.*\.js/, async (route) => {
		await arrived;
		await route.continue();
	});
	await page.goto("/pricing", { waitUntil: "commit" });
	const add = page.getByRole("button", { name: /^Add to Cart: Premium SSL/ });
	await add.click();
	await add.click();
	await expect(page.locator("cart-badge")).toBeHidden();
	arrive();
	await expect(page.locator("cart-badge")).toHaveText("1");
	await expect(page.locator(".toast")).toHaveCount(1);
});

test("a toast shows the result, can be dismissed, and disappears after four seconds", async ({ page }) => {
	await page.clock.install();
	await page.goto("/pricing");
	// Once the cart has it, the button says so.
	const add = page.getByRole("button", { name: /^Add(ed)? to Cart: Premium SSL/ });
	await add.click();
	const toasts = page.locator(".toast");
	await expect(toasts).toHaveText(/added to cart/);
	const box = await toasts.boundingBox();
	expect(box?.y).toBeLessThan(100);
	await toasts.getByRole("button", { name: "Dismiss" }).click();
	await page.clock.runFor(300);
	await expect(toasts).toHaveCount(0);

	await page.mouse.move(0, 700);
	await add.dispatchEvent("click");
	await page.clock.runFor(3_900);
	await expect(toasts).toHaveCount(1);
	await page.clock.runFor(400);
	await expect(toasts).toHaveCount(0);
});

test("the first Tab offers to skip to the content", { tag: "@both" }, async ({ page }) => {
	await page.goto("/");
	await page.keyboard.press("Tab");
	const skip = page.getByRole("link", { name: "Skip to content" });
	await expect(skip).toBeFocused();
	await expect(skip).toBeInViewport();
	await page.keyboard.press("Enter");
	await page.keyboard.press("Tab");
	await expect(page.locator("main :focus")).toHaveCount(1);
});

test("a visitor with an account sees a link to it, and signing out removes it", async ({ page }) => {
	await page.addInitScript(() => {
		if (!sessionStorage.getItem("once")) localStorage.setItem("user", JSON.stringify({ firstName: "Neema" }));
		sessionStorage.setItem("once", "1");
	});
	await page.setViewportSize(wide);
	await page.goto("/");
	const header = page.getByRole("banner");
	await expect(header.getByRole("link", { name: "Sign In" })).toBeHidden();
	await menu(page, "Neema").locator("summary").click();
	await expect(header.getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/dashboard");
	await header.getByRole("button", { name: "Sign out" }).click();
	await page.goto("/");
	await expect(header.getByRole("link", { name: "Sign In" })).toBeVisible();
});

for (const zone of ["/hosting/web", "/domains/search"]) {
	test(`on ${zone} the chat button goes to the top, waits half a second, then opens the chat`, async ({
		page,
		context,
	}) => {
		await context.route("https://wa.me/**", (route) => route.fulfill({ contentType: "text/html", body: "chat" }));
		await page.goto(zone);
		await page.waitForFunction(() => customElements.get("site-header") !== undefined);
		await page.evaluate(() => window.scrollTo({ top: 2_000, behavior: "instant" }));
		const started = Date.now();
		const [chat] = await Promise.all([
			context.waitForEvent("page"),
			page.getByRole("link", { name: /^Chat with us/ }).click(),
		]);
		expect(Date.now() - started).toBeGreaterThanOrEqual(450);
		await expect(chat).toHaveURL(/^https:\/\/wa\.me\/254\d+\?text=Hi!%20I%20need%20assistance\.$/);
		await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
	});
}

test("a configured chat widget loads on static and rendered pages, and only from its own host", async ({
	page,
	context,
	expectConsoleError,
}) => {
	expectConsoleError(/Content Security Policy/);
	const widget = "https://chat.example/widget.js";
	const { shop, end } = await startShop({ CHAT_WIDGET_SRC: widget });
	await context.route("https://*.example/**", (route) =>
		route.fulfill({
			contentType: "text/javascript",
			body: `document.documentElement.dataset.from = "${new URL(route.request().url()).host}"`,
		}),
	);
	// The build writes the setting into a static page and its headers.
	await page.route(`${shop.origin}/pricing`, async (route) => {
		const response = await route.fetch();
		const body = (await response.text()).replace("<head>", `<head><meta name="chat-widget" content="${widget}">`);
		const hashes = response.headers()["content-security-policy"]?.match(/'sha256-[^']+'/g) ?? [];
		const headers = { ...response.headers(), "content-security-policy": staticPolicy(hashes, widget) };
		await route.fulfill({ response, headers, body });
	});
	for (const zone of ["/pricing", "/login"]) {
		await page.goto(shop.origin + zone);
		await expect(page.locator("html"), zone).toHaveAttribute("data-from", "chat.example");
		const image = await page.evaluate(
			() =>
				new Promise<string>((resolve) => {
					document.addEventListener("securitypolicyviolation", ({ blockedURI }) => resolve(blockedURI));
					new Image().src = "https://elsewhere.example/pixel.gif";
				}),
		);
		expect(image).toContain("elsewhere.example");
	}
	// Staff see the data of all customers, which is not for the widget's company.
	const desk = await page.goto(`${shop.origin}/desk/sign-in`);
	expect(desk?.headers()["content-security-policy"]).not.toContain("chat.example");
	await expect(page.locator("meta[name=chat-widget]")).toHaveCount(0);
	await expect(page.locator("html")).not.toHaveAttribute("data-from");
	await end();
});

test("an unknown address shows a working search", { tag: "@both" }, async ({ page, expectConsoleError }) => {
	expectConsoleError(/404/);
	const response = await page.goto("/no/such/page");
	expect(response?.status()).toBe(404);
	await expect(page.getByRole("heading", { level: 1 })).toContainText("Page not found");
	expect(await page.locator("script[src], link[rel=modulepreload][href*=framework]").count(), "React").toBe(0);
	await page.locator("summary", { hasText: "Domains" }).first().click();
	await page.getByRole("textbox", { name: "Find a domain name" }).fill("mamaneema");
	await page.getByRole("button", { name: "Search" }).click();
	await expect(page).toHaveURL(/\/domains\/search\?q=mamaneema/);
});

test("the home page runs without React, and its script stays small", async ({ page }) => {
	const scripts: number[] = [];
	page.on("response", async (response) => {
		if (response.request().resourceType() === "script") scripts.push((await response.body()).byteLength);
	});
	await page.goto("/", { waitUntil: "networkidle" });
	expect(scripts.length).toBeGreaterThan(0);
	// Uncompressed: 12 KB compressed is about three times that.
	expect(scripts.reduce((total, bytes) => total + bytes, 0)).toBeLessThan(36_000);
	expect(await page.evaluate(() => "__reactRouterContext" in window)).toBe(false);
});
