import { expect, test } from "vitest";
import { initials } from "~/features/accounts/initials";
import { languages, settingsMessages, timezones } from "~/features/accounts/profile";
import { countTabs, expiresSoon } from "~/features/domains/portfolio";
import { nameProblem, registerQuery } from "~/features/domains/register.schema";
import { resourceBars, usagePercent, usageTone } from "~/features/hosting/hosting";
import { planRow } from "~/features/hosting/plan-row";
import { billedByMonth, invoiceStatus } from "~/features/invoices/billing";
import { progressTone, teamPreview, technologiesOf } from "~/features/projects/project";
import { projectSchema } from "~/features/projects/projects.schema";
import { withParams } from "~/lib/address";
import { bars, chartWidth, niceCeiling } from "~/lib/chart-bars";
import { countries } from "~/lib/countries";
import { formatDay, formatDistance, monthOf, monthsSoFar } from "~/lib/dates";
import { decodeCursor, encodeCursor, toPage } from "~/lib/page";

const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 21, 9);

test("usage is a rounded percentage, and 0 without a limit", () => {
	expect(usagePercent({ used: 1, total: 3 })).toBe(33);
	expect(usagePercent({ used: 2, total: 3 })).toBe(67);
	expect(usagePercent({ used: 5, total: "Unlimited" })).toBe(0);
	expect(usagePercent({ used: 5, total: 0 })).toBe(0);
});

test("usage bars warn above 50 and 80 in the overview, above 75 and 90 in the list", () => {
	expect([50, 51, 80, 81].map((percent) => usageTone(percent, "overview"))).toEqual([
		"success",
		"pending",
		"pending",
		"danger",
	]);
	expect([75, 76, 90, 91].map((percent) => usageTone(percent, "list"))).toEqual([
		"success",
		"pending",
		"pending",
		"danger",
	]);
	expect(resourceBars({ disk: { used: 31, total: 50, unit: "GB" } }, "list")).toEqual([
		{ name: "Disk", text: "31 of 50 GB", percent: 62, tone: "success" },
	]);
});

test("project progress is green above 80, blue above 50, else yellow", () => {
	expect([50, 51, 80, 81].map(progressTone)).toEqual(["pending", "info", "info", "success"]);
});

test("the first three people of a team are shown, then the number of others", () => {
	expect(teamPreview([1, 2, 3, 4, 5])).toEqual({ shown: [1, 2, 3], more: 2 });
	expect(teamPreview([1, 2]).more).toBe(0);
});

test("the chart's axis ends at a round number above its highest bar", () => {
	expect([0, 1, 99, 100, 101, 240, 260, 28_078].map(niceCeiling)).toEqual([1, 1, 100, 100, 200, 250, 500, 50_000]);
});

test("a bar's height is its share, and never too small to see", () => {
	const [empty, small, half, full] = bars([0, 1, 500, 1_000], 1_000);
	expect(empty?.height).toBe(0);
	expect(small).toMatchObject({ height: 1, y: 99 });
	expect(half).toMatchObject({ height: 50, y: 50 });
	expect(full).toMatchObject({ height: 100, y: 0 });
	expect((full?.x ?? 0) + (full?.width ?? 0)).toBeLessThan(chartWidth(4));
});

test("months are billed from January to the current one, in the customer's time zone and currency", () => {
	// 21:30 UTC on 31 January is already February in Nairobi.
	const hour = Math.floor(Date.UTC(2026, 0, 31, 21, 30) / 3_600_000);
	const hours = [
		{ hour, currency: "USD" as const, amount: 100 },
		{ hour: hour + 1, currency: "USD" as const, amount: 20 },
		{ hour, currency: "KES" as const, amount: 7 },
	];
	const nairobi = billedByMonth(hours, "USD", now, "Africa/Nairobi");
	expect(nairobi).toHaveLength(11);
	expect(nairobi[1]).toEqual({ month: "2026-02", billed: { amount: 120, currency: "USD" } });
	expect(billedByMonth(hours, "USD", now, "Europe/London")[0]?.billed.amount).toBe(120);
});

test("an open invoice is overdue after its due date", () => {
	expect(invoiceStatus({ state: "open", dueAt: now + 1 }, now)).toBe("open");
	expect(invoiceStatus({ state: "open", dueAt: now - 1 }, now)).toBe("overdue");
	expect(invoiceStatus({ state: "paid", dueAt: now - 1 }, now)).toBe("paid");
});

test("transfers count as pending, redemption as expired, and released names not at all", () => {
	const counts = countTabs([
		{ status: "active", count: 4 },
		{ status: "transfer_in", count: 1 },
		{ status: "pending", count: 2 },
		{ status: "redemption", count: 1 },
		{ status: "released", count: 9 },
	]);
	expect(counts).toEqual({ all: 8, active: 4, pending: 3, expired: 1 });
});

test("an active domain expires soon if less than thirty days are left", () => {
	expect(expiresSoon({ status: "active", expiresAt: now + 29 * DAY }, now)).toBe(true);
	expect(expiresSoon({ status: "active", expiresAt: now + 30 * DAY }, now)).toBe(false);
	expect(expiresSoon({ status: "expired", expiresAt: now - DAY }, now)).toBe(false);
});

test("dates are in the customer's time zone and language", () => {
	const late = Date.UTC(2026, 10, 30, 22);
	expect(formatDay(late, { timezone: "Africa/Nairobi", language: "en-GB" })).toBe("1 Dec 2026");
	expect(formatDay(late, { timezone: "America/New_York", language: "en-US" })).toBe("Nov 30, 2026");
	expect(monthOf(late, "Africa/Nairobi")).toBe("2026-12");
	expect(monthsSoFar(Date.UTC(2026, 11, 31, 22), "Africa/Nairobi")).toEqual(["2027-01"]);
});

