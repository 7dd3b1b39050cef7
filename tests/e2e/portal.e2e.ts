import type { Page, Request, Route } from "@playwright/test";
import { axe } from "../support/axe";
import { untilInteractive } from "../support/interactive";
import { expect, fitsWidth, test } from "../support/shop";

const pages = [
	"/dashboard",
	"/dashboard/domains",
	"/dashboard/hosting",
	"/dashboard/projects",
	"/dashboard/projects/new",
	"/dashboard/cart",
	"/dashboard/invoices",
	"/dashboard/notifications",
	"/dashboard/search?q=tujenge",
	"/dashboard/account-settings",
	"/dashboard/account-settings/security",
];

test("every page without a session redirects to sign-in and back", { tag: "@both" }, async ({ page }) => {
	for (const address of pages) {
		const response = await page.request.get(address, { maxRedirects: 0 });
		expect(response.status(), address).toBe(302);
		expect(response.headers().location).toBe(`/login?next=${encodeURIComponent(address)}`);
	}
});

test("the overview shows what needs attention, then domains and plans", { tag: "@both" }, async ({ page, demo }) => {
	await demo();
	await page.goto("/dashboard");
	await expect(page.getByRole("heading", { level: 1 })).toContainText("Amani");
	const attention = page.getByRole("region", { name: "Needs your attention" });
	await expect(attention.getByRole("link", { name: /^Pay ?: Invoice KK/ })).toHaveAttribute("href", /^\/pay\/inv_/);
	await expect(attention.getByRole("link", { name: /^Renew ?: tujenge\.dev expires/ })).toHaveAttribute(
		"href",
		/\/domains\/dom_.*#renew$/,
	);
	await expect(attention.getByRole("link", { name: /^Open ?: Registering tujenge\.africa/ })).toBeVisible();
	const domains = page.getByRole("region", { name: "Domains" });
	await expect(domains.getByRole("listitem")).toHaveCount(5);
	await expect(domains.getByRole("link", { name: "tujenge.com" })).toHaveAttribute("href", /\/domains\/dom_/);
	await expect(page.getByRole("region", { name: "Hosting" }).getByRole("listitem")).toHaveCount(2);
	await expect(
		page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name: "Overview" }),
	).toHaveAttribute("aria-current", "page");
});

test("a domain's open row is in the address and stays open after a reload", { tag: "@both" }, async ({
	page,
	demo,
}) => {
	await demo();
	await page.goto("/dashboard/domains?q=tujenge.com");
	await page.getByRole("link", { name: "Details of tujenge.com" }).click();
	await expect(page).toHaveURL(/open=dom_/);
	await expect(page.getByText("ns1.kikoa.example")).toBeVisible();
	await expect(page.getByRole("table", { name: "DNS records" })).toContainText("v=spf1");
	await page.reload();
	await expect(page.getByText("ns1.kikoa.example")).toBeVisible();
	await page.getByRole("link", { name: "Close of tujenge.com" }).click();
	await expect(page.getByText("ns1.kikoa.example")).toBeHidden();
});

test("tab, search and order of the domains are in the address", { tag: "@both" }, async ({ page, demo }) => {
	await demo();
	await page.goto("/dashboard/domains");
	await page.getByRole("link", { name: /^Expired/ }).click();
	await expect(page).toHaveURL(/tab=expired/);
	await expect(page.getByRole("row")).toHaveCount(2);
	await page.goto("/dashboard/domains");
	await page.getByText("Filter and sort").click();
	await page.getByLabel("Sort by").selectOption("-name");
	await page.getByLabel("Search by name").fill("labs");
	await page.getByRole("button", { name: "Show" }).click();
	await expect(page).toHaveURL(/q=labs&.*sort=-name/);
	await expect(page.getByRole("rowheader")).toHaveText(["tujengelabs.io"]);
});

