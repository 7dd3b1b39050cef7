import { axe } from "../support/axe";
import { expect, test } from "../support/shop";

test("a hosting plan is cancelled at the end of its term, and the cancellation is withdrawn", async ({
	page,
	demo,
}) => {
	await demo();
	await page.goto("/dashboard/hosting");
	const row = page
		.getByRole("row")
		.filter({ has: page.getByRole("rowheader") })
		.first();
	await row.getByRole("link", { name: /^Details/ }).click();
	await page.locator("summary").filter({ hasText: "Cancel plan" }).click();
	await page.getByRole("button", { name: "Cancel at the end of the term" }).click();
	await expect(row).toContainText("Ends ");
	await page.reload();
	await page.getByRole("button", { name: /^Keep/ }).click();
	await expect(row).not.toContainText("Ends ");
	await expect(page.locator("summary").filter({ hasText: "Cancel plan" })).toBeVisible();
});

test("a plan's panel opens by a link that works once, its password is set, and its change is ordered and cancelled", {
	tag: "@both",
}, async ({ page, context, shop, demo, javaScriptEnabled, expectConsoleError }) => {
	expectConsoleError(/40[0-9]|410/);
	const { id } = await demo();
	const database = await shop.database();
	await database.prepare("UPDATE sessions SET confirmed_at = ? WHERE user_id = ?").bind(Date.now(), id).run();
	await page.goto("/dashboard/hosting");
	await page.getByRole("link", { name: /^Details/ }).click();
	await page.getByRole("link", { name: /^Manage/ }).click();

	const links: string[] = [];
	context.on("request", (request) => {
		if (request.url().includes("/sandbox/panel/sign-in")) links.push(request.url());
	});
	const opened = context.waitForEvent("page");
	await page.getByRole("button", { name: /^Open the control panel/ }).click();
	const panel = await opened;
	await expect(panel.getByRole("heading", { level: 1, name: "tujenge.com" })).toBeVisible();
	await expect(panel.getByText("31 of 50 GB")).toBeVisible();
	expect(new URL(panel.url()).search).toBe("");
	if (javaScriptEnabled) await axe(panel);
	await panel.getByRole("button", { name: "Sign out of the panel" }).click();
	await expect(panel.getByText("You are signed out of the panel.")).toBeVisible();
	const again = await panel.goto(links[0] ?? "");
	expect([again?.status(), await again?.headerValue("referrer-policy")]).toEqual([410, "no-referrer"]);
	await expect(panel.getByText("This link has already been used.")).toBeVisible();
	await panel.close();

	await page.getByLabel("New panel password").fill("short");
	await page.getByLabel("Repeat it").fill("short");
	await page.getByRole("button", { name: "Set the password" }).click();
	await expect(page.getByText("Use at least 10 characters.").first()).toBeVisible();
	await page.getByLabel("New panel password").fill("nne tembo wawili");
	await page.getByLabel("Repeat it").fill("nne tembo wawili");
	await page.getByRole("button", { name: "Set the password" }).click();
	await expect(page.getByText("Control panel password changed.")).toBeVisible();

	await page.getByRole("link", { name: "All hosting plans" }).click();
	await page.getByRole("link", { name: /^Upgrade or downgrade/ }).click();
	await page.getByRole("link", { name: /Web Starter$/ }).click();
	await expect(page.getByText(/Disk: you use 31 GB, the limit is 10 GB/)).toBeVisible();
	await page.getByRole("link", { name: /Web Premium$/ }).click();
	const agree = page.getByRole("button", { name: /^Agree and pay \$/ });
	const sum = (await agree.textContent())?.replace("Agree and pay ", "") ?? "";
	if (javaScriptEnabled) await axe(page);
	await agree.click();
	await page.waitForURL(/\/pay\//);
	await expect(page.getByText(sum).filter({ visible: true }).first()).toBeVisible();
	await page.goto("/dashboard/hosting");
	await page.getByRole("link", { name: /^Details/ }).click();
	await page.getByRole("link", { name: /^Upgrade or downgrade/ }).click();
	await expect(page.getByText(/The change to Web Premium on invoice KK\d+ is waiting for payment/)).toBeVisible();
	await page.getByRole("link", { name: "See the order" }).click();
	await page.getByRole("button", { name: "Cancel this order" }).click();
	await expect(page.getByRole("heading", { name: "This order was cancelled" })).toBeVisible();
});

test("a domain and a plan are renewed, and a plan is added, through one cart", async ({ page, demo }) => {
	await demo();
	await page.goto("/dashboard/domains?tab=expired");
	await page.getByRole("link", { name: "Renew tujenge.co" }).click();
	const renewal = page.getByRole("region", { name: "Renew" });
	await renewal.getByRole("button", { name: /^Add to Cart/ }).click();
	await renewal.getByLabel("Renew for").selectOption("3");
	await renewal.getByRole("button", { name: /^Update cart/ }).click();
	await page.getByRole("link", { name: "Hosting", exact: true }).click();
	await page.getByRole("link", { name: /^Details/ }).click();
	await renewal.getByLabel("Renew for").selectOption("2");
	await renewal.getByRole("button", { name: /^Add to Cart/ }).click();

	await page.getByRole("link", { name: "Add Hosting" }).click();
	const dialog = page.getByRole("dialog", { name: "Add New Hosting Plan" });
	const add = dialog.getByRole("button", { name: "Add to Cart" });
	await expect(add).toBeDisabled();
	await dialog.getByRole("radio", { name: /Email Basic/ }).check();
	await axe(page);
	await add.click();
	await dialog.getByRole("link", { name: "View Cart (3 items)" }).click();

	const years = page.getByLabel("Years for Renewal of tujenge.co");
	await expect(years).toHaveValue("3");
	await expect(page.getByText(/^Until \d+ \w+ \d{4}$/)).toBeVisible();
	await expect(page.getByLabel(/^Months for Renewal of Web Business/)).toHaveValue("2");
	// Expired nine days ago, so ten more years still end within the limit of ten years.
	await years.fill("10");
	await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toBeVisible();
	await axe(page);
});
