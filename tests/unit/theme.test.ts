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

test("the style sheets use three font weights", () => {
	const sheets = ["public/plain.css", ...globSync("app/**/*.css")].map((file) =>
		readFileSync(file, "utf8").replace(/@font-face \{[^}]*\}/g, ""),
	);
	const weights = sheets.flatMap((css) =>
		[...css.matchAll(/font-weight(?:-\w+)?:\s*(\d+)/g)].map(([, weight]) => Number(weight)),
	);
	expect([...new Set(weights)].sort()).toEqual([400, 600, 700]);
	const drawn = globSync("app/**/*.tsx").flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(/fontWeight[=:]\s*"?\{?(\d+)|\bfont-\[(\d+)\]/g)].map(([, a, b]) =>
			Number(a ?? b),
		),
	);
	expect(drawn.filter((weight) => ![400, 600, 700].includes(weight))).toEqual([]);
});

test("a domain extension below 19 px is in the system font, where its dots stay apart", () => {
	const small = globSync("app/{routes,components,features}/**/*.tsx").flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(/className="([^"]*font-display[^"]*)">\s*\.\{tld\}/g)]
			.filter(([, classes]) => !/text-(?:lg|xl|\dxl)/.test(classes ?? ""))
			.map(() => file),
	);
	expect(small).toEqual([]);
});
