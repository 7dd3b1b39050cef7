import type { Page } from "@playwright/test";
import { axe } from "../support/axe";
import { expect, fitsWidth, register, type Shop, startShop, test } from "../support/shop";

const activity = "/dashboard/account-settings/activity";
const list = (page: Page) => page.getByRole("main").getByRole("listitem");
const inMonths = (page: Page, name: string) =>
	page.getByRole("navigation", { name: "Months" }).getByRole("link", { name });

/** Three entries and a notification from 2024, which the queue then archives. */
async function archive(shop: Shop, email: string): Promise<void> {
	const database = await shop.database();
	await database.prepare("UPDATE users SET created_at = 0 WHERE email = ?").bind(email).run();
	const entry = (day: string, text: string) =>
		database
			.prepare(
				`INSERT INTO activity_log (id, user_id, actor, kind, params, message, created_at)
				SELECT 'act_' || ?1 || id, id, 'customer', 'x', json_object('text', ?2), '', ?3 FROM users WHERE email = ?4`,
			)
			.bind(day, text, Date.parse(day), email);
	await database.batch([
		entry("2023-12-24", "Bought the first domain."),
		entry("2024-08-03", "Changed the nameservers."),
		entry("2024-09-05", "Renewed the domain."),
		database
			.prepare(
				`INSERT INTO notifications (id, user_id, kind, title, body, href, created_at)
				SELECT 'ntf_old' || id, id, 'x', 'Your domain was renewed', 'It is yours for another year.', '/dashboard', ?
				FROM users WHERE email = ?`,
			)
			.bind(Date.parse("2024-09-05"), email),
		...["2023-12", "2024-08", "2024-09"].map((month) =>
			database
				.prepare(
					`INSERT INTO outbox (id, kind, payload, next_at, created_at)
					SELECT 'out_' || ?1 || id, 'archive.month', json_object('userId', id, 'month', ?1), 0, ?2
					FROM users WHERE email = ?3`,
				)
				.bind(month, Date.now(), email),
		),
	]);
	await shop.runCron("* * * * *");
	const left = database.prepare(
		"SELECT count(*) AS n FROM activity_log WHERE kind = 'x' AND user_id = (SELECT id FROM users WHERE email = ?)",
	);
	await expect.poll(() => left.bind(email).first("n"), { timeout: 20_000 }).toBe(0);
}

test("older activity is shown by month, with or without script", { tag: "@both" }, async ({
	page,
	shop,
	javaScriptEnabled,
	registerAndSignIn,
}) => {
	const { email } = await registerAndSignIn();
	await page.goto(activity);
	await expect(page.getByRole("link", { name: "Show older" })).toHaveCount(0);
	await archive(shop, email);
	await page.goto(activity);
	await page.getByRole("link", { name: "Show older" }).click();
	await expect(page.getByRole("heading", { name: "What happened in September 2024" })).toBeVisible();
	await expect(list(page)).toContainText(["Renewed the domain."]);
	await expect(inMonths(page, "September")).toHaveAttribute("aria-current", "page");
	if (javaScriptEnabled) await axe(page);
	await page.setViewportSize({ width: 360, height: 780 });
	await fitsWidth(page);

	await inMonths(page, "August").click();
	await expect(list(page)).toContainText(["Changed the nameservers."]);
	await page.getByRole("navigation", { name: "Years" }).getByRole("link", { name: "2023" }).click();
	await expect(page.getByRole("heading", { name: "What happened in December 2023" })).toBeVisible();
	await expect(list(page)).toContainText(["Bought the first domain."]);
	await page.goBack();
	await expect(page.getByRole("heading", { name: "What happened in August 2024" })).toBeVisible();
	await page.goBack();
	await page.goBack();
	await expect(page.getByRole("heading", { name: "What happened in your account" })).toBeVisible();
	await page.goto(`${activity}?month=2024-01`);
	await expect(page.getByRole("heading", { name: "No entries in this month" })).toBeVisible();
	await page.getByRole("link", { name: "Recent activity" }).click();
	await expect(page).toHaveURL(new RegExp(`${activity}\\??$`));

	await page.goto("/dashboard/notifications");
	await page.getByRole("link", { name: "Show older" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Notifications in September 2024" })).toBeVisible();
	await expect(page.getByRole("heading", { name: "Your domain was renewed" })).toBeVisible();
	await expect(page.getByRole("button", { name: /Mark/ })).toHaveCount(0);
	if (javaScriptEnabled) await axe(page);
});

/** The Worker, with a file store that does not answer after a request for `/__files?down`, until one for `/__files`. */
const withFaultyFiles = (main: string) => `
import worker from "./${main}";
export * from "./${main}";
let down = false;
const faulty = new Proxy({}, { get: () => async () => { throw new Error("R2 is down"); } });
export default {
	fetch(request, env, ctx) {
		const { pathname, search } = new URL(request.url);
		if (pathname !== "/__files") return worker.fetch(request, down ? { ...env, FILES: faulty } : env, ctx);
		down = search === "?down";
		return new Response();
	},
	queue: (...event) => worker.queue(...event),
	scheduled: (...event) => worker.scheduled(...event),
};
`;

test("if the file store does not answer, the page says so, and trying again works", { tag: "@both" }, async ({
	page,
	context,
	expectConsoleError,
}) => {
	expectConsoleError(/503/);
	const { shop, end } = await startShop({}, withFaultyFiles);
	try {
		const { email, cookies } = await register(shop);
		await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: shop.origin })));
		await archive(shop, email);
		await fetch(`${shop.origin}/__files?down`);
		await page.goto(`${shop.origin}${activity}`);
		await page.getByRole("link", { name: "Show older" }).click();
		await expect(page.getByRole("heading", { name: "Older entries are not available" })).toBeVisible();
		await expect(page.getByText("Please try again in a minute.")).toBeVisible();
		await fetch(`${shop.origin}/__files`);
		await page.getByRole("link", { name: "Try again" }).click();
		await expect(page.getByRole("heading", { name: "What happened in September 2024" })).toBeVisible();
	} finally {
		await end();
	}
});