for (const [path, name, first] of [
	["/dashboard/domains", "Expires", "ascending"],
	["/dashboard/hosting", "Renews", "ascending"],
	["/dashboard/projects", "Due", "ascending"],
	["/dashboard/invoices", "Total", "descending"],
] as const) {
	test(`the column ${name} of ${path} sorts the list both ways, and then not`, { tag: "@both" }, async ({
		page,
		demo,
	}) => {
		await demo();
		await page.goto(path);
		const column = page.getByRole("columnheader", { name, exact: true });
		const other = first === "ascending" ? "descending" : "ascending";
		for (const order of [first, other]) {
			await column.getByRole("link", { name, exact: true }).click();
			await expect(column).toHaveAttribute("aria-sort", order);
			await expect(page).toHaveURL(order === "ascending" ? /sort=\w+$/ : /sort=-\w+$/);
			await expect(page.locator("[aria-sort]")).toHaveCount(1);
		}
		await column.getByRole("link", { name, exact: true }).click();
		await expect(page).not.toHaveURL(/sort=/);
		await page.setViewportSize({ width: 360, height: 740 });
		await expect(column.getByRole("link")).toHaveCount(0);
		await fitsWidth(page);
	});
}

test("on a phone invoices are sorted by a select", { tag: "@both" }, async ({ page, demo }) => {
	await demo();
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto("/dashboard/invoices");
	await page.getByRole("button", { name: "Search, filter and more" }).click();
	await page.getByLabel("Sort by").selectOption("Highest total first");
	await page.getByRole("button", { name: "Show" }).click();
	await expect(page).toHaveURL(/sort=-total/);
	// The address changes a moment before the rows.
	await expect(async () => {
		const totals = await page
			.locator("tbody > .row")
			.evaluateAll((rows) => rows.map((row) => Number(row.textContent?.match(/\$([\d,.]+)/)?.[1]?.replace(",", ""))));
		const shown = totals.filter((total) => !Number.isNaN(total));
		expect(shown.length).toBeGreaterThan(3);
		expect(shown).toEqual(shown.toSorted((a, b) => b - a));
	}).toPass({ timeout: 10_000 });
});

test("a name that is not registered yet says so on pages where it can't be changed", { tag: "@both" }, async ({
	page,
	demo,
	shop,
}) => {
	await demo();
	const waiting = await (await shop.database())
		.prepare("SELECT id, name FROM domains WHERE status = 'pending' AND name = 'tujenge.africa'")
		.first<{ id: string; name: string }>();
	await page.goto(`/dashboard/domains/${waiting?.id}/nameservers`);
	await expect(page.getByRole("heading", { name: "tujenge.africa is not registered yet" })).toBeVisible();
	await expect(page.locator("main form")).toHaveCount(0);
	await page.getByRole("link", { name: "Prepare DNS records" }).click();
	await expect(
		page.getByText("You can prepare its records here. They take effect once it is registered."),
	).toBeVisible();
	await expect(page.getByRole("heading", { name: "Add a record" })).toBeVisible();
});

test("a printed invoice shows its sender, its payer and its lines", { tag: "@both" }, async ({ page, demo }) => {
	await demo();
	await page.goto("/dashboard/invoices?tab=open");
	await expect(page.getByRole("link", { name: /^Pay invoice/ })).toHaveAttribute("href", /^\/pay\/inv_/);
	await page.getByRole("link", { name: /^KK\d{10}$/ }).click();
	const sheet = page.getByRole("article");
	await expect(sheet).toContainText("Kikoa Limited");
	await expect(sheet).toContainText("Tujenge Studio");
	await expect(sheet).toContainText("$249.99");
	await page.emulateMedia({ media: "print" });
	await expect(page.getByRole("navigation", { name: "Portal" })).toBeHidden();
	await expect(sheet).toBeVisible();
});

test("a missing page is reported within the portal", async ({ page, demo, expectConsoleError }) => {
	expectConsoleError(/404/);
	await demo();
	for (const address of ["invoices/inv_ordinarypaidzzzzzzzzzzzaaa", "invoices/inv_none", "no-such-page"]) {
		expect((await page.goto(`/dashboard/${address}`))?.status(), address).toBe(404);
		await expect(page.getByRole("heading", { level: 1 })).toContainText("Page not found");
		await expect(page.getByRole("navigation").getByRole("link", { name: "Invoices" })).toBeVisible();
	}
});

test("the search finds domains, plans, projects and invoices", { tag: "@both" }, async ({ page, demo }) => {
	await demo();
	await page.goto("/dashboard");
	await page.getByLabel("Search domains, hosting, projects and invoices").fill("duka");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await expect(page.getByRole("region", { name: "Projects" })).toContainText("Duka online shop");
	await expect(page.getByRole("region", { name: "Invoices" })).toContainText("KK");
});

