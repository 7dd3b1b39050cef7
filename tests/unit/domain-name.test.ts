import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { soldExtensions } from "~/features/catalog/domain-prices";
import { withExtension } from "~/features/domains/domain-input";
import { parseDomainName, parseSearch } from "~/features/domains/domain-name";
import { toUnicode } from "~/features/domains/to-unicode";
import { anyText } from "../support/any-text";

const accepted = (input: string) => {
	const parsed = parseDomainName(input);
	return parsed.ok ? parsed.value.ascii : `refused: ${parsed.error.message}`;
};
const refusal = (input: string) => {
	const parsed = parseDomainName(input);
	return parsed.ok ? `accepted: ${parsed.value.ascii}` : parsed.error.message;
};

test.each([
	["neema.co.ke", "neema.co.ke"],
	["  Neema.CO.KE  ", "neema.co.ke"],
	["https://www.neema.co.ke/shop?x=1#top", "neema.co.ke"],
	["//neema.com:8080/", "neema.com"],
	["www.neema.com.", "neema.com"],
	["orders@neema.co.ke", "neema.co.ke"],
	["neema。com", "neema.com"],
	["１２３.com", "123.com"],
	["NEEMA\u200b.com", "neema.com"],
	[".neema.com", "neema.com"],
	["www.co.ke", "www.co.ke"],
	["Bücher.com", "xn--bcher-kva.com"],
	["bu\u0308cher.com", "xn--bcher-kva.com"],
	["xn--bcher-kva.com", "xn--bcher-kva.com"],
	["москва.com", "xn--80adxhks.com"],
	["日本の.com", "xn--u9ju32nb2a.com"],
	[`${"a".repeat(63)}.com`, `${"a".repeat(63)}.com`],
	["constructor.com", "constructor.com"],
])("%j is read as %s", (input, name) => {
	expect(accepted(input)).toBe(name);
});

