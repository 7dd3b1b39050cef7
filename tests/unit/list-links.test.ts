import { expect, test } from "vitest";
import { pageLinks } from "~/components/ui/pager";
import { nextSort } from "~/components/ui/sort-link";

test("each page of a list leads to the next, the previous and the first one", () => {
	let address = "?q=duka";
	const at = (next: string | null) => pageLinks(new URLSearchParams(address), next);
	const visited = [address];
	for (const cursor of ["a", "b", "c"]) {
		address = at(cursor).on ?? "";
		visited.push(address);
	}
	expect(visited.slice(1)).toEqual([
		"?q=duka&after=a&previous=-",
		"?q=duka&after=b&previous=-.a",
		"?q=duka&after=c&previous=-.a.b",
	]);
	expect(at(null)).toMatchObject({ first: "?q=duka", on: null });
	for (const page of visited.slice(0, -1).reverse()) {
		address = at(null).back ?? "";
		expect(address).toBe(page);
	}
	expect(at(null).back).toBeNull();
});

test("on the second page, the previous page is the first one, and a bare cursor leads to the first page only", () => {
	expect(pageLinks(new URLSearchParams("after=a&previous=-"), null)).toEqual({ first: null, back: "?", on: null });
	expect(pageLinks(new URLSearchParams("after=a"), "b")).toEqual({
		...{ first: "?", back: null },
		on: "?after=b&previous=a",
	});
});

test("the third click on a column's name returns to the default order", () => {
	expect(["name", "expires", "-expires"].map((order) => nextSort("expires", order))).toEqual([
		"expires",
		"-expires",
		null,
	]);
});