test("a new customer sees what to do first, on every page", async ({ page, registerAndSignIn }) => {
	await registerAndSignIn();
	await page.goto("/dashboard");
	const steps = page.getByRole("region", { name: "Get started" }).getByRole("listitem");
	await expect(steps).toHaveText([/^Find your domain/, /^Connect/, /^Turn on two-step sign-in/, /^Add your billing/]);
	await expect(steps.getByText("Done")).toHaveCount(0);
	await page.goto("/dashboard/domains");
	await expect(page.getByText("No domains yet")).toBeVisible();
	await page.goto("/dashboard/hosting");
	await expect(page.getByText("No hosting plans yet")).toBeVisible();
	await page.goto("/dashboard/invoices");
	await expect(page.getByText("No invoices yet")).toBeVisible();
	await page.goto("/dashboard/notifications");
	await expect(page.getByRole("heading", { name: "No notifications yet" })).toBeVisible();
	await page.goto("/dashboard/projects");
	const create = page.getByRole("link", { name: "Create New Project" }).first();
	await create.focus();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Create New Project" });
	await page.getByLabel("Project Name").fill("Not this one");
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await expect(create).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Project Name")).toHaveValue("");
	await page.getByLabel("Project Name").fill("Chama savings");
	await page.getByLabel(/Technologies/).fill("M-Pesa, SMS");
	await page.getByRole("button", { name: "Create Project" }).evaluate(({ form }: HTMLButtonElement) => {
		form?.requestSubmit();
		setTimeout(() => form?.requestSubmit(), 20);
	});
	await expect(page).toHaveURL(/projects\?open=prj_/);
	await expect(dialog).toBeHidden();
	await expect(page.getByText("Created Chama savings.")).toBeVisible();
	await page.waitForLoadState("networkidle");
	await expect(page.getByRole("rowheader"), "one project of two presses").toHaveText([/Chama savings/]);
	await axe(page);
});

test("auto-renew switches immediately and stays switched, and so does the card that pays for it", async ({
	page,
	demo,
	shop,
}) => {
	const { id } = await demo();
	const database = await shop.database();
	await database.prepare("UPDATE sessions SET confirmed_at = ? WHERE user_id = ?").bind(Date.now(), id).run();
	await page.goto("/dashboard/domains?q=tujengelabs");
	const toggle = page.getByRole("switch", { name: "Auto-renew of tujengelabs.io" });
	const before = await toggle.getAttribute("aria-checked");
	const after = before === "true" ? "false" : "true";
	await toggle.click();
	await expect(toggle).toHaveAttribute("aria-checked", after);
	await page.waitForLoadState("networkidle");
	await page.reload();
	await expect(toggle).toHaveAttribute("aria-checked", after);

	const open = new Set<Request>();
	const close = (request: Request) => void open.delete(request);
	page.on("request", (request) => void (request.method() === "POST" && open.add(request)));
	page.on("requestfinished", close).on("requestfailed", close);
	await toggle.dblclick();
	await expect.poll(() => open.size, "requests without an answer").toBe(0);
	await page.waitForLoadState("networkidle");
	const shown = await toggle.getAttribute("aria-checked");
	await page.reload();
	await expect(toggle, "what two quick presses have left").toHaveAttribute("aria-checked", shown ?? "");

	await page.goto("/dashboard/account-settings/billing");
	const pays = page.getByRole("switch", { name: "Pay renewals with Visa •••• 4242" });
	await expect(pays).toBeChecked();
	await pays.click();
	await expect(page.getByText("No card pays your renewals")).toBeVisible();
	await page.goto("/dashboard/hosting?tab=email&open=hst_demozzzzzzzzzzzzzzzzzzzaab");
	await expect(page.getByText("You pay this renewal yourself, before")).toBeVisible();
	await page.getByRole("link", { name: "Pay renewals automatically with a card" }).click();
	await pays.click();
	await expect(page.getByText("The card that is turned on pays your renewals.")).toBeVisible();
	await page.goto("/dashboard/hosting?tab=email&open=hst_demozzzzzzzzzzzzzzzzzzzaab");
	await expect(page.getByText("Will be charged to Visa •••• 4242 on")).toBeVisible();
});

