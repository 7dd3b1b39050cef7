import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Manifest, Plugin } from "vite";

const moduleId = "virtual:islands-entry";
const resolvedId = `\0${moduleId}`;

/**
 * Builds a second entry beside the router's own, for pages without React, and gives the addresses of its files to the
 * server as `virtual:islands-entry`. The client never asks: there the islands are a dynamic import.
 */
export function islandsEntry(entry: string): Plugin {
	return {
		name: "islands-entry",
		config: () => ({ environments: { client: { build: { rollupOptions: { input: [entry] } } } } }),
		resolveId: (id) => (id === moduleId ? resolvedId : undefined),
		load(id) {
			if (id !== resolvedId) return;
			const { name, mode, getTopLevelConfig } = this.environment;
			if (mode !== "build") return exported([entry]);
			if (name === "client") return exported([]);
			// The router builds the client first; its manifest knows the hashed name.
			const { root, environments } = getTopLevelConfig.call(this.environment);
			const outDir = environments.client?.build.outDir ?? "build/client";
			const manifest: Manifest = JSON.parse(readFileSync(resolve(root, outDir, ".vite/manifest.json"), "utf8"));
			return exported(filesOf(manifest, entry));
		},
	};
}

const exported = (files: readonly string[]) => `export default ${JSON.stringify(files.map((file) => `/${file}`))};`;

/** The entry's file, then every file that it needs. */
function filesOf(manifest: Manifest, entry: string): string[] {
	const needed = new Set([entry]);
	// A set goes on to what is added while it is walked.
	for (const key of needed) for (const one of manifest[key]?.imports ?? []) needed.add(one);
	return [...needed].map((key) => {
		const chunk = manifest[key];
		if (!chunk) throw new Error(`${key} is not in the client's manifest`);
		return chunk.file;
	});
}
