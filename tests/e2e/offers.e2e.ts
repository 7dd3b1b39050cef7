import type { Page } from "@playwright/test";
import { expect, test } from "../support/shop";

const threeYears = {
	...{ id: "neema.com", name: "neema.com", category: "domain", tld: "com" },
	...{ price: 1750, renewal: 1950, quantity: 3 },
};

const shown = (page: Page) =>
	page.evaluate(() => document.querySelector("[data-dot][aria-current=true]")?.getAttribute("data-dot"));

/** Moves pointer and focus away. */
async function leave(page: Page) {
	await page.getByRole("link", { name: /^Web hosting from/ }).focus();
	await page.mouse.move(5, 5);
}

/** Reports the page as hidden, like a background tab. */
const hide = (page: Page, hidden: boolean) =>
	page.evaluate((hidden) => {
		Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
		document.dispatchEvent(new Event("visibilitychange"));
	}, hidden);

/** Swipes over the slides by this many pixels. */
const swipe = (page: Page, by: number) =>
	page.evaluate((by) => {
		const track = document.querySelector("[data-track]") as Element;
		const touch = (clientX: number) => new Touch({ identifier: 1, target: track, clientX });
		track.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(200)], changedTouches: [touch(200)] }));
		track.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: [touch(200 + by)] }));
	}, by);

test("the offers change every five seconds, but not under pointer or keyboard focus or with reduced motion", async ({
	page,
}) => {
	await page.clock.install({ time: 0 });
	await page.goto("/hosting");
	await page.waitForFunction(() => customElements.get("slide-carousel"));
	await page.clock.pauseAt(3_600_000);
	await page.getByRole("button", { name: /^Show Managed Shared/ }).click();
	await leave(page);
	await page.clock.runFor(4_900);
	expect(await shown(page)).toBe("0");
	for (const next of ["1", "2", "0"]) {
		await page.clock.runFor(next === "1" ? 200 : 5_000);
		expect(await shown(page)).toBe(next);
		// The previous change may still be ending.
		await page.evaluate(() => document.querySelector("[data-track]")?.dispatchEvent(new Event("scrollend")));
		expect(await shown(page), "when the turn before it ends").toBe(next);
	}
	await page.locator("slide-carousel").hover();
	await page.clock.runFor(11_000);
	expect(await shown(page)).toBe("0");
	await page.mouse.move(5, 5);
	await page.clock.runFor(5_100);
	expect(await shown(page)).toBe("1");
	await page.getByRole("button", { name: "Next offer" }).focus();
	await page.clock.runFor(11_000);
	expect(await shown(page)).toBe("1");
	await page.getByRole("button", { name: "Pause the offers" }).click();
	await leave(page);
	await page.clock.runFor(11_000);
	expect(await shown(page), "paused").toBe("1");
	await page.getByRole("button", { name: "Pause the offers" }).click();
	await leave(page);
	await page.clock.runFor(5_100);
	expect(await shown(page), "going on").toBe("2");
	await hide(page, true);
	await page.clock.runFor(11_000);
	expect(await shown(page), "in a tab that nobody sees").toBe("2");
	await hide(page, false);
	await page.clock.runFor(5_100);
	expect(await shown(page)).toBe("0");
	// Reduced motion is switched on while the offers are changing.
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.clock.runFor(11_000);
	expect(await shown(page), "less motion").toBe("0");
});

test("a swipe of 50 pixels changes the offers, around both ends, and a shorter one does not", async ({ page }) => {
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.setViewportSize({ width: 360, height: 780 });
	await page.goto("/hosting");
	await page.waitForFunction(() => customElements.get("slide-carousel"));
	for (const [by, wanted] of [
		[-49, "0"],
		[-50, "1"],
		[60, "0"],
		[60, "2"],
		[-60, "0"],
	] as const) {
		await swipe(page, by);
		expect(await shown(page), `after ${by} px`).toBe(wanted);
	}
});

test("the hardware drawer closes after three seconds without pointer or focus, or by a click on its backdrop", async ({
	page,
}) => {
	await page.clock.install({ time: 0 });
	await page.addInitScript((domain) => localStorage.setItem("cart", JSON.stringify([domain])), threeYears);
	await page.goto("/services");
	await page.waitForFunction(() => customElements.get("cart-drawer"));
	await page.clock.pauseAt(3_600_000);
	const drawer = page.getByRole("dialog", { name: "Your Shopping Cart" });
	const add = page.getByRole("button", { name: /^Add to Cart: Cash drawer, standard/ });
	await add.click();
	await expect(drawer.getByText("Added to cart! (Cash drawer, standard)")).toBeVisible();
	await expect(page.locator(".toast"), "it would lie under the drawer").toHaveCount(0);
	// A domain is one item whatever its years, and later years cost the renewal price.
	await expect(drawer).toContainText(/2 items.*neema\.com, 3 years.*Ksh 5,650.*Ksh 18,900.*Ksh 24,550/s);
	await expect(page.locator("cart-badge")).toHaveText("2");
	await page.clock.runFor(2_900);
	await expect(drawer).toBeVisible();
	await page.clock.runFor(300);
	await expect(drawer).toBeHidden();
	await add.click();
	await expect(drawer).toBeVisible();
	// The drawer's timer starts shortly after it opens.
	await page.clock.runFor(10);
	await drawer.hover();
	await page.clock.runFor(6_000);
	await expect(drawer).toContainText(/3 items.*Cash drawer, standard × 2/s);
	await page.mouse.click(20, 400);
	await expect(drawer).toBeHidden();
});
