import type { Page } from "@playwright/test";
import { demoSignIn } from "../../scripts/database.mjs";
import { axe } from "../support/axe";
import { untilInteractive } from "../support/interactive";
import { expect, newCustomer, test } from "../support/shop";

type Person = ReturnType<typeof newCustomer>;

async function fillRegistration(page: Page, { email, password, firstName }: Person) {
	await page.goto("/register");
	await page.getByLabel("First Name").fill(firstName);
	await page.getByLabel("Last Name").fill("Wanjiru");
	await page.getByLabel("Country").selectOption("Uganda");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
}

async function register(page: Page, person: Person) {
	await fillRegistration(page, person);
	await page.getByLabel(/I accept/).check();
	await page.getByRole("button", { name: "Register" }).click();
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
}

async function signIn(page: Page, email: string, password: string) {
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Login" }).click();
}

const linkIn = (mail: { links: string[] }) => mail.links.find((link) => link.includes("token=")) ?? "";

const sessionCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === "session");

test("a visitor registers, is signed in by the emailed link, and signs in and out", async ({ page, mailTo }) => {
	const person = newCustomer();
	await register(page, person);
	await expect(page.getByText(person.email)).toBeVisible();
	await expect(page.getByRole("link", { name: "Open the inbox" })).toHaveAttribute("href", "/dev/inbox");
	await axe(page);

	const mail = await mailTo(person.email, /verify|confirm/i);
	await page.goto(linkIn(mail));
	await expect(page.getByRole("heading", { name: "Email Verified" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Go to the dashboard" })).toBeVisible();
	await axe(page);
	await page.waitForURL("/dashboard", { timeout: 15_000 });
	await page.context().clearCookies();
	await page.goto("/login");
	await untilInteractive(page);

	await signIn(page, person.email, person.password);
	await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
	await page.waitForFunction(() => "token" in localStorage);
	const hints = await page.evaluate(() => ({ token: localStorage.token, user: JSON.parse(localStorage.user) }));
	expect(hints.token).toMatch(/^ses_/);
	expect(hints.user).toMatchObject({ email: person.email, firstName: person.firstName });
	expect(await sessionCookie(page)).toMatchObject({ httpOnly: true, sameSite: "Lax", expires: -1 });
	expect(hints.token).not.toBe((await sessionCookie(page))?.value);
	await page.waitForURL("/dashboard", { timeout: 15_000 });

	await page.goto("/logout");
	await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
	await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
	await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
	expect(await sessionCookie(page)).toBeUndefined();
	await page.goto("/dashboard/domains");
	await expect(page).toHaveURL("/login?next=%2Fdashboard%2Fdomains");
});

test("a visitor without script registers and signs in on another device", { tag: "@no-script" }, async ({
	page,
	mailTo,
	expectConsoleError,
}) => {
	expectConsoleError(/400/);
	const person = newCustomer();
	await register(page, person);
	const mail = await mailTo(person.email, /verify|confirm/i);
	// The browser that registered would not need the password.
	expect((await page.context().cookies()).map(({ name }) => name)).toContain("registration");
	await page.context().clearCookies();
	await page.goto(linkIn(mail));
	await page.goto(linkIn(mail));
	await page.getByRole("button", { name: "Verify my email" }).click();
	await page.getByLabel("Password", { exact: true }).fill("not what was chosen");
	await page.getByRole("button", { name: "Confirm and sign in" }).click();
	await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
		/not the password that you registered with/,
	);
	await page.getByLabel("Password", { exact: true }).fill(person.password);
	await page.getByRole("button", { name: "Confirm and sign in" }).click();
	await expect(page).toHaveURL("/dashboard");
	await page.context().clearCookies();
	await page.goto(linkIn(mail));
	await page.getByRole("button", { name: "Verify my email" }).click();
	await expect(page.getByRole("heading", { name: "Already verified" })).toBeVisible();
	await page.getByRole("link", { name: "Go to Login Now" }).click();
	await page.getByLabel("Remember me").check();
	await signIn(page, person.email, person.password);
	await expect(page).toHaveURL("/dashboard");
	expect((await sessionCookie(page))?.expires).toBeGreaterThan(Date.now() / 1_000 + 29 * 24 * 3_600);
	await page.goto("/logout");
	await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
	await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
	await page.goto("/dashboard");
	await expect(page).toHaveURL("/login?next=%2Fdashboard");
});

test("unticked terms show a message, and everything but the password is kept", { tag: "@both" }, async ({
	page,
	expectConsoleError,
	javaScriptEnabled,
}) => {
	expectConsoleError(/400/);
	const person = newCustomer();
	await fillRegistration(page, person);
	await page.getByRole("button", { name: "Register" }).click();
	await expect(page.getByRole("alert")).toContainText("You must accept the terms and conditions.");
	await expect(page.getByLabel("First Name")).toHaveValue(person.firstName);
	await expect(page.getByLabel("Country")).toHaveValue("Uganda");
	await expect(page.getByLabel("Email")).toHaveValue(person.email);
	if (javaScriptEnabled) await axe(page);
});

test("a weak password is refused beside its field", { tag: "@both" }, async ({ page, expectConsoleError }) => {
	expectConsoleError(/400/);
	await fillRegistration(page, { ...newCustomer(), password: "password123" });
	await page.getByLabel(/I accept/).check();
	await page.getByRole("button", { name: "Register" }).click();
	const password = page.getByLabel("Password", { exact: true });
	await expect(password).toHaveAttribute("aria-invalid", "true");
	await expect(password).toHaveAccessibleDescription(/easy to guess/);
});

test("a mistyped address and a short password are named before the form is sent", async ({ page }) => {
	await page.goto("/register");
	await untilInteractive(page);
	await page.getByLabel("Email").pressSequentially("neema");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("alert")).toHaveText("Enter an email address such as name@example.com.");
	await page.getByLabel("Email").fill("neema@example.com");
	await page.getByLabel("Password", { exact: true }).pressSequentially("maji");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("alert")).toHaveText("Use at least 10 characters.");
});

