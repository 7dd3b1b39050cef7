import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const moduleId = "virtual:icon-sprite";
const resolvedId = `\0${moduleId}`;

/**
 * Combines the named Lucide icons into one SVG file with a content hash in its name. `virtual:icon-sprite` exports its
 * address. So all icons of the shop need only one request, which can be cached.
 */
export function iconSprite(names: readonly string[]): Plugin {
	const source = spriteOf(names);
	const fileName = `assets/icons-${createHash("sha256").update(source).digest("hex").slice(0, 8)}.svg`;
	return {
		name: "icon-sprite",
		resolveId: (id) => (id === moduleId ? resolvedId : undefined),
		load: (id) => (id === resolvedId ? `export default ${JSON.stringify(`/${fileName}`)};` : undefined),
		buildStart() {
			if (this.environment.name === "client" && this.environment.mode === "build") {
				this.emitFile({ type: "asset", fileName, source });
			}
		},
		configureServer(server) {
			server.middlewares.use(`/${fileName}`, (_request, response) => {
				response.setHeader("Content-Type", "image/svg+xml").end(source);
			});
		},
	};
}

function spriteOf(names: readonly string[]): string {
	const symbols = names.map((name) => {
		const icon = readFileSync(new URL(`../../node_modules/lucide-static/icons/${name}.svg`, import.meta.url), "utf8");
		const outline = icon.slice(icon.indexOf(">", icon.indexOf("<svg")) + 1, icon.lastIndexOf("</svg>"));
		return `<symbol id="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${outline.replace(/\s*\n\s*/g, "")}</symbol>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}
