import { untilInteractive } from "../support/interactive";
import { expect, test } from "../support/shop";

test("the status page says that everything works, without naming services", { tag: "@both" }, async ({ page }) => {
	await page.goto("/status");
	await expect(page.getByRole("heading", { level: 1, name: "All systems are running" })).toBeVisible();
	await expect(page.getByText("Backend Status: Backend is running.")).toBeVisible();
	await expect(page.getByText(/^Checked at \d\d:\d\d:\d\d EAT$/)).toBeVisible();
	expect(await (await page.request.get("/status.data")).text()).not.toMatch(/Database|deadLetters/);
});

test("checking again shows progress, then the result", async ({ page, expectConsoleError }) => {
	expectConsoleError(/Failed to load resource/);
	await page.goto("/status");
	await untilInteractive(page);
	await page.route("**/api/status", async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 300));
		await route.fulfill({ status: 500, body: "down" });
	});
	await page.getByRole("button", { name: "Check again" }).click();
	await expect(page.getByText("Backend Status: Checking backend...")).toBeVisible();
	await expect(page.getByText("Backend Status: Error: Backend not responding")).toBeVisible();
});
