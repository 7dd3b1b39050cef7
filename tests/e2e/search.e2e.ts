import type { Locator, Page } from "@playwright/test";
import type { sandboxPrefixes } from "~/platform/registrar/sandbox-names";
import { axe } from "../support/axe";
import { expect, fitsWidth, test } from "../support/shop";

const box = (page: Page) => page.getByRole("textbox", { name: "Find a domain name" });
const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

/** Waits until React handles the element's events. Before that, links and forms work as they do without script. */
const hydrated = (element: Locator) =>
	expect
		.poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps"))))
		.toBe(true);

test("a name's state and both prices are shown, then every other extension", { tag: "@both" }, async ({ page }) => {
	await page.goto("/domains/search");
	await expect(page.getByRole("heading", { name: "Find Your Perfect Domain" })).toBeVisible();
	await box(page).fill("  https://www.MamaNeema.co.ke/shop ");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await expect(page).toHaveURL(/\/domains\/search\?q=.*MamaNeema/);
	await expect(card(page, "mamaneema.co.ke")).toContainText(
		/Available.*Ksh 500.*Renews at Ksh 700 a year.*Add to Cart/s,
	);
	await expect(card(page, "mamaneema.com")).toContainText(/Taken.*Ksh 1,750.*Domain Taken/s);
	await expect(page.getByRole("button", { name: "Domain Taken" }).first()).toBeDisabled();
	await expect(page.getByRole("article")).toHaveCount(25);
	await page.getByRole("checkbox", { name: "Available only" }).check();
	await expect(card(page, "mamaneema.com")).toBeHidden();
	await expect(card(page, "mamaneema.net")).toBeVisible();
});

test("a direct visit without script gets all answers in one document", { tag: "@no-script" }, async ({ page }) => {
	await page.goto("/domains/search?q=mamaneema.co.ke");
	await expect(page).toHaveURL(/view=full/);
	await expect(card(page, "mamaneema.co.ke")).toContainText("Available");
	await expect(page.getByText("Checking with the registry…")).toHaveCount(0);
});

test("without script an extension is chosen by its button", { tag: "@no-script" }, async ({ page }) => {
	await page.goto("/domains/search?q=mamaneema.com&view=full");
	await page
		.getByRole("button", { name: /^\.org/ })
		.first()
		.click();
	await expect(page).toHaveURL(/q=mamaneema\.org/);
	await expect(card(page, "mamaneema.org")).toBeVisible();
});

test("every state has its card", async ({ page }) => {
	test.slow();
	const shown = {
		fresh: /Available.*Add to Cart/s,
		taken: /Taken.*Domain Taken/s,
		reserved: /Reserved.*Domain Reserved/s,
		premium: /Premium.*premium, first year.*Add to Cart/s,
		slow: /Available.*Add to Cart/s,
		timeout: /Unknown.*did not answer.*Try Again/s,
	} satisfies Partial<Record<keyof typeof sandboxPrefixes, RegExp>>;
	for (const [prefix, text] of Object.entries(shown)) {
		await page.goto(`/domains/search?q=${prefix}duka.co.ke`, { waitUntil: "commit" });
		await expect(card(page, `${prefix}duka.co.ke`)).toContainText(text);
	}
	await axe(page);
});

test("a registry that did not answer is asked again in place", async ({ page }) => {
	await page.goto("/domains/search?q=timeoutduka.com");
	const retry = page.getByRole("link", { name: "Try Again: timeoutduka.com", exact: true });
	await hydrated(retry);
	await retry.click();
	await expect(page.getByText("The registry of timeoutduka.com is still not answering.")).toBeVisible();
	await expect(page).toHaveURL(/q=timeoutduka\.com$/);
	expect(await layoutShift(page), "answers moved the page").toBeLessThan(0.002);
});

/** Sum of layout shifts without user input. A desktop scroll bar accounts for less than 0.001. */
const layoutShift = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				new PerformanceObserver((list) => {
					const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
					resolve(shifts.reduce((total, { value, hadRecentInput }) => total + (hadRecentInput ? 0 : value), 0));
				}).observe({ type: "layout-shift", buffered: true });
				setTimeout(() => resolve(0), 1_000);
			}),
	);

test("a taken name shows similar available names", { tag: "@both" }, async ({ page }) => {
	await page.goto("/domains/search?q=neemabakery.com&view=full");
	const similar = page.getByRole("region", { name: /^Similar names/ });
	await expect(similar.getByRole("listitem").first()).toContainText(/\.com.*Ksh 1,750 first year, then Ksh 1,950/s);
});

