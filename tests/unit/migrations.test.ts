import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/module-graph";

const committed = path.join(root, "migrations");
const sqlFiles = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".sql"));

test("the migrations give the same tables as the schema", { timeout: 60_000 }, () => {
	mkdirSync(path.join(root, ".cache"), { recursive: true });
	const folder = mkdtempSync(path.join(root, ".cache", "migrations-"));
	try {
		cpSync(committed, folder, { recursive: true });
		const out = `--out=${path.relative(root, folder)}`;
		const kit = path.join(root, "node_modules", ".bin", "drizzle-kit");
		execFileSync(kit, ["generate", "--dialect=sqlite", "--schema=./app/db/schema/*.ts", out], { cwd: root });
		const added = sqlFiles(folder).filter((name) => !sqlFiles(committed).includes(name));
		const missing = added.map((name) => readFileSync(path.join(folder, name), "utf8"));
		expect(missing, "run `npx drizzle-kit generate` and commit what it writes").toEqual([]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test("the journal lists exactly the migrations", () => {
	const journal = JSON.parse(readFileSync(path.join(committed, "meta", "_journal.json"), "utf8"));
	const entries = journal.entries.map((entry: { tag: string }) => `${entry.tag}.sql`);
	expect(sqlFiles(committed).sort()).toEqual(entries.sort());
});
