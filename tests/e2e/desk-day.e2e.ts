import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { demoStaff } from "~/features/staff/demo-sign-in";
import type { Role } from "~/features/staff/permissions";
import { createDaraja } from "~/platform/payment/mpesa/daraja";
import { registerPaybill } from "~/platform/payment/mpesa/register-paybill";
import { createDarajaServer, type DarajaMessage, type DarajaServer, darajaAccount } from "../services/daraja";
import { untilInteractive } from "../support/interactive";
import { aDeskSession, aMorning } from "../support/morning";
import { expect, type Shop, startShop, test } from "../support/shop";
import { customerIdOf } from "../support/sign-in";
import { addVirtualAuthenticator } from "../support/virtual-authenticator";

test("a provider's day at the desk, from the morning's queue to a report", async ({ browser }) => {
	test.setTimeout(180_000);
	const { shop, daraja, end } = await startShopWithPaybill();
	try {
		const [owner, finance] = [await someone(browser, shop, "owner"), await someone(browser, shop, "finance")];
		const receipt = await test.step("empty the queue with the keyboard alone", () => emptyQueue(owner, shop, daraja));
		await test.step("complete a registration by hand", () => completeRegistration(owner, shop));
		await test.step("refund more than one person may", () => refundTogether(finance, owner, shop));
		await test.step("answer a question that came by email", () => answerEmail(owner, browser, shop));
		await test.step("change a price", () => changePrice(owner, browser, shop));
		await test.step("create a promo code", () => createPromo(owner, browser, shop));
		await test.step("help a customer in their account", () => helpAsCustomer(owner, shop));
		await test.step("lock every domain of a list at once", () => lockDomains(owner));
		await test.step("download a report with the day's payment", () => exportReport(owner, receipt));
	} finally {
		await end();
	}
});

test("staff add a passkey with their password, sign out, and sign in with it", async ({ browser, shop }) => {
	const page = await someone(browser, shop, "owner");
	const sessions = async () =>
		(await page.context().cookies()).filter(({ name }) => name === "staff").map(({ value }) => value);
	const [first] = await sessions();
	const passkeysOfDevice = await addVirtualAuthenticator(page);
	await page.goto("/desk/account");
	await untilInteractive(page);
	const passkeys = page.getByRole("region", { name: "Passkeys" });
	await passkeys.getByLabel("Name").fill("Njeri's phone");
	await passkeys.getByLabel("Your password").fill("a wrong one");
	await passkeys.getByRole("button", { name: "Add a passkey" }).click();
	await expect(passkeys.getByText("This is not your password.").first()).toBeVisible();
	expect(await passkeysOfDevice(), "made for a wrong password").toBe(0);
	await passkeys.getByLabel("Your password").fill(demoStaff.password);
	await passkeys.getByRole("button", { name: "Add a passkey" }).click();
	await expect(passkeys.getByText("not used yet")).toBeVisible();
	await expect(passkeys.getByLabel("Your password")).toHaveValue("");
	// The device offers the passkey as soon as the page asks for it.
	await page.getByRole("button", { name: "Sign out", exact: true }).click();
	await expect(page).toHaveURL(/\/desk$/, { timeout: 15_000 });
	await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
	const [second] = await sessions();
	expect(second).toBeDefined();
	expect(second).not.toBe(first);
	await page.goto("/desk/account");
	await untilInteractive(page);
	await expect(passkeys.getByText(/last used/)).toBeVisible();
	await passkeys.getByRole("button", { name: "Remove Njeri's phone" }).click();
	await expect(passkeys.getByText("Njeri's phone")).toHaveCount(0);
});

/** A page of someone at the desk. */
async function someone(browser: Browser, shop: Shop, role: Role): Promise<Page> {
	const context = await browser.newContext({ baseURL: shop.origin });
	await context.addCookies([{ ...(await aDeskSession(shop, role)), url: shop.origin }]);
	return context.newPage();
}

async function read<T>(shop: Shop, sql: string, ...values: unknown[]): Promise<T | null> {
	const database = await shop.database();
	return database
		.prepare(sql)
		.bind(...values)
		.first<T>();
}

