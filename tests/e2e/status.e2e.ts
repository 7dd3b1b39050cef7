import { untilInteractive } from "../support/interactive";
import { expect, type Shop, test } from "../support/shop";

const DAY = 86_400_000;

/** Stores three days of checks of each service. Payments failed yesterday, and emails fail now. */
async function storeChecks(shop: Shop): Promise<void> {
	const database = await shop.database();
	const now = Date.now();
	const today = now - (now % DAY);
	const days = ["search", "payments", "email", "hosting", "dns"].flatMap((service) =>
		[0, 1, 2].map((ago) => {
			const failures = (service === "payments" && ago === 1) || (service === "email" && ago === 0) ? 2 : 0;
			return database
				.prepare("insert into service_days (day, service, checks, failures, last_check_at) values (?, ?, 200, ?, ?)")
				.bind(today - ago * DAY, service, failures, now - ago * DAY);
		}),
	);
	const incident = database.prepare("insert into service_incidents (started_at, service, ended_at) values (?, ?, ?)");
	await database.batch([
		...days,
		incident.bind(today - DAY, "payments", today - DAY + 600_000),
		incident.bind(now - 300_000, "email", null),
	]);
}

async function deleteChecks(shop: Shop): Promise<void> {
	const database = await shop.database();
	await database.batch(["service_days", "service_incidents"].map((table) => database.prepare(`delete from ${table}`)));
}

test("the status page says that everything works, without naming services", { tag: "@both" }, async ({ page }) => {
	await page.goto("/status");
	await expect(page.getByRole("heading", { level: 1, name: "All systems are running" })).toBeVisible();
	await expect(page.getByText("Backend Status: Backend is running.")).toBeVisible();
	await expect(page.getByText(/^Checked at \d\d:\d\d:\d\d EAT$/)).toBeVisible();
	expect(await (await page.request.get("/status.data")).text()).not.toMatch(/Database|deadLetters/);
});

test("checking again shows progress, then the result", async ({ page, expectConsoleError }) => {
	expectConsoleError(/Failed to load resource/);
	await page.goto("/status");
	await untilInteractive(page);
	await page.route("**/api/status", async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 300));
		await route.fulfill({ status: 500, body: "down" });
	});
	await page.getByRole("button", { name: "Check again" }).click();
	await expect(page.getByText("Backend Status: Checking backend...")).toBeVisible();
	await expect(page.getByText("Backend Status: Error: Backend not responding")).toBeVisible();
});

test("a shop that has not checked anything says so", { tag: "@both" }, async ({ page, shop }) => {
	await deleteChecks(shop);
	await page.goto("/status");
	await expect(page.getByRole("main").getByText("Not checked yet")).toHaveCount(5);
	await expect(page.getByRole("main").getByText("No recent check")).toHaveCount(5);
	await expect(page.getByRole("img", { name: "No checks yet." })).toHaveCount(5);
	await expect(page.getByText("None in the days that we have checked.")).toBeVisible();
});

test("the cron of every minute checks the services, which the page then shows", async ({ page, shop }) => {
	await deleteChecks(shop);
	await shop.runCron("* * * * *");
	await page.goto("/status");
	await expect(page.getByRole("main").getByText("Working", { exact: true })).toHaveCount(5);
	await expect(page.getByText("100% of checks succeeded")).toHaveCount(5);
	await expect(page.getByRole("img", { name: "1 day with checks. No check failed." })).toHaveCount(5);
});

test("the page shows 90 days of each service and the interruptions", { tag: "@both" }, async ({ page, shop }) => {
	await deleteChecks(shop);
	await storeChecks(shop);
	const response = await page.goto("/status");
	expect(response?.headers()["cache-control"]).toBe("private, max-age=60");
	await expect(page.getByRole("heading", { level: 1, name: "Some systems aren't responding" })).toBeVisible();
	const services = page.getByRole("region", { name: "Last 90 days" }).getByRole("listitem");
	await expect(services).toHaveText([/^Finding names/, /^Paying/, /^Email from us/, /^Hosting/, /^DNS/]);
	await expect(services.nth(0)).toContainText("Working");
	await expect(services.nth(0)).toContainText("100% of checks succeeded");
	await expect(services.nth(1)).toContainText("99.66% of checks succeeded");
	await expect(services.nth(1).getByRole("img", { name: /Failed checks: .*: 99\.00% of 200 checks\./ })).toBeVisible();
	await expect(services.nth(2)).toContainText("Interrupted");
	const interruptions = page.getByRole("region", { name: "Recent interruptions" }).getByRole("listitem");
	await expect(interruptions).toHaveText([
		/^Email from us: since .* EAT$/,
		/^Paying: .*, 03:00 to 03:10 EAT, 10 minutes$/,
	]);
	await page.setViewportSize({ width: 360, height: 740 });
	const width = await page.evaluate("document.documentElement.scrollWidth");
	expect(width).toBe(360);

	await page.getByRole("button", { name: "Check again" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Some systems aren't responding" })).toBeVisible();
	await expect(page.getByText("Backend Status: Backend is running.")).toBeVisible();
	await deleteChecks(shop);
});

test("the page is shown while the database does not answer", { tag: "@both" }, async ({ page, shop }) => {
	const database = await shop.database();
	await database.prepare("alter table service_days rename to service_days_away").run();
	try {
		await page.goto("/status");
		await expect(page.getByRole("heading", { level: 1, name: "Some systems aren't responding" })).toBeVisible();
		await expect(page.getByText("We can't load the last 90 days right now.")).toBeVisible();
	} finally {
		await database.prepare("alter table service_days_away rename to service_days").run();
	}
});

test("the home page shows the measured uptime, and the guarantee until there is one", async ({ page }) => {
	let figure: { days: number; uptime: string } | null = null;
	await page.route("**/api/uptime", (route) => route.fulfill({ json: figure }));
	const proof = page.getByRole("region", { name: "Check it yourself" });
	const open = async () => {
		await page.goto("/");
		const answer = page.waitForResponse("**/api/uptime");
		await proof.scrollIntoViewIfNeeded();
		await answer;
	};
	await open();
	await expect(proof).toContainText(/99\.9%\s*uptime guaranteed, with service credits\. See the status/);
	figure = { days: 12, uptime: "99.98%" };
	await open();
	await expect(proof).toContainText(/99\.98%\s*uptime in the last 12 days, from our own checks\. See the status/);
});

test("without script the home page shows the guarantee", { tag: "@no-script" }, async ({ page }) => {
	await page.goto("/");
	await expect(page.getByRole("region", { name: "Check it yourself" })).toContainText(/99\.9%\s*uptime guaranteed/);
});
