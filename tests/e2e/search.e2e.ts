import type { Page } from "@playwright/test";
import type { sandboxPrefixes } from "~/platform/registrar/sandbox-names";
import { axe } from "../support/axe";
import { expect, fitsWidth, test } from "../support/shop";

const box = (page: Page) => page.getByRole("textbox", { name: "Find a domain name" });
/** The large card of the featured name. */
const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
/** The row of another name. */
const row = (page: Page, name: string) =>
	page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });

/** A word that nobody has searched. Every name with it is available. */
const newWord = () => `fresh${crypto.randomUUID().slice(0, 8)}`;

/** The local server's compression would send a streamed page at its end. Cloudflare's does not. */
const streamed = (page: Page) => page.setExtraHTTPHeaders({ "Accept-Encoding": "identity" });

/** Waits for islands/search-page.ts. Before it has loaded, the form works as it does without script. */
const started = (page: Page) => expect(page.locator("form[data-search][data-started]")).toBeAttached();

test("the answer and both prices are shown first, then every other extension", { tag: "@both" }, async ({ page }) => {
	await page.goto("/domains/search");
	await expect(page.getByRole("heading", { name: "Find Your Perfect Domain" })).toBeVisible();
	await box(page).fill("  https://www.MamaNeema.co.ke/shop ");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await expect(page).toHaveURL(/\/domains\/search\?q=.*MamaNeema/);
	await expect(card(page, "mamaneema.co.ke")).toContainText(/Available.*Ksh 500.*first year.*then 700 a year.*Add/s);
	await expect(row(page, "mamaneema.net")).toContainText(/Ksh 1,950 first year, then 2,150 a year.*Add/s);
	await expect(row(page, "mamaneema.com")).toBeHidden();
	await page.getByText(/^\d+ taken$/).click();
	await expect(row(page, "mamaneema.com")).toContainText("Is it yours?");
	await expect(page.locator("[data-state]")).toHaveCount(25);
	await row(page, "mamaneema.com").getByRole("link", { name: "Transfer it: mamaneema.com" }).click();
	await expect(page.getByLabel("The domain you want to transfer")).toHaveValue("mamaneema.com");
});

test("a direct visit without script gets all answers in one document", { tag: "@no-script" }, async ({ page }) => {
	const word = newWord();
	await page.goto(`/domains/search?q=${word}`);
	await expect(page).toHaveURL(/view=full/);
	await expect(card(page, `${word}.co.ke`)).toContainText("Available");
	await expect(page.getByText("Tunaangalia…")).toHaveCount(0);
	const names = await page
		.locator("ul [data-state=available]")
		.evaluateAll((rows) => rows.map((each) => each.textContent?.match(/\.(co|net|org)(?=Ksh)/)?.[1]).filter(Boolean));
	expect(names, "in the order of the price list").toEqual(["net", "org", "co"].filter((tld) => names.includes(tld)));
});

test("a repeated search comes in one piece, without placeholders", async ({ request }) => {
	const address = `/domains/search?q=${newWord()}`;
	const search = async () => (await request.get(address)).text();
	expect(await search()).toContain("Tunaangalia…");
	await expect(async () => expect(await search()).not.toContain("Tunaangalia…")).toPass();
	expect(await search()).toContain("Search finished");
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
		taken: /takenduka\.co\.ke is taken\..*Available.*Add to Cart/s,
		reserved: /reservedduka\.co\.ke is reserved\..*Available.*Add to Cart/s,
		premium: /Available at a premium price.*Add to Cart/s,
		slow: /Available.*Add to Cart/s,
		timeout: /Unknown.*did not answer.*Try Again/s,
	} satisfies Partial<Record<keyof typeof sandboxPrefixes, RegExp>>;
	for (const [prefix, text] of Object.entries(shown)) {
		await page.goto(`/domains/search?q=${prefix}duka.co.ke`, { waitUntil: "commit" });
		await expect(page.getByRole("article")).toContainText(`${prefix}duka.co.ke`);
		await expect(page.getByRole("article")).toContainText(text);
	}
	await axe(page);
});

