import type { Page } from "@playwright/test";
import { axe } from "../support/axe";
import { aDeskSession } from "../support/morning";
import { expect, fitsWidth, test } from "../support/shop";

const pdf = { name: 'Brief "2".pdf', mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nhello") };

async function createProject(page: Page, name: string): Promise<string> {
	await page.goto("/dashboard/projects/new");
	await page.getByLabel("Project Name").fill(name);
	await page.getByRole("button", { name: "Create Project" }).click();
	await page.waitForURL(/open=prj_/);
	return new URL(page.url()).searchParams.get("open") ?? "";
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

const open = (page: Page, name: string) => page.locator("summary").filter({ hasText: name }).click();

const tasks = (page: Page) => page.getByRole("checkbox");

async function addTasks(page: Page, ...names: string[]): Promise<void> {
	for (const name of names) {
		await page.getByLabel("New task").fill(name);
		await page.getByRole("button", { name: "Add task" }).click();
		await expect(page.getByRole("checkbox", { name })).toBeVisible();
		await expect(page.getByLabel("New task")).toHaveValue("");
	}
}

test("a customer runs a project from its first task to its end", { tag: "@both" }, async ({
	page,
	registerAndSignIn,
	mailTo,
	javaScriptEnabled,
	shop,
}) => {
	test.slow();
	const { email } = await registerAndSignIn();
	const id = await createProject(page, "Booking site");
	await expect(row(page, "Booking site")).toContainText("Planned");

	await addTasks(page, "Data model", "First screens");
	await page.getByRole("checkbox", { name: "Data model" }).click();
	await expect(page.getByRole("checkbox", { name: "Data model" })).toBeChecked();
	await expect(row(page, "Booking site")).toContainText("50%");
	await open(page, "Change First screens");
	await page.getByLabel("Name of First screens").fill("Screens");
	await page.getByRole("button", { name: "Rename" }).click();
	await expect(tasks(page)).toHaveText(["Data model", "Screens"]);
	const changes = page.getByRole("listitem").filter({ has: page.getByRole("checkbox", { name: "Screens" }) });
	if (!(await changes.getByRole("button", { name: "Move up" }).isVisible())) await open(page, "Change Screens");
	await changes.getByRole("button", { name: "Move up" }).click();
	await expect(tasks(page)).toHaveText(["Screens", "Data model"]);
	if (!(await changes.getByRole("button", { name: "Delete" }).isVisible())) await open(page, "Change Screens");
	await changes.getByRole("button", { name: "Delete" }).press("Enter");
	await expect(tasks(page)).toHaveText(["Data model"]);
	const undo = page.getByRole("button", { name: "Undo" }).last();
	if (javaScriptEnabled !== false) await expect(undo).toBeFocused();
	await undo.press("Enter");
	await expect(tasks(page)).toHaveText(["Screens", "Data model"]);
	if (javaScriptEnabled !== false) await expect(page.locator("main")).toBeFocused();

	await page.getByLabel("Write to the team").fill("**Bold** <script>alert(1)</script> [x](javascript:alert(1))");
	await page.getByRole("button", { name: "Post" }).click();
	const post = page.getByRole("article");
	await expect(post.locator("strong")).toHaveText("Bold");
	await expect(post).toContainText("<script>alert(1)</script> [x](javascript:alert(1))");
	await expect(post.getByRole("link")).toHaveCount(0);
	await open(page, "Edit your post");
	await post.getByLabel("Your post").fill("Changed");
	await post.getByRole("button", { name: "Save" }).click();
	await expect(post).toContainText("edited");
	await post.getByRole("button", { name: "Delete" }).click();
	await expect(post).toHaveCount(0);

	await page.context().addCookies([{ ...(await aDeskSession(shop)), url: shop.origin }]);
	await page.goto("/desk/projects?q=booking+site&status=planned");
	await expect(page.getByRole("link", { name: "Booking site" }).first()).toBeVisible();
	await page.goto(`/desk/projects/${id}`);
	await page.getByLabel("Write to the customer").fill("Which **colours** do you want?");
	await page.getByRole("button", { name: "Send message" }).click();
	await expect(page.getByText("Sent the message.")).toBeVisible();
	await page.getByLabel("New task").fill("Send us your logo");
	await page.getByRole("button", { name: "Add task" }).click();
	await expect(page.getByText("Added the task.")).toBeVisible();
	await page.getByRole("combobox", { name: /Who does it.*Screens/ }).selectOption({ label: "Njeri Wambui" });
	await page.getByRole("button", { name: "Assign Screens" }).click();
	await expect(page.getByText("Changed who does the task.")).toBeVisible();
	await page.getByLabel("Status", { exact: true }).selectOption("On Hold");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Changed the project.")).toBeVisible();
	await page.getByLabel("Upload a file").setInputFiles({ ...pdf, name: "Offer.pdf" });
	await page.getByRole("button", { name: "Upload File" }).click();
	await expect(page.getByRole("link", { name: "Offer.pdf" })).toBeVisible();
	await mailTo(email, /^A task for you in Booking site/);
	await mailTo(email, /^Njeri Wambui wrote about Booking site/);
	await page.goto(`/dashboard/projects?open=${id}`);
	await expect(row(page, "Booking site")).toContainText(/On Hold/);
	await expect(row(page, "Booking site")).toContainText("1 new message");
	await expect(page.getByRole("article")).toContainText(/Njeri Wambui.*Kikoa team.*New.*Which colours do you want?/s);
	await expect(page.getByRole("checkbox", { name: "Send us your logo" })).toContainText("for you");
	await expect(page.getByRole("checkbox", { name: "Screens" })).toContainText("for Njeri Wambui");
	await page.getByRole("button", { name: "Mark as read" }).first().click();
	await expect(page.getByText("1 new message")).toHaveCount(0);

	await page.getByLabel("Upload a file").setInputFiles(pdf);
	await page.getByRole("button", { name: "Upload File" }).click();
	await expect(page.getByRole("link", { name: pdf.name })).toBeVisible();
	const file = await page.getByRole("link", { name: pdf.name }).getAttribute("href");
	const download = await page.request.get(file ?? "");
	expect(await download.text()).toBe("%PDF-1.7\nhello");
	expect(download.headers()).toMatchObject({
		"content-type": "application/pdf",
		"content-disposition": "attachment; filename=\"Brief _2_.pdf\"; filename*=UTF-8''Brief%20%222%22.pdf",
		"content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
		"x-content-type-options": "nosniff",
		"cache-control": "private, no-store",
		"accept-ranges": "bytes",
	});
	const part = (headers: Record<string, string>) => page.request.get(file ?? "", { headers });
	const resumed = await part({ Range: "bytes=9-", "If-Range": download.headers().etag ?? "" });
	expect([resumed.status(), await resumed.text()], "a download that broke off goes on").toEqual([206, "hello"]);
	expect(resumed.headers()).toMatchObject({ "content-range": "bytes 9-13/14", "content-length": "5" });
	expect((await part({ Range: "bytes=9-", "If-Range": '"another file"' })).status()).toBe(200);
	expect((await part({ Range: "bytes=14-" })).status(), "nothing beyond the end").toBe(416);
	expect((await part({ Range: `bytes=${"0-1,".repeat(500)}2-3` })).status(), "many parts at once").toBe(200);
	await page.goto(`/dashboard/projects?open=${id}`);
	await page.getByRole("button", { name: `Delete ${pdf.name}` }).click();
	await expect(page.getByText("The file was deleted.")).toBeVisible();
	expect((await page.request.get(file ?? "")).status()).toBe(404);
	expect((await part({ Range: "bytes=0-" })).status(), "nor a part of a deleted file").toBe(404);

	await page.getByRole("link", { name: "Edit Booking site" }).click();
	await page.getByLabel("Project Name").fill("");
	await page.getByLabel("Client").fill("Mama Njeri");
	await page.getByLabel("Juma Mwangi").check();
	await page.getByLabel("Project Name").fill("Bookings");
	await page.getByRole("button", { name: "Save Project" }).click();
	await expect(page.getByText("Saved Bookings.")).toBeVisible();
	await expect(row(page, "Bookings")).toContainText("Mama Njeri");
	await page.getByRole("button", { name: "Mark Complete Bookings" }).click();
	await expect(row(page, "Bookings")).toContainText("Completed");
	await expect(page.getByRole("button", { name: "Reopen Bookings" })).toBeVisible();
	await open(page, "Delete Bookings");
	await page.getByRole("button", { name: "Delete project" }).click();
	await expect(page.getByText("The project was deleted.")).toBeVisible();
	await expect(page.getByText("No projects found")).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).last().click();
	await page.getByRole("combobox", { name: "Client" }).selectOption("Mama Njeri");
	await page.getByRole("button", { name: "Show" }).click();
	await expect(page).toHaveURL(/client=Mama/);
	await expect(page.getByRole("rowheader")).toHaveText([/Bookings/]);
	await page.getByRole("link", { name: "Planned" }).click();
	await expect(page.getByText("Try other filters.")).toBeVisible();
});

test("tasks are reordered by arrow keys and by pointer", async ({ page, registerAndSignIn }) => {
	await registerAndSignIn();
	await createProject(page, "Order");
	await addTasks(page, "one", "two", "three");
	const handle = (name: string) => page.getByRole("button", { name: new RegExp(`^Move ${name}:`) });
	await handle("three").focus();
	await page.keyboard.press("ArrowUp");
	await expect(tasks(page)).toHaveText(["one", "three", "two"]);
	await expect(handle("three")).toBeFocused();
	await page.keyboard.press("ArrowUp");
	await expect(tasks(page)).toHaveText(["three", "one", "two"]);
	await page.waitForLoadState("networkidle");
	const from = await handle("three").boundingBox();
	const to = await handle("two").boundingBox();
	if (!from || !to) throw new Error("The handles are not shown");
	await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
	await page.mouse.down();
	await page.mouse.move(to.x + 10, to.y + to.height / 2, { steps: 6 });
	await page.mouse.move(to.x + 10, to.y + to.height, { steps: 3 });
	await expect(tasks(page)).toHaveText(["one", "two", "three"]);
	const stored = page.waitForResponse((response) => response.request().method() === "POST");
	await page.mouse.up();
	await stored;
	await page.reload();
	await expect(tasks(page)).toHaveText(["one", "two", "three"]);
});

test("a tick that can't be saved is undone with a message", async ({ page, registerAndSignIn, expectConsoleError }) => {
	expectConsoleError(/ERR_FAILED/);
	await registerAndSignIn();
	await createProject(page, "Offline");
	await addTasks(page, "one");
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(/projects\.data/, async (route) => {
		await held;
		await route.abort();
	});
	await tasks(page).click();
	await expect(tasks(page)).toBeChecked();
	release();
	await expect(page.getByText("Something went wrong. Check your connection, then try again.")).toBeVisible();
	await expect(tasks(page)).not.toBeChecked();
});

test("technologies become chips by Enter, and an invalid file is refused with its reason", async ({
	page,
	registerAndSignIn,
	expectConsoleError,
}) => {
	expectConsoleError(/400/);
	await registerAndSignIn();
	await page.goto("/dashboard/projects/new");
	await page.getByLabel("Project Name").fill("Chips");
	const field = page.getByRole("textbox", { name: /^Technologies/ });
	for (const name of ["React", "D1", "React"]) {
		await field.fill(name);
		await field.press("Enter");
	}
	await page.getByRole("button", { name: "Remove D1" }).click();
	await field.fill("Hono");
	await page.getByRole("button", { name: "Create Project" }).click();
	await expect(page.getByRole("list", { name: "Technologies" }).getByRole("listitem")).toHaveText(["React", "Hono"]);
	await page.getByLabel("Upload a file").setInputFiles({ ...pdf, name: "logo.png" });
	await page.getByRole("button", { name: "Upload File" }).click();
	await expect(page.getByText("the content does not match the name")).toBeVisible();
	await axe(page);
	await page.setViewportSize({ width: 320, height: 700 });
	await fitsWidth(page);
});
