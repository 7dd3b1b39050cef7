import type { Page } from "@playwright/test";
import { staticPaths } from "../../app/static-paths";
import { expect, test } from "../support/shop";
import { walk } from "../support/walk";

// Jumps and slides that take their time would be looked at half way.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const widths = [360, 1280];
const search = [/^Search$/];
const enquiry = [/^(Send the message|Request a Quote|Request Custom Plan|Ask for the transfer)$/];

for (const path of staticPaths) {
	test(`every control of ${path} works`, { tag: "@both" }, async ({ page, javaScriptEnabled }) => {
		const script = javaScriptEnabled !== false;
		for (const width of widths) {
			await page.setViewportSize({ width, height: 800 });
			await page.goto(path);
			if (script) await page.waitForFunction(() => customElements.get("site-header"));
			expect(await walk(page, { script, own: [...search, ...submits(path)] })).toEqual([]);
		}
		await sendEnquiry(page, script);
		await searchFrom(page);
	});
}

/** A link may have the words of a form's button; it is only a form's button where there is the form. */
const submits = (path: string) => (["/contact", "/services", "/hosting/reseller"].includes(path) ? enquiry : []);

/** An empty form comes back with its fields marked. */
async function sendEnquiry(page: Page, script: boolean) {
	const form = page.locator("main form[action^='/enquiries/']");
	if ((await form.count()) === 0) return;
	await form.locator("[type=submit]").click();
	if (!script) await expect(page).toHaveURL(/\/enquiries\//);
	await expect(page.locator("main [aria-invalid=true]").first()).toBeVisible();
}

async function searchFrom(page: Page) {
	const form = page.locator("main form[action='/domains/search']");
	if ((await form.count()) === 0) return;
	await form.getByRole("textbox").fill("mamaneema");
	await form.getByRole("button", { name: "Search" }).click();
	await expect(page).toHaveURL(/\/domains\/search\?.*q=mamaneema/);
}