/** A shop with a paybill, and Safaricom's side of it. */
async function startShopWithPaybill() {
	const daraja = createDarajaServer({ clock: Date.now, localOrigin: "http:" });
	const callbackToken = "0123456789abcdef0123456789abcdef";
	const settings = {
		PAYMENTS: "sandbox,mpesa",
		MPESA_SHORTCODE: darajaAccount.shortcode,
		MPESA_CONSUMER_KEY: darajaAccount.consumerKey,
		MPESA_CONSUMER_SECRET: darajaAccount.consumerSecret,
		MPESA_PASSKEY: darajaAccount.passkey,
		MPESA_C2B: "on",
		MPESA_CALLBACK_TOKEN: callbackToken,
		MPESA_INITIATOR: "api",
		MPESA_SECURITY_CREDENTIAL: "encrypted",
	};
	const started = await startShop(settings, undefined, { "sandbox.safaricom.co.ke": daraja.fetch });
	await registerPaybill({
		daraja: createDaraja({
			...darajaAccount,
			clock: Date.now,
			sharedToken: async (issue) => (await issue()).token,
			fetch: (url, init) => daraja.fetch(new Request(url, init)),
		}),
		...{ shortcode: darajaAccount.shortcode, callbackToken, appOrigin: started.shop.origin },
		nominatedNumber: "0722000000",
	});
	return { ...started, daraja };
}

/** Someone pays an invoice to the paybill with a wrong account number. Returns the invoice's number and the receipt. */
async function payToPaybill(shop: Shop, daraja: DarajaServer) {
	const invoice = await read<{ number: string; total: number }>(
		shop,
		"select number, total from invoices where state = 'open' and currency = 'KES' and credit_used = 0 limit 1",
	);
	const notice = daraja.payToPaybill({ reference: "DUKA LANGU", amount: (invoice?.total ?? 0) / 100 });
	const deliver = async ({ url, body }: DarajaMessage) => {
		const headers = { "Content-Type": "application/json" };
		expect((await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status, url).toBe(200);
	};
	await deliver(notice);
	// Safaricom answers the shop's question about the payment.
	await expect(async () => {
		for (const result of daraja.takeResults()) await deliver(result);
		expect(await read(shop, "select 1 as one from problems where kind = 'review'")).not.toBeNull();
	}).toPass({ timeout: 30_000 });
	return { number: invoice?.number ?? "", receipt: notice.receipt };
}

/** Answers a ticket, handles the rest, and matches a payment to the paybill. Returns the payment's receipt. */
async function emptyQueue(page: Page, shop: Shop, daraja: DarajaServer): Promise<string> {
	await aMorning(shop);
	const { number, receipt } = await payToPaybill(shop, daraja);
	await page.goto("/desk");
	await untilInteractive(page);
	const list = page.getByRole("region", { name: "What waits for someone" });
	const rows = list.locator("tr.row");
	await expect(rows).toHaveCount(4);
	const key = (letter: string) => page.keyboard.press(letter);

	await key("j");
	await expect(page.getByRole("link", { name: "ENQ-MORN-AAAA: Request to move domains", exact: true })).toBeFocused();
	await key("t");
	await expect(rows.first()).toContainText("You");
	await key("u");
	await expect(rows.first()).not.toContainText("You");
	await key("s");
	await expect(page.getByLabel("Snooze for")).toBeFocused();
	await expect(page.getByLabel("Other time")).toBeHidden();
	await page.getByLabel("Snooze for").selectOption("Another time");
	await expect(page.getByLabel("Other time")).toBeVisible();
	await key("Escape");
	await expect(page.getByRole("link", { name: /^ENQ-MORN-AAAA/ }), "where the keys work").toBeFocused();
	await key("a");
	await expect(page.getByText("three domains from my old provider")).toBeVisible();
	await answer(page, "Yes. Send us their authorization codes.");
	await page.goto("/desk");
	await untilInteractive(page);
	await expect(rows).toHaveCount(3);
	await key("j");

	// The next row has the focus.
	await key("a");
	await expect(rows).toHaveCount(2);
	await key("a");
	await expect(rows).toHaveCount(1);
	await expect(page.getByRole("link", { name: "Money arrived without an invoice", exact: true })).toBeFocused();
	await key("a");
	await expect(page.getByLabel("Invoice", { exact: true })).toBeFocused();
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.type(number);
	await key("Enter");
	await expect(page.getByText("Nothing is waiting")).toBeVisible();
	expect(await read(shop, "select state from invoices where number = ?", number)).toEqual({ state: "paid" });
	return receipt;
}

/** Safaricom's list and our ledger both have the payment that was matched in the morning. */
async function exportReport(page: Page, receipt: string): Promise<void> {
	await page.goto("/desk/reports/mpesa");
	await expect(page.getByText("has not been read yet")).toBeVisible();
	await page.getByRole("link", { name: "schedule" }).click();
	await page.getByRole("button", { name: "Start Direct payments", exact: true }).click();
	await expect(page.getByText("It starts within seconds")).toBeVisible();
	await expect(async () => {
		await page.goto("/desk/reports/mpesa");
		await expect(page.getByText(/As of .*, for the time since/)).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 30_000 });
	const downloading = page.waitForEvent("download");
	await page.getByRole("link", { name: "CSV" }).click();
	const file = await readFile(await (await downloading).path(), "utf8");
	expect(file.split(/\r?\n/).find((line) => line.includes(receipt))).toMatch(/Matched.*DUKA LANGU/);
}

async function answer(page: Page, text: string): Promise<void> {
	await page.getByLabel("Answer", { exact: true }).fill(text);
	await page.getByRole("button", { name: "Send answer" }).click();
	await expect(page.getByText("Waiting for the customer").first()).toBeVisible();
}

/** The registry has a website where a person registers. */
async function completeRegistration(page: Page, shop: Shop): Promise<void> {
	const job = await read<{ id: string; orderId: string }>(
		shop,
		"select id, order_id as orderId from jobs where state = 'action_required' and kind = 'register_domain'",
	);
	await page.goto(`/desk/orders/${job?.orderId}`);
	await untilInteractive(page);
	const form = page.getByRole("group").filter({ hasText: "You did it at the registrar or panel" });
	await page.locator("summary", { hasText: "Complete by hand" }).click();
	await form.getByLabel("Reference").fill("AFR-2026-118");
	await form.getByLabel("Expires on").fill("2027-11-22");
	await form.getByLabel("Reason").fill("Registered on the registry's website");
	const certificate = {
		name: "certificate.pdf",
		mimeType: "application/pdf",
		buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
	};
	await form.getByLabel("File").setInputFiles(certificate);
	await form.getByRole("button", { name: "Complete by hand" }).click();
	await expect(page.getByText("Completed the job. We've told the customer.")).toBeVisible();
	const domain = "select d.status from domains d join jobs j on j.order_line_id = d.order_line_id where j.id = ?";
	expect(await read(shop, domain, job?.id)).toEqual({ status: "active" });
	await expect(page.getByRole("link", { name: "certificate.pdf" })).toBeVisible();
}

/** The page of the bulk action shows what the queue has done, without a reload. */
async function lockDomains(page: Page): Promise<void> {
	await page.goto("/desk/domains");
	await untilInteractive(page);
	await page.getByRole("checkbox", { name: "Select all in this list" }).check();
	await page.getByLabel("Change", { exact: true }).selectOption("Lock");
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByText(/^\d+ locked/)).toBeVisible();
	const first = page.getByRole("checkbox", { name: /^Select (?!all)/ }).first();
	await page.goBack();
	await expect(first, "after the browser's Back").toBeChecked();
	await first.uncheck();
	await page.getByRole("button", { name: "Continue" }).click();
	await page.getByRole("link", { name: "Cancel" }).click();
	await expect(page.getByLabel("Change", { exact: true })).toHaveValue("lock");
	await expect(first, "after Cancel").not.toBeChecked();
	await expect(page.getByRole("checkbox", { name: /^Select (?!all)/ }).nth(1)).toBeChecked();
	await page.getByRole("button", { name: "Continue" }).click();
	const effect = await page.getByText(/^\d+ locked/).innerText();
	await page.getByRole("button", { name: "Lock", exact: true }).click();
	await expect(page).toHaveURL(/\/desk\/bulk-actions\/blk_/);
	const [, count] = /^(\d+) locked/.exec(effect) ?? [];
	await expect(page.getByRole("status").filter({ hasText: `${count} locked` })).not.toContainText("waiting");
	await expect(page.getByRole("row").filter({ hasText: "Waiting" })).toHaveCount(0);
}

