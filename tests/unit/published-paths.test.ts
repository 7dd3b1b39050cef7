import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { pricePaths, publishedPaths, staticPaths } from "~/static-paths";
import { nameOf, readModules, root } from "../support/module-graph";
import { routeTable } from "../support/route-table";

const modules = new Map(readModules().map((module) => [nameOf(module), module]));

/** Whether a module reads the catalogue, or imports one that does. */
function readsCatalog(name: string, seen = new Set<string>()): boolean {
	if (name === "app/features/catalog/current") return true;
	if (seen.has(name)) return false;
	seen.add(name);
	const imports = modules.get(name)?.imports ?? [];
	return imports.some(({ target, typeOnly }) => !typeOnly && readsCatalog(target, seen));
}

const moduleOf = (page: string): string => routeTable.find(({ pattern }) => pattern === page)?.module ?? "";

test("the catalogue decides over exactly the static pages that show prices", () => {
	const showPrices = staticPaths.filter((page) => readsCatalog(moduleOf(page)));
	expect(showPrices.toSorted()).toEqual([...pricePaths].toSorted());
});

test("wrangler.toml has the paths of all published pages", () => {
	const settings = readFileSync(path.join(root, "wrangler.toml"), "utf8");
	const list = /run_worker_first = \[([^\]]*)\]/.exec(settings)?.[1] ?? "";
	expect(Array.from(list.matchAll(/"([^"]+)"/g), ([, page]) => page)).toEqual([...publishedPaths]);
});
