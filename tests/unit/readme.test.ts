import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/module-graph";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const readme = read("README.md");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

test("the README lists exactly the npm commands that exist", () => {
	const named = [...readme.matchAll(/`(?:PORT=\d+ )?npm (?:run )?([a-z][a-z:0-9-]*)[^`]*`/g)].map(
		([, name]) => name ?? "",
	);
	expect([...new Set(named)].sort()).toEqual(Object.keys(scripts).sort());
});

test("every command has its script", () => {
	const files = Object.values(scripts).map((command) => command.split(" ")[1] ?? "");
	expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test.each(["README.md", "docs/how-to.md"])("every file and picture that %s links to exists", (page) => {
	const text = read(page);
	const linked = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, target]) => target ?? "");
	const named = [...text.matchAll(/`((?:app|workers|tests|scripts|docs)\/[\w./-]+\.\w+)`/g)].map(
		([, file]) => file ?? "",
	);
	const missing = [...linked, ...named].filter((file) => !file.includes("://") && !existsSync(path.join(root, file)));
	expect(missing).toEqual([]);
});

test("the tour lists every folder of the project and of app/, and nothing that does not exist", () => {
	const tour = /^## Tour\n+```\n([\s\S]*?)```/m.exec(readme)?.[1] ?? "";
	const named = tour.split("\n").flatMap((line) => {
		const [, indent = "", names = ""] = /^( *)(\S+(?:, \S+)*) {2}/.exec(`${line}  `) ?? [];
		if (!names || indent.length > 2) return [];
		const folder = indent.length === 2 ? "app/" : "";
		return names.split(", ").map((name) => `${folder}${name.replace(/\/.*$/, "/")}`);
	});
	const present = [
		...entries(".").filter(
			(name) => name.endsWith("/") && !/^(\.|node_modules|build|test-results|playwright-report)/.test(name),
		),
		...entries("app").map((name) => `app/${name}`),
	];
	expect(present.filter((name) => name.endsWith("/") && !named.includes(name))).toEqual([]);
	expect(named.filter((name) => !present.includes(name))).toEqual([]);
	expect(named.length).toBeGreaterThan(15);
});

const entries = (folder: string): string[] =>
	readdirSync(path.join(root, folder), { withFileTypes: true }).map((one) => one.name + (one.isDirectory() ? "/" : ""));

test("every binding and setting of wrangler.toml is explained", () => {
	const toml = read("wrangler.toml");
	const bindings = [...toml.matchAll(/^(?:binding|name) = "([A-Z_]+)"$/gm)].map(([, name]) => name ?? "");
	const secrets = [...toml.matchAll(/^required = \[(.*)\]$/gm)].flatMap(([, list]) => list?.match(/[A-Z_]+/g) ?? []);
	expect([...new Set([...bindings, ...secrets])].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