async function refundTogether(asker: Page, approver: Page, shop: Shop): Promise<void> {
	const invoice = await read<{ id: string; number: string }>(
		shop,
		"select id, number from invoices where state = 'paid' and currency = 'USD' order by total desc limit 1",
	);
	await asker.goto(`/desk/invoices/${invoice?.id}`);
	await untilInteractive(asker);
	const form = asker.getByRole("group").filter({ hasText: "Issues a credit note" });
	await asker.locator("summary", { hasText: "Refund" }).click();
	await form.getByLabel("To", { exact: true }).selectOption("credit");
	await form.getByLabel("Reason").fill("Paid twice");
	await form.getByRole("button").click();
	await expect(asker.getByText("so it waits for a second person")).toBeVisible();
	await asker.goto("/desk/approvals");
	await expect(asker.getByText("someone else has to approve it")).toBeVisible();
	await expect(asker.getByRole("button", { name: /^Approve / })).toHaveCount(0);
	await approver.goto("/desk/approvals");
	await approver.getByRole("button", { name: /^Approve / }).click();
	await expect(approver.getByText(`of invoice ${invoice?.number}.`)).toBeVisible();
	const notes = "select count(*) as count from credit_notes where invoice_id = ?";
	expect(await read(shop, notes, invoice?.id)).toEqual({ count: 1 });
}

