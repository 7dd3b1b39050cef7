import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bin, root } from "../../scripts/bootstrap.mjs";
import { openDatabase } from "../../scripts/shop.mjs";
import { expect, test } from "../support/shop";
import { freshState } from "../support/shop-state";

/** A folder in which wrangler finds the shop's configuration and, in `.wrangler/state`, its data. */
function aFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), "kikoa-backup-"));
	cpSync(path.join(root, "wrangler.toml"), path.join(folder, "wrangler.toml"));
	return folder;
}

const stateOf = (folder: string) => path.join(folder, ".wrangler", "state");

const d1 = (folder: string, command: string, ...options: string[]) =>
	execFileSync(bin("wrangler"), ["d1", command, "kikoa", "--local", ...options], { cwd: folder, stdio: "pipe" });

/** Every row of every table. */
async function contents(folder: string): Promise<Record<string, unknown[]>> {
	const { database, close } = await openDatabase(stateOf(folder));
	const tables =
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'";
	const { results } = await database.prepare(tables).all<{ name: string }>();
	const rows: Record<string, unknown[]> = {};
	for (const { name } of results) rows[name] = (await database.prepare(`SELECT * FROM "${name}"`).all()).results;
	await close();
	return rows;
}

test("a backup that is loaded into an empty database has every row (docs/runbook.md)", async () => {
	test.setTimeout(120_000);
	const [shop, copy] = [aFolder(), aFolder()];
	try {
		mkdirSync(stateOf(shop), { recursive: true });
		cpSync(freshState, stateOf(shop), { recursive: true });
		for (const [file, without] of [
			["tables.sql", "--no-data"],
			["rows.sql", "--no-schema"],
		] as const) {
			d1(shop, "export", without, "--output", path.join(copy, file));
			d1(copy, "execute", "--file", file);
		}
		const expected = await contents(shop);
		expect(expected.users).not.toHaveLength(0);
		expect(await contents(copy)).toEqual(expected);
	} finally {
		for (const folder of [shop, copy]) rmSync(folder, { recursive: true, force: true });
	}
});
