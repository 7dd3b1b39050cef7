import { untilInteractive } from "../support/interactive";
import { aDeskSession, aMorning } from "../support/morning";
import { expect, startShop, test } from "../support/shop";
import { customerIdOf } from "../support/sign-in";

test("someone empties the morning queue with the keyboard alone", async ({ browser }) => {
	const { shop, end } = await startShop();
	try {
		const invoice = await aMorning(shop);
		const context = await browser.newContext({ baseURL: shop.origin });
		await context.addCookies([{ ...(await aDeskSession(shop)), url: shop.origin }]);
		const page = await context.newPage();
		await page.goto("/desk");
		await untilInteractive(page);
		const list = page.getByRole("region", { name: "What waits for someone" });
		const rows = list.locator("tr.row");
		await expect(rows).toHaveCount(4);
		const key = (letter: string) => page.keyboard.press(letter);

		await key("j");
		await expect(page.getByRole("link", { name: "Money arrived without an invoice", exact: true })).toBeFocused();
		await key("a");
		await expect(page.getByLabel("Invoice", { exact: true })).toBeFocused();
		await page.keyboard.press("ControlOrMeta+a");
		await page.keyboard.type(invoice);
		await key("Enter");
		await expect(rows).toHaveCount(3);

		const ticket = page.getByRole("link", { name: "ENQ-MORN-AAAA: Request to move domains", exact: true });
		await expect(ticket).toBeFocused();
		await key("t");
		await expect(rows.first()).toContainText("You");
		await key("u");
		await expect(rows.first()).not.toContainText("You");
		await key("a");
		await expect(page.getByText("three domains from my old provider")).toBeVisible();
		await page.getByLabel("Answer", { exact: true }).fill("Yes. Send us their authorization codes.");
		await page.getByRole("button", { name: "Send answer" }).click();
		await expect(page.getByText("Waiting for the customer").first()).toBeVisible();
		await page.goto("/desk");
		await untilInteractive(page);
		await expect(rows).toHaveCount(2);
		await key("j");

		// The next row has the focus.
		await key("a");
		await expect(rows).toHaveCount(1);
		await key("a");
		await expect(page.getByText("Nothing is waiting")).toBeVisible();
		await key("u");
		await expect(rows).toHaveCount(1);
		await context.close();
	} finally {
		await end();
	}
});

test("staff who are signed in as a customer can't press what is only for the customer", async ({ browser }) => {
	const { shop, end } = await startShop();
	try {
		const context = await browser.newContext({ baseURL: shop.origin });
		await context.addCookies([{ ...(await aDeskSession(shop)), url: shop.origin }]);
		const page = await context.newPage();
		await page.goto(`/desk/customers/${await customerIdOf(shop, "amani@example.com")}`);
		await untilInteractive(page);
		await page.locator("summary", { hasText: "Sign in as the customer" }).click();
		const form = page.getByRole("group").filter({ hasText: "Sign in as the customer" });
		await form.getByLabel("Reason").fill("Ticket 12");
		await form.getByRole("button").click();
		await expect(page).toHaveURL("/dashboard");
		await page.getByRole("link", { name: "Invoices", exact: true }).click();
		const pay = page.getByRole("link", { name: /^Pay invoice/ }).first();
		await expect(pay).toHaveAttribute("aria-disabled", "true");
		await pay.click({ force: true });
		await expect(page.getByText(/^Only the customer can do this\./)).toBeVisible();
		await expect(page).toHaveURL("/dashboard/invoices");
		await page.getByRole("button", { name: "Stop" }).click();
		await expect(page).toHaveURL(/\/desk\/customers\//);
	} finally {
		await end();
	}
});
