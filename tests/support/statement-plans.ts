import { env } from "cloudflare:workers";
import { fullSizeStatistics } from "./full-size-statistics";

/** Every statement that the shop has sent in this Worker, with the values of its first use. */
const sent = new Map<string, readonly unknown[]>();
const explained = new Map<string, readonly string[]>();

/** D1 whose statements are checked at the end of the test file. */
export const recorded = (d1: D1Database): D1Database => listening(d1, (sql, values) => remember(sql, values));

function remember(sql: string, values: readonly unknown[]): void {
	if (!sent.has(sql)) sent.set(sql, values);
}

/** D1 that reports each statement when its values are bound. */
export function listening(d1: D1Database, listener: (sql: string, values: readonly unknown[]) => void): D1Database {
	return new Proxy(d1, {
		get(target, property) {
			if (property !== "prepare") {
				const value = Reflect.get(target, property);
				return typeof value === "function" ? value.bind(target) : value;
			}
			return (sql: string) => {
				const statement = target.prepare(sql);
				const bind = statement.bind.bind(statement);
				statement.bind = (...values: unknown[]) => {
					listener(sql, values);
					return bind(...values);
				};
				return statement;
			};
		},
	});
}

/** The statements so far that read too much of a table with full-size statistics, each with the step that does. */
export async function costlyStatements(): Promise<string[]> {
	await loadFullSizeStatistics();
	const fresh = [...sent].filter(([sql]) => !explained.has(sql));
	const costly: string[] = [];
	for (const [sql, values] of fresh) {
		const steps = await costlySteps(sql, values);
		costly.push(...steps.map((step) => `${step}\n${sql}`));
	}
	return costly;
}

/** The steps of a statement's plan that read too much of a table. */
export async function costlySteps(sql: string, values: readonly unknown[]): Promise<readonly string[]> {
	const known = explained.get(sql);
	if (known) return known;
	const steps = (await planOf(sql, values)).filter((step) => isCostly(sql, step));
	explained.set(sql, steps);
	return steps;
}

/** The steps in which SQLite runs a statement. */
export async function planOf(sql: string, values: readonly unknown[]): Promise<string[]> {
	const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...values)
		.all<{ detail: string }>();
	return plan.results.map(({ detail }) => detail);
}

/** Tables that do not grow with the number of customers, or exist only in development. Others need statistics. */
export const smallTables =
	/^(?:d1_migrations|canned_replies|catalog_draft|catalog_versions|fiscal_devices|hardware_stock|help_articles|help_versions|invoice_sequences|promo_codes|task_positions|inbox_messages|part_checks|product_costs|service_days|service_incidents|registrar_accounts|registrar_costs|registrar_problems|saved_views|settings|task_runs|sandbox_\w+|staff|staff_(?:roles|sessions|passkeys|recovery_codes)|ticket_repliers)$/;

/** Steps that may read a whole index or all rows in a state, each with the reason. */
const exceptions: readonly { readonly sql: RegExp; readonly step: RegExp; readonly reason: string }[] = [
	{ sql: /where 0$/, step: /^SCAN/, reason: "returns no rows, so reads none" },
	{ sql: /from "hosting_plans"/, step: /hosting_domain_checks/, reason: "the index holds only plans to check" },
	{
		sql: /from "fiscal_documents"/,
		step: /fiscal_documents_unsigned/,
		reason: "the index holds only unsigned documents",
	},
	{ sql: /"problems"/, step: /problems_(?:due|open|open_kind)$/, reason: "the index holds only open problems" },
	{
		sql: /from "stock_reservations"/,
		step: /stock_reservations_open$/,
		reason: "the index holds only what is not sent yet",
	},
	{ sql: /^delete from "sessions"/, step: /sessions_staff$/, reason: "the index holds only sessions of staff" },
	{ sql: /from "approvals"/, step: /approvals_waiting/, reason: "the index holds only what waits" },
	{ sql: /^delete from "\w+" where rowid in \(select number from/, step: /^SCAN/, reason: "stops at its limit" },
	{
		sql: /from "audit_log" where .* order by "audit_log"\."at" desc, "audit_log"\."id" desc limit \?$/s,
		step: /audit_log_(?:at|kind|staff|subject|customer)/,
		reason: "the list has the order of the index and stops at its limit",
	},
	{
		sql: /"staff_sessions".* limit \?$/s,
		step: /^(?:SCAN|SEARCH) \w+ USING INDEX (?:invoices_open|domains_(?:holder|expiry|claims|tld|registrar)|hosting_(?:expiry|pending|product)|tickets_open)\b/,
		reason: "the list has the order of the index and stops at its limit",
	},
];

/** More rows than one customer or one day has. */
const manyRows = 1_000;

function isCostly(sql: string, step: string): boolean {
	if (exceptions.some((known) => known.sql.test(sql) && known.step.test(step))) return false;
	const scanned = /^SCAN (\S+)/.exec(step)?.[1];
	if (scanned !== undefined) return tableOf(sql, scanned) in fullSizeStatistics;
	const search = /^SEARCH \S+ USING (?:COVERING )?INDEX (\w+) \((.*)\)/.exec(step);
	if (!search) return false;
	const [, index = "", columns = ""] = search;
	if (/[<>]/.test(columns)) return false;
	return rowsPerKey(index, columns.split(" AND ").length) > manyRows;
}

/** The table behind the name or alias in a plan. */
function tableOf(sql: string, name: string): string {
	if (name in fullSizeStatistics) return name;
	return new RegExp(`"?(\\w+)"? (?:as )?"?${name}"?\\b`, "i").exec(sql)?.[1] ?? name;
}

/** How many rows share the first columns of an index. */
function rowsPerKey(index: string, columns: number): number {
	for (const indexes of Object.values(fullSizeStatistics)) {
		const statistics = indexes[index];
		if (statistics !== undefined) return Number(statistics.split(" ")[columns] ?? 1);
	}
	return 0;
}

/** Makes SQLite plan as it does at full size. */
export async function loadFullSizeStatistics(): Promise<void> {
	// Creates the table of statistics.
	await env.DB.exec("analyze users");
	const rows = Object.entries(fullSizeStatistics).flatMap(([table, indexes]) =>
		Object.entries(indexes).map(([index, statistics]) => [table, index, statistics]),
	);
	await env.DB.batch([
		env.DB.prepare("delete from sqlite_stat1"),
		env.DB.prepare(
			`insert into sqlite_stat1 (tbl, idx, stat)
				select value ->> 0, value ->> 1, value ->> 2 from json_each(?)`,
		).bind(JSON.stringify(rows)),
	]);
	// Makes SQLite read the statistics again.
	await env.DB.exec("analyze sqlite_schema");
}
