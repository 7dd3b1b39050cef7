import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../scripts/bootstrap.mjs";

/** The path of the empty page. */
export const emptyPage = "/bench/empty";

const id = "bench/empty";
const route = { id, parentId: "root", path: emptyPage.slice(1) };
const has = { hasAction: false, hasLoader: false, hasClientAction: false, hasClientLoader: false };
const asset = { ...route, ...has, hasErrorBoundary: false, module: "", imports: [], css: [] };

/**
 * Source of a module for workerd that adds an empty page to the built Worker's routes. Its requests pass the same gates
 * as those of all pages, so the server time of a page is compared with it.
 * @param {string} main file name of the built module
 */
export function workerWithEmptyPage(main) {
	const source = readFileSync(path.join(root, "build", "server", main), "utf8");
	const [, file, name] = source.match(/import\("(\.\/assets\/server-build-[^"]+)"\)\.then\(\(n\) => n\.(\w+)\)/);
	return `
import worker from "./${main}";
import { ${name} as build } from "${file}";
export * from "./${main}";
export default worker;

build.assets.routes["${id}"] = ${JSON.stringify(asset)};
build.routes["${id}"] = { ...${JSON.stringify(route)}, module: { default: () => null, handle: { hydrate: false } } };
`;
}