test("time differences are shown in words", () => {
	const nairobi = { timezone: "Africa/Nairobi", language: "en-GB" };
	expect(formatDistance(now - 2 * 3_600_000, now, nairobi)).toBe("2 hours ago");
	expect(formatDistance(now - 36 * 3_600_000, now, nairobi)).toBe("yesterday");
	expect(formatDistance(now + 12 * DAY - 5_000, now, nairobi)).toBe("in 12 days");
	expect(formatDistance(now - 1_000, now, nairobi)).toBe("this minute");
});

test("days away are counted in the same time zone as the dates beside them", () => {
	// 12:00 on the 21st in Nairobi is 20:00 in Sydney. 30 hours later it is the 22nd in Nairobi and the 23rd in Sydney.
	const later = now + 30 * 3_600_000;
	expect(formatDistance(later, now, { timezone: "Africa/Nairobi", language: "en-GB" })).toBe("tomorrow");
	expect(formatDistance(later, now, { timezone: "Australia/Sydney", language: "en-GB" })).toBe("in 2 days");
	const earlier = now - 38 * 3_600_000;
	expect(formatDistance(earlier, now, { timezone: "Africa/Nairobi", language: "en-GB" })).toBe("2 days ago");
	expect(formatDistance(earlier, now, { timezone: "Australia/Sydney", language: "en-GB" })).toBe("yesterday");
});

test("each technology is listed once, whatever its case", () => {
	expect(technologiesOf(" React, d1,react ,, D1,Hono")).toEqual(["React", "d1", "Hono"]);
});

test("a cursor can be read back from the address, and any other text is no cursor", () => {
	for (const cursor of [
		["münchen.ke", "dom_1"],
		[8.64e15, "dom_2"],
	] as const) {
		expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
	}
	for (const text of ["", "%%%", "e30", btoa("[1]"), btoa('[{"a":1},"x"]'), "x".repeat(10_000), null])
		expect(decodeCursor(text)).toBeNull();
});

test("a page has a next page only if more rows were read than it shows", () => {
	const rows = [1, 2, 3].map((id) => ({ id: `r${id}` }));
	const cursorOf = ({ id }: { id: string }) => [id, id] as const;
	expect(toPage(rows, cursorOf, 3).next).toBeNull();
	expect(decodeCursor(toPage(rows, cursorOf, 2).next)).toEqual(["r2", "r2"]);
});

test("changing an address keeps its other parameters", () => {
	expect(withParams(new URLSearchParams("tab=active&q=a"), { open: "dom_1", q: null })).toBe("?tab=active&open=dom_1");
	expect(withParams(new URLSearchParams("q=a"), { q: "" })).toBe("?");
});

test("initials are whole characters, as people see them", () => {
	expect(initials({ firstName: "amani", lastName: "Odhiambo" })).toBe("AO");
	expect(initials({ firstName: "Éric", lastName: "" })).toBe("É");
});

test("the settings offer every country, time zone and language of the portal, and have its messages", () => {
	expect(countries).toEqual(
		expect.arrayContaining([
			...["United States", "Canada", "United Kingdom", "Australia", "Germany", "France"],
			...["Kenya", "Nigeria", "South Africa"],
		]),
	);
	expect(timezones.map(({ name }) => name).join()).toMatch(
		/Nairobi.*London.*US Eastern,US Central,US Mountain,US Pacific/,
	);
	expect(languages.map(({ name }) => name)).toEqual(
		expect.arrayContaining(["English (US)", "English (UK)", "French", "German", "Spanish", "Swahili"]),
	);
	expect(settingsMessages).toMatchObject({
		password: "Password updated successfully!",
		profile: "Profile information updated successfully!",
		billing: "Billing information updated successfully!",
	});
});

test("a name to register is required and has no spaces, and the first three extensions are the default", () => {
	expect(["", "  ", "two words", " neema "].map(nameProblem)).toEqual([
		"Please enter a domain name",
		"Please enter a domain name",
		"Domain name cannot contain spaces",
		null,
	]);
	expect(registerQuery(new URLSearchParams("q=neema"))).toEqual({ q: "neema", tlds: ["com", "io", "app"] });
	expect(registerQuery(new URLSearchParams("tld=ug&tld=nope"))).toEqual({ q: null, tlds: ["ug"] });
});

test("a plan shows its panel, Webmail for email plans, and whether an address is assigned", () => {
	const plan = {
		...{ id: "hst_1", productId: "web-starter", name: "Starter", domain: null, status: "active" as const, ip: null },
		...{ resources: {}, usageAt: null, features: [], price: 599, currency: "USD" as const, termMonths: 1 },
		...{
			createdAt: now,
			expiresAt: null,
			cancelledAt: null,
			keptUntil: null,
			endedReason: null,
			suspendedReason: null,
			suspendedUntil: null,
			domainProvenAt: null,
			domainPendingSince: null,
		},
	};
	const locale = { timezone: "Africa/Nairobi", language: "en-GB" };
	const factsOf = (type: "web" | "email") => planRow({ ...plan, type }, now, locale).facts;
	expect(factsOf("web")).toMatchObject({ ip: "Not assigned", panel: "Hosting control panel" });
	expect(factsOf("email").panel).toBe("Webmail");
});

test("a project with only a name is planned and of medium priority", () => {
	expect(projectSchema.parse({ name: "Duka" })).toMatchObject({ status: "planned", priority: "medium" });
	expect(projectSchema.safeParse({ name: " " }).error?.issues[0]?.message).toBe("Give the project a name.");
});
