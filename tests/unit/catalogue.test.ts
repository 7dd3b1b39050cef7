import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readModules, root } from "../support/module-graph";

/** How many cases each family of the fault catalogue has; a test's name begins with the id of its case. */
const families = { A: 20, S: 10, H: 10, C: 12, P: 15, I: 7, U: 8, K: 2, D: 9, R: 10, E: 12 };

/** Cases that concern nothing that this shop has. */
const without: Readonly<Record<string, string>> = {
	A11: "no service of breached passwords is asked: the list is part of the Worker",
	C8: "the cart lives in the browser; no cart has an id on the server",
	U8: "no file is unpacked or decoded: what comes in is kept and given back as it is",
	D4: "D1 is read at its primary: there is no replica that could lag",
	D9: "a restore is an operator's work; afterwards A3, K1 and P1 hold as after any stale answer",
};

test("every case of the fault catalogue has a test, or a reason to have none", () => {
	const tests = globSync("tests/{unit,worker,e2e}/*.ts", { cwd: root })
		.filter((file) => !file.endsWith("catalogue.test.ts"))
		.map((file) => readFileSync(path.join(root, file), "utf8"))
		.join("\n");
	const cases = Object.entries(families).flatMap(([family, count]) =>
		Array.from({ length: count }, (_, index) => `${family}${index + 1}`),
	);
	const tested = cases.filter((id) => new RegExp(`\\b${id}\\b`).test(tests));
	expect(cases.filter((id) => !tested.includes(id))).toEqual(Object.keys(without));
});

test("A20 nothing is hashed with PBKDF2, of which the platform allows a sixth of the rounds it needs", () => {
	const found = readModules().filter(({ source }) => /pbkdf2/i.test(source));
	expect(found.map(({ file }) => file)).toEqual([]);
});