test.each([
	["", /enter a domain name/],
	["   ", /enter a domain name/],
	["neema", /Add an extension/],
	["-a.com", /start with a hyphen/],
	["a-.com", /end with a hyphen/],
	["a..b", /two dots/],
	["a..com", /two dots/],
	["192.168.0.1", /IP address/],
	["http://[::1]/", /IP address/],
	["localhost", /Every computer/],
	[`${"a".repeat(64)}.com`, /64 characters/],
	["аpple.com", /mixes Latin and Cyrillic/],
	["аррӏе.com", /reads as “apple”/],
	["xn--80ak6aa92e.com", /reads as “apple”/],
	["xn--a.com", /can't be encoded/],
	["xn--.com", /can't be encoded/],
	["xn--neema-.com", /hyphen|encoded/],
	["ab--cd.com", /third and fourth/],
	["🦁.com", /emoji/],
	["mama_neema.com", /underscore/],
	["mama neema.com", /spaces/],
	["neema!.com", /“!” can't be/],
	["ne\u0000ema.com", /invisible/i],
	["co.ke", /an extension\. Put a name before it/],
	[".com", /an extension/],
	["go.ke", /an extension/],
	["com.co", /an extension/],
	["neema.go.ke", /don't sell .go.ke/],
	["neema.ke", /don't sell .ke/],
	["neema.zz", /don't sell .zz/],
	["neema.123", /not a domain extension/],
	["neema.constructor", /don't sell/],
	["shop.neema.co.ke", /Only the part right before.*neema\.co\.ke/],
	["bücher.co.ke", /a to z/],
	["ab.info", /at least 3/],
])("%j is refused with the reason", (input, message) => {
	expect(refusal(input)).toMatch(message);
});

test.each([
	["xn--bcher-kva.com", "bücher.com"],
	["Made the invoice for the renewal of xn--bcher-kva.com.", "Made the invoice for the renewal of bücher.com."],
	["Renewal of xn--80adxhks.com, 1 year", "Renewal of москва.com, 1 year"],
	["“xn--bcher-kva.com” and www.xn--bcher-kva.com", "“bücher.com” and www.bücher.com"],
])("names in a text are shown in their own script: %s", (text, expected) => {
	expect(toUnicode(text)).toBe(expected);
});

test.each([
	"neema.co.ke and NEEMA.com",
	"xn--80ak6aa92e.com expires on 3 Dec 2026",
	"https://xn--bcher-kva.com/?q=xn--bcher-kva.com",
	"info@xn--bcher-kva.com",
	"xn--a.com, xn--mnchen-3ya.example",
])("lookalikes, links and names that are not ours stay as they are in a text: %s", (text) => {
	expect(toUnicode(text)).toBe(text);
});

test("no text makes the parser throw, and accepted names are canonical", { timeout: 30_000 }, () => {
	const text = fc.oneof(anyText(80), fc.webUrl(), fc.domain(), fc.emailAddress());
	fc.assert(
		fc.property(text, (input) => {
			parseSearch(input);
			withExtension(input, "com");
			const parsed = parseDomainName(input);
			if (!parsed.ok) return parsed.error.message !== "" && parsed.error.fields?.domain !== undefined;
			expect(parsed.value.ascii).toMatch(/^(?!-)[a-z0-9-]{1,63}(?<!-)\.[a-z.]+$/);
			expect(parseDomainName(parsed.value.ascii)).toEqual(parsed);
			return true;
		}),
		{ numRuns: 500 },
	);
});

test("every letter-digit-hyphen label is accepted under every extension that allows its length", {
	timeout: 30_000,
}, () => {
	const label = fc.stringMatching(/^[a-z0-9]([a-z0-9][a-z0-9-]{0,20}[a-z0-9]|[a-z0-9]{2,40})$/);
	fc.assert(
		fc.property(
			label.filter((text) => text.slice(2, 4) !== "--"),
			fc.constantFrom(...soldExtensions()),
			(text, tld) => accepted(`${text}.${tld}`) === `${text}.${tld}`,
		),
	);
});

describe("a search", () => {
	const search = (input: string, tlds?: readonly string[]) => {
		const parsed = parseSearch(input, tlds);
		if (!parsed.ok) throw new Error(parsed.error.message);
		return parsed.value;
	};

	test("for one word means the word with .co.ke, and asks every extension", () => {
		const found = search("Neema");
		expect(found.exact?.ascii).toBe("neema.co.ke");
		expect(search("neema", ["org", "io"]).exact).toBeNull();
		expect(found.names.map(({ tld }) => tld)).toEqual(soldExtensions());
		expect(found.note).toBeNull();
	});

	test("for a full name asks that name first and no name twice", () => {
		const names = search("neema.io").names.map(({ ascii }) => ascii);
		expect(names[0]).toBe("neema.io");
		expect(new Set(names).size).toBe(soldExtensions().length);
	});

	test("for a host under an extension that we don't sell takes its registrable part", () => {
		expect(search("mail.school.fr").exact?.ascii).toBe("school.co.ke");
	});

	test("for an extension that we don't sell says so and searches the word", () => {
		const found = search("neema.paris");
		expect(found.note).toMatch(/don't sell \.paris/);
		expect(found.names[0]?.ascii).toBe("neema.co.ke");
	});

	test.each([
		["freshmama.cok.e", ".cok.e"],
		["freshmama.co.kee", ".co.kee"],
		["shop.freshmama.co.jp", ".co.jp"],
	])("for %j takes the word before the mistyped or foreign extension", (input, tld) => {
		const found = search(input);
		expect(found.exact?.ascii).toBe("freshmama.co.ke");
		expect(found.note).toContain(tld);
	});

	test("for several words joins them, and for a longer host takes the registrable part", () => {
		expect(search("Mama Neema .co.ke").names[0]?.ascii).toBe("mamaneema.co.ke");
		expect(search("mama neema").note).toMatch(/no spaces/);
		expect(search("https://shop.neema.co.ke/x").exact?.ascii).toBe("neema.co.ke");
	});

	test("for a word with non-ASCII letters leaves out extensions that don't support them, and says so", () => {
		const found = search("bücher.co.ke");
		expect(found.exact).toBeNull();
		expect(found.note).toMatch(/\.co\.ke names can only have the letters a to z/);
		expect(found.names.map(({ tld }) => tld)).not.toContain("io");
		expect(found.names[0]?.ascii).toBe("xn--bcher-kva.com");
	});

	test("under chosen extensions asks only those that we sell", () => {
		expect(search("neema", ["org", "nosuch", "io"]).names.map(({ ascii }) => ascii)).toEqual(["neema.org", "neema.io"]);
		expect(parseSearch("neema", ["nosuch"]).ok).toBe(false);
	});

	test.each([
		["a", /at least 2/],
		["localhost", /Every computer/],
		["co.ke", /Put a name before/],
		["-neema", /hyphen/],
	])("for %j says what is wrong", (input, message) => {
		const parsed = parseSearch(input);
		expect(parsed).toMatchObject({
			ok: false,
			error: { kind: "invalid", fields: { q: expect.stringMatching(message) } },
		});
	});
});

test.each([
	["neema", "co.ke", "neema.co.ke"],
	["neema.com", "co.ke", "neema.co.ke"],
	["neema.co.ke", "io", "neema.io"],
	[" https://www.Neema.co.ke/x ", "org", "neema.org"],
	["mama neema.paris", "com", "mama neema.com"],
	["", "com", ""],
	[".com", "org", ".com"],
	["neema.", "com", "neema.com"],
	["neema.cok.e", "com", "neema.com"],
])("choosing an extension turns %j with .%s into %j", (text, tld, expected) => {
	expect(withExtension(text, tld)).toBe(expected);
});