test("a name goes into the cart once, with toasts and the summary", async ({ page }) => {
	await page.goto("/domains/search?q=mamaneema.co.ke");
	await page.getByRole("button", { name: "Add to Cart: mamaneema.co.ke", exact: true }).click();
	await expect(page.getByText("mamaneema.co.ke added to cart successfully.")).toBeVisible();
	const added = page.getByRole("button", { name: "Added to Cart: mamaneema.co.ke", exact: true });
	await added.click();
	await expect(page.getByText("mamaneema.co.ke is already in the cart.")).toBeVisible();
	await page.getByRole("button", { name: "Add to Cart: .tech", exact: true }).click();
	await expect(page.getByText(".tech added to cart.", { exact: true })).toBeVisible();
	await page.getByRole("link", { name: /View Cart: 2 items, Ksh 1,450/ }).click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Shopping Cart");
});

test("choosing an extension replaces the one in the box, and Enter searches", async ({ page }) => {
	await page.goto("/domains/search");
	await hydrated(box(page));
	await box(page).fill("mamaneema.com");
	await page
		.getByRole("button", { name: /^\.co\.ke/ })
		.first()
		.click();
	await expect(box(page)).toHaveValue("mamaneema.co.ke");
	await expect(page.getByRole("button", { name: /^\.co\.ke/ }).first()).toHaveAttribute("aria-pressed", "true");
	await box(page).press("Enter");
	await expect(page).toHaveURL(/q=mamaneema\.co\.ke$/);
	await expect(card(page, "mamaneema.co.ke")).toContainText("Available");
});

test("the list of extensions works with the keyboard alone", async ({ page }) => {
	await page.goto("/domains/search");
	await hydrated(box(page));
	await box(page).fill("mamaneema");
	const list = page.getByText("All extensions");
	await list.focus();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("End");
	await page.keyboard.press("Escape");
	await expect(page.getByRole("button", { name: /^\.ug/ })).toBeHidden();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await expect(box(page)).toHaveValue("mamaneema.co.ke");
	await expect(box(page)).toBeFocused();
});

test("the button reads Searching... and is disabled while a search runs", async ({ page }) => {
	await page.goto("/domains/search");
	await hydrated(box(page));
	await box(page).fill("slowduka.com");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await expect(page.getByRole("button", { name: "Searching..." })).toBeDisabled();
	await expect(page.getByRole("button", { name: "Search", exact: true })).toBeEnabled();
	await expect(page.getByText("Checking with the registry…")).toHaveCount(0);
});

test("an empty box searches nothing", async ({ page }) => {
	await page.goto("/domains/search");
	await hydrated(box(page));
	await box(page).fill("   ");
	await box(page).press("Enter");
	await expect(page).toHaveURL(/\/domains\/search$/);
	await expect(box(page)).toBeFocused();
});

test("an invalid name is refused with the reason beside the box", { tag: "@both" }, async ({
	page,
	expectConsoleError,
}) => {
	expectConsoleError(/400 \(Bad Request\)/);
	const response = await page.goto("/domains/search?q=-neema.com&view=full");
	expect(response?.status()).toBe(400);
	await expect(page.getByRole("alert").filter({ hasText: "A name can't start with a hyphen." })).toBeVisible();
	await expect(box(page)).toHaveAttribute("aria-invalid", "true");
	await expect(box(page)).toHaveValue("-neema.com");
});

test("an extension that we don't sell is named, and the word is searched under the others", { tag: "@both" }, async ({
	page,
}) => {
	await page.goto("/domains/search?q=mamaneema.paris&view=full");
	await expect(page.getByText("We don't sell .paris names.")).toBeVisible();
	await expect(card(page, "mamaneema.co.ke")).toContainText("Available");
});

test("the first answers are sent before the slow ones are known", async ({ shop }) => {
	const response = await fetch(`${shop.origin}/domains/search?q=slowduka.com`, {
		headers: { "CF-Connecting-IP": "10.77.0.1" },
	});
	const reader = (response.body as ReadableStream<Uint8Array>).getReader();
	const decoder = new TextDecoder();
	let document = "";
	while (!document.includes("Checking with the registry…")) {
		const { done, value } = await reader.read();
		expect(done, "the document ended without a place for the answers").toBe(false);
		document += decoder.decode(value, { stream: true });
	}
	expect(document).not.toContain("data-state");
	await reader.cancel();
});

test("results fit a small phone and axe finds nothing serious", async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 800 });
	await page.goto("/domains/search?q=a-rather-long-name-for-a-bakery-in-nairobi.online&view=full");
	await expect(page.getByRole("button", { name: /^Add to Cart/ }).first()).toBeEnabled();
	await fitsWidth(page);
	await axe(page);
	await page.emulateMedia({ colorScheme: "dark" });
	await axe(page, { only: ["color-contrast"] });
});
