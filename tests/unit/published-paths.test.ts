import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { pricePaths, publishedPaths, staticPaths, stockPaths } from "~/static-paths";
import { nameOf, readModules, root } from "../support/module-graph";
import { routeTable } from "../support/route-table";

const modules = new Map(readModules().map((module) => [nameOf(module), module]));

/** Whether a module imports another one, itself or through others. */
function uses(target: string, name: string, seen = new Set<string>()): boolean {
	if (name === target) return true;
	if (seen.has(name)) return false;
	seen.add(name);
	const imports = modules.get(name)?.imports ?? [];
	return imports.some((one) => !one.typeOnly && uses(target, one.target, seen));
}

const moduleOf = (page: string): string => routeTable.find(({ pattern }) => pattern === page)?.module ?? "";

test("the catalogue decides over exactly the static pages that show prices", () => {
	const showPrices = staticPaths.filter((page) => uses("app/features/catalog/current", moduleOf(page)));
	expect(showPrices.toSorted()).toEqual([...pricePaths].toSorted());
});

test("exactly the pages with hardware show what has sold out", () => {
	const showHardware = staticPaths.filter((page) =>
		uses("app/features/catalog/components/hardware-shop", moduleOf(page)),
	);
	expect(showHardware).toEqual([...stockPaths]);
});

test("wrangler.toml has the paths of all published pages", () => {
	const settings = readFileSync(path.join(root, "wrangler.toml"), "utf8");
	const list = /run_worker_first = \[([^\]]*)\]/.exec(settings)?.[1] ?? "";
	expect(Array.from(list.matchAll(/"([^"]+)"/g), ([, page]) => page)).toEqual([...publishedPaths]);
});
