import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "./module-graph";

export interface Migration {
	/** Its name in the journal: `0019_sign_ups`. */
	readonly tag: string;
	readonly sql: string;
}

/** All committed migrations, oldest first. */
export const migrations: readonly Migration[] = globSync("migrations/*.sql", { cwd: root })
	.sort()
	.map((file) => ({ tag: path.basename(file, ".sql"), sql: readFileSync(path.join(root, file), "utf8") }));

/** The last migration of the release in production, and new rules that it may break. Written by `npm run deploy`. */
export const released: { readonly migration: string; readonly accepted: Readonly<Record<string, string>> } = JSON.parse(
	readFileSync(path.join(root, "migrations", "released.json"), "utf8"),
);

/** The number of migrations up to the released one. */
export const releasedCount = migrations.findIndex(({ tag }) => tag === released.migration) + 1;

/** An in-memory database with these migrations applied. */
export function openMigrated(applied: readonly Migration[]): DatabaseSync {
	const database = new DatabaseSync(":memory:");
	database.exec("pragma foreign_keys = on");
	migrate(database, applied);
	return database;
}

/** As D1 does it: each file in one transaction, references checked at its end. */
export function migrate(database: DatabaseSync, files: readonly { readonly sql: string }[]): void {
	for (const { sql } of files) {
		database.exec("begin; pragma defer_foreign_keys = on");
		for (const statement of sql.split("--> statement-breakpoint")) database.exec(statement);
		database.exec("commit");
	}
}
