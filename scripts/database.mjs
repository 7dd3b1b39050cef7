import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { runnerImport } from "vite";
import { root } from "./bootstrap.mjs";
import { step, stop } from "./say.mjs";

const seedFile = "app/db/seed/seed.ts";

/** Wrangler's own table of applied migrations, so that its commands work on this database too. */
const migrationsTable = `CREATE TABLE IF NOT EXISTS d1_migrations (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT UNIQUE,
	applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Applies missing migrations to the local database. One batch applies and records each. */
export async function migrate(database) {
	await database.prepare(migrationsTable).run();
	const { results } = await database.prepare("SELECT name FROM d1_migrations").all();
	const applied = new Set(results.map((row) => row.name));
	for (const file of globSync("migrations/*.sql", { cwd: root }).sort()) {
		const name = path.basename(file);
		if (applied.has(name)) continue;
		const sql = readFileSync(path.join(root, file), "utf8");
		const statements = sql.split("--> statement-breakpoint").map((text) => text.trim());
		try {
			await database.batch([
				...statements.filter(Boolean).map((text) => database.prepare(text)),
				database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
			]);
		} catch (error) {
			stop(`Migration ${name} does not fit the local data (${error.message}). \`npm run reset\` deletes the data.`);
		}
	}
}

/** Imports a TypeScript module of the app. */
export async function load(file) {
	const { module } = await runnerImport(path.join(root, file), {
		configFile: false,
		logLevel: "error",
		resolve: { tsconfigPaths: true },
	});
	return module;
}

/** Inserts the demo customer and the other samples, unless the database already has customers. */
export async function seed(database, secrets) {
	if (!existsSync(path.join(root, seedFile))) return;
	const users = await database.prepare("SELECT count(*) AS total FROM users").first();
	if (users.total > 0) return;
	step("Seeding the local database");
	const { seedDatabase } = await load(seedFile);
	await seedDatabase(database, secrets);
}

/** Email, password and current code of the sample owner of the desk. */
export async function demoStaffSignIn() {
	if (!existsSync(path.join(root, seedFile))) return { email: "", password: "", code: "" };
	return (await load(seedFile)).demoStaffSignIn();
}

/** Email and password of the demo customer. */
export async function demoSignIn() {
	if (!existsSync(path.join(root, seedFile))) return { email: "", password: "" };
	return (await load(seedFile)).demoSignIn;
}
