import type { Page } from "@playwright/test";
import { axe } from "../support/axe";
import { untilInteractive } from "../support/interactive";
import { expect, fitsWidth, type Shop, test } from "../support/shop";
import { availableName, openUnpaidOrder } from "../support/unpaid-order";

const registration = (domain = availableName()) => ({ productId: "domain-registration", domain });

const lipa = (page: Page) => page.getByRole("button", { name: /^Lipa na/ });

/** Answers the open request as the sandbox's phone does. */
async function answerOnPhone(page: Page, shop: Shop, answer: "approve" | "decline" | "time_out") {
	const phone = await page.getByRole("link", { name: "Open the sandbox phone" }).getAttribute("href");
	const headers = { Origin: shop.origin };
	const answered = await page.request.post(phone ?? "", { headers, form: { answer } });
	expect(answered.ok(), await answered.text()).toBe(true);
}

test("while a request is open, the page counts down and says what to do if none arrives", { tag: "@both" }, async ({
	page,
	shop,
	registerAndSignIn,
	javaScriptEnabled,
}) => {
	const path = await openUnpaidOrder(page, shop, await registerAndSignIn(), [registration()]);
	if (javaScriptEnabled) await untilInteractive(page);
	await lipa(page).click();
	await expect(page.getByRole("heading", { name: "Look at your phone" })).toBeVisible();
	await expect(page).toHaveTitle(/^Look at your phone/);
	await expect(page.getByText("We sent a request for Ksh 540 to +254712345678.")).toBeVisible();
	const help = page.getByRole("region", { name: "No request on your phone?" });
	await expect(help).toContainText("you can send it again here");
	await expect(help.getByRole("link", { name: "use another number" })).toHaveAttribute("href", `${path}?choose=mpesa`);
	await expect(help.getByRole("link", { name: "pay by card" })).toHaveAttribute("href", `${path}?choose=card`);
	await expect(help, "no payment to the business number is matched to an invoice").not.toContainText("Pay Bill");
	const timer = page.getByRole("timer");
	const seconds = async () => Number.parseInt((await timer.textContent()) ?? "", 10);
	const atFirst = await seconds();
	expect(atFirst).toBeGreaterThan(30);
	expect(atFirst).toBeLessThanOrEqual(60);
	// Without script the page reloads.
	await expect.poll(seconds, { timeout: 10_000 }).toBeLessThan(atFirst);
	for (const width of [320, 1280]) {
		await page.setViewportSize({ width, height: 740 });
		await fitsWidth(page);
		if (javaScriptEnabled) await axe(page);
	}
});