/** The visible sections of a page, from top to bottom. */
const boxesOf = (page: Page, selector: string) =>
	page.locator(selector).evaluate((parts) =>
		[...parts.children]
			.map((part) => part.getBoundingClientRect())
			.filter(({ width }) => width > 0)
			.map(({ x, y, width, height }) => ({ x, y: y + scrollY, width, height })),
	);

test("a fast page shows no skeleton, a slow one shows one in its final size", async ({ page, demo }) => {
	await page.clock.install();
	await demo();
	await page.goto("/dashboard/invoices");
	await expect(page.getByRole("button", { name: "Command palette" })).toBeVisible();
	await page.clock.pauseAt(Date.now() + 3_600_000);
	const outline = page.locator("[data-outline]");
	const loading = page.getByRole("status").getByText("Loading");
	await page.evaluate(() => {
		const observer = new MutationObserver(() => {
			if (!document.querySelector("[data-outline], [aria-busy=true]")) return;
			observer.disconnect();
			document.body.classList.add("busy");
		});
		observer.observe(document.body, { childList: true, subtree: true, attributes: true });
	});
	await page.keyboard.press("g");
	await page.keyboard.press("h");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hosting.");
	await expect(page.locator("body"), "before 300 ms").not.toHaveClass(/busy/);

	let release = () => {};
	await page.route("**/*.data*", async (route) => {
		await new Promise<void>((resolve) => {
			release = resolve;
		});
		await route.continue();
	});
	for (const width of [360, 768, 1280]) {
		await page.setViewportSize({ width, height: 900 });
		for (const [key, address] of Object.entries({
			o: "/dashboard",
			d: "/dashboard/domains",
			p: "/dashboard/projects",
		})) {
			const asked = page.waitForRequest("**/*.data*");
			await page.keyboard.press("g");
			await page.keyboard.press(key);
			await asked;
			await page.clock.runFor(290);
			expect(await outline.count(), `${address} before 300 ms`).toBe(0);
			await expect(async () => {
				await page.clock.runFor(100);
				await expect(outline).toHaveCount(1, { timeout: 50 });
			}).toPass({ intervals: [20] });
			await expect(loading).toBeAttached();
			const expected = await boxesOf(page, "[data-outline]");
			release();
			await expect(outline).toHaveCount(0);
			await expect(page).toHaveURL(address);
			const boxes = await boxesOf(
				page,
				"main h1 >> xpath=ancestor::div[contains(@class, 'gap-6') or contains(@class, 'list-page')][1]",
			);
			for (const [index, box] of expected.entries()) {
				const last = index === expected.length - 1;
				for (const side of last ? (["x", "y", "width"] as const) : (["x", "y", "width", "height"] as const)) {
					const off = Math.abs((boxes[index]?.[side] ?? Number.NaN) - box[side]);
					expect(off, `${side} of part ${index + 1} of ${address} at ${width} px`).toBeLessThanOrEqual(8);
				}
			}
		}
	}
});

test("a switch that can't be saved switches back with a message, after any failure and on any page", async ({
	page,
	demo,
	shop,
	expectConsoleError,
}) => {
	expectConsoleError(/Failed to load resource/);
	const { email } = await demo();
	await page.goto("/dashboard/domains?q=tujengelabs");
	const toggle = page.getByRole("switch", { name: "Auto-renew of tujengelabs.io" });
	const stored = (await toggle.getAttribute("aria-checked")) ?? "";
	const told = (message: RegExp) => page.locator(".toast").filter({ hasText: message });
	const lost = told(/Something went wrong\. Check your connection/);
	const fails = (fail: (route: Route) => Promise<void>) =>
		page.route("**/dashboard/domains.data*", (route) =>
			route.request().method() === "POST" ? fail(route) : route.continue(),
		);
	const failures: ((route: Route) => Promise<void>)[] = [
		(route) => route.abort(),
		(route) => route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
	];
	const clearToasts = () => page.evaluate(() => document.getElementById("toasts")?.replaceChildren());
	for (const fail of failures) {
		await fails(fail);
		await clearToasts();
		await toggle.click();
		await expect(lost).toHaveCount(1);
		await expect(toggle).toHaveAttribute("aria-checked", stored);
		await page.unrouteAll();
	}

	const database = await shop.database();
	const giveTo = (email: string) =>
		database
			.prepare("UPDATE domains SET user_id = (SELECT id FROM users WHERE email = ?) WHERE name = 'tujengelabs.io'")
			.bind(email)
			.run();
	await giveTo("wanjiru@example.org");
	await toggle.click();
	await expect(told(/This domain is not in your account/)).toBeVisible();
	await expect(toggle).toHaveAttribute("aria-checked", stored);
	await giveTo(email);

	let fall = () => {};
	const left = new Promise<void>((resolve) => {
		fall = resolve;
	});
	await fails(async (route) => {
		await left;
		await route.abort();
	});
	await clearToasts();
	await toggle.click();
	await page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name: "Invoices" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText("Invoices");
	fall();
	await expect(lost).toHaveCount(1);
});

