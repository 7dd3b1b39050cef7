import { expect, newCustomer, test } from "../support/shop";

test("a registration's email appears in the inbox, and its link leads to the account", { tag: "@both" }, async ({
	page,
	shop,
	mailTo,
}) => {
	const customer = newCustomer();
	const registered = await page.request.post("/api/userauth/register", {
		headers: { Origin: shop.origin },
		data: { ...customer, lastName: "Wanjiru", country: "Kenya", terms: true },
	});
	expect(registered.ok(), await registered.text()).toBe(true);
	const mail = await mailTo(customer.email, /confirm/i);
	expect(mail.links).toHaveLength(1);

	await page.goto("/dev/inbox");
	await page.getByRole("link", { name: customer.email }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(mail.subject);
	const shown = page.frameLocator("iframe");
	await expect(shown.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
	await expect(shown.getByRole("link", { name: "Confirm my address" })).toHaveAttribute("href", mail.links[0] ?? "");
	await page.getByRole("link", { name: mail.links[0], exact: true }).click();
	await expect(page).toHaveURL(/\/(verify-email|login)/);
});

test("the inbox can refresh without script", async ({ request }) => {
	expect((await request.get("/dev/inbox")).headers().refresh).toBeUndefined();
	expect((await request.get("/dev/inbox?live")).headers().refresh).toBe("3");
});

test("an unknown email is a 404", async ({ request }) => {
	for (const address of ["/dev/inbox/msg_absent", "/dev/inbox/msg_absent/html"]) {
		expect((await request.get(address)).status(), address).toBe(404);
	}
});

test("only the real shop may be indexed", async ({ request, shop }) => {
	const robots = await request.get("/robots.txt");
	expect(robots.headers()["content-type"]).toContain("text/plain");
	expect(await robots.text()).toBe("User-agent: *\nDisallow: /\n");
	const sitemap = await (await request.get("/sitemap.xml")).text();
	expect(sitemap).toContain(`<loc>${shop.origin}/pricing</loc>`);
});
