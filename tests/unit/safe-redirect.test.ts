import fc from "fast-check";
import { expect, test } from "vitest";
import { nextPath, safeRedirect, withNext } from "~/lib/safe-redirect";

const elsewhere = [
	"//e.example",
	"/\\e.example",
	"\\\\e.example",
	"/\t/e.example",
	"\t//e.example",
	" //e.example",
	"///e.example",
	"https:e.example",
	"https://e.example",
	"javascript:alert(1)",
	"data:text/html,x",
	"/%2f%2fe.example",
	"/%5ce.example",
	"/..//e.example",
	"/.//e.example",
	"/%2e%2e//e.example",
	"@e.example",
	"/dashboard\r\nSet-Cookie: a=b",
	"/dash board",
	"",
	"dashboard",
	`/${"a".repeat(5_000)}`,
	null,
	undefined,
	["/dashboard"],
	"/\u2028",
];

test.each(elsewhere)("%j redirects to the fallback", (to) => {
	expect(safeRedirect(to, "/home")).toBe("/home");
});

test.each(["/", "/cart", "/checkout?step=2", "/dashboard/domains#list", "/domains/search?q=a.co.ke&tlds=.com"])(
	"a path of this site is kept: %s",
	(to) => {
		expect(safeRedirect(to)).toBe(to);
	},
);

test("every accepted target is on this site", () => {
	const hostile = fc.string({
		unit: fc.constantFrom("/", "\\", ".", "@", ":", "%", "2", "f", "F", "5", "c", "e", "\t", "?", "#"),
	});
	fc.assert(
		fc.property(hostile, (text) => {
			const to = safeRedirect(`/${text}`, "/fallback");
			expect(new URL(to, "https://kikoa.test").origin).toBe("https://kikoa.test");
			expect(to).not.toMatch(/^\/[/\\]/);
		}),
	);
});

test("the return address is kept between account pages if it is on this site", () => {
	const wanted = (search: string) => nextPath(new URL(`https://kikoa.test/register${search}`));
	expect(withNext("/login", wanted("?next=%2Fcheckout%3Fa%3D1"))).toBe("/login?next=%2Fcheckout%3Fa%3D1");
	for (const search of ["", "?next=", "?next=%2F%2Fe.example", "?next=https%3A%2F%2Fe.example"]) {
		expect(withNext("/login", wanted(search))).toBe("/login");
	}
});
