import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import type { Page } from "@playwright/test";
import { totpCode, totpStep } from "~/lib/totp";
import { axe } from "../support/axe";
import { expect, register, test } from "../support/shop";
import { addVirtualAuthenticator } from "../support/virtual-authenticator";

const settings = "/dashboard/account-settings";

async function confirmPassword(page: Page, password: string) {
	await page.getByLabel("Your password").fill(password);
	await page.getByRole("button", { name: "Continue" }).click();
}

async function enter(page: Page, { email, password }: { email: string; password: string }) {
	await page.goto("/login");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Login" }).click();
}

test("two-step sign-in is set up and used to sign in, with or without script", { tag: "@both" }, async ({
	page,
	context,
	javaScriptEnabled,
	registerAndSignIn,
	expectConsoleError,
}) => {
	expectConsoleError(/40[01]/);
	const customer = await registerAndSignIn();
	await page.goto(`${settings}/security`);
	await page.getByRole("link", { name: "Set up two-step sign-in" }).click();
	await confirmPassword(page, customer.password);
	const code = page.getByRole("textbox", { name: "Code" });
	const key = (await page.locator("code").textContent()) ?? "";
	const secret = decodeBase32IgnorePadding(key.replaceAll(" ", ""));
	await code.fill("000000");
	await page.getByRole("button", { name: "Turn on" }).click();
	await expect(page.getByText("This code is wrong").first()).toBeVisible();
	await expect(page.locator("code")).toHaveText(key);
	if (javaScriptEnabled) await expect(code).toBeFocused();
	// axe itself needs script.
	if (javaScriptEnabled) await axe(page);
	await code.fill(totpCode(secret, totpStep(Date.now())));
	await page.getByRole("button", { name: "Turn on" }).click();
	await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
	await expect(page.getByRole("listitem").locator("code")).toHaveCount(10);
	if (javaScriptEnabled) await axe(page);

	await context.clearCookies();
	await enter(page, customer);
	await expect(page.getByRole("heading", { level: 1, name: "Two-step sign-in" })).toBeVisible();
	expect((await context.cookies()).filter(({ name }) => name.endsWith("session"))).toEqual([]);
	await code.fill("000000");
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByText("wrong or was already used").first()).toBeVisible();
	await code.fill(totpCode(secret, totpStep(Date.now()) + 1));
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page).toHaveURL(/\/dashboard$/);
});

test("a passkey is added, used to sign in, and removed", async ({ page, context, registerAndSignIn }) => {
	const customer = await registerAndSignIn();
	await addVirtualAuthenticator(page);
	await page.goto(`${settings}/security/passkeys`);
	await confirmPassword(page, customer.password);
	await page.getByLabel("Name").fill("My laptop");
	await page.getByRole("button", { name: "Add a passkey" }).click();
	await expect(page.getByText("The passkey was added.")).toBeVisible();
	await expect(page.getByLabel("Name")).toHaveValue("");
	await context.clearCookies();
	await page.goto("/login");
	await expect(page).toHaveURL(/\/dashboard$/, { timeout: 15_000 });
	await page.goto(`${settings}/security/passkeys`);
	await confirmPassword(page, customer.password);
	await page.getByRole("button", { name: "Remove My laptop" }).click();
	await expect(page.getByText("The passkey was removed.")).toBeVisible();
});

