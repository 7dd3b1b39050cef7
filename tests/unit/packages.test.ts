import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readModules, root } from "../support/module-graph";

interface Locked {
	readonly integrity?: string;
	readonly resolved?: string;
	readonly inBundle?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const { dependencies, devDependencies } = read("package.json") as Record<string, Record<string, string>>;
const direct = { ...dependencies, ...devDependencies };
const { "": _project, ...locked } = read("package-lock.json").packages as Record<string, Locked>;

test("every package in package.json is pinned to one version", () => {
	expect(Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test("the router and its build plugin have the same version", () => {
	expect(direct["@react-router/dev"]).toBe(direct["react-router"]);
});

test("the lockfile names no registry, so that npm uses the machine's own", () => {
	expect(Object.entries(locked).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test("the lockfile has a hash for every package, also for other systems", () => {
	// A bundled package is part of the archive of another one.
	const unchecked = Object.entries(locked).filter(
		([, { integrity, inBundle }]) => !integrity?.startsWith("sha512-") && !inBundle,
	);
	expect(unchecked).toEqual([]);
});

test("the development server knows every CommonJS package of the sources before it starts", () => {
	// The router's plugin names those of React.
	const specifiers = new Set(
		readModules().flatMap(({ imports }) =>
			imports.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => specifier),
		),
	);
	const packages = [...specifiers].filter((name) => /^[a-z@]/.test(name) && !/^(react(\/|-dom$|$)|\w+:)/.test(name));
	const config = readFileSync(path.join(root, "vite.config.ts"), "utf8");
	const commonJs = packages.filter((name) => isCommonJs(name));
	expect(commonJs).toContain("punycode/punycode.js");
	expect(commonJs.filter((name) => !config.includes(`"${name}"`))).toEqual([]);
});

function isCommonJs(specifier: string): boolean {
	const file = fileURLToPath(import.meta.resolve(specifier));
	if (!/\.c?js$/.test(file)) return false;
	const source = readFileSync(file, "utf8");
	return /\bexports\b/.test(source) && !/^(import|export) /m.test(source);
}
