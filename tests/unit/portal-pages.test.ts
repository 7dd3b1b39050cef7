import { expect, test } from "vitest";
import { commandsFor } from "~/features/portal/components/commands";
import { listedPages, settingsTabOf, settingsTabs } from "~/portal-pages";
import { isOfDesk, isPrivate, routeTable } from "../support/route-table";
import { examples, forms, type Pattern } from "../support/samples";

/** Pages without a menu entry, because other pages open them. */
const unlisted = ["/dashboard/confirm", "/dashboard/search"];

const pages = routeTable.filter(({ page, pattern }) => page && !isOfDesk(pattern)).map(({ pattern }) => pattern);

test("the list has exactly the portal pages without parameters", () => {
	const ofPortal = pages.filter((pattern) => /^\/dashboard\b/.test(pattern) && !pattern.includes(":"));
	expect(listedPages.map(({ href }) => href).sort()).toEqual(
		ofPortal.filter((pattern) => !unlisted.includes(pattern)).sort(),
	);
});

test("the command palette links to every page of the list", () => {
	const hrefs = commandsFor("").flatMap(({ hits }) => hits.map(({ href }) => href));
	expect(listedPages.filter(({ href }) => !hrefs.includes(href))).toEqual([]);
});

test("each settings page belongs to a tab", () => {
	const inside = listedPages.filter(({ href }) => href.startsWith("/dashboard/account-settings"));
	expect(inside.map(({ href }) => settingsTabOf(href)?.label)).not.toContain(undefined);
	expect(settingsTabOf("/dashboard/account-settings/security/passkeys")?.label).toBe("Security");
	expect(settingsTabOf("/dashboard/account-settings/email")?.label).toBe("Profile");
	expect(settingsTabs.map(({ label }) => label)).toEqual([
		"Profile",
		"Security",
		"Notifications",
		"Billing",
		"People",
		"Activity",
		"Your data",
	]);
});

test("every private address with forms has sample forms, and every parameter has an example", () => {
	const acting = routeTable.filter(({ pattern, acts }) => acts && isPrivate(pattern));
	expect(acting.filter(({ pattern }) => !forms[pattern as Pattern]).map(({ pattern }) => pattern)).toEqual([]);
	expect(Object.keys(forms).filter((pattern) => !acting.some((one) => one.pattern === pattern))).toEqual([]);
	const parameters = pages.flatMap((pattern) => pattern.match(/:\w+/g) ?? []);
	// checkout.e2e.ts covers the payment pages.
	const known = new Set([...Object.keys(examples), ":ref"]);
	expect(parameters.filter((name) => !known.has(name))).toEqual([]);
});
