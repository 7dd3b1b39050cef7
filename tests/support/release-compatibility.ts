import { readFileSync } from "node:fs";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type Migration, migrate, openMigrated } from "./migrations";
import { root } from "./module-graph";

interface Column {
	readonly name: string;
	readonly type: string;
	readonly notNull: boolean;
	readonly default?: unknown;
	readonly primaryKey: boolean;
}

interface Table {
	readonly name: string;
	readonly columns: Readonly<Record<string, Column>>;
	readonly indexes: Readonly<Record<string, { columns: string[]; isUnique: boolean; where?: string }>>;
	readonly compositePrimaryKeys: Readonly<Record<string, { columns: string[] }>>;
}

/** The tables that a release's code knows, from Drizzle's snapshot of its last migration. */
export type Schema = readonly Table[];

export function schemaAt(tag: string): Schema {
	const file = path.join(root, "migrations", "meta", `${tag.slice(0, 4)}_snapshot.json`);
	return Object.values(JSON.parse(readFileSync(file, "utf8")).tables);
}

interface Upgrade {
	/** The tables and columns that the previous release's code reads and writes. */
	readonly schema: Schema;
	/** The migrations of the previous release. */
	readonly before: readonly Migration[];
	/** The migrations since then. */
	readonly added: readonly Migration[];
	/** New rules that the previous release may break, and unique keys that are gone, each with the reason why that is right. */
	readonly accepted?: Readonly<Record<string, string>>;
}

/**
 * Why the code of the previous release does not work on the migrated database, one sentence each. Both releases use it
 * at once: migrations run before the deployment, and a rollback keeps the database.
 */
export function compatibilityProblems({ schema, before, added, accepted = {} }: Upgrade): string[] {
	const database = openMigrated(before);
	const old = rulesOf(database);
	const filled = insertRows(database, schema, 1);
	if (filled.length > 0) return filled;
	try {
		migrate(database, added);
	} catch (error) {
		return [
			`The migration fails on rows of the previous release: ${messageOf(error)}. Give a new column a default, or let it be null.`,
		];
	}
	const missing = missingParts(database, schema);
	if (missing.length > 0) return missing;
	const written = insertRows(database, schema, 10);
	const gone = schema.flatMap((table) => missingUniqueKeys(database, table));
	const rules = newRules(database, schema, old);
	const unused = Object.keys(accepted).filter((rule) => !rules.includes(rule) && !gone.includes(rule));
	return [
		...written,
		...gone.filter((key) => !(key in accepted)).map((key) => `${capitalized(key)}, ${twoSteps}.`),
		...rules
			.filter((rule) => !(rule in accepted))
			.map((rule) => `New rule that the previous release may break: ${rule}.`),
		...unused.map((rule) => `released.json accepts a rule that is not new: ${rule}.`),
	];
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const twoSteps = "but the previous release still uses it: drop it in the release after next";

function missingParts(database: DatabaseSync, schema: Schema): string[] {
	return schema.flatMap(({ name, columns }) => {
		const now = new Map(columnsOf(database, name).map((column) => [column.name, column]));
		if (now.size === 0) return [`Table ${name} is gone, ${twoSteps}.`];
		return Object.values(columns).flatMap((column) => {
			const found = now.get(column.name);
			if (!found) return [`Column ${name}.${column.name} is gone, ${twoSteps}.`];
			if (found.type.toLowerCase() === column.type.toLowerCase()) return [];
			return [
				`Column ${name}.${column.name} was ${column.type} and is now ${found.type.toLowerCase()}: add a new column instead.`,
			];
		});
	});
}

/**
 * Inserts and updates three rows in each table, as the release writes them: with every column, with null wherever it
 * is allowed, and without the columns that have a default. Text is a number, so that it is also valid JSON, and row n
 * refers to row n of other tables.
 */
function insertRows(database: DatabaseSync, schema: Schema, first: number): string[] {
	const all = (columns: readonly Column[]) => columns;
	const kinds = [
		{ pick: all, nulls: false },
		{ pick: all, nulls: true },
		{
			pick: (columns: readonly Column[]) =>
				columns.filter(({ notNull, default: value }) => notNull && value === undefined),
			nulls: true,
		},
	];
	database.exec("begin; pragma defer_foreign_keys = on");
	const problems = kinds.flatMap(({ pick, nulls }, index) =>
		schema.flatMap((table) => {
			const columns = pick(Object.values(table.columns));
			const names = columns.map(({ name }) => quote(name));
			const values = columns.map(({ type, notNull, primaryKey }) => {
				if (nulls && !notNull && !primaryKey) return null;
				return /text/i.test(type) ? String(first + index) : first + index;
			});
			const unchanged = Object.values(table.columns).map(({ name }) => `${quote(name)} = ${quote(name)}`);
			try {
				database
					.prepare(`insert into ${quote(table.name)} (${names.join()}) values (${names.map(() => "?").join()})`)
					.run(...values);
				if (!isAppendOnly(database, table.name))
					database.prepare(`update ${quote(table.name)} set ${unchanged.join()}`).run();
				return [];
			} catch (error) {
				return [`Table ${table.name} refuses a row of the previous release: ${messageOf(error)}.`];
			}
		}),
	);
	const different = [...new Set(problems)];
	try {
		database.exec("commit");
		return different;
	} catch (error) {
		database.exec("rollback");
		return [...different, `Rows of the previous release are refused: ${messageOf(error)}.`];
	}
}

const isAppendOnly = (database: DatabaseSync, table: string): boolean =>
	database.prepare("select 1 from sqlite_schema where type = 'trigger' and name = ?").get(`${table}_no_update`) !==
	undefined;

/** Unique keys that an upsert of the previous release may name, and that no longer exist. */
function missingUniqueKeys(database: DatabaseSync, table: Table): string[] {
	const columns = Object.values(table.columns);
	const primary = columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name);
	const keys: { columns: string[]; where?: string }[] = [
		...(primary.length > 0 ? [{ columns: primary }] : []),
		...Object.values(table.compositePrimaryKeys),
		...Object.values(table.indexes).filter(({ isUnique }) => isUnique),
	];
	return keys.flatMap(({ columns: names, where }) => {
		const target = `(${names.map(quote).join()})${where ? ` where ${where}` : ""}`;
		const list = columns.map(({ name }) => quote(name)).join();
		const values = columns.map(() => "null").join();
		try {
			database.prepare(
				`insert into ${quote(table.name)} (${list}) values (${values}) on conflict ${target} do nothing`,
			);
			return [];
		} catch {
			return [`unique key ${table.name} (${names.join(", ")}) is gone`];
		}
	});
}

