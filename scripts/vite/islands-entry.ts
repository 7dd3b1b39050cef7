import { resolve } from "node:path";
import { rolldown } from "rolldown";
import type { Plugin } from "vite";
import { importersOf } from "./imports.ts";

const moduleId = "virtual:islands-entry";
const resolvedId = `\0${moduleId}`;

/**
 * Builds the script of the pages without React. `virtual:islands-entry` exports its address to the server. In the client
 * it is empty, because the islands are a dynamic import there.
 *
 * A build of its own, because files that such pages share with the portal also contain what only the portal uses: ten
 * kilobytes in three files instead of seven in one.
 */
export function islandsEntry(entry: string): Plugin {
	return {
		name: "islands-entry",
		resolveId: (id) => (id === moduleId ? resolvedId : undefined),
		async load(id) {
			if (id !== resolvedId) return;
			const { name, mode, getTopLevelConfig } = this.environment;
			if (mode !== "build") return moduleOf(`/${entry}`);
			if (name === "client") return moduleOf("");
			// The router builds the client first, which empties its folder.
			const { root, environments } = getTopLevelConfig.call(this.environment);
			const { outDir = "build/client", assetsDir = "assets", target } = environments.client?.build ?? {};
			const file = await build(resolve(root, entry), {
				tsconfig: resolve(root, "tsconfig.json"),
				folder: resolve(root, outDir, assetsDir),
				target: target || undefined,
			});
			return moduleOf(`/${assetsDir}/${file}`);
		},
	};
}

const moduleOf = (address: string) => `export default ${JSON.stringify(address)};`;

interface Options {
	readonly tsconfig: string;
	/** Receives the files. */
	readonly folder: string;
	/** The oldest browsers that must understand the syntax. */
	readonly target: string | string[] | undefined;
}

/** Returns the name of the entry's file. */
async function build(entry: string, { tsconfig, folder, target }: Options): Promise<string> {
	const islands = await rolldown({ input: entry, platform: "browser", tsconfig, transform: { target } });
	const { output } = await islands.write({
		dir: folder,
		entryFileNames: "[name]-[hash].js",
		// Without their names, because the entry has the addresses of all of them.
		chunkFileNames: "[hash:6].js",
		minify: { compress: { target }, mangle: { toplevel: true }, codegen: { removeWhitespace: true } },
		codeSplitting: {
			groups: [
				{
					// One file for all that the entry imports. Otherwise what it has in common with an island would be another one.
					name: (id, context) =>
						id === entry || constants.test(id) || importersOf(id, context).has(entry) ? "site" : null,
					debugName: "site",
				},
			],
		},
	});
	await islands.close();
	return output[0].fileName;
}

/** Too small for files of their own. */
const constants = /\/app\/lib\/(durations|live-form)\.ts$/;
