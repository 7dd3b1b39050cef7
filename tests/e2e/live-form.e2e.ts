import type { Page } from "@playwright/test";
import { untilInteractive } from "../support/interactive";
import { expect, newCustomer, test } from "../support/shop";

const email = (page: Page) => page.getByLabel("Email Address");
const submit = (page: Page) => page.getByRole("main").locator("[type=submit]");

async function open(page: Page) {
	await page.goto("/forgot-password");
	await untilInteractive(page);
}

/** Holds the form's request until the returned function is called. */
async function holdAnswers(page: Page) {
	let posts = 0;
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/forgot-password", async (route) => {
		if (route.request().method() !== "POST") return route.fallback();
		posts += 1;
		await held;
		await route.fallback();
	});
	return { release, posts: () => posts };
}

test("a form is sent once, shows that it is busy, and its answer takes the focus without a page load", async ({
	page,
}) => {
	await open(page);
	const held = await holdAnswers(page);
	await page.evaluate(() => Object.assign(window, { samePage: true }));
	await email(page).fill(newCustomer().email);
	await email(page).press("Enter");
	await expect(submit(page)).toHaveText("Sending...");
	await expect(submit(page)).toBeDisabled();
	await email(page).press("Enter");
	await submit(page).click({ force: true });
	held.release();
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
	await expect(page).toHaveTitle(/Forgot your password/);
	expect(held.posts()).toBe(1);
	expect(await page.evaluate(() => "samePage" in window)).toBe(true);
});

test("the first invalid field gets the focus, and what was typed stays", async ({ page, expectConsoleError }) => {
	expectConsoleError(/400/);
	await open(page);
	await email(page).fill("achieng@example");
	await submit(page).click();
	await expect(email(page)).toHaveAttribute("aria-invalid", "true");
	await expect(email(page)).toBeFocused();
	await expect(email(page)).toHaveValue("achieng@example");
	await expect(submit(page)).toHaveText("Send Reset Link");
	await expect(submit(page)).toBeEnabled();
	await expect(page.locator("#toasts")).toContainText("The part after the @ is not a domain name.");
});

test("a page that the browser loads with an error focuses the first invalid field", async ({
	page,
	expectConsoleError,
}) => {
	expectConsoleError(/400/);
	await page.goto("/forgot-password");
	await email(page).fill("achieng@example");
	await page.locator("main form").evaluate((form: HTMLFormElement) => form.submit());
	await expect(email(page)).toHaveAttribute("aria-invalid", "true");
	await expect(email(page)).toBeFocused();
});

test("without a connection the form says so and can be sent again", async ({ page, expectConsoleError }) => {
	expectConsoleError(/ERR_FAILED/);
	await open(page);
	await page.route("**/forgot-password", (route) => route.abort(), { times: 1 });
	const { email: address } = newCustomer();
	await email(page).fill(address);
	await submit(page).click();
	await expect(page.getByRole("alert")).toHaveText("Something went wrong. Check your connection, then try again.");
	await expect(page.getByRole("alert")).toBeFocused();
	await expect(email(page)).toHaveValue(address);
	await submit(page).click();
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
});

test("an error page does not replace the form", async ({ page, expectConsoleError }) => {
	expectConsoleError(/50\d|429/);
	await open(page);
	await email(page).fill(newCustomer().email);
	for (const [status, message] of [
		[503, "Something went wrong."],
		[429, "Too many requests from your network."],
	] as const) {
		await page.route("**/forgot-password", (route) => route.fulfill({ status, body: "<main id=main>No</main>" }), {
			times: 1,
		});
		await submit(page).click();
		await expect(page.getByRole("alert")).toContainText(message);
		await expect(email(page)).toBeVisible();
	}
});

test("the back button shows no busy form", async ({ page }) => {
	await open(page);
	const held = await holdAnswers(page);
	await email(page).fill(newCustomer().email);
	await submit(page).click();
	await expect(submit(page)).toBeDisabled();
	await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
	await expect(submit(page)).toBeEnabled();
	await expect(submit(page)).toHaveText("Send Reset Link");
	held.release();
});
