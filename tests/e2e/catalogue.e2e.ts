import { aDeskSession } from "../support/morning";
import { expect, startShop, test } from "../support/shop";

test("staff change a price, preview it, publish it, and customers see it on the static page, in searches and in the cart", async ({
	browser,
}) => {
	test.setTimeout(180_000);
	// Published prices would disturb other tests of a shared shop.
	const { shop, end } = await startShop();
	try {
		const session = await aDeskSession(shop);
		const context = await browser.newContext({ baseURL: shop.origin });
		await context.addCookies([{ ...session, url: shop.origin }]);
		const desk = await context.newPage();
		const visitor = await (await browser.newContext({ baseURL: shop.origin })).newPage();
		const listed = (price: string) => visitor.getByRole("row", { name: `.com ${price}` });

		await visitor.goto("/domains");
		await expect(listed("Ksh 1,750")).toBeVisible();
		const file = await (await visitor.request.get("/domains")).headersArray();

		await desk.goto("/desk/catalogue/prices");
		await desk.getByRole("link", { name: ".com", exact: true }).click();
		const price = desk.getByLabel("First year, Ksh");
		await price.fill("free");
		await desk.getByRole("button", { name: "Save in the draft" }).click();
		await expect(desk.getByText("Enter an amount such as 1,750 or 12.99.").first()).toBeVisible();
		await price.fill("1,999");
		await desk.getByRole("button", { name: "Save in the draft" }).click();
		await expect(desk.getByText("not published yet.")).toBeVisible();

		await desk.goto("/desk/catalogue/changes");
		await desk.getByRole("button", { name: "Preview the pages" }).click();
		await expect(desk.getByLabel("Preview")).toBeVisible();
		await desk.goto("/domains");
		await expect(desk.getByRole("row", { name: ".com Ksh 1,999" })).toBeVisible();
		await visitor.reload();
		await expect(listed("Ksh 1,750")).toBeVisible();

		await desk.goto("/desk/catalogue/changes");
		await desk.getByLabel("What changes").fill("Dearer .com");
		await desk.getByRole("button", { name: "Publish", exact: true }).click();
		await expect(desk.getByText("Nothing to publish")).toBeVisible();
		await expect(async () => {
			await visitor.goto("/domains");
			await expect(listed("Ksh 1,999")).toBeVisible({ timeout: 500 });
		}).toPass({ timeout: 60_000 });
		const published = await (await visitor.request.get("/domains")).headersArray();
		const policyOf = (headers: typeof file) => headers.find(({ name }) => /^content-security-policy$/i.test(name));
		expect(policyOf(published)).toEqual(policyOf(file));
		await visitor.goto("/domains/search");
		await visitor.getByRole("button", { name: "Add to Cart: .com", exact: true }).click();
		await visitor.goto("/cart");
		await expect(visitor.getByText("Ksh 1,999").first()).toBeVisible();

		await desk.goto("/desk/catalogue/versions");
		await expect(desk.getByText("Dearer .com")).toBeVisible();
		await desk.getByText("Go back to version 1").first().click();
		await desk.getByLabel("Reason").fill("Test");
		await desk.getByRole("button", { name: "Go back to version 1" }).click();
		await expect(async () => {
			await visitor.goto("/domains");
			await expect(listed("Ksh 1,750")).toBeVisible({ timeout: 500 });
		}).toPass({ timeout: 60_000 });
	} finally {
		await end();
	}
});
