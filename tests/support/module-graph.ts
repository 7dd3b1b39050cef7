import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";

export const root = path.resolve(import.meta.dirname, "../..");

export interface Import {
	/** Path from the project's root without extension (`app/lib/money`), or a package (`drizzle-orm/d1`). */
	readonly target: string;
	/** As in the source: `~/lib/money`, `../money`. */
	readonly specifier: string;
	/** The imported names, as the other module exports them. Empty for `import()`. */
	readonly names: readonly string[];
	readonly typeOnly: boolean;
	readonly reExport: boolean;
}

export interface Module {
	/** Path from the project's root. */
	readonly file: string;
	readonly source: string;
	readonly imports: readonly Import[];
	/** Whether it has code other than imports and re-exports. */
	readonly ownCode: boolean;
}

type Node = { type: string; [key: string]: unknown };

/** Every module of app/ and workers/, with its imports. */
export const readModules = (): Module[] => readFolders("{app,workers}");

/** Every module of the tests. */
export const readTestModules = (): Module[] => readFolders("tests");

function readFolders(folders: string): Module[] {
	return globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root })
		.sort()
		.map((file) => readModule(file, readFileSync(path.join(root, file), "utf8")));
}

export function readModule(file: string, source: string): Module {
	const lang = file.endsWith("x") ? "tsx" : "ts";
	const body = (parseAst(source, { lang }) as unknown as { body: Node[] }).body;
	const imports: Import[] = [];
	for (const node of body) {
		const from = node.source as { value: string } | null | undefined;
		if (!from) continue;
		const specifiers = (node.specifiers ?? []) as Node[];
		const typeOnly =
			node.importKind === "type" ||
			node.exportKind === "type" ||
			(specifiers.length > 0 && specifiers.every((one) => (one.importKind ?? one.exportKind) === "type"));
		const names = specifiers.flatMap(({ imported }) => (imported as { name?: string } | undefined)?.name ?? []);
		imports.push({ ...named(file, from.value), names, typeOnly, reExport: node.type.startsWith("Export") });
	}
	for (const [, specifier] of source.matchAll(/\bimport\(\s*"([^"]+)"/g)) {
		imports.push({ ...named(file, specifier ?? ""), names: [], typeOnly: false, reExport: false });
	}
	const ownCode = body.some((node) => !node.source && node.type !== "ImportDeclaration");
	return { file, source, imports, ownCode };
}

const named = (file: string, specifier: string) => ({ target: resolve(file, specifier), specifier });

function resolve(file: string, specifier: string): string {
	const target = specifier.startsWith("~/")
		? `app/${specifier.slice(2)}`
		: specifier.startsWith(".")
			? path.posix.join(path.posix.dirname(file), specifier)
			: specifier;
	return target.replace(/\.(ts|tsx|js)$/, "");
}

export const nameOf = (module: Module): string => module.file.replace(/\.tsx?$/, "");
