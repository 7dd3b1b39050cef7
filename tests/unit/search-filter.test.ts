import { expect, test } from "vitest";
import { soldExtensions } from "~/features/catalog/domain-prices";
import { extensionCategories } from "~/features/catalog/extension-categories";
import { filteredExtensions, isFiltered, readFilter } from "~/features/domains/search-filter";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("every extension that we sell is in one category", () => {
	expect(extensionCategories.flatMap<string>(({ tlds }) => tlds).sort()).toEqual([...soldExtensions()].sort());
});

test("a filter reads only what is offered", () => {
	expect(read("kind=africa&under=1000")).toEqual({ kind: "africa", under: 1_000 });
	expect(isFiltered(read("kind=africa"))).toBe(true);
	expect(isFiltered(read("kind=nosuch&under=999"))).toBe(false);
});

test("a sort reads only what is offered, and leaves no extension out", () => {
	expect(read("sort=-price").sort).toBe("-price");
	expect(read("sort=relevance").sort).toBeUndefined();
	expect(isFiltered(read("sort=-price"))).toBe(false);
	expect(filteredExtensions(read("sort=-price"))).toEqual(soldExtensions());
});

test("without a filter every extension is searched, in the order of the price list", () => {
	expect(filteredExtensions({})).toEqual(soldExtensions());
});

test.each([
	["under=500", ["co.ke", "xyz", "icu"]],
	["kind=africa", ["co.ke", "africa", "co.za", "ng", "tz", "ug"]],
	["kind=technology&under=1000", ["co.ke", "tech", "app", "dev", "cloud"]],
])("%s searches these extensions, always with the default one", (query, expected) => {
	expect([...filteredExtensions(read(query))].sort()).toEqual([...expected].sort());
});
