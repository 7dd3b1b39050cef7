import { staticPaths } from "~/static-paths";
import { expect, test } from "../support/shop";

/** Pages to read. Their length depends on their text. */
const letters = ["/security", "/developer", "/support", "/terms", "/privacy"];

const screen = { width: 360, height: 740 };
test.use({ viewport: screen });

for (const path of staticPaths) {
	test(`on a phone ${path} is at most five screens, and its footer at most 340 px`, { tag: "@both" }, async ({
		page,
	}) => {
		await page.goto(path);
		// Sections that are not near the screen have a placeholder's height until they are laid out.
		const { height, width, footer } = await page.evaluate(() => {
			for (const section of document.querySelectorAll<HTMLElement>(".rendered-when-near"))
				section.style.contentVisibility = "visible";
			return {
				height: document.documentElement.scrollHeight,
				width: document.documentElement.scrollWidth,
				footer: document.querySelector("footer")?.offsetHeight ?? 0,
			};
		});
		expect(width).toBeLessThanOrEqual(screen.width);
		expect(footer).toBeGreaterThan(100);
		expect(footer).toBeLessThanOrEqual(340);
		if (!letters.includes(path)) expect(height).toBeLessThanOrEqual(5 * screen.height);
	});
}

test("the recommended plan is first in the row to swipe", { tag: "@both" }, async ({ page }) => {
	for (const path of ["/pricing", "/hosting", "/hosting/web", "/hosting/vps", "/hosting/reseller"]) {
		await page.goto(path);
		const cards = page.locator("main .swipe-row").filter({ visible: true }).first().getByRole("listitem");
		const leftOf = (text: RegExp) =>
			cards
				.filter({ hasText: text })
				.first()
				.evaluate((card) => (card as HTMLElement).offsetLeft);
		expect(await leftOf(/Most popular|Best value/), path).toBe(
			Math.min(
				...(await cards.evaluateAll((all) =>
					all.filter((card) => card.querySelector("h3")).map((card) => (card as HTMLElement).offsetLeft),
				)),
			),
		);
	}
});

for (const width of [360, 768, 1024, 1280]) {
	test(`the chat button covers no price, field or button at ${width} px`, { tag: "@both" }, async ({ page }) => {
		await page.setViewportSize({ width, height: 740 });
		for (const path of ["/", "/pricing", "/services", "/contact", "/login", "/domains/search"]) {
			await page.goto(path);
			const chat = page.getByRole("link", { name: /^Chat with us/ }).filter({ visible: true });
			await expect(chat).toHaveCount(1);
			const box = await chat.boundingBox();
			// The page's column, with the margin of a phone at least.
			const column = await page
				.locator("main .page-column")
				.first()
				.evaluate((element) => {
					const { paddingRight } = getComputedStyle(element);
					return element.getBoundingClientRect().right - Number.parseFloat(paddingRight);
				});
			const header = await page.getByRole("banner").boundingBox();
			const inHeader = (box?.y ?? 0) + (box?.height ?? 0) <= (header?.y ?? 0) + (header?.height ?? 0);
			expect(inHeader || (box?.x ?? 0) >= column, `${path} at ${width} px`).toBe(true);
		}
	});
}

test("the slip follows the chosen plan and the billing", { tag: "@both" }, async ({ page }) => {
	await page.goto("/pricing");
	const slip = page.locator(".slip");
	await expect(slip).toContainText("Business plan, first month");
	const total = () => slip.locator("dd.text-2xl").filter({ visible: true }).innerText();
	// 500 and 2,500, 8 % tax.
	expect(await total()).toBe("Ksh 3,240");
	await slip.getByText("Starter", { exact: true }).click();
	expect(await total()).toBe("Ksh 1,620");
	await page.getByText(/^Annual, save/).click();
	expect(await total()).toBe("Ksh 11,340");
	await slip.getByText("Business", { exact: true }).click();
	// The domain is free.
	expect(await total()).toBe("Ksh 25,920");
});