test("a saved profile shows a message, and is kept by another tab that was open", async ({
	page,
	registerAndSignIn,
	expectConsoleError,
}) => {
	expectConsoleError(/400|403|409/);
	const { password } = await registerAndSignIn();
	await page.goto("/dashboard/account-settings");
	const other = await page.context().newPage();
	await other.goto("/dashboard/account-settings");
	await page.getByLabel(/Phone/).fill("call me");
	await page.getByRole("button", { name: "Save Changes" }).click();
	await expect(page.getByText("Enter a phone number")).toBeVisible();
	await expect(page.getByLabel(/Phone/)).toHaveValue("call me");
	await page.getByLabel(/Phone/).fill("0712 345 678");
	await page.getByLabel("Timezone").selectOption("Europe/London");
	await page.getByRole("button", { name: "Save Changes" }).click();
	const opened = page.waitForEvent("popup");
	await page.getByRole("link", { name: "Enter your password in a new tab" }).click();
	const confirmation = await opened;
	await confirmation.getByLabel("Your password").fill(password);
	await confirmation.getByRole("button", { name: "Continue" }).click();
	await expect(confirmation.getByLabel("Your password")).toBeHidden();
	await confirmation.close();
	await expect(page.getByLabel(/Phone/)).toHaveValue("0712 345 678");
	await page.getByRole("button", { name: "Save Changes" }).click();
	const saved = "Profile information updated successfully!";
	await expect(page.getByText(saved)).toBeVisible();
	await expect(page.getByRole("button", { name: "Save Changes" })).toBeFocused();
	await expect(page.getByLabel(/Phone/)).toHaveValue("+254712345678");

	await other.getByLabel(/Company/).fill("Mamba");
	await other.getByLabel("Timezone").selectOption("UTC");
	await other.getByRole("button", { name: "Save Changes" }).click();
	await expect(other.getByLabel("Timezone")).toBeFocused();
	await expect(other.getByText("changed elsewhere to “London”")).toBeVisible();
	await other.getByRole("button", { name: "Save Changes" }).click();
	await expect(other.getByText(saved)).toBeVisible();
	await expect(other.getByLabel(/Phone/)).toHaveValue("+254712345678");
	await expect(other.getByLabel(/Company/)).toHaveValue("Mamba");
});

test("a password is changed", async ({ page, registerAndSignIn, expectConsoleError }) => {
	expectConsoleError(/400/);
	const { password } = await registerAndSignIn();
	await page.goto("/dashboard/account-settings/security");
	await page.getByLabel("Current Password").fill(password);
	await page.getByLabel("New Password").fill("upepo wa pwani 2026");
	await page.getByLabel("Confirm Password").fill("something else");
	await page.getByRole("button", { name: "Update Password" }).click();
	await expect(page.getByText("Passwords do not match.")).toBeVisible();
	await page.getByLabel("Current Password").fill(password);
	await page.getByLabel("New Password").fill("upepo wa pwani 2026");
	await page.getByLabel("Confirm Password").fill("upepo wa pwani 2026");
	await page.getByRole("button", { name: "Update Password" }).click();
	await expect(page.getByText("Password updated successfully!")).toBeVisible();
	await expect(page.getByText("This device")).toBeVisible();
});

