import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sandboxPrefixes } from "~/platform/registrar/sandbox-names";

test("the README lists every prefix with a special meaning to the sandbox registry", () => {
	const readme = readFileSync("README.md", "utf8").replace(/ +/g, " ");
	const missing = Object.entries(sandboxPrefixes).filter(
		([word, effect]) => !readme.includes(`| \`${word}\` | ${effect} |`),
	);
	expect(missing).toEqual([]);
});
