import { untilInteractive } from "../support/interactive";
import { aDeskSession, aMorning } from "../support/morning";
import { expect, startShop, test } from "../support/shop";

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

		const enquiry = page.getByRole("link", { name: /^Answer the message of Achieng/ });
		await expect(enquiry).toBeFocused();
		await key("t");
		await expect(rows.first()).toContainText("You");
		await key("u");
		await expect(rows.first()).not.toContainText("You");
		await key("k");
		await key("Enter");
		await expect(list).toContainText("three domains from my old provider");
		await key("a");
		await expect(rows).toHaveCount(2);

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
