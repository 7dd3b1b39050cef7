import { z } from "zod";

/** A list of names, separated by commas. */
export const listOf = <Name extends string>(names: readonly Name[]) =>
	z.string().transform((text, { addIssue }) => {
		const parts = text.split(",").map((part) => part.trim());
		const listed = parts.flatMap((part) => names.filter((name) => name === part));
		if (parts.length !== new Set(listed).size)
			addIssue({ code: "custom", message: `must list one or more of ${names.join(", ")}, each once` });
		return listed;
	});

/** A credential that only some services need. */
export const secret = z.string().trim().optional();

/** A setting that wrangler.toml has as a list of tables, and other environments as JSON. */
export const fromJson = (value: unknown): unknown => {
	if (typeof value !== "string") return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
};

/** A secret for each of several servers, such as `web1=TOKEN web2=TOKEN`. @param pattern of a secret */
export const pairs = (example: string, pattern: RegExp) =>
	z
		.string()
		.regex(new RegExp(String.raw`^(\s*[a-z0-9-]+=${pattern.source}(?=\s|$))*\s*$`), `must be pairs such as ${example}`)
		.default("")
		.transform((text) => {
			const found = text.split(/\s+/).filter(Boolean);
			return new Map(found.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
		});
