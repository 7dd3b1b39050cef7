import { expect, test } from "vitest";
import { readModules } from "../support/module-graph";
import { rawInserts } from "../support/raw-inserts";

/** The only module that writes `insert … select`. It orders the values like the columns. */
const builder = "app/db/insert-select.ts";

test("only insertSelect builds an insert from a select", () => {
	const found = readModules().flatMap(({ file, source }) => rawInserts(file, source).map((one) => `${file}: ${one}`));
	expect(found).toEqual([`${builder}: .insert(table).select`]);
});

test.each([
	["orm.insert(posts).select(rows)", [".insert(posts).select"]],
	["db.orm\n.insert(posts)\n.onConflictDoNothing().select(rows)", [".insert(posts).select"]],
	[`sql\`insert into \${posts} select 1\``, [`insert into \${posts} select`]],
	["sql`INSERT OR IGNORE INTO posts\nwith a as (select 1) select 1`", ["INSERT OR IGNORE INTO posts\nwith"]],
	["sql`insert into posts (id) select 1`", []],
	["orm.insert(posts).values(row)", []],
	["orm.select().from(posts)", []],
	["orm.insert(posts).values({ id: orm.select(one) })", []],
])("the check finds an insert without named columns: %s", (source, found) => {
	expect(rawInserts("a.ts", `const a = ${source};`)).toEqual(found);
});
