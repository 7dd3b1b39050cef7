import { untilInteractive } from "../support/interactive";
import { expect, fitsWidth, test } from "../support/shop";

test("an article has the policy of a static page, and its scripts run", async ({ page, request }) => {
	const policyOf = async (path: string) => (await request.get(path)).headers()["content-security-policy"];
	expect(await policyOf("/help/pay-by-mpesa")).toBe(await policyOf("/help"));
	await page.goto("/help/pay-by-mpesa");
	await page.waitForFunction(() => customElements.get("site-header"));
	await page.getByRole("searchbox", { name: "Search the help" }).fill("two-step");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await expect(page.getByRole("link", { name: "Sign in without your two-step phone" })).toBeVisible();
	await page.waitForFunction(() => customElements.get("site-header"));
});

test("someone who writes to us sees articles about the subject", async ({ page, demo }) => {
	await page.setViewportSize({ width: 360, height: 800 });
	const suggestions = page.locator("help-suggestions");
	await page.goto("/contact");
	await page.getByLabel("Message").fill("I paid with Mpesa and my invoice is still open");
	await expect(suggestions.getByRole("link", { name: "Pay an invoice with M-Pesa" })).toBeVisible();
	await fitsWidth(page);
	await page.getByLabel("Message").fill("Hello");
	await expect(suggestions).toBeHidden();

	await demo();
	await page.goto("/dashboard/support/new");
	await untilInteractive(page);
	await page.getByLabel("Subject").fill("I lost the phone with my two-step code");
	await expect(suggestions.getByRole("link").first()).toHaveText("Sign in without your two-step phone");
	await fitsWidth(page);
});
