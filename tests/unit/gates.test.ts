import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalPath } from "~/lib/canonical-path";
import { clientKey } from "~/lib/client-key";
import { canonicalAddress } from "../../workers/gates/canonical-redirect";

const client = (headers: Record<string, string>) => clientKey(new Headers(headers));

test.each([
	"/login",
	"//login",
	"/LOGIN",
	"/login/",
	"/login.data",
	"/%6Cogin",
	"/%256Cogin",
	"/login/_.data",
	"\\login",
])("%s has the limits of /login", (spelling) => {
	expect(canonicalPath(spelling)).toBe("/login");
});

test("the home page and its data have one canonical path", () => {
	for (const spelling of ["/", "//", "/_.data", "/_root.data"]) expect(canonicalPath(spelling)).toBe("/");
});

test("the canonical path of a canonical path is itself", () => {
	fc.assert(
		fc.property(fc.webPath(), (path) => {
			const once = canonicalPath(path);
			expect(canonicalPath(once)).toBe(once);
		}),
	);
});

test.each([
	["/cart/", "/cart"],
	["//cart", "/cart"],
	["/", "/"],
	["//", "/"],
	["/Pricing", "/pricing"],
	["/HOSTING/Web/", "/hosting/web"],
	["/orders/ord_Ab3/", "/orders/ord_Ab3"],
	["/verify-email", "/verify-email"],
])("%s is the page at %s", (asked, own) => {
	expect(canonicalAddress(asked)).toBe(own);
});

test("the canonical path of any request is on this site and stays the same", () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom("/", "//", "evil.example", "Pricing", "a")), (parts) => {
			const { pathname } = new URL(`https://kikoa.test/${parts.join("")}`);
			const own = canonicalAddress(pathname);
			expect(new URL(own, "https://kikoa.test").origin).toBe("https://kikoa.test");
			expect(canonicalAddress(own)).toBe(own);
		}),
	);
});

test("all addresses of one IPv6 /64 are one client", () => {
	const first = client({ "CF-Connecting-IP": "2c0f:fe38:2100:1::1" });
	expect(client({ "CF-Connecting-IP": "2C0F:FE38:2100:0001:ffff:ffff:ffff:ffff" })).toBe(first);
	expect(client({ "CF-Connecting-IP": "2c0f:fe38:2100:2::1" })).not.toBe(first);
});

test("an IPv4 address inside IPv6 is the same client as that IPv4 address", () => {
	expect(client({ "CF-Connecting-IP": "::ffff:197.248.0.1" })).toBe(client({ "CF-Connecting-IP": "197.248.0.1" }));
});

test("a client can't choose its rate limit with headers", () => {
	const plain = client({ "CF-Connecting-IP": "197.248.0.1" });
	expect(client({ "CF-Connecting-IP": "197.248.0.1", "X-Forwarded-For": "1.2.3.4", "X-Real-IP": "5.6.7.8" })).toBe(
		plain,
	);
	expect(client({ "X-Forwarded-For": "1.2.3.4" })).toBe("unknown");
});
