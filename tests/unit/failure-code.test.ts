import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type FailureBody, fail } from "~/lib/result";
import { root } from "../support/module-graph";

const list = "app/lib/failure-code.ts";

test("a code that is not listed does not compile", () => {
	// @ts-expect-error: price_changed is misspelt.
	const { error } = fail("conflict", "The price has changed.", { code: "price_chnaged" });
	const body: FailureBody = { error: error.message, code: "price_changed" };
	// @ts-expect-error: no client may compare with it either.
	expect(body.code === "price_chnaged").toBe(false);
});

test("every listed code is in use", () => {
	const read = (file: string) => readFileSync(path.join(root, file), "utf8");
	const codes = Array.from(read(list).matchAll(/\| "(\w+)"/g), ([, code]) => code);
	expect(codes.length).toBeGreaterThan(40);
	const sources = globSync("{app,workers}/**/*.{ts,tsx}", { cwd: root }).map((file) =>
		file === list ? "" : read(file),
	);
	expect(codes.filter((code) => !sources.some((source) => source.includes(`"${code}"`)))).toEqual([]);
});