test("preferences and billing are saved, the data is downloaded, the account is closed and kept", async ({
	page,
	registerAndSignIn,
	expectConsoleError,
}) => {
	expectConsoleError(/400/);
	const customer = await registerAndSignIn();
	await page.goto(`${settings}/notifications`);
	await expect(page.getByLabel("Security alerts")).toBeDisabled();
	await page.getByLabel("Newsletter").check();
	await page.getByLabel("Task assignments").uncheck();
	await page.getByRole("button", { name: "Save Preferences" }).click();
	await expect(page.getByText("Notification preferences updated successfully!")).toBeVisible();
	await expect(page.getByLabel("Newsletter")).toBeChecked();
	await expect(page.getByLabel("Task assignments")).not.toBeChecked();

	await page.getByRole("link", { name: "Billing", exact: true }).click();
	await page.getByLabel("Address", { exact: true }).fill("Moi Avenue 5");
	await page.getByLabel("Town or City").fill("Nairobi");
	await page.getByLabel(/Tax PIN/).fill("?");
	await page.getByRole("button", { name: "Save Billing Details" }).click();
	await expect(page.getByText("Enter a KRA PIN")).toBeVisible();
	await expect(page.getByLabel("Address", { exact: true })).toHaveValue("Moi Avenue 5");
	await page.getByLabel(/Tax PIN/).fill("a012345678z");
	await page.getByRole("button", { name: "Save Billing Details" }).click();
	await expect(page.getByText("Billing information updated successfully!")).toBeVisible();
	await expect(page.getByLabel(/Tax PIN/)).toHaveValue("A012345678Z");

	await page.getByRole("link", { name: "Activity", exact: true }).click();
	await expect(page.getByText("Changed the billing details.")).toBeVisible();

	await page.goto(`${settings}/your-data/delete`);
	await confirmPassword(page, customer.password);
	await expect(page.getByRole("heading", { name: "Delete your account" })).toBeVisible();
	await axe(page);
	await page.goto(`${settings}/your-data`);
	const download = page.waitForEvent("download");
	await page.getByRole("button", { name: "Download ZIP" }).click();
	expect((await download).suggestedFilename()).toMatch(/^kikoa-data-.+\.zip$/);
	await page.getByRole("link", { name: "Delete my account" }).click();
	await page.getByLabel(/Type DELETE/).fill("DELETE");
	await page.getByRole("button", { name: "Delete my account" }).click();
	await expect(page.getByText("Your account has been scheduled for deletion.")).toBeVisible();
	await enter(page, customer);
	await expect(page.getByText(/This account closes on/)).toBeVisible();
	await page.getByRole("button", { name: "Keep my account" }).click();
	await expect(page.getByText("Your account stays open.")).toBeVisible();
	await expect(page.getByText(/This account closes on/)).toBeHidden();
});

test("a tab learns that another one switched accounts, and its form is kept instead of being sent for the other", async ({
	page,
	context,
	shop,
	registerAndSignIn,
}) => {
	const member = await registerAndSignIn();
	const customer = await register(shop);
	const database = await shop.database();
	await database
		.prepare(
			`insert into account_members (id, user_id, email, role, invited_at, member_id, accepted_at)
			 select 'mem_' || hex(randomblob(8)), ?, email, 'manager', 1, id, 2 from users where email = ?`,
		)
		.bind(customer.id, member.email)
		.run();
	await page.goto("/dashboard/support/new");
	await page.getByLabel("Subject").fill("For my own account");
	await page.getByLabel("Message").fill("It does not work.");
	await page.getByLabel("What is it about?").selectOption({ index: 1 });
	const other = await context.newPage();
	await other.goto(`${settings}/people`);
	await other.getByRole("button", { name: /^Open/ }).click();
	await expect(other.getByText("You are using the account of")).toBeVisible();
	await expect(page.getByText("so its forms can't be sent now")).toBeVisible();
	await page.getByRole("button", { name: "Send" }).click();
	await expect(page.getByText("so nothing was sent")).toBeVisible();
	await expect(page.getByLabel("Message")).toHaveValue("It does not work.");
	await other.getByRole("button", { name: "Back to your account" }).click();
	await expect(other).toHaveURL(/\/people$/);
	await expect(page.getByText("so its forms can't be sent now")).toBeHidden();
	await page.getByRole("button", { name: "Send" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "For my own account" })).toBeVisible();
	const tickets = database.prepare("select count(*) as count from tickets where user_id = ?");
	expect(await tickets.bind(customer.id).first("count")).toBe(0);
	await other.getByRole("button", { name: /^Open [A-Z]/ }).click();
	await expect(other.getByText("You are using the account of")).toBeVisible();
	await database.prepare("delete from account_members where user_id = ?").bind(customer.id).run();
	await other.goto("/dashboard/domains");
	await expect(other, "in their own account, without a password").toHaveURL(/\/people$/);
	await expect(other.getByText("You are in your own account again.")).toBeVisible();
	await other.goto("/dashboard/domains");
	await expect(other.getByRole("heading", { level: 1, name: "Domains" })).toBeVisible();
});
