import { expect, test } from "vitest";
import { commandsFor } from "~/features/portal/components/commands";
import { pressKey, shortcuts } from "~/features/portal/components/shortcuts";

test("two keys in a row open a page, and a wrong second key starts again", () => {
	expect(pressKey("", "g")).toEqual({ done: null, pendingKeys: "g" });
	expect(pressKey("g", "d")).toEqual({ done: { href: "/dashboard/domains" }, pendingKeys: "" });
	expect(pressKey("g", "g")).toEqual({ done: null, pendingKeys: "g" });
	expect(pressKey("g", "/")).toEqual({ done: { action: "search" }, pendingKeys: "" });
	expect(pressKey("g", "x")).toEqual({ done: null, pendingKeys: "" });
	expect(pressKey("", "d")).toEqual({ done: null, pendingKeys: "" });
});

test("no two shortcuts share their keys, and each has a name", () => {
	expect(new Set(shortcuts.map(({ keys }) => keys)).size).toBe(shortcuts.length);
	expect(shortcuts.every(({ label }) => label)).toBe(true);
	expect(shortcuts.length).toBeGreaterThanOrEqual(10);
});

test("the palette finds pages and actions by any words of their names", () => {
	const titles = (text: string) => commandsFor(text).flatMap(({ hits }) => hits.map(({ title }) => title));
	expect(titles("")).toContain("Overview");
	expect(titles("PROJECT start")).toEqual(["Start Project"]);
	expect(titles("settings")).toEqual(["Account Settings"]);
	expect(titles("zebra")).toEqual([]);
});
