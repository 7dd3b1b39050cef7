import type { Page } from "@playwright/test";
import { axe } from "../support/axe";
import { type InputMethod, keyboard, mouse } from "../support/input-methods";
import { type Customer, expect, fitsWidth, linkIn, newCustomer, test } from "../support/shop";

test.describe.configure({ timeout: 180_000 });

const journeys = [
	{ title: "from a search to an active domain and its receipt", input: mouse, inspect: true },
	{ title: "the same with the keyboard alone", input: keyboard, inspect: false },
];

for (const { title, input, inspect } of journeys) {
	test(title, async ({ page, mailTo }) => {
		const look = async (where: Page = page) => {
			if (inspect) await inspectPage(where);
		};
		const customer = newCustomer();

		await page.goto("/");
		await input.type(page.getByRole("textbox", { name: /domain/i }).first(), uniqueName());
		await input.press(page.getByRole("button", { name: "Search" }).first());
		const domain = await addFirstFreeName(page, input);
		await look();
		await input.press(page.getByRole("link", { name: /View Cart/ }));

		await expect(page.getByRole("heading", { name: "Your Shopping Cart" })).toBeVisible();
		await expect(page.getByText(domain).first()).toBeVisible();
		await look();
		await input.press(page.getByRole("link", { name: "Proceed to Checkout" }));

		await expect(page).toHaveURL("/checkout");
		await look();
		await fillAccount(page, input, customer);
		await input.press(page.getByRole("button", { name: "Continue", exact: true }));
		await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
		await look();
		const mail = await mailTo(customer.email, /verify|confirm/i);
		await page.goto(linkIn(mail, "token"));
		await expect(page).toHaveURL("/checkout", { timeout: 20_000 });
		await expect(page.getByText(`Signed in as ${customer.email}.`)).toBeVisible();
		await look();
		await input.press(page.getByRole("button", { name: "Continue to payment" }));

		await expect(page).toHaveURL(/\/pay\//, { timeout: 20_000 });
		await look();
		await input.type(page.getByLabel("Safaricom number"), "0712345678");
		await input.press(page.getByRole("button", { name: /^Lipa na/ }));
		await expect(page.getByText("Look at your phone")).toBeVisible();
		await look();

		const opened = page.waitForEvent("popup");
		await input.press(page.getByRole("link", { name: /sandbox phone/i }));
		const phone = await opened;
		await look(phone);
		await input.press(phone.getByRole("button", { name: "Approve", exact: true }));
		await expect(phone.getByText("Confirmed.")).toBeVisible();
		await phone.close();

		await expect(page).toHaveURL(/\/orders\//, { timeout: 30_000 });
		await expect(page.getByRole("heading", { name: /Ni yako/ })).toBeVisible({ timeout: 30_000 });
		await look();
		await input.press(page.getByRole("link", { name: "Open my portal" }));
		await expect(domainRow(page, domain)).toContainText("Active");
		await mailTo(customer.email, /receipt|paid/i);
		if (inspect) await renew(page, domain);
	});
}

/** The domain in the overview. */
const domainRow = (page: Page, domain: string) =>
	page.locator("main").getByRole("listitem").filter({ hasText: domain });

/** Renews a domain for two years, from the overview to the new expiry date. */
async function renew(page: Page, domain: string): Promise<void> {
	await domainRow(page, domain).getByRole("link").click();
	const form = page.getByRole("region", { name: "Renew" });
	await form.getByLabel("Renew for").selectOption("2");
	const until = (await form.getByText(/^Until/).textContent())?.replace("Until ", "") ?? "";
	await form.getByRole("button", { name: /^Add to Cart/ }).click();
	await form.getByRole("link", { name: "View Cart" }).click();
	await expect(page.getByLabel(`Years for Renewal of ${domain}`)).toHaveValue("2");
	await page.getByRole("link", { name: "Proceed to Checkout" }).click();
	await page.getByRole("button", { name: "Continue to payment" }).click();
	await page.getByLabel("Safaricom number").fill("0712345678");
	await page.getByRole("button", { name: /^Lipa na/ }).click();
	const opened = page.waitForEvent("popup");
	await page.getByRole("link", { name: /sandbox phone/i }).click();
	await (await opened).getByRole("button", { name: "Approve", exact: true }).click();
	await expect(page.getByRole("heading", { name: /^Renewed/ })).toBeVisible({ timeout: 30_000 });
	await page.getByRole("link", { name: "Open my portal" }).click();
	await expect(domainRow(page, domain)).toContainText(until);
}

test("the purchase works without script", { tag: "@no-script" }, async ({ page, mailTo }) => {
	const customer = newCustomer();
	await page.goto("/");
	await mouse.type(page.getByRole("textbox", { name: /domain/i }).first(), uniqueName());
	await mouse.press(page.getByRole("button", { name: "Search" }).first());
	const free = page.locator('article[data-state="available"]').first();
	await expect(free).toBeVisible({ timeout: 20_000 });
	const domain = (await free.getAttribute("aria-label")) ?? "";
	await mouse.press(free.getByRole("button", { name: /^Add to Cart/ }));
	await expect(page.getByText(`${domain} added to cart successfully.`)).toBeVisible();

	await mouse.press(page.getByRole("link", { name: "Proceed to Checkout" }));
	await fillAccount(page, mouse, customer);
	await mouse.press(page.getByRole("button", { name: "Continue", exact: true }));
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
	const mail = await mailTo(customer.email, /verify|confirm/i);
	await page.goto(linkIn(mail, "token"));
	await mouse.press(page.getByRole("button", { name: "Verify my email" }));
	await expect(page).toHaveURL("/checkout");
	await expect(page.getByText("Moi Avenue 12, Nairobi, Kenya")).toBeVisible();
	await mouse.press(page.getByRole("button", { name: "Continue to payment" }));
	await expect(page).toHaveURL(/\/pay\//);

	await page.getByLabel("Safaricom number").fill("0712345678");
	await mouse.press(page.getByRole("button", { name: /^Lipa na/ }));
	const waiting = page.url();
	const phone = await page.getByRole("link", { name: /sandbox phone/i }).getAttribute("href");
	await page.goto(phone ?? "");
	await mouse.press(page.getByRole("button", { name: "Approve", exact: true }));
	await expect(page.getByText("Confirmed.")).toBeVisible();
	await page.goto(waiting);
	await expect(page.getByRole("heading", { name: /Ni yako|Paid/ })).toBeVisible({ timeout: 30_000 });
	await mailTo(customer.email, /receipt|paid/i);
	await expect
		.poll(
			async () => {
				await page.goto("/dashboard");
				return domainRow(page, domain).filter({ hasText: "Active" }).count();
			},
			{ timeout: 30_000 },
		)
		.toBe(1);
});

/** The details and the account of a new customer, with one password. */
async function fillAccount(page: Page, input: InputMethod, { email, password, firstName }: Customer): Promise<void> {
	await input.type(page.getByLabel("First name"), firstName);
	await input.type(page.getByLabel("Last name"), "Wanjiru");
	await input.type(page.getByLabel("Email"), email);
	await input.type(page.getByLabel("Phone"), "+254712345678");
	await input.type(page.getByLabel("Street or P.O. box"), "Moi Avenue 12");
	await input.type(page.getByLabel("Town or city"), "Nairobi");
	await input.type(page.getByLabel("Password", { exact: true }), password);
	await input.check(page.getByRole("checkbox", { name: /terms/ }));
}

async function addFirstFreeName(page: Page, input: InputMethod): Promise<string> {
	const free = page.locator('article[data-state="available"]').first();
	await expect(free).toBeVisible({ timeout: 20_000 });
	const domain = (await free.getAttribute("aria-label")) ?? "";
	// Before its script has loaded, the button leads to the cart.
	await page.waitForFunction(() => customElements.get("add-to-cart"));
	const card = page.getByRole("article", { name: domain, exact: true });
	await input.press(card.getByRole("button", { name: /Add to Cart/ }));
	await expect(card.getByRole("button", { name: /Added to Cart/ })).toBeVisible();
	return domain;
}

async function inspectPage(page: Page): Promise<void> {
	await axe(page);
	const size = page.viewportSize();
	await page.setViewportSize({ width: 360, height: 800 });
	await fitsWidth(page);
	await axe(page, { only: ["target-size"] });
	if (size) await page.setViewportSize(size);
}

/** `fresh…` is free under every extension of the sandbox registry. */
const uniqueName = (): string => `fresh${process.pid}x${Date.now().toString(36)}.co.ke`;
