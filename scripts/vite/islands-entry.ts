import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Manifest, Plugin } from "vite";

const moduleId = "virtual:islands-entry";
const resolvedId = `\0${moduleId}`;

/**
 * Builds a second entry for pages without React. `virtual:islands-entry` exports the addresses of its files to the server.
 * In the client it is empty, because the islands are a dynamic import there.
 */
export function islandsEntry(entry: string): Plugin {
	return {
		name: "islands-entry",
		config: () => ({ environments: { client: { build: { rollupOptions: { input: [entry] } } } } }),
		resolveId: (id) => (id === moduleId ? resolvedId : undefined),
		load(id) {
			if (id !== resolvedId) return;
			const { name, mode, getTopLevelConfig } = this.environment;
			if (mode !== "build") return moduleOf([entry]);
			if (name === "client") return moduleOf([]);
			// The router builds the client first, and the client's manifest has the hashed names.
			const { root, environments } = getTopLevelConfig.call(this.environment);
			const outDir = environments.client?.build.outDir ?? "build/client";
			const manifest: Manifest = JSON.parse(readFileSync(resolve(root, outDir, ".vite/manifest.json"), "utf8"));
			return moduleOf(filesOf(manifest, entry));
		},
	};
}

const moduleOf = (files: readonly string[]) => `export default ${JSON.stringify(files.map((file) => `/${file}`))};`;

/** The entry's file, then all files that it imports. */
function filesOf(manifest: Manifest, entry: string): string[] {
	const needed = new Set([entry]);
	// The loop also visits keys that are added during the iteration.
	for (const key of needed) for (const imported of manifest[key]?.imports ?? []) needed.add(imported);
	return [...needed].map((key) => {
		const chunk = manifest[key];
		if (!chunk) throw new Error(`${key} is not in the client's manifest`);
		return chunk.file;
	});
}
