import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Manifest, Plugin } from "vite";

const moduleId = "virtual:islands-entry";
const resolvedId = `\0${moduleId}`;

/**
 * Builds a second entry beside the router's own, for pages without React, and gives its address to the server as
 * `virtual:islands-entry`. The client never asks: there the islands are a dynamic import.
 */
export function islandsEntry(entry: string): Plugin {
	return {
		name: "islands-entry",
		config: () => ({ environments: { client: { build: { rollupOptions: { input: [entry] } } } } }),
		resolveId: (id) => (id === moduleId ? resolvedId : undefined),
		load(id) {
			if (id !== resolvedId) return;
			const { name, mode, getTopLevelConfig } = this.environment;
			if (mode !== "build") return `export default ${JSON.stringify(`/${entry}`)};`;
			if (name === "client") return `export default "";`;
			// The router builds the client first; its manifest knows the hashed name.
			const { root, environments } = getTopLevelConfig.call(this.environment);
			const outDir = environments.client?.build.outDir ?? "build/client";
			const manifest: Manifest = JSON.parse(readFileSync(resolve(root, outDir, ".vite/manifest.json"), "utf8"));
			const built = manifest[entry];
			if (!built) throw new Error(`${entry} is not in the client's manifest`);
			return `export default ${JSON.stringify(`/${built.file}`)};`;
		},
	};
}
