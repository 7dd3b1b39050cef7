import { readFileSync } from "node:fs";

/** Colours of the light scheme in app.css, by name. Throws if there is no such colour. */
export function readPalette(): (role: string) => string {
	const [root = ""] =
		/:root\s*\{[^}]*\}/.exec(readFileSync(new URL("../../app/app.css", import.meta.url), "utf8")) ?? [];
	const colours = new Map(Array.from(root.matchAll(/--([\w-]+):\s*(#\w+)/g), ([, role, value]) => [role, value]));
	return (role) => {
		const colour = colours.get(role);
		if (!colour) throw new Error(`app.css has no colour --${role}`);
		return colour;
	};
}