test("a wrong password and an unknown address get the same answer", { tag: "@both" }, async ({
	page,
	expectConsoleError,
}) => {
	expectConsoleError(/401/);
	await page.goto("/login?next=/cart");
	await signIn(page, newCustomer().email, "not the password");
	await expect(page.getByRole("alert")).toContainText("Wrong email or password.");
});

test("beyond the network's limit the page computes a proof of work, and the form is accepted", async ({
	page,
	request,
	shop,
	expectConsoleError,
}) => {
	expectConsoleError(/429/);
	const { email, password } = await demoSignIn();
	await page.goto("/login");
	await untilInteractive(page);
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	const guesses = Array.from({ length: 12 }, (_, n) =>
		request.post("/api/userauth/login", {
			headers: { Origin: shop.origin },
			data: { email: `nobody.${n}@example.com`, password: "a guess", remember: false },
		}),
	);
	const statuses = (await Promise.all(guesses)).map((response) => response.status());
	expect(statuses.filter((status) => status === 429)).toHaveLength(2);
	const refused = page.waitForResponse((response) => response.status() === 429);
	await page.getByRole("button", { name: "Login" }).click();
	await refused;
	await expect(page).toHaveURL(/\/dashboard/, { timeout: 30_000 });
});

test("a failed request keeps its page: the form as typed, and the emailed link still valid", async ({
	page,
	expectConsoleError,
}) => {
	expectConsoleError(/ERR_FAILED|400|401/);
	const { email } = newCustomer();
	const cut = (address: string) =>
		page.route(address, (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
	await page.goto("/login");
	await untilInteractive(page);
	await cut("**/login");
	await signIn(page, email, "not the password");
	await expect(page.getByRole("alert")).toContainText("Something went wrong.");
	await expect(page.getByLabel("Email")).toHaveValue(email);
	await page.unroute("**/login");
	await page.getByRole("button", { name: "Login" }).click();
	await expect(page.getByRole("alert")).toContainText("Wrong email or password.");
	await expect(page.getByLabel("Password", { exact: true })).toHaveValue("not the password");

	await cut("**/verify-email?*");
	await page.goto(`/verify-email?token=${"x".repeat(43)}`);
	await expect(page.getByRole("alert")).toContainText("Verification failed.");
	await page.unroute("**/verify-email?*");
	await page.getByRole("button", { name: "Verify my email" }).click();
	await expect(page.getByRole("alert")).toContainText("This link is invalid");
});

test("a forgotten password is reset by the emailed link", { tag: "@both" }, async ({
	page,
	registerAndSignIn,
	mailTo,
	expectConsoleError,
}) => {
	expectConsoleError(/400/);
	const { email } = await registerAndSignIn();
	await page.goto("/forgot-password");
	await page.getByLabel("Email Address").fill(email);
	await page.getByRole("button", { name: "Send Reset Link" }).click();
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
	const link = linkIn(await mailTo(email, /password/i));
	await page.goto(link);
	await page.getByLabel("New Password").fill("mvua ya vuli 2026");
	await page.getByLabel("Confirm Password").fill("mvua ya masika 2026");
	await page.getByRole("button", { name: "Reset Password" }).click();
	await expect(page.getByLabel("Confirm Password")).toHaveAccessibleDescription("Passwords do not match.");
	await page.getByLabel("New Password").fill("mvua ya vuli 2026");
	await page.getByLabel("Confirm Password").fill("mvua ya vuli 2026");
	await page.getByRole("button", { name: "Reset Password" }).click();
	await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();
	await page.goto(link);
	await expect(page.getByRole("alert")).toContainText("This link is invalid");
	await expect(page.getByLabel("New Password")).toBeHidden();
	await page.goto("/login");
	await signIn(page, email, "mvua ya vuli 2026");
	await expect(page).toHaveURL("/dashboard", { timeout: 15_000 });
});

test("links without a token and unknown links show a message", { tag: "@both" }, async ({ page }) => {
	await page.goto("/reset-password");
	await expect(page.getByRole("alert")).toContainText("Reset token missing.");
	await page.goto("/verify-email");
	await expect(page.getByRole("alert")).toContainText("Verification token not found.");
	await page.goto(`/reset-password?token=${"x".repeat(43)}`);
	await expect(page.getByRole("alert")).toContainText("This link is invalid");
	await page.getByRole("link", { name: "Request another link" }).click();
	await expect(page).toHaveURL("/forgot-password");
});

test("another verification email can be requested after half a minute", async ({ page, mailTo }) => {
	await page.clock.install();
	const person = newCustomer();
	await register(page, person);
	const resend = page.getByRole("button", { name: "Resend the email" });
	await expect(resend).toBeDisabled();
	await expect(resend).toHaveText(/\(\d+ s\)/);
	await mailTo(person.email, /verify|confirm/i);
	await page.clock.runFor(31_000);
	await resend.click();
	await expect(page.locator("#toasts")).toContainText(person.email);
	await expect(page.locator("main").getByText(/you'll get a new link by email/)).toBeFocused();
	await expect(resend).toBeDisabled();
});

test("pages with a token send no referrer, and no account page is cached", async ({ request }) => {
	for (const path of ["/verify-email?token=x", "/reset-password?token=x"]) {
		expect((await request.get(path)).headers()["referrer-policy"], path).toBe("strict-origin");
	}
	for (const path of ["/register", "/login", "/forgot-password", "/logout", "/verify-email", "/login.data"]) {
		expect((await request.get(path)).headers()["cache-control"], path).toContain("no-store");
	}
});