test("on a small screen the menu opens over the page, navigates and closes, and stays open if a page fails to load", async ({
	page,
	demo,
	expectConsoleError,
}) => {
	expectConsoleError(/ERR_FAILED/);
	await page.setViewportSize({ width: 360, height: 740 });
	await demo();
	await page.goto("/dashboard");
	const menu = page.getByRole("navigation", { name: "Portal" });
	await expect(menu).toBeHidden();
	await page.getByRole("button", { name: "Open menu" }).click();
	await menu.getByRole("link", { name: "Invoices" }).click();
	await expect(page).toHaveURL(/\/dashboard\/invoices$/);
	await expect(menu).toBeHidden();
	await page.keyboard.press("?");
	await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
	await page.keyboard.press("Escape");

	await page.route(/\.data/, (route) => route.abort());
	await page.getByRole("link", { name: "Your profile" }).click();
	await expect(page.getByRole("heading", { name: "Something went wrong on our side" })).toBeVisible();
	await page.unroute(/\.data/);
	await page.getByRole("button", { name: "Open menu" }).click();
	await menu.getByRole("link", { name: "Invoices" }).click();
	await expect(page.getByRole("heading", { name: "Invoices" })).toBeVisible();
});

test("signing out ends the session, and the back button shows no personal page", async ({
	page,
	registerAndSignIn,
}) => {
	await registerAndSignIn();
	await page.goto("/dashboard");
	await page.getByRole("button", { name: "Logout" }).click();
	await expect(page).not.toHaveURL(/dashboard/);
	await page.goto("/dashboard");
	await expect(page).toHaveURL(/\/login\?next=/);
});

test("an opened notification is read, from its page and from the bell, and so are one marked as read and all of them", {
	tag: "@both",
}, async ({ page, demo, shop }) => {
	const { id } = await demo();
	await (await shop.database()).prepare("UPDATE notifications SET read_at = NULL WHERE user_id = ?").bind(id).run();
	const marks = page.getByRole("button", { name: /^Mark as read/ });
	const bell = page.locator("button[popovertarget=bell-notifications]");
	await page.goto("/dashboard/notifications");
	const unread = await marks.count();
	expect(unread).toBeGreaterThan(3);
	await expect(bell).toHaveAccessibleName(`${unread} unread notifications`);
	await page.getByRole("button", { name: /^Renew ?: tujenge\.dev expires/ }).press("Enter");
	await expect(page).toHaveURL(/\/dashboard\/domains\/dom_\w+#renew$/);
	await expect(bell).toHaveAccessibleName(`${unread - 1} unread notifications`);
	await bell.press("Enter");
	const newest = page.getByRole("region", { name: "Newest notifications" });
	await newest
		.getByRole("button", { name: /^Unread: / })
		.first()
		.press("Enter");
	// Its order's page has no bell.
	await expect(page).toHaveURL(/\/orders\//);

	await page.goto("/dashboard/notifications");
	await expect(bell).toHaveAccessibleName(`${unread - 2} unread notifications`);
	await expect(marks).toHaveCount(unread - 2);
	await expect(page.getByRole("link", { name: /^Renew ?: tujenge\.dev expires/ })).toBeVisible();
	await marks.first().click();
	await expect(marks).toHaveCount(unread - 3);
	await page.getByRole("button", { name: "Mark all as read" }).first().click();
	await expect(marks).toHaveCount(0);
	await bell.click();
	await expect(newest).toContainText("tujenge.dev expires");
	await newest.getByRole("link", { name: "All notifications" }).click();
	await expect(newest).toBeHidden();
});

test("results appear while typing, arrows and Enter open one, Escape closes", async ({ page, demo }) => {
	await demo();
	await page.goto("/dashboard");
	const box = page.getByRole("combobox", { name: /^Search domains/ });
	await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
	await page.keyboard.press("/");
	await expect(box).toBeFocused();
	await box.pressSequentially("duka", { delay: 30 });
	await expect(page.getByRole("option").first()).toContainText("Duka online shop");
	await axe(page);
	await page.keyboard.press("Escape");
	await expect(page.getByRole("option")).toHaveCount(0);
	await box.pressSequentially(" onl");
	await expect(page.getByRole("option").first()).toContainText("Duka online shop");
	await page.keyboard.press("ArrowDown");
	await expect(page.getByRole("option", { selected: true })).toHaveCount(1);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/dashboard\/projects\?q=Duka/);
});

test("shortcuts open the pages, are listed, and can be switched off, and the palette finds everything", async ({
	page,
	demo,
	expectConsoleError,
}) => {
	expectConsoleError(/Failed to load resource/);
	await demo();
	// Before the page opens, because a busy page goes on for a moment without a route that is added later.
	await page.route("**/assets/shortcut-sheet*", (route) => route.abort());
	await page.goto("/dashboard");
	await expect(page.getByRole("button", { name: "Command palette" })).toBeVisible();
	await page.keyboard.press("g");
	await page.keyboard.press("i");
	await expect(page).toHaveURL(/\/dashboard\/invoices$/);
	const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await page.keyboard.press("?");
	await expect(sheet.getByRole("alert")).toHaveText("This couldn't be loaded. Check your connection and try again.");
	await axe(page);
	await page.unroute("**/assets/shortcut-sheet*");
	await sheet.getByRole("button", { name: "Try again" }).click();
	await expect(sheet).toContainText("Go to Domains");
	await axe(page);
	await sheet.getByRole("checkbox").uncheck();
	await page.keyboard.press("Escape");
	await expect(sheet).toBeHidden();
	await page.keyboard.press("g");
	await page.keyboard.press("d");
	await page.keyboard.press("?");
	await expect(sheet).toBeHidden();
	await expect(page).toHaveURL(/\/dashboard\/invoices$/);
	await page.keyboard.press("ControlOrMeta+k");
	const palette = page.getByRole("dialog", { name: "Command palette" });
	await palette.getByRole("combobox").fill("start pro");
	await expect(palette.getByRole("option", { selected: true })).toHaveText("Start Project");
	await axe(page);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/dashboard\/projects\/new$/);
	await expect(palette).toBeHidden();
});