interface Rules {
	readonly unique: readonly { table: string; columns: string[]; where: string }[];
	readonly references: readonly { table: string; columns: string[]; to: string; onDelete: string }[];
	/** How many CHECK constraints and triggers each table has. */
	readonly checks: ReadonlyMap<string, number>;
}

/** Rules on the release's tables that were not there before. */
function newRules(database: DatabaseSync, schema: Schema, old: Rules): string[] {
	const now = rulesOf(database);
	const tables = new Set(schema.map(({ name }) => name));
	const uniqueText = ({ table, columns, where }: Rules["unique"][number]) =>
		`unique ${table} (${columns.join(", ")})${where && ` where ${where}`}`;
	const referenceText = ({ table, columns, to }: Rules["references"][number]) =>
		`reference ${table}.${columns.join()} to ${to}`;
	// Nulls are never equal, so a key that leaves them out has the same rule.
	const oldUnique = new Set(
		old.unique.flatMap((rule) => [
			uniqueText(rule),
			...rule.columns.map((column) => uniqueText({ ...rule, where: rule.where || `${column} is not null` })),
		]),
	);
	const oldReferences = new Set(old.references.map(referenceText));
	/** A column that the release does not write is null in its rows, and nulls are never equal. */
	const staysNull = (table: string, column: string) => {
		const known = schema.find(({ name }) => name === table)?.columns[column];
		const { dflt_value } = columnsOf(database, table).find(({ name }) => name === column) ?? {};
		return !known && dflt_value === null;
	};
	return [
		...now.unique
			.filter((rule) => tables.has(rule.table) && !oldUnique.has(uniqueText(rule)))
			.filter(({ table, columns }) => !columns.some((column) => staysNull(table, column)))
			.map(uniqueText),
		// The release deletes rows without knowing what else refers to them.
		...new Set(
			now.references
				.filter((rule) => tables.has(rule.to) && !oldReferences.has(referenceText(rule)))
				.filter(({ onDelete }) => !["CASCADE", "SET NULL"].includes(onDelete))
				.map(({ to }) => `references to ${to} stop deletes`),
		),
		...[...tables]
			.filter((table) => (now.checks.get(table) ?? 0) > (old.checks.get(table) ?? 0))
			.map((table) => `check or trigger on ${table}`),
	];
}

function rulesOf(database: DatabaseSync): Rules {
	const objects = database.prepare("select type, name, tbl_name, sql from sqlite_master").all() as {
		type: string;
		name: string;
		tbl_name: string;
		sql: string | null;
	}[];
	const tables = objects.filter(({ type }) => type === "table").map(({ name }) => name);
	const whereOf = (index: string) => {
		const [, where = ""] = objects.find(({ name }) => name === index)?.sql?.split(/\bwhere\b/i) ?? [];
		return where.trim();
	};
	return {
		unique: tables.flatMap((table) =>
			(database.prepare(`pragma index_list(${quote(table)})`).all() as { name: string; unique: number }[])
				.filter(({ unique }) => unique === 1)
				.map(({ name }) => ({ table, columns: indexColumns(database, name), where: whereOf(name) })),
		),
		references: tables.flatMap((table) => {
			const rows = database.prepare(`pragma foreign_key_list(${quote(table)})`).all() as {
				id: number;
				table: string;
				from: string;
				on_delete: string;
			}[];
			return [...new Set(rows.map(({ id }) => id))].map((id) => {
				const parts = rows.filter((row) => row.id === id);
				const { table: to = "", on_delete: onDelete = "" } = parts[0] ?? {};
				return { table, columns: parts.map(({ from }) => from), to, onDelete };
			});
		}),
		checks: new Map(
			tables.map((table) => {
				const own = objects.filter(({ tbl_name }) => tbl_name === table);
				const checks = own.flatMap(({ type, sql }) => (type === "table" ? (sql?.match(/\bcheck\s*\(/gi) ?? []) : []));
				return [table, checks.length + own.filter(({ type }) => type === "trigger").length];
			}),
		),
	};
}

/** An indexed expression has no name: `null`. */
const indexColumns = (database: DatabaseSync, index: string): string[] =>
	(database.prepare(`pragma index_info(${quote(index)})`).all() as { name: string | null }[]).map(({ name }) =>
		String(name),
	);

const columnsOf = (database: DatabaseSync, table: string) =>
	database.prepare(`pragma table_info(${quote(table)})`).all() as {
		name: string;
		type: string;
		dflt_value: string | null;
	}[];

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
