import { test } from "../support/shop";
test("shots", async ({ page, demo, shop }) => {
	test.setTimeout(300_000);
	const { id } = await demo();
	const database = await shop.database();
	const waiting = await database.prepare("SELECT id FROM domains WHERE status = 'pending' AND user_id = ?").bind(id).first<{ id: string }>();
	await database.prepare("UPDATE sessions SET confirmed_at = ? WHERE user_id = ?").bind(Date.now(), id).run();
	const com = await database.prepare("SELECT id FROM domains WHERE name = 'tujenge.com' AND user_id = ?").bind(id).first<{ id: string }>();
	const pages = { overview: "", domains: "/domains", hosting: "/hosting", projects: "/projects", invoices: "/invoices", notifications: "/notifications", code: `/domains/${com?.id}/auth-code`, pending: `/domains/${waiting?.id}/contacts` };
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		for (const width of [360, 768, 1280]) {
			await page.setViewportSize({ width, height: 740 });
			for (const [name, path] of Object.entries(pages)) {
				await page.goto(`/dashboard${path}`);
				await page.screenshot({ path: `/tmp/portal-shots/${name}-${width}-${colorScheme}.png`, fullPage: width === 360 });
				if (name === "overview" && width === 1280) console.log("elements", await page.evaluate(() => document.querySelectorAll("*").length));
			}
			await page.goto("/status");
			await page.screenshot({ path: `/tmp/portal-shots/status-${width}-${colorScheme}.png`, fullPage: true });
		}
	}
});
