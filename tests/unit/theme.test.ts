import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The theme (app.css) defines colours by role, radii, one shadow and text sizes. Tailwind's other classes don't exist. */
const absent =
	/\b(?:bg|text|border|fill|stroke|outline)-(?:white|black|gray|red|green|blue)\b|\brounded(?:-[a-z]{1,2})?-(?:xs|md|lg|xl|\dxl)\b|\bshadow-(?:xs|sm|md|lg|xl)\b|\btext-xs\b/g;

test("components use only classes of the theme", () => {
	const found = globSync("app/**/*.tsx").flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(absent)].map(([name]) => `${file}: ${name}`),
	);
	expect(found).toEqual([]);
});
