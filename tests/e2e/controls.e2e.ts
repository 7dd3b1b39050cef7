import type { Page } from "@playwright/test";
import { staticPaths } from "~/static-paths";
import { untilInteractive } from "../support/interactive";
import { test } from "../support/shared-browser";
import { expect } from "../support/shop";
import { walk } from "../support/walk/walk";

const widths = [360, 1280];

/** The buttons that send the forms of static pages. */
const sends: Readonly<Record<string, RegExp>> = {
	"/contact": /^Send the message$/,
	"/services": /^Request a Quote$/,
	"/hosting/reseller": /^Request Custom Plan$/,
};

/** Pages with controls other than links: a search, a choice, a list that opens, a form. */
const without = new Set<string>([
	...["/", "/domains", "/hosting", "/hosting/web", "/hosting/vps", "/hosting/reseller", "/pricing", "/services"],
	...["/contact", "/help"],
]);

for (const path of staticPaths) {
	test(`every control of ${path} works`, { tag: without.has(path) ? "@both" : "@script" }, async ({
		page,
		javaScriptEnabled,
	}) => {
		const script = javaScriptEnabled !== false;
		for (const width of widths) {
			// The price table folds its second half on a phone only.
			const own = [/^Search$/, sends[path] ?? /^$/, ...(width > 360 ? [/^All \d+ extensions$/] : [])];
			await page.setViewportSize({ width, height: 800 });
			await page.goto(path);
			if (script) await page.waitForFunction(() => customElements.get("site-header"));
			expect(await walk(page, { script, own })).toEqual([]);
		}
		if (sends[path]) await refusesEmpty(page);
		if (await page.locator("main form[action='/domains/search']").count()) await searches(page);
	});
}

async function searches(page: Page) {
	await page.locator("main").getByRole("textbox", { name: "Find a domain name" }).fill("mamaneema");
	await page.locator("main").getByRole("button", { name: "Search", exact: true }).click();
	await expect(page).toHaveURL(/\/domains\/search\?.*q=mamaneema/);
}

/** An empty form is not sent. The browser focuses the first required field. */
async function refusesEmpty(page: Page) {
	await page.locator("main form[method=post]:not([data-add]) [type=submit]").click();
	await expect(page.locator("main :is(input, select, textarea):invalid").first()).toBeFocused();
}

const button = (page: Page, name: string | RegExp) =>
	page
		.locator("main")
		.getByRole("button", { name, exact: typeof name === "string" })
		.first();

/**
 * Pages that React runs and whose controls do more than lead elsewhere. pages.e2e.ts uses every control of every such
 * page; what forms do when they are filled in, the tests of each flow show.
 */
const uses: Readonly<Record<string, (page: Page) => Promise<void>>> = {
	"/login": async (page) => {
		await page.getByLabel("Password", { exact: true }).fill("maji ya kisima");
		await button(page, "Show password").click();
		await expect(page.locator("main input[type=text][name*=assword]")).toHaveValue("maji ya kisima");
	},
	"/status": async (page) => {
		await button(page, "Check again").click();
		await expect(page.getByText("Backend Status: Backend is running.")).toBeVisible();
	},
	"/transfer": async (page) => {
		await button(page, "Add to Cart").click();
		await expect(page.getByLabel("The domain you want to transfer")).toHaveAttribute("aria-invalid", "true");
		await page.getByLabel("The domain you want to transfer").fill("mamaneema.com");
		await button(page, "Add to Cart").click();
		await expect(page.getByLabel("Authorization code")).toHaveAttribute("aria-invalid", "true");
	},
	"/select-domain?plan=shared-business": async (page) => {
		const price = page.getByRole("region", { name: "Selected plan" });
		await page.getByRole("link", { name: "Paid annually" }).click();
		await expect(price).toContainText("Ksh 50,400");
		await page.getByRole("link", { name: "Paid monthly" }).click();
		await expect(price).toContainText("Ksh 4,200");
		for (const [tab, label] of [
			["Transfer Domain", "The domain you want to transfer"],
			["Use Existing Domain", "The domain you already have"],
			["Register New Domain", "The domain you want"],
		] as const) {
			await page.locator("main").getByRole("link", { name: tab }).click();
			await expect(page.getByLabel(label)).toBeVisible();
		}
		await button(page, "Continue to Checkout").click();
		await expect(page.getByLabel("The domain you want", { exact: true })).toHaveAttribute("aria-invalid", "true");
	},
	"/domains/search": async (page) => {
		const box = page.getByRole("textbox", { name: "Find a domain name" });
		await box.fill("mamaneema.com");
		await button(page, /^\.org/).click();
		await expect(box).toHaveValue("mamaneema.org");
		await page.getByText("All extensions").click();
		await button(page, /^\.africa/).click();
		await expect(box).toHaveValue("mamaneema.africa");
		await button(page, /^Add to Cart: \./).click();
		await expect(page.getByText(/^\.(com|net) added to cart\.$/)).toBeVisible();
		await button(page, "Search").click();
		await expect(page).toHaveURL(/q=mamaneema\.africa/);
	},
};

for (const [address, use] of Object.entries(uses)) {
	test(`every control of ${address} works`, async ({ page, expectConsoleError }) => {
		expectConsoleError(/Failed to load resource.*40\d/);
		await page.setViewportSize({ width: 360, height: 800 });
		await page.goto(address);
		await untilInteractive(page);
		await use(page);
	});
}
