import { expect, test } from "vitest";
import { parseBulk } from "~/features/domains/bulk-search.server";
import { maxBulkNames } from "~/features/domains/domain-input";

test("a pasted list may have new lines, commas, web addresses and words", () => {
	const { names, problems, ignored } = parseBulk(" neema\nNeema.com, https://www.duka.shop/x;duka\r\n\n neema.co.ke");
	expect(names.map(({ ascii }) => ascii)).toEqual(["neema.co.ke", "neema.com", "duka.shop", "duka.co.ke"]);
	expect(problems).toEqual([]);
	expect(ignored).toBe(0);
});

test("entries that are not names are listed with the reason", () => {
	const { names, problems } = parseBulk("-neema.com neema.paris duka.com");
	expect(names.map(({ ascii }) => ascii)).toEqual(["duka.com"]);
	expect(problems).toEqual([
		{ text: "-neema.com", message: "A name can't start with a hyphen." },
		{ text: "neema.paris", message: "We don't sell .paris names." },
	]);
});

test("only the first fifty entries are searched", () => {
	const text = Array.from({ length: maxBulkNames + 3 }, (_, index) => `duka${index}.com`).join("\n");
	expect(parseBulk(text)).toMatchObject({ names: { length: maxBulkNames }, ignored: 3 });
});
