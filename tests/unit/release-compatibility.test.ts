import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { recordRelease } from "../../scripts/record-release.mjs";
import { migrations, released, releasedCount } from "../support/migrations";
import { compatibilityProblems, schemaAt } from "../support/release-compatibility";

const latest = migrations.at(-1)?.tag ?? "";

test("the previous release's code works on the migrated database", () => {
	expect(releasedCount, `migrations/released.json names ${released.migration}`).toBeGreaterThan(0);
	const problems = compatibilityProblems({
		schema: schemaAt(released.migration),
		before: migrations.slice(0, releasedCount),
		added: migrations.slice(releasedCount),
		accepted: released.accepted,
	});
	expect(problems).toEqual([]);
});

test("this release's code works beside columns that the next release drops", () => {
	expect(compatibilityProblems({ schema: schemaAt(latest), before: migrations, added: [] })).toEqual([]);
});

/** What the test says if today's release is in production and the next one has this migration. */
const problemsOf = (sql: string) =>
	compatibilityProblems({ schema: schemaAt(latest), before: migrations, added: [{ tag: "next", sql }] });

test.each([
	["a new nullable column", "alter table users add nickname text"],
	["a new column with a default", "alter table users add points integer default 0 not null"],
	["a new table", "create table visits (id text primary key, user_id text references users(id) on delete cascade)"],
	["a new index", "create index users_country on users (country)"],
	[
		"a unique rule on a new column that stays null",
		"alter table users add handle text; create unique index users_handle on users (handle)",
	],
])("%s fits the previous release", (_, sql) => {
	expect(problemsOf(sql)).toEqual([]);
});

test.each([
	[
		"a dropped column",
		"alter table users drop column language",
		"Column users.language is gone, but the previous release still uses it: drop it in the release after next.",
	],
	[
		"a renamed column",
		"alter table users rename column first_name to given_name",
		"Column users.first_name is gone, but the previous release still uses it: drop it in the release after next.",
	],
	[
		"a dropped table",
		"drop table inbox_messages",
		"Table inbox_messages is gone, but the previous release still uses it: drop it in the release after next.",
	],
	[
		"a dropped unique key",
		"drop index outbox_dedupe_key_unique",
		"Unique key outbox (dedupe_key) is gone, but the previous release still uses it: drop it in the release after next.",
	],
	[
		"a new column that needs a value",
		"alter table users add nickname text not null",
		"The migration fails on rows of the previous release: Cannot add a NOT NULL column with default value NULL. Give a new column a default, or let it be null.",
	],
	[
		"a rebuilt table whose new column needs a value",
		`create table new_counters (key text primary key not null, window_start integer not null, count integer not null, last_at integer default 0 not null, reason text not null);
		insert into new_counters select key, window_start, count, last_at, '' from rate_counters;
		drop table rate_counters;
		alter table new_counters rename to rate_counters`,
		"Table rate_counters refuses a row of the previous release: NOT NULL constraint failed: rate_counters.reason.",
	],
	[
		"a rebuilt table with another column type",
		`create table new_counters (key text primary key not null, window_start text not null, count integer not null, last_at integer default 0 not null);
		insert into new_counters select key, window_start, count, last_at from rate_counters;
		drop table rate_counters;
		alter table new_counters rename to rate_counters`,
		"Column rate_counters.window_start was integer and is now text: add a new column instead.",
	],
	[
		"a rebuilt table with a check",
		`create table new_counters (key text primary key not null, window_start integer not null, count integer not null check (count > 0), last_at integer default 0 not null);
		insert into new_counters select key, window_start, count, last_at from rate_counters;
		drop table rate_counters;
		alter table new_counters rename to rate_counters`,
		"New rule that the previous release may break: check or trigger on rate_counters.",
	],
	[
		"a new unique rule",
		"create unique index users_reset on users (password_reset_at)",
		"New rule that the previous release may break: unique users (password_reset_at).",
	],
	[
		"a unique rule on a new column that every row shares",
		"alter table users add region text default 'ke'; create unique index users_region on users (region, country)",
		"New rule that the previous release may break: unique users (region, country).",
	],
	[
		"a reference that stops deletes",
		"create table visits (id text primary key, session_id text references sessions(id))",
		"New rule that the previous release may break: references to sessions stop deletes.",
	],
])("%s does not fit the previous release", (_, sql, problem) => {
	expect(problemsOf(sql)).toEqual([problem]);
});

/** Today's tables as a release knows them that has removed this column of `users` from its schema. */
const schemaWithout = (column: string) =>
	schemaAt(latest).map((table) =>
		table.name === "users"
			? { ...table, columns: Object.fromEntries(Object.entries(table.columns).filter(([name]) => name !== column)) }
			: table,
	);

test("a column is dropped in the release after the one that removed it from the schema", () => {
	const schema = schemaWithout("language");
	expect(compatibilityProblems({ schema, before: migrations, added: [] })).toEqual([]);
	const added = [{ tag: "next", sql: "alter table users drop column language" }];
	expect(compatibilityProblems({ schema, before: migrations, added })).toEqual([]);
});

test("a column that must have a value can't leave the schema before it has a default", () => {
	expect(compatibilityProblems({ schema: schemaWithout("country"), before: migrations, added: [] })).toContain(
		"Table users refuses a row of the previous release: NOT NULL constraint failed: users.country.",
	);
});

test("an accepted rule that is not new is reported", () => {
	const accepted = { "unique users (email)": "" };
	expect(compatibilityProblems({ schema: schemaAt(latest), before: migrations, added: [], accepted })).toEqual([
		"released.json accepts a rule that is not new: unique users (email).",
	]);
});

test("a deployment records its last migration", () => {
	const folder = mkdtempSync(path.join(tmpdir(), "kikoa-release-"));
	try {
		mkdirSync(path.join(folder, "meta"));
		const entries = [{ tag: "0000_initial" }, { tag: "0001_confirmation" }];
		writeFileSync(path.join(folder, "meta", "_journal.json"), JSON.stringify({ entries }));
		recordRelease(folder);
		expect(JSON.parse(readFileSync(path.join(folder, "released.json"), "utf8"))).toEqual({
			migration: "0001_confirmation",
			accepted: {},
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
