import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { speculationRules } from "~/islands/speculation-rules";
import { staticHeaders } from "../../scripts/static-headers";

const settings = { APP_ORIGIN: "https://kikoa.test" };
const page = (script: string) => `<html><head><script>${script}</script></head></html>`;
const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

test("an inline script is allowed by its hash, and no longer after an edit", () => {
	const [before, after] = ["let a = 1;", "let a = 2;"];
	expect(staticHeaders([page(before)], settings)).toContain(hashOf(before));
	const edited = staticHeaders([page(after)], settings);
	expect(edited).toContain(hashOf(after));
	expect(edited).not.toContain(hashOf(before));
});

test("script files and data blocks need no hash", () => {
	const pages = [
		'<script type="module" src="/assets/site.js"></script><script type="application/ld+json">{"a":1}</script>',
	];
	expect(staticHeaders(pages, settings)).toBe(staticHeaders([], settings));
});

test("the speculation rules are allowed by their hash", () => {
	expect(staticHeaders([], settings)).toContain(hashOf(speculationRules));
});

test("a shop on https sends HSTS", () => {
	expect(staticHeaders([], settings)).toMatch(/Strict-Transport-Security: max-age=\d{8}; includeSubDomains/);
	expect(staticHeaders([], { APP_ORIGIN: "http://localhost:8787" })).not.toContain("Strict-Transport-Security");
});

test("a policy longer than the host's limit fails the build", () => {
	const pages = Array.from({ length: 40 }, (_, n) => page(`let a = ${n};`));
	expect(() => staticHeaders(pages, settings)).toThrow(/too large/);
});

test("other sites may embed a page's share picture, and nothing else", () => {
	const [everything, , share] = staticHeaders([], settings).split(/\n(?=\/)/);
	expect(everything).toContain("Cross-Origin-Resource-Policy: same-origin");
	expect(share).toContain("! Cross-Origin-Resource-Policy");
});
