import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { allowed } from "./browser-support/allowed.mjs";
import { findInStylesheet } from "./browser-support/css.mjs";
import { findInScript } from "./browser-support/script.mjs";

/** Inline scripts of prerendered pages, without data such as JSON-LD. */
const inlineScript = /<script(?![^>]*\b(?:src|type="(?:application|speculationrules)))[^>]*>(.+?)<\/script>/gs;

/**
 * Prints the features that the built pages use and that a browser of package.json's `browserslist` lacks, except those in
 * allowed.mjs, and the entries of allowed.mjs that are no longer used.
 * @returns whether there are none
 */
function check(folder) {
	const refused = new Map();
	const used = new Set();
	const report = (file, features) => {
		for (const { key, browsers, where } of features) {
			const allowance = allowed.find((name) => key === name || key.startsWith(`${name}.`));
			if (allowance) used.add(allowance);
			else refused.set(`${key} ${file}`, `${file}: ${key} needs ${browsers.join(", ")}: ${where}`);
		}
	};
	const read = (pattern) =>
		globSync(pattern, { cwd: folder }).map((file) => [file, readFileSync(path.join(folder, file), "utf8")]);
	for (const [file, css] of read("**/*.css")) report(file, findInStylesheet(css));
	for (const [file, script] of read("**/*.js")) report(file, findInScript(script));
	for (const [file, html] of read("**/*.html"))
		for (const [, script] of html.matchAll(inlineScript)) report(file, findInScript(script));
	const problems = [
		...refused.values(),
		...allowed.filter((name) => !used.has(name)).map((name) => `allowed.mjs: ${name} is no longer used. Remove it.`),
	];
	for (const problem of problems) console.error(problem);
	return problems.length === 0;
}

process.exitCode = check(path.join(import.meta.dirname, "..", "build", "client")) ? 0 : 1;
