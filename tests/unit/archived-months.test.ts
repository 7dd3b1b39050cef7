import { expect, test } from "vitest";
import { olderMonth } from "~/features/archive/archive.schema";
import { listArchived } from "~/features/archive/list-archived";
import { kenya } from "~/lib/dates";
import { fail, ok } from "~/lib/result";

const months = ["2024-10", "2024-08", "2023-12", "2023-01", "2022-05"];

test("the months of the shown year are listed, newest first, and each year leads to its newest month", () => {
	const page = { months, month: "2023-01", items: [1, 2], next: "more" };
	expect(listArchived(ok(page), kenya, (item) => `entry ${item}`)).toEqual({
		failure: null,
		title: "January 2023",
		month: "2023-01",
		months: [
			{ id: "2023-12", label: "December", href: "?month=2023-12" },
			{ id: "2023-01", label: "January", href: "?month=2023-01" },
		],
		years: [
			{ id: "2024", label: "2024", href: "?month=2024-10" },
			{ id: "2023", label: "2023", href: "?month=2023-12" },
			{ id: "2022", label: "2022", href: "?month=2022-05" },
		],
		items: ["entry 1", "entry 2"],
		next: "more",
	});
});

test("an empty archive has no title, and a failure is passed on", () => {
	const empty = listArchived(ok({ months: [], month: null, items: [], next: null }), kenya, String);
	expect(empty).toMatchObject({ title: null, months: [], years: [], items: [], failure: null });
	const failed = fail("unavailable", "Please try again.");
	expect(listArchived(failed, kenya, String)).toMatchObject({ failure: failed.error, items: [] });
});

test("a month in the address is one of the calendar, or ignored", () => {
	for (const month of ["2024-01", "2024-12", "newest"]) expect(olderMonth.parse(month)).toBe(month);
	for (const month of ["2024-00", "2024-13", "24-01", "2024-1", "../2024-01", "2024-01/..", "", "x"])
		expect(olderMonth.parse(month), month).toBeUndefined();
});
