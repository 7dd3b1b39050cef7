import type { Locator, Page } from "@playwright/test";
import { keyboard } from "../support/input-methods";
import { untilInteractive } from "../support/interactive";
import { expect, linkIn, newCustomer, test } from "../support/shop";

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** `fresh…` is available under every extension of the sandbox registry. */
const freshName = () => `fresh${process.pid}c${Date.now().toString(36)}`;

/** What the customer did, for the figures. */
interface Counts {
	/** "/checkout: Your details." Each page, or content that replaces a page's, on which the customer does or reads something. */
	readonly screens: string[];
	taps: number;
	/** Presses of Tab on each screen. */
	readonly tabs: number[];
	passwords: number;
}

const newCounts = (): Counts => ({ screens: [], taps: 0, tabs: [], passwords: 0 });

async function see(page: Page, { screens }: Counts): Promise<void> {
	const heading = (await page.getByRole("heading", { level: 1 }).first().textContent())?.trim();
	const screen = `${new URL(page.url()).pathname}: ${heading}`;
	if (screens.at(-1) !== screen) screens.push(screen);
}

interface Hand {
	press(target: Locator): Promise<void>;
	check(target: Locator): Promise<void>;
	/** Into a field. */
	type(target: Locator, text: string): Promise<void>;
}

/** Each field gets its own tap, although a phone's keyboard also leads to the next one. */
function finger(page: Page, counts: Counts): Hand {
	const press = async (target: Locator) => {
		await see(page, counts);
		await expect(target).toBeVisible();
		counts.taps += 1;
		await target.tap();
	};
	return {
		press,
		check: press,
		async type(target, text) {
			await press(target);
			await page.keyboard.type(text);
		},
	};
}

/** The page counts the presses of Tab, forwards and backwards. */
function keys(page: Page, counts: Counts): Hand {
	return {
		async press(target) {
			await see(page, counts);
			await keyboard.press(target);
		},
		check: keyboard.check,
		async type(target, text) {
			await see(page, counts);
			await keyboard.type(target, text);
		},
	};
}

/** Buys a domain from the home page to the order page, with one registration. */
async function buy(
	page: Page,
	hand: Hand,
	counts: Counts,
	mailTo: (to: string, subject: RegExp) => Promise<{ links: string[] }>,
) {
	const { email, password, firstName } = newCustomer();
	const name = freshName();
	await page.goto("/");
	await untilInteractive(page);
	await hand.type(page.getByRole("textbox", { name: /domain/i }).first(), name);
	await hand.press(page.getByRole("button", { name: "Search" }).first());
	const domain = `${name}.co.ke`;
	const answer = page.getByRole("article", { name: domain, exact: true });
	await expect(answer).toBeVisible({ timeout: 20_000 });
	await page.waitForFunction(() => customElements.get("add-to-cart") && customElements.get("cart-summary"));
	await hand.press(answer.getByRole("button", { name: /Add to Cart/ }));
	await hand.press(page.getByRole("link", { name: "Checkout", exact: true }));

	await expect(page).toHaveURL("/checkout");
	await untilInteractive(page);
	await hand.type(page.getByLabel("First name"), firstName);
	await hand.type(page.getByLabel("Last name"), "Wanjiru");
	await hand.type(page.getByLabel("Email"), email);
	await hand.type(page.getByLabel("Phone"), "0712345678");
	await hand.type(page.getByLabel("Street or P.O. box"), "Moi Avenue 12");
	await hand.type(page.getByLabel("Town or city"), "Nairobi");
	counts.passwords += 1;
	await hand.type(page.getByLabel("Password", { exact: true }), password);
	await hand.check(page.getByRole("checkbox", { name: /terms/ }));
	await hand.press(page.getByRole("button", { name: "Continue", exact: true }));

	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
	await see(page, counts);
	const mail = await mailTo(email, /verify|confirm/i);
	counts.taps += 1;
	await page.goto(linkIn(mail as never, "token"));
	// The page of the link leads on without the customer.
	await expect(page).toHaveURL("/checkout", { timeout: 20_000 });
	await untilInteractive(page);
	await expect(page.locator("input[type=password]")).toHaveCount(0);
	await hand.press(page.getByRole("button", { name: "Continue to payment" }));

	await expect(page).toHaveURL(/\/pay\//);
	await untilInteractive(page);
	await expect(page.getByLabel("Safaricom number")).toHaveValue("+254712345678");
	await hand.press(page.getByRole("button", { name: /^Lipa na/ }));
	await expect(page.getByText("Look at your phone")).toBeVisible();
	await see(page, counts);
	// The customer's M-Pesa PIN, which is not entered here.
	const request = await page.getByRole("link", { name: /sandbox phone/i }).getAttribute("href");
	const prompt = await page.context().newPage();
	await prompt.goto(request ?? "");
	await prompt.getByRole("button", { name: "Approve", exact: true }).click();
	await expect(prompt.getByText("Confirmed.")).toBeVisible();
	await prompt.close();
	await expect(page).toHaveURL(/\/orders\//, { timeout: 30_000 });
	await see(page, counts);
	await expect(page.getByRole("heading", { name: /Ni yako/ })).toBeVisible({ timeout: 30_000 });
}

test.describe("on a phone", () => {
	test.use(phone);
	test.setTimeout(120_000);
	test("a new customer needs at most 8 screens, 16 taps and one password", async ({ page, mailTo }) => {
		const counts = newCounts();
		await buy(page, finger(page, counts), counts, mailTo);
		const { screens, taps, passwords } = counts;
		process.stdout.write(`${screens.length} screens, ${taps} taps, ${passwords} password\n  ${screens.join("\n  ")}\n`);
		expect(screens.length).toBeLessThanOrEqual(8);
		expect(taps).toBeLessThanOrEqual(16);
		expect(passwords).toBe(1);
	});
});

test.describe("with the keyboard", () => {
	test.use({ viewport: { width: 1280, height: 800 } });
	test.setTimeout(120_000);
	test("a new customer presses Tab at most 60 times", async ({ page, mailTo }) => {
		const counts = newCounts();
		await page.exposeFunction("countTab", () => {
			const screen = counts.screens.length - 1;
			counts.tabs[screen] = (counts.tabs[screen] ?? 0) + 1;
		});
		await page.addInitScript(() =>
			addEventListener(
				"keydown",
				({ key }) => key === "Tab" && (window as never as { countTab(): void }).countTab(),
				true,
			),
		);
		await buy(page, keys(page, counts), counts, mailTo);
		const tabs = counts.tabs.reduce((sum, presses) => sum + presses, 0);
		const each = counts.screens.map((screen, at) => `  ${screen} ${counts.tabs[at] ?? 0}`);
		process.stdout.write(`${tabs} presses of Tab\n${each.join("\n")}\n`);
		expect(tabs).toBeLessThanOrEqual(60);
	});
});
