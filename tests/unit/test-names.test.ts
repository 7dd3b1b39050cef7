import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/module-graph";

test("test names have no codes of a list outside this repository", () => {
	const coded = globSync("tests/{unit,worker,e2e}/*.ts", { cwd: root }).flatMap((file) => {
		const source = readFileSync(path.join(root, file), "utf8");
		const names = source.matchAll(/(?:\btest|\bdescribe|\))\(\s*["`]((?!D1|R2)[A-Z]{1,2}\d{1,2} [^"`]*)/g);
		return Array.from(names, ([, name]) => `${file}: ${name}`);
	});
	expect(coded).toEqual([]);
});
