import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { aroundEach } from "vitest";
import { nearDatabase } from "./local-d1";
import { loadFullSizeStatistics } from "./statement-plans";

const { TEST_MIGRATIONS } = env as unknown as { TEST_MIGRATIONS: D1Migration[] };

await nearDatabase(async () => {
	await applyD1Migrations(env.DB, TEST_MIGRATIONS);
	await Promise.all([emptyTables(), emptyTokens(), emptyFiles()]);
	// Statistics that an earlier file left would plan its queries for their few rows.
	await loadFullSizeStatistics();
});

// Vitest could not stop a timer of its own from within the object.
aroundEach((test) => nearDatabase(test), 0);

/** Test files share one Worker, so each one starts by clearing the database, the tokens and the files. */
async function emptyTables() {
	const { results } = await env.DB.prepare(
		`select name from sqlite_schema where type = 'table'
			and name not like 'sqlite~_%' escape '~' and name not like '~_cf~_%' escape '~' and name <> 'd1_migrations'`,
	).all<{ name: string }>();
	const clear = results.map(({ name }) => env.DB.prepare(`delete from "${name}"`));
	// Append-only tables refuse the deletion.
	const triggers = await env.DB.prepare("select name, sql from sqlite_schema where type = 'trigger'").all<{
		name: string;
		sql: string;
	}>();
	await env.DB.batch([
		env.DB.prepare("pragma defer_foreign_keys = true"),
		...triggers.results.map(({ name }) => env.DB.prepare(`drop trigger "${name}"`)),
		...clear,
		...triggers.results.map(({ sql }) => env.DB.prepare(sql)),
	]);
}

async function emptyTokens() {
	const { keys } = await env.TOKENS.list();
	await Promise.all(keys.map(({ name }) => env.TOKENS.delete(name)));
}

async function emptyFiles() {
	const { objects } = await env.FILES.list();
	await env.FILES.delete(objects.map(({ key }) => key));
}