test("an invoice is saved as PDF, and the list as CSV", { tag: "@both" }, async ({ page, demo }) => {
	await demo();
	await page.goto("/dashboard/invoices?tab=paid");
	const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "CSV" }).click()]);
	expect(csv.suggestedFilename()).toBe("invoices.csv");
	await page
		.getByRole("link", { name: /^KK\d{10}$/ })
		.first()
		.click();
	const [pdf] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "PDF" }).click()]);
	expect(pdf.suggestedFilename()).toMatch(/^KK\d{10}\.pdf$/);
});

test("selected domains are changed together, after a preview in words", { tag: "@both" }, async ({
	page,
	demo,
	javaScriptEnabled,
}) => {
	await demo();
	await page.goto("/dashboard/domains?tab=active");
	if (javaScriptEnabled) await untilInteractive(page);
	const proceed = page.getByRole("button", { name: "Continue" });
	const box = page.getByRole("checkbox", { name: "Select tujenge.com" });
	await expect(proceed).toBeHidden();
	await box.press("Space");
	if (javaScriptEnabled) {
		await expect(page.getByText("1 selected")).toBeVisible();
		await page
			.getByRole("checkbox", { name: /^Select tujenge/ })
			.last()
			.click({ modifiers: ["Shift"] });
		await expect(page.getByRole("checkbox", { name: "Select tujenge.dev" })).toBeChecked();
		await expect(page.getByText("3 selected")).toBeVisible();
	}
	await page.getByRole("checkbox", { name: "Select all in this list" }).press("Space");
	if (javaScriptEnabled) await expect(page.getByRole("checkbox", { name: "Select tujenge.dev" })).toBeChecked();
	await page.getByRole("combobox", { name: "Change" }).selectOption("Renew");
	await proceed.click();
	await expect(page.getByText(/^This puts a renewal of one year into your cart for \d domains\./)).toBeVisible();
	await page.goBack();
	await expect(box, "after the browser's Back").toBeChecked();
	await proceed.click();
	if (javaScriptEnabled) await untilInteractive(page);
	await page.getByRole("button", { name: "Add to Cart" }).click();
	await expect(page.getByText(/^Your cart has renewals for \d domains\.$/)).toBeVisible();

	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto("/dashboard/domains?tab=active&select=1");
	await page.getByText("tujenge.com", { exact: true }).click({ force: true });
	await expect(box).toBeChecked();
	await expect(proceed).toBeInViewport();
});
