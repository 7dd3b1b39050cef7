import type { Page } from "@playwright/test";
import { staticPaths } from "~/static-paths";
import { axe } from "../support/axe";
import { untilInteractive } from "../support/interactive";
import { addressOf, belongsToPayment, pages } from "../support/pages";
import { isPrivate } from "../support/route-table";
import { test } from "../support/shared-browser";
import { expect, fitsWidth, type Shop } from "../support/shop";
import { validHtml } from "../support/valid-html";
import { walk } from "../support/walk/walk";

/** Rules whose result depends on the colour scheme or window width. */
const ofColours = ["color-contrast", "link-in-text-block"];
const ofWidth = ["target-size", "scrollable-region-focusable", "aria-hidden-focus"];

const inspected = pages.filter((page) => !belongsToPayment(page));
const isOwn = (pattern: string) => isPrivate(pattern) || pattern.includes(":");
const isStatic = (pattern: string) => (staticPaths as readonly string[]).includes(pattern);

for (const pattern of inspected.filter(isStatic)) {
	test(`${pattern} is valid HTML, passes axe and fits a small phone`, async ({ page, shop }) =>
		inspect(page, await addressOf(pattern, shop, "nobody")));
}

for (const pattern of inspected.filter((page) => !isStatic(page) && !isOwn(page))) {
	test(`${pattern} is valid HTML, passes axe and fits a small phone, and every control works`, async ({
		page,
		shop,
		expectConsoleError,
	}) => {
		expectConsoleError(refusals);
		await inspect(page, await addressOf(pattern, shop, "nobody"));
		await useAll(page, { own: usedElsewhere[pattern], widths: [360] });
	});
}

for (const pattern of inspected.filter(isOwn)) {
	test(`${pattern} is valid HTML, passes axe and fits a small phone, and every control works`, async ({
		page,
		shop,
		demo,
		mailTo,
		expectConsoleError,
	}) => {
		expectConsoleError(refusals);
		const { id, email } = await demo();
		if (pattern.includes(":messageId")) {
			await page.request.post("/api/userauth/forgot-password", { headers: { Origin: shop.origin }, data: { email } });
			await mailTo(email, /password/i);
		}
		await setConfirmedAt(shop, id, pattern === "/dashboard/confirm" ? null : Date.now());
		await inspect(page, await addressOf(pattern, shop, id));
		await useAll(page, { own: usedElsewhere[pattern], widths: lists.includes(pattern) ? [360, 1280] : [360] });
	});
}

for (const pattern of inspected.filter((page) => isPrivate(page) && !page.includes(":"))) {
	test(`every control of ${pattern} works for a new customer`, async ({ page, shop, fresh, expectConsoleError }) => {
		expectConsoleError(refusals);
		const { id } = await fresh();
		await setConfirmedAt(shop, id, pattern === "/dashboard/confirm" ? null : Date.now());
		await open(page, pattern);
		// The demo customer's other pages are used on a small screen.
		await useAll(page, { widths: lists.includes(pattern) ? [360, 1280] : [1280] });
	});
}

test("every control around the portal's pages works, on a wide and on a small screen", async ({ page, demo }) => {
	await demo();
	for (const [width, absent] of [
		[1280, /^(Open|Close) menu$|^Search page$/],
		[360, /^(Command palette|Keyboard shortcuts|Search|Search domains.*)$/],
	] as const) {
		await page.setViewportSize({ width, height: 800 });
		await open(page, "/dashboard");
		expect(await walk(page, { script: true, area: "body", own: [absent] })).toEqual([]);
	}
});

/** On a small screen their rows have two lines, and their tools are in a menu. */
const lists = ["", "/domains", "/hosting", "/projects", "/invoices", "/notifications"].map(
	(page) => `/dashboard${page}`,
);

const usedElsewhere: Readonly<Record<string, readonly RegExp[]>> = {
	// Needs an authenticator (account.e2e.ts).
	"/login": [/^Sign in with a passkey$/],
	// The same (staff-account.test.ts).
	"/desk/sign-in": [/^Sign in with a passkey$/],
	// Shown while domains are selected (portal.e2e.ts).
	"/dashboard/domains": [/^All in this list$/, /^Change$/, /^Continue$/],
	// Search and extensions fill in the box (controls.e2e.ts).
	"/domains/search": [/^\.[a-z.]+ /, /^Search$/],
};

/** Expected errors when an unchanged form is sent. */
const refusals = /Failed to load resource.*400/;

/** Sets when the password was last entered. Some pages ask for the password first, and one page only does that. */
async function setConfirmedAt(shop: Shop, userId: string, at: number | null): Promise<void> {
	const database = await shop.database();
	await database.prepare("UPDATE sessions SET confirmed_at = ? WHERE user_id = ?").bind(at, userId).run();
}

async function open(page: Page, address: string): Promise<void> {
	const response = await page.goto(address);
	expect(response?.status()).toBeLessThan(400);
	expect(new URL(page.url()).pathname, "the page itself, not one before it").toBe(address.split("?")[0]);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Checks everything once, then repeats what depends on the colour scheme or window width. */
async function inspect(page: Page, address: string): Promise<void> {
	await open(page, address);
	expect(await page.title()).not.toBe("");
	await validHtml(page);
	await axe(page);
	await page.emulateMedia({ colorScheme: "dark" });
	await axe(page, { only: ofColours });
	await page.setViewportSize({ width: 360, height: 800 });
	await fitsWidth(page);
	await axe(page, { only: [...ofColours, ...ofWidth] });
	await page.setViewportSize({ width: 320, height: 800 });
	await fitsWidth(page);
}

interface Use {
	own?: readonly RegExp[] | undefined;
	widths: readonly number[];
}

/** A list has some controls on a wide screen only, and others on a phone only. */
const isHidden = (problem: string) => problem.endsWith(": is never shown");

/** Tries every control of the page's main part. Each has to be shown at one of the widths. */
async function useAll(page: Page, { own, widths }: Use): Promise<void> {
	await untilInteractive(page);
	const hidden: string[][] = [];
	for (const width of widths) {
		await page.setViewportSize({ width, height: 800 });
		const problems = await walk(page, { script: true, own });
		hidden.push(problems.filter(isHidden));
		expect(
			problems.filter((problem) => !isHidden(problem)),
			`controls at ${width} px`,
		).toEqual([]);
	}
	const [first = [], ...others] = hidden;
	expect(first.filter((problem) => others.every((problems) => problems.includes(problem)))).toEqual([]);
}
