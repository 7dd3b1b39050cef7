import type { Locator, Page } from "@playwright/test";
import { minFormAge } from "~/features/support/form-token";
import { axe } from "../support/axe";
import { expect, fitsWidth, newCustomer, test } from "../support/shop";

interface Form {
	/** The page that links to it. */
	readonly page: string;
	/** The link or button that opens it. */
	readonly link?: string;
	readonly submit: string;
	fill(form: Locator): Promise<void>;
}

const forms: Readonly<Record<string, Form>> = {
	contact: {
		page: "/contact",
		submit: "Send the message",
		async fill(form) {
			await form.getByLabel("What is it about?").selectOption("billing");
			await form.getByLabel("Message").fill("Invoice KK2026000001:\nwhich VAT number is on it?");
		},
	},
	quote: {
		page: "/services",
		link: "Request a Quote",
		submit: "Request a Quote",
		async fill(form) {
			await form.getByLabel("What is it about?").selectOption("pos-systems");
			await form.getByLabel("Requirements").fill("Two tills for a shop in Kisumu.");
		},
	},
	"custom plan": {
		page: "/hosting/reseller",
		link: "Request Custom Plan",
		submit: "Request Custom Plan",
		async fill(form) {
			await form.getByLabel("Number of accounts").fill("120");
			await form.getByLabel("Disk space").fill("900");
		},
	},
};

const formOf = (page: Page) => page.locator("enquiry-form");

async function sender(form: Locator): Promise<string> {
	const { email } = newCustomer();
	await form.getByLabel("Name", { exact: true }).fill("Neema Wanjiru");
	await form.getByLabel("Email").fill(email);
	return email;
}

test("the contact, quote and custom plan forms reach us, and their senders get an email", { tag: "@both" }, async ({
	context,
	mailTo,
	javaScriptEnabled,
	expectConsoleError,
}) => {
	// The island waits until the form token is valid.
	expectConsoleError(/status of 429/);
	await Promise.all(
		Object.values(forms).map(async ({ page: address, link, submit, fill }) => {
			const page = await context.newPage();
			await page.goto(address);
			if (link) await page.getByRole("link", { name: link }).first().click();
			const form = formOf(page);
			await expect(form).toBeInViewport();
			const email = await sender(form);
			await fill(form);
			await form.getByRole("button", { name: submit }).click();
			if (javaScriptEnabled === false) await expect(page).toHaveURL(/\/enquiries\/sent\?number=ENQ-/);
			await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
			const number = (await page.getByText(/^ENQ-/).textContent()) ?? "";
			if (javaScriptEnabled !== false) {
				expect(new URL(page.url()).pathname).toBe(address);
				await expect(page.locator(":focus")).toContainText(number);
			}
			const confirmation = await mailTo(email, new RegExp(number));
			expect(confirmation.text).not.toContain("Neema");
		}),
	);
});

test("errors are shown beside their fields, and everything typed stays", { tag: "@both" }, async ({
	page,
	javaScriptEnabled,
	expectConsoleError,
}) => {
	expectConsoleError(/status of 400|Failed to load resource/);
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto("/services?about=website-development#quote");
	const form = formOf(page);
	const topic = form.getByLabel("What is it about?");
	if (javaScriptEnabled !== false) await expect(topic).toHaveValue("website-development");
	else await topic.selectOption("website-development");
	await sender(form);
	await form.getByLabel("Phone").fill("12");
	const requirements = form.getByLabel("Requirements");
	await requirements.fill("   ");
	const submit = form.getByRole("button", { name: "Request a Quote" });
	await submit.click();

	const phone = form.getByLabel("Phone");
	await expect(phone).toHaveAccessibleDescription(/^Enter a phone number, such as 0712 123456 or \+254712123456\./);
	await expect(phone).toHaveAttribute("aria-invalid", "true");
	await expect(requirements).toHaveAccessibleDescription(/^Tell us what you need\./);
	await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Neema Wanjiru");
	await expect(topic).toHaveValue("website-development");
	await fitsWidth(page);
	if (javaScriptEnabled === false) return;

	await expect(phone).toBeFocused();
	await axe(page);
	await phone.fill("");
	await requirements.fill("A shop window.");
	await page.route("**/api/enquiries/quote", (route) => route.abort());
	await submit.click();
	await expect(form.getByRole("alert")).toHaveText(/What you typed is still here\. Try again in a moment\./);
	await expect(phone).not.toHaveAttribute("aria-invalid", "true");
	await page.unroute("**/api/enquiries/quote");
	await submit.click();
	await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
	await axe(page);
});

test("a transfer request has its own page, where React and the island both work", async ({ page }) => {
	await page.goto("/transfer");
	await page.getByRole("link", { name: "help you with the transfer" }).click();
	const form = formOf(page);
	await expect(page).toHaveURL(/\/enquiries\/transfer$/);
	await page.waitForFunction(() => customElements.get("enquiry-form") !== undefined);
	await axe(page);
	await sender(form);
	await form.getByLabel("Domain names").fill("duka.co.ke\nduka.or.ke");
	await page.waitForTimeout(minFormAge);
	await form.getByRole("button", { name: "Request the transfer" }).click();
	await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
	await expect(page).toHaveURL(/\/enquiries\/transfer$/);
});