async function answerEmail(page: Page, browser: Browser, shop: Shop): Promise<void> {
	const customer = await (await browser.newContext({ baseURL: shop.origin })).newPage();
	await customer.goto("/dev/email");
	await customer.getByLabel("From").fill("achieng@duka.example");
	await customer.getByLabel("Subject").fill("Which nameservers do I use?");
	await customer.getByLabel("Text").fill("My website is somewhere else.");
	await customer.getByRole("button", { name: "Send" }).click();
	await expect(customer.getByText("The email was opened.")).toBeVisible();
	await page.goto("/desk/tickets");
	await page.getByRole("link", { name: /Which nameservers do I use/ }).click();
	await untilInteractive(page);
	await answer(page, "Keep those of your other provider.");
	await expect(async () => {
		await customer.goto("/dev/inbox");
		await customer.getByRole("link", { name: "Re: Which nameservers do I use?" }).first().click({ timeout: 500 });
		await expect(customer.getByText("Keep those of your other provider.").first()).toBeVisible({ timeout: 500 });
	}).toPass({ timeout: 30_000 });
}

/** Previews a price, publishes it and goes back. Customers see it on a static page, in searches and in the cart. */
async function changePrice(desk: Page, browser: Browser, shop: Shop): Promise<void> {
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
	await expect(desk.getByRole("button", { name: "Save in the draft" }), "after it said that it saves").toBeFocused();

	await desk.goto("/desk/catalogue/changes");
	await desk.getByRole("button", { name: "Preview the pages" }).click();
	await desk.waitForURL((url) => !url.pathname.startsWith("/desk"));
	await expect(desk.getByRole("complementary", { name: "Preview" })).toBeVisible();
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
	await expect(visitor.locator("cart-badge")).toHaveText("1");
	await visitor.goto("/cart");
	await expect(visitor.getByText("Ksh 1,999").first()).toBeVisible();

	await desk.goto("/desk/catalogue/versions");
	await expect(desk.getByText("Dearer .com")).toBeVisible();
	await desk.getByRole("link", { name: "Version 1", exact: true }).click();
	await expect(desk.getByRole("listitem").filter({ hasText: ".com" })).toContainText("First year, Ksh1,999 1,750");
	await desk.getByText("Go back to version 1").first().click();
	await desk.getByLabel("Reason").fill("Test");
	await desk.getByRole("button", { name: "Go back to version 1" }).click();
	await expect(async () => {
		await visitor.goto("/domains");
		await expect(listed("Ksh 1,750")).toBeVisible({ timeout: 500 });
	}).toPass({ timeout: 60_000 });
}

async function createPromo(page: Page, browser: Browser, shop: Shop): Promise<void> {
	await page.goto("/desk/catalogue/promos");
	await untilInteractive(page);
	await page.locator("summary", { hasText: "Create a code" }).click();
	const form = page.getByRole("group").filter({ has: page.locator("summary", { hasText: "Create a code" }) });
	await form.getByLabel("Code", { exact: true }).fill("KARIBU15");
	await form.getByLabel("Last day").fill("2030-12-31");
	await form.getByLabel("Discount", { exact: true }).fill("15");
	await page.getByRole("button", { name: "Create the code" }).click();
	await expect(page.getByText("KARIBU15").first()).toBeVisible();
	const customer = await (await browser.newContext({ baseURL: shop.origin })).newPage();
	await customer.goto("/domains/search");
	await customer.getByRole("button", { name: "Add to Cart: .com", exact: true }).click();
	await expect(customer.locator("cart-badge")).toHaveText("1");
	await customer.goto("/cart");
	await customer.getByText("Add a promo code").click();
	await customer.getByLabel("Promo code").fill("karibu15");
	await customer.getByRole("button", { name: "Apply" }).click();
	await expect(customer.getByText("KARIBU15").first()).toBeVisible();
}

/** What only the customer may do is disabled. */
async function helpAsCustomer(page: Page, shop: Shop): Promise<void> {
	// Typed before the palette's script has loaded.
	await page.keyboard.press("ControlOrMeta+k");
	await page.keyboard.type("amani@example.com");
	await expect(page.getByRole("option", { name: /^Amani/ }).first()).toBeVisible();
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(`/desk/customers/${await customerIdOf(shop, "amani@example.com")}`);
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
	// Both a page that the Worker serves and a file.
	for (const path of ["/domains", "/privacy"]) {
		await page.goto(path);
		await expect(page.getByRole("complementary", { name: "Account of another customer" })).toContainText("as Amani");
	}
	await page.getByRole("button", { name: "Stop" }).click();
	await expect(page).toHaveURL(/\/desk\/customers\//);
}
