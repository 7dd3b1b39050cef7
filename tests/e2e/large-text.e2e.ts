import type { Locator, Page } from "@playwright/test";
import { staticPaths } from "~/static-paths";
import { expect, test } from "../support/shop";
import { availableName } from "../support/unpaid-order";

const phone = { width: 360, height: 740 };
test.use({ viewport: phone });

/** With text of twice the size, nothing is wider than the screen, and the primary button is on it. */
async function expectFits(page: Page, primary: Locator): Promise<void> {
	const tooWide = await page.evaluate(() => {
		document.documentElement.style.fontSize = "200%";
		// Sections that are not near the screen have no contents until then.
		for (const section of document.querySelectorAll<HTMLElement>(".rendered-when-near"))
			section.style.contentVisibility = "visible";
		if ((document.scrollingElement?.scrollWidth ?? 0) <= innerWidth) return [];
		const ends = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1;
		const scrolls = (element: Element) => element.closest(".overflow-x-auto, .swipe-row, .carousel-track") !== null;
		return [...document.body.querySelectorAll("*")]
			.filter((element) => ends(element) && !scrolls(element) && ![...element.children].some(ends))
			.map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent?.slice(0, 30)}`)
			.slice(0, 12);
	});
	expect(tooWide, `wider than the screen on ${page.url()}`).toEqual([]);
	expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(phone.width);
	await expect(primary).toBeVisible();
	const { x, width } = (await primary.boundingBox()) ?? { x: -1, width: 0 };
	expect(x, "start of the primary button").toBeGreaterThanOrEqual(0);
	expect(x + width, "end of the primary button").toBeLessThanOrEqual(phone.width);
}

const menuOf = (page: Page) => page.getByRole("banner").locator("summary").filter({ hasText: "Menu" });

for (const path of [...staticPaths, "/transfer", "/status", "/cart"].filter((path) => path !== "/")) {
	test(`text of twice the size fits ${path}`, async ({ page }) => {
		await page.goto(path);
		await expectFits(page, path === "/cart" ? page.getByRole("link", { name: "Browse Domains" }) : menuOf(page));
	});
}

test("text of twice the size fits the home page and the sign-in", async ({ page }) => {
	await page.goto("/");
	await expectFits(page, page.getByRole("button", { name: "Search" }).first());
	await expectFits(page, menuOf(page));
	await page.goto("/login");
	await expectFits(page, page.locator("main").getByRole("button", { name: "Login", exact: true }));
	await page.goto("/register");
	await expectFits(page, page.locator("main button[type=submit]").last());
});

test("text of twice the size fits the way from the search to the order", async ({ page, registerAndSignIn }) => {
	test.setTimeout(120_000);
	await registerAndSignIn();
	const domain = availableName();
	await page.goto(`/domains/search?q=${domain}`);
	const answer = page.getByRole("article", { name: domain, exact: true });
	const add = answer.getByRole("button", { name: /^Add to Cart/ });
	await expectFits(page, add);
	await page.waitForFunction(() => customElements.get("add-to-cart"));
	await add.click();
	await expect(answer.getByRole("button", { name: /Added to Cart/ })).toBeVisible();
	await expectFits(page, page.getByRole("link", { name: "Checkout", exact: true }));

	await page.goto("/cart");
	const proceed = page.getByRole("link", { name: "Proceed to Checkout" });
	await expectFits(page, proceed);
	await proceed.click();
	await expect(page).toHaveURL("/checkout");
	const toPayment = page.getByRole("button", { name: "Continue to payment" });
	await expectFits(page, toPayment);
	await page.getByLabel("Phone").fill("0712345678");
	await page.getByLabel("Street or P.O. box").fill("Moi Avenue 12");
	await page.getByLabel("Town or city").fill("Nairobi");
	await toPayment.click();

	await expect(page).toHaveURL(/\/pay\//);
	const pay = page.getByRole("button", { name: /^Lipa na/ });
	await expectFits(page, pay);
	await pay.click();
	await expect(page.getByText("Look at your phone")).toBeVisible();
	const request = page.getByRole("link", { name: /sandbox phone/i });
	await expectFits(page, request);
	const prompt = await page.context().newPage();
	await prompt.goto((await request.getAttribute("href")) ?? "");
	await prompt.getByRole("button", { name: "Approve", exact: true }).click();
	await expect(prompt.getByText("Confirmed.")).toBeVisible();
	await prompt.close();
	await expect(page.getByRole("heading", { name: /Ni yako/ })).toBeVisible({ timeout: 60_000 });
	await expectFits(page, page.getByRole("link", { name: "Open my portal" }));
});

test("text of twice the size fits the portal", async ({ page, demo }) => {
	await demo();
	for (const path of ["/dashboard", "/dashboard/domains", "/dashboard/invoices", "/dashboard/hosting"]) {
		await page.goto(path);
		await expectFits(page, page.getByRole("button", { name: "Open menu" }));
	}
	await page.goto("/dashboard/domains");
	await expectFits(
		page,
		page
			.locator("main")
			.getByRole("link", { name: /^Register/ })
			.first(),
	);
});
