import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { is, type SQL } from "drizzle-orm";
import { getTableConfig, SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as schema from "~/db/schema";
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

test("an index leaves out the rows that have no value in its first column", () => {
	// SQLite ignores an index if its statistics say that most rows share one value, and counts nulls as one value.
	const withNulls = Object.values(schema).flatMap((table) => {
		if (!is(table, SQLiteTable)) return [];
		const { name, columns, indexes } = getTableConfig(table);
		if (name.startsWith("sandbox_")) return [];
		const unique = columns.filter(({ isUnique, notNull, primary }) => isUnique && !notNull && !primary);
		const whole = indexes.filter(({ config: { columns, where } }) => where === undefined && mayBeNull(columns[0]));
		return [...unique.map((column) => `${name}.${column.name}`), ...whole.map(({ config }) => config.name)];
	});
	// Only inserts use these two, and they check every unique index.
	expect(withNulls.sort()).toEqual(["notifications.dedupe_key", "outbox.dedupe_key"]);
});

const mayBeNull = (column: SQLiteColumn | SQL | undefined) => is(column, SQLiteColumn) && !column.notNull;