test("a registry that did not answer is asked again in place", async ({ page }) => {
	await page.goto("/domains/search?q=timeoutduka.com");
	const retry = page.getByRole("link", { name: "Try Again: timeoutduka.com", exact: true });
	await started(page);
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

for (const [query, name] of [
	["mamakahawa", "mamakahawa.co.ke"],
	["neemabakery.com", "neemabakery.africa"],
	["slowduka", "slowduka.co.ke"],
] as const) {
	test(`on a phone the answer for ${query} and its button are on the first screen, and nothing moves`, async ({
		page,
	}) => {
		await streamed(page);
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(`/domains/search?q=${query}`);
		const answer = card(page, name);
		const add = answer.getByRole("button", { name: "Add to Cart" });
		await expect(add).toBeVisible();
		expect((await answer.boundingBox())?.y).toBeLessThan(300);
		const button = await add.boundingBox();
		expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(740);
		await expect(page.getByText(/^\d+ of 25$/)).toBeVisible();
		await expect(answer).toBeFocused();
		expect(await layoutShift(page), "answers moved the page").toBeLessThan(0.002);
	});
}

test("a taken name shows the best other one, and similar available names", { tag: "@both" }, async ({ page }) => {
	await page.goto("/domains/search?q=neemabakery.com&view=full");
	await expect(card(page, "neemabakery.africa")).toContainText(/neemabakery\.com is taken\..*Available.*Ksh 1,000/s);
	const similar = page.getByRole("region", { name: "Similar names" });
	await expect(similar.getByRole("listitem").first()).toContainText(/\.com.*Ksh 1,750 first year, then 1,950/s);
});

test("a taken name without an alternative can be transferred", { tag: "@both" }, async ({ page }) => {
	await page.goto("/domains/search?q=müller.com&view=full");
	await card(page, "müller.com").getByRole("link", { name: "Transfer it: müller.com" }).click();
	await expect(page.getByLabel("The domain you want to transfer")).toHaveValue("müller.com");
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

test("on a phone a name in the cart keeps its price on the same line", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto("/domains/search?q=freshduka&view=full");
	await expect(page.getByText("Search finished", { exact: false }).first()).toBeAttached();
	await page.waitForFunction(() => customElements.get("add-to-cart"));
	const parts = page.locator("article[data-state=available], li[data-state=available]");
	const heights = () =>
		parts.evaluateAll((all) => all.map((part) => [part.id || part.textContent, (part as HTMLElement).offsetHeight]));
	const before = await heights();
	expect(before.length).toBeGreaterThan(5);
	for (const add of await parts.locator("add-to-cart button").all()) await add.click();
	await expect(parts.locator("add-to-cart[data-added]")).toHaveCount(before.length);
	expect(await heights()).toEqual(before);
	await page.goto("/domains/search");
	const grid = page.getByRole("listitem").filter({ has: page.locator("add-to-cart") });
	const sizes = () => grid.evaluateAll((all) => all.map((part) => (part as HTMLElement).offsetHeight));
	const rows = await sizes();
	await grid.first().getByRole("button").click();
	await expect(grid.first().locator("add-to-cart[data-added]")).toBeAttached();
	expect(await sizes()).toEqual(rows);
});

test("a name can be added before the other answers have arrived", async ({ page }) => {
	await streamed(page);
	await page.goto("/domains/search?q=slowkahawa", { waitUntil: "commit" });
	const add = page.getByRole("button", { name: /^Add to Cart: slowkahawa/ }).first();
	await add.click();
	await expect(page.getByText(/^slowkahawa\.\S+ added to cart successfully\.$/)).toBeVisible();
});

test("a list of names is checked at once, each with its state", { tag: "@both" }, async ({ page }) => {
	await page.goto("/domains/search");
	await page.getByText("Check up to 50 names at once").click();
	await page.getByLabel("Names").fill("mamaneema\nmamaneema.com, premiumduka.com\n-wrong.com");
	await page.getByRole("button", { name: "Check names" }).click();
	await expect(row(page, "mamaneema.co.ke")).toContainText(/Ksh 500.*Add/s);
	await expect(row(page, "mamaneema.com")).toContainText("Taken");
	await expect(row(page, "premiumduka.com")).toContainText(/Premium.*Add/s);
	await expect(page.getByText("A name can't start with a hyphen.")).toBeVisible();
	await expect(page.getByText("2 available")).toBeVisible();
});

test("all available names of a list go into the cart at once", async ({ page }) => {
	await page.goto("/domains/search?names=mamaneema,freshduka.com,takenduka.com");
	await page.getByRole("button", { name: "Add all available" }).click();
	await expect(page.getByText("2 names added to cart.")).toBeVisible();
	await expect(page.getByRole("button", { name: "Added to Cart: freshduka.com", exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Add all available" }).click();
	await expect(page.getByText("All of them are in the cart.")).toBeVisible();
});

test("results are filtered by price and kind", { tag: "@both" }, async ({ page, javaScriptEnabled }) => {
	await page.goto("/domains/search?q=freshduka&view=full");
	if (javaScriptEnabled) await expect(page.locator("[data-search][data-started]")).toBeVisible();
	await page.getByText("Filter and sort").click();
	if (javaScriptEnabled) await page.evaluate(() => document.body.setAttribute("data-not-reloaded", ""));
	await page.getByLabel("First year").selectOption("1000");
	if (javaScriptEnabled) {
		await expect(page).toHaveURL(/under=1000/);
		await expect(page.getByLabel("First year")).toBeFocused();
		await expect(page.getByRole("button", { name: "Apply" })).toHaveCount(0);
	}
	await page.getByLabel("Kind").selectOption("technology");
	if (!javaScriptEnabled) await page.getByRole("button", { name: "Apply" }).click();
	await expect(page).toHaveURL(/under=1000&kind=technology/);
	await expect(row(page, "freshduka.tech")).toBeVisible();
	await expect(row(page, "freshduka.io")).toHaveCount(0);
	await expect(page.locator("[data-state]")).toHaveCount(5);
	await expect(page.locator("[data-not-reloaded]")).toHaveCount(javaScriptEnabled ? 1 : 0);
	await page.getByRole("link", { name: "Show all" }).click();
	await expect(page.locator("[data-state]")).toHaveCount(25);
});

for (const [order, sorted] of [
	["Price, low to high", (a: number, b: number) => a - b],
	["Price, high to low", (a: number, b: number) => b - a],
] as const) {
	test(`results are sorted: ${order}`, { tag: "@both" }, async ({ page, javaScriptEnabled }) => {
		await page.goto("/domains/search?q=freshkiosk&under=2000");
		if (javaScriptEnabled) await expect(page.locator("[data-search][data-started]")).toBeVisible();
		await page.getByLabel("Sort by").selectOption(order);
		if (!javaScriptEnabled) await page.getByRole("button", { name: "Apply" }).click();
		await expect(page).toHaveURL(/under=2000&.*sort=-?price/);
		await expect(card(page, "freshkiosk.co.ke")).toBeVisible();
		await expect(page.getByLabel("Sort by")).toHaveValue(/price$/);
		await expect(page.getByText(/^\d+ of \d+$/)).toBeVisible();
		const prices = await page
			.getByRole("listitem")
			.filter({ hasText: /^freshkiosk\./ })
			.evaluateAll((rows) =>
				rows.map((each) => Number(each.textContent?.match(/Ksh ([\d,]+)/)?.[1]?.replace(",", ""))),
			);
		expect(prices.length).toBeGreaterThan(10);
		expect(prices).toEqual([...prices].sort(sorted));
		await page.getByRole("link", { name: "Show all" }).click();
		// Without script the page then leads to its full view.
		await expect(page).toHaveURL(/q=freshkiosk&sort=-?price(?:&view=full)?$/);
	});
}

test("favourites are kept in the browser", async ({ page }) => {
	// Other programs may have written the list.
	await page.addInitScript(() => localStorage.getItem("favourites") ?? localStorage.setItem("favourites", "[null, 7]"));
	await page.goto("/domains/search?q=mamaneema");
	await expect(page.locator("html")).toHaveAttribute("data-favourites");
	await expect(page.getByRole("region", { name: "Your favourites" })).toBeHidden();
	const heart = page.getByRole("button", { name: "Favourite: mamaneema.co.ke" });
	await heart.click();
	await expect(heart).toHaveAttribute("aria-pressed", "true");
	await page.goto("/domains/search");
	const kept = page.getByRole("region", { name: "Your favourites" }).getByRole("link", { name: "mamaneema.co.ke" });
	await kept.click();
	await expect(heart).toHaveAttribute("aria-pressed", "true");
	await heart.click();
	await expect(page.getByRole("region", { name: "Your favourites" })).toBeHidden();
});

test("choosing an extension replaces the one in the box, and Enter searches", async ({ page }) => {
	await page.goto("/domains/search");
	await started(page);
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
	await started(page);
	await box(page).fill("mamaneema");
	const list = page.locator("summary").filter({ hasText: "All extensions" });
	await list.focus();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("End");
	await page.keyboard.press("Escape");
	await expect(page.getByRole("button", { name: /^\.ug/ })).toBeHidden();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await expect(box(page)).toHaveValue("mamaneema.com");
	await expect(box(page)).toBeFocused();
});

test("the button reads Searching... and is disabled while a search runs", async ({ page }) => {
	await streamed(page);
	await page.goto("/domains/search");
	await started(page);
	await box(page).fill("slowbaiskeli.com");
	// Playwright's click would wait for the whole stream.
	await page.getByRole("button", { name: "Search", exact: true }).evaluate((button: HTMLElement) => button.click());
	await expect(page.getByRole("button", { name: "Searching..." })).toBeDisabled();
	await expect(page.getByText("Tunaangalia…").first()).toBeVisible();
	await expect(page.getByRole("button", { name: "Search", exact: true })).toBeEnabled();
	await expect(page.getByText("Tunaangalia…")).toHaveCount(0);
	await expect(page.getByRole("status").filter({ hasText: "Search finished: 25 of 25 names" })).toBeAttached();
});

test("another word can be searched while a search runs", async ({ page }) => {
	await streamed(page);
	await page.goto("/domains/search?q=slowmatatu.com", { waitUntil: "commit" });
	await started(page);
	await box(page).fill("mamaneema");
	await box(page).press("Enter");
	await expect(card(page, "mamaneema.co.ke")).toContainText("Available");
});

test("an empty box searches nothing", async ({ page }) => {
	await page.goto("/domains/search");
	await started(page);
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

test("results are sent without React, and every script has the nonce", async ({ shop }) => {
	const response = await fetch(`${shop.origin}/domains/search?q=${newWord()}`, {
		headers: { "CF-Connecting-IP": "10.77.0.2" },
	});
	const nonce = response.headers.get("Content-Security-Policy")?.match(/'nonce-([^']+)'/)?.[1] ?? "none";
	const scripts = Array.from((await response.text()).matchAll(/<script([^>]*)>([^<]*)/g));
	expect(scripts.some(([, , source]) => source?.includes("$RC"))).toBe(true);
	for (const [, attributes = "", source = ""] of scripts) {
		if (!attributes.includes("application/ld+json")) expect(attributes).toContain(`nonce="${nonce}"`);
		expect(source).not.toContain("__reactRouter");
	}
});

test("the first answers are sent before the slow ones are known", async ({ shop }) => {
	const response = await fetch(`${shop.origin}/domains/search?q=slowfirst.com`, {
		headers: { "CF-Connecting-IP": "10.77.0.1", "Accept-Encoding": "identity" },
	});
	const reader = (response.body as ReadableStream<Uint8Array>).getReader();
	const decoder = new TextDecoder();
	let document = "";
	while (!document.includes("Tunaangalia…")) {
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