test("the result of a request gets the focus without a page load, and the tab's title says it", async ({
	page,
	shop,
	registerAndSignIn,
}) => {
	const name = availableName();
	await openUnpaidOrder(page, shop, await registerAndSignIn(), [registration(name)]);
	await untilInteractive(page);
	await page.evaluate(() => Object.assign(window, { samePage: true }));
	await lipa(page).click();
	await expect(page.locator("[data-focus]"), "what to do").toBeFocused();
	await expect(page.locator("[data-focus]")).toContainText("Look at your phone");
	await answerOnPhone(page, shop, "decline");
	await expect(page.getByRole("alert")).toContainText("The request was declined on the phone");
	await expect(page.getByRole("alert")).toBeFocused();
	await expect(page).toHaveTitle(/^Your payment did not go through/);
	expect(await page.evaluate(() => "samePage" in window)).toBe(true);
	await axe(page);
	await lipa(page).click();
	await expect(page.getByRole("heading", { name: "Look at your phone" })).toBeVisible();
	await answerOnPhone(page, shop, "approve");
	await expect(page).toHaveURL(/\/orders\/ord_/);
	await expect(page.getByRole("heading", { name: `Ni yako. It's yours. ${name}` })).toBeVisible({ timeout: 30_000 });
	await expect(page).toHaveTitle(new RegExp(`^${name}: Ni yako`));
	await expect(page.getByText(/^Yours until \d+ \w+ \d{4}$/)).toBeVisible();
	await expect(page.getByText(/Asante\.\sKsh\s540\sby\sM‑Pesa\s·\s\w+/)).toBeVisible();
	// Not to a payment that is done.
	await page.goBack();
	await expect(page).not.toHaveURL(/\/pay\//);
});

test("a request that was approved while the customer chose another method leads to the order", async ({
	page,
	shop,
	registerAndSignIn,
}) => {
	await openUnpaidOrder(page, shop, await registerAndSignIn(), [registration()]);
	await untilInteractive(page);
	await lipa(page).click();
	await page.getByRole("link", { name: "use another number" }).click();
	await expect(page.getByText("A request is open on +254712345678")).toBeVisible();
	await answerOnPhone(page, shop, "approve");
	await expect(page).toHaveURL(/\/orders\/ord_/);
});

test("without a connection the waiting page says so, and goes on when it is back", async ({
	page,
	shop,
	registerAndSignIn,
	context,
	expectConsoleError,
}) => {
	expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
	await openUnpaidOrder(page, shop, await registerAndSignIn(), [registration()]);
	await untilInteractive(page);
	await lipa(page).click();
	const message = page.getByText("You are offline. Your payment is not affected.");
	await expect(page.getByRole("timer")).toBeVisible();
	await expect(message).toBeHidden();
	await context.setOffline(true);
	await expect(message).toBeVisible();
	await context.setOffline(false);
	await expect(message).toBeHidden();
	await answerOnPhone(page, shop, "decline");
	await expect(page.getByRole("alert")).toBeFocused();
});

test("one method is open at a time, and the button says how it pays", { tag: "@both" }, async ({
	page,
	shop,
	registerAndSignIn,
	javaScriptEnabled,
}) => {
	const path = await openUnpaidOrder(page, shop, await registerAndSignIn(), [registration()]);
	await expect(page.getByRole("radio", { name: "M-Pesa" }), "before the first payment").toBeChecked();
	await expect(page.getByLabel("Safaricom number")).toHaveValue("+254712345678");
	await expect(page.getByLabel("Save this card for next time")).toBeHidden();
	await page.getByRole("radio", { name: "M-Pesa" }).focus();
	await page.keyboard.press("ArrowDown");
	await expect(page.getByRole("radio", { name: "Card" })).toBeChecked();
	await expect(page.getByLabel("Safaricom number")).toBeHidden();
	await expect(page.getByLabel("Save this card for next time")).toBeVisible();
	await expect(page.getByRole("button", { name: "Pay by card" })).toBeVisible();
	await expect(lipa(page)).toHaveCount(0);
	if (javaScriptEnabled) await axe(page);
	await page.goto(`${path}?choose=card`);
	await expect(page.getByRole("radio", { name: "Card" })).toBeChecked();
});

test("the page names one amount to pay, with the reason for whole shillings", { tag: "@both" }, async ({
	page,
	shop,
	registerAndSignIn,
}) => {
	const name = availableName().replace(".co.ke", ".xyz");
	const items = [{ productId: "domain-registration", domain: name }];
	// 450 less 10 %, and 8 % tax.
	await openUnpaidOrder(page, shop, await registerAndSignIn(), items, "KARIBU10");
	const summary = page.getByRole("region", { name: "Your order" });
	await expect(summary).toContainText("Rounded down for M-Pesa−Ksh 0.40");
	await expect(summary.getByText("Ksh 437", { exact: true })).toBeVisible();
	await page.setViewportSize({ width: 360, height: 740 });
	await expect(summary).toBeHidden();
	await expect(page.locator(".checkout-bar")).toContainText("Ksh 437");
	await page.getByText("Your order · 1 item").click();
	await expect(page.getByText("−Ksh 0.40").filter({ visible: true })).toHaveCount(1);
});

test("on a phone the amount and the button are always on the screen and never cover the focus", async ({
	page,
	shop,
	registerAndSignIn,
	expectConsoleError,
}) => {
	expectConsoleError(/400/);
	await page.setViewportSize({ width: 360, height: 640 });
	await openUnpaidOrder(page, shop, await registerAndSignIn(), [registration()]);
	await untilInteractive(page);
	const bar = page.locator(".checkout-bar");
	const expectBar = async () => {
		await expect(bar).toBeInViewport({ ratio: 1 });
		const covered = await bar.evaluate((element) => {
			const { activeElement } = document;
			if (!activeElement || element.contains(activeElement) || activeElement === document.body) return 0;
			const [focused, top] = [activeElement.getBoundingClientRect(), element.getBoundingClientRect().top];
			const isAfter = element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING;
			return isAfter ? 0 : Math.max(0, focused.bottom - top);
		});
		expect(covered, "pixels of the focus under the bar").toBe(0);
	};
	await expectBar();
	await page.getByLabel("Safaricom number").fill("12");
	await lipa(page).click();
	await expect(page.getByLabel("Safaricom number")).toBeFocused();
	await expectBar();
	await page.getByRole("radio", { name: "Card" }).check();
	await page.evaluate(() => window.scrollTo(0, 0));
	await page.getByRole("radio", { name: "Card" }).focus();
	for (let tabs = 0; tabs < 6; tabs += 1) {
		await expectBar();
		await page.keyboard.press("Tab");
	}
	await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
	await expect(bar).toBeInViewport({ ratio: 1 });
	await page.setViewportSize({ width: 320, height: 256 });
	await page.evaluate(() => window.scrollTo(0, 0));
	await expect(bar, "would cover half of a low screen").not.toBeInViewport();
	await fitsWidth(page);
});

test("credit that is enough pays at once, and less pays a part", async ({ page, shop, registerAndSignIn }) => {
	const customer = await registerAndSignIn();
	const give = async (amount: number) => {
		const database = await shop.database();
		await database
			.prepare(
				`INSERT INTO ledger_entries (id, user_id, invoice_id, kind, provider, receipt, amount, currency, created_at)
				SELECT ?1, id, '', 'credit', 'sandbox', ?1, ?2, 'KES', 1 FROM users WHERE email = ?3`,
			)
			.bind(`led_${crypto.randomUUID()}`, amount, customer.email)
			.run();
	};
	await give(30_000);
	await openUnpaidOrder(page, shop, customer, [registration()]);
	await untilInteractive(page);
	const said = "You have Ksh 300 of credit. It can pay Ksh 300 of this invoice. Then Ksh 240 is left to pay.";
	await expect(page.getByText(said)).toBeVisible();
	await page.getByRole("button", { name: "Pay Ksh 300 from credit" }).click();
	await expect(page.getByRole("region", { name: "Your order" })).toContainText("Paid from your credit−Ksh 300");
	await expect(page.getByText("Ksh 240", { exact: true }).filter({ visible: true })).toHaveCount(1);
	await give(30_000);
	await page.reload();
	await untilInteractive(page);
	await expect(page.getByRole("radio", { name: "Your credit" })).toBeChecked();
	await axe(page);
	await page.getByRole("button", { name: "Pay from credit" }).click();
	await expect(page).toHaveURL(/\/orders\/ord_/);
	await expect(page.getByText("Ksh 300 from your credit")).toBeVisible();
});

test("without script a request is sent, answered and shown", { tag: "@no-script" }, async ({
	page,
	shop,
	registerAndSignIn,
	expectConsoleError,
}) => {
	expectConsoleError(/400/);
	const name = availableName();
	await openUnpaidOrder(page, shop, await registerAndSignIn(), [registration(name)]);
	await page.getByLabel("Safaricom number").fill("12");
	await lipa(page).click();
	await expect(page.getByText("Enter a Safaricom number such as 0712 345 678.")).toBeVisible();
	await page.getByLabel("Safaricom number").fill("0712345678");
	await lipa(page).click();
	await answerOnPhone(page, shop, "time_out");
	await expect(page.getByText("The request was not approved in time"), "the page reloads").toBeVisible();
	await lipa(page).click();
	await answerOnPhone(page, shop, "approve");
	await expect(page).toHaveURL(/\/orders\/ord_/);
	await expect(page.getByRole("heading", { name: `Ni yako. It's yours. ${name}` })).toBeVisible({ timeout: 40_000 });
});

test("the order page shows the name with its cloth, what comes next, and an image to share", async ({
	page,
	shop,
	registerAndSignIn,
}) => {
	const name = availableName();
	await openUnpaidOrder(page, shop, await registerAndSignIn(), [registration(name)]);
	await untilInteractive(page);
	await lipa(page).click();
	await answerOnPhone(page, shop, "approve");
	await expect(page.getByRole("heading", { level: 1, name: /^Ni yako/ })).toBeVisible({ timeout: 30_000 });
	await expect(page.locator(".weaves svg").first()).toBeVisible();
	const next = page.getByRole("region", { name: "Next" });
	await expect(next.getByRole("link", { name: /^Get email at this name/ })).toContainText(`hello@${name}`);
	await expect(next.getByRole("link", { name: /^Put a website behind it/ })).toBeVisible();
	await expect(next.getByRole("link", { name: "Tell them on WhatsApp" })).toHaveAttribute(
		"href",
		/^https:\/\/wa\.me\//,
	);
	const downloaded = page.waitForEvent("download");
	await next.getByRole("link", { name: "Download your cloth" }).click();
	expect((await downloaded).suggestedFilename()).toBe(`${name}.png`);
	await axe(page);
	for (const width of [320, 360]) {
		await page.setViewportSize({ width, height: 740 });
		await fitsWidth(page);
		await axe(page, { only: ["target-size"] });
	}
	await page.emulateMedia({ media: "print" });
	await expect(next).toBeHidden();
	await expect(page.getByRole("list", { name: "Checkout" })).toBeHidden();
	await expect(page.getByText(/Asante\. Ksh 540 by M‑Pesa/)).toBeVisible();
	await expect(page.getByRole("region", { name: "What you ordered" })).toContainText("Ksh 540");
});

test("a bought name has its cloth in the order, its invoice, search, notifications and emails", async ({
	page,
	shop,
	mailTo,
	registerAndSignIn,
}) => {
	const name = availableName();
	const customer = await registerAndSignIn();
	const small = 'svg[width="28"][height="18"]';
	const row = 'svg[width="44"][height="28"]';
	await openUnpaidOrder(page, shop, customer, [registration(name)]);
	await untilInteractive(page);
	await expect(page.getByRole("region", { name: "Your order" }).locator(small)).toHaveCount(1);
	await lipa(page).click();
	await answerOnPhone(page, shop, "approve");
	await expect(page.getByRole("heading", { level: 1, name: /^Ni yako/ })).toBeVisible({ timeout: 30_000 });
	await page.getByRole("link", { name: /^KK\d{10}$/ }).click();
	await expect(page.getByRole("row").filter({ hasText: name }).locator(small)).toHaveCount(1);
	await page.goto(`/dashboard/search?q=${name}`);
	await expect(page.getByRole("region", { name: "Domains" }).locator(small)).toHaveCount(1);
	await page.goto("/dashboard/notifications");
	const notification = page.getByRole("main").getByRole("listitem").filter({ hasText: name });
	await expect(notification.first().locator(row)).toHaveCount(1);
	await page.getByRole("button", { name: /notifications$/i }).click();
	await expect(page.getByRole("region", { name: "Newest notifications" }).locator(small).first()).toBeVisible();
	const { html } = await mailTo(customer.email, new RegExp(`^${name} is yours`));
	expect(html).toMatch(/aria-hidden="true" width="44".*<h1/s);
});

test("a name's image has one address", { tag: "@both" }, async ({ request }) => {
	const image = await request.get("/cloth/mamakahawa.co.ke.svg");
	expect(image.headers()["content-type"]).toBe("image/svg+xml");
	expect(await image.text()).toContain(`mamakahawa<tspan fill="#f2542d">.</tspan>co.ke`);
	for (const file of ["Mamakahawa.co.ke.svg", "mamakahawa.svg", "mamakahawa.co.ke.png", "%3Cscript%3E.co.ke.svg"]) {
		expect((await request.get(`/cloth/${file}`)).status(), file).not.toBe(200);
	}
});
