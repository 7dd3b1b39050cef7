import { expect, test } from "vitest";
import { speculationRules } from "~/islands/speculation-rules";

const origin = "https://kikoa.test";
const [{ where }] = JSON.parse(speculationRules).prefetch;
const patterns: URLPattern[] = where.and[0].href_matches.map(
	(pattern: URLPatternInit) => new URLPattern({ ...pattern, baseURL: origin }),
);
const matches = (href: string) => patterns.some((pattern) => pattern.test(href, origin));

test.each(["/pricing", "/hosting/web", "/domains#transfer", "/domains/search", `${origin}/contact`])(
	"%s may be prefetched",
	(href) => {
		expect(matches(href)).toBe(true);
	},
);

test.each([
	"/domains/search?q=duka",
	"/contact?about=quote",
	"/cart",
	"/checkout",
	"/login",
	"/logout",
	"/dashboard",
	"/transfer",
	"/api/status",
	"/pricing/else",
	"https://wa.me/254700000000",
	"https://evil.example/pricing",
])("%s is never prefetched", (href) => {
	expect(matches(href)).toBe(false);
});

test("links to parts of the current page prefetch nothing", () => {
	expect(where.and[1].not.selector_matches).toBe('[href^="#"], [aria-current="page"]');
});
