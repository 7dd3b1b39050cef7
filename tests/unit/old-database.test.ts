import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { buildSeed } from "~/db/seed/build-seed";
import { toSql } from "~/db/seed/to-sql";
import { activityText } from "~/features/activity/activity-text";
import { kenya } from "~/lib/dates";
import { migrate, migrations, openMigrated, releasedCount } from "../support/migrations";

type Row = Record<string, unknown>;

const seed = buildSeed({ now: Date.UTC(2026, 10, 21), passwordHash: "$argon2id$sample", cardToken: "sealed" });
const today = openMigrated(migrations);
const base = { database: openMigrated([]), applied: 0 };

const folder = mkdtempSync(path.join(tmpdir(), "kikoa-states-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every older database state that may exist. */
const olderStates = migrations.slice(0, -1).map(({ tag }, index) => ({ tag, applied: index + 1 }));

test.each(olderStates)("a database of $tag moves forward and keeps its rows", ({ applied }) => {
	const database = openAt(applied);
	const before = fill(database, columnsOf(database));
	migrate(database, migrations.slice(applied));
	const kept = cut(before, columnsOf(database));
	expect(rowsOf(database, kept)).toEqual(kept);
	expect(database.prepare("pragma foreign_key_check").all()).toEqual([]);
	expect(database.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
});

// Code from before the release in production runs nowhere, so columns that only it used may be gone.
test.each(olderStates.slice(releasedCount - 1))("the code of $tag still writes to today's database", ({ applied }) => {
	today.exec("begin");
	const before = fill(today, columnsOf(openAt(applied)));
	today.exec("rollback");
	expect(Object.keys(before).length).toBeGreaterThan(10);
});

test("log entries and notifications of an older release keep their texts as parameters", () => {
	const database = openAt(23);
	database.exec(`
		insert into users (id, email, first_name, last_name, country, status, password_hash, created_at, updated_at)
			values ('usr_1', 'a@example.com', 'A', 'B', 'Kenya', 'active', '', 0, 0);
		insert into projects (id, user_id, name, client, description, priority, status, progress, technologies, team, created_at, updated_at)
			values ('prj_1', 'usr_1', 'Shop', 'C', '', 'low', 'planned', 0, '[]', '[]', 0, 0);
		insert into activity_log (id, user_id, actor, kind, message, created_at)
			values ('act_1', 'usr_1', 'customer', 'domain.locked', 'Locked a.com.', 0);
		insert into notifications (id, user_id, kind, title, body, href, created_at)
			values ('ntf_1', 'usr_1', 'project.message', 'New', 'Text', '/dashboard/projects?open=prj_1', 0)`);
	migrate(database, migrations.slice(23));
	const params = (table: string) => JSON.parse(String(database.prepare(`select params from ${table}`).get()?.params));
	expect(params("activity_log")).toEqual({ text: "Locked a.com." });
	expect(params("notifications")).toEqual({ title: "New", body: "Text", href: "/dashboard/projects?open=prj_1" });
	expect(database.prepare("select project_id from notifications").get()).toEqual({ project_id: "prj_1" });
});

test("automatic renewals, posts and reminders of an older release keep their links", () => {
	const before = migrations.findIndex(({ tag }) => tag.includes("row_links"));
	const database = openAt(before);
	database.exec(`
		insert into users (id, email, first_name, last_name, country, status, password_hash, created_at, updated_at)
			values ('usr_1', 'a@example.com', 'A', 'B', 'Kenya', 'active', '', 0, 0);
		insert into domains (id, user_id, name, tld, status, nameservers, created_at, updated_at)
			values ('dom_1', 'usr_1', 'a.com', 'com', 'active', '[]', 0, 0);
		insert into hosting_plans (id, user_id, product_id, name, type, status, resources, features, price, currency, term_months, created_at, updated_at)
			values ('hst_1', 'usr_1', 'web-starter', 'Starter', 'web', 'active', '{}', '[]', 1, 'KES', 12, 0, 0);
		insert into projects (id, user_id, name, client, description, priority, status, progress, technologies, team, due_at, created_at, updated_at)
			values ('prj_1', 'usr_1', 'Shop', 'C', '', 'low', 'planned', 0, '[]', '[]', 9000, 0, 0),
				('prj_2', 'usr_1', 'Shop', 'C', '', 'low', 'planned', 0, '[]', '[]', 9000, 0, 0);
		insert into project_posts (id, project_id, author_name, body, created_at) values ('pst_1', 'prj_1', 'A', '', 0);
		insert into notifications (id, user_id, kind, title, body, dedupe_key, created_at)
			values ('ntf_1', 'usr_1', 'project.message', '', '', 'project.message:pst_1', 0),
				('ntf_2', 'usr_1', 'project.message', '', '', 'project.message:pst_deleted', 0),
				('ntf_3', 'usr_1', 'project.due', '', '', 'project.due:prj_1:9000', 0),
				('ntf_4', 'usr_1', 'project.due', '', '', 'project.due:prj_2:8000', 0)`);
	const order = database.prepare(`
		insert into orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping, total, contact, created_at)
			values (?, 'usr_1', ?, '', 'paid', 'KES', 1, 0, 0, 0, 1, '{}', 0)`);
	order.run("ord_1", "renewal:dom_1:5000");
	order.run("ord_2", "renewal:hst_1:6000");
	order.run("ord_3", "0123456789abcdef");
	const line = database.prepare(`
		insert into order_lines (id, order_id, position, product_id, kind, name, quantity, unit_amount, amount, details)
			values (?, ?, ?, 'p', ?, '', 1, 1, 1, '{}')`);
	line.run("lin_1", "ord_1", 0, "renewal");
	line.run("lin_2", "ord_2", 0, "hosting_renewal");
	line.run("lin_2_addon", "ord_2", 1, "addon_renewal");
	line.run("lin_3", "ord_3", 0, "renewal");
	migrate(database, migrations.slice(before));
	const rows = (sql: string) => database.prepare(sql).all();
	expect(rows("select renewed_domain_id d, renewed_plan_id p, renewed_expiry e from order_lines order by id")).toEqual([
		{ d: "dom_1", p: null, e: 5_000 },
		{ d: null, p: "hst_1", e: 6_000 },
		{ d: null, p: null, e: null },
		{ d: null, p: null, e: null },
	]);
	expect(rows("select post_id from notifications order by id").map(({ post_id: id }) => id)).toEqual([
		"pst_1",
		null,
		null,
		null,
	]);
	expect(rows("select subject_id id, stage from reminders")).toEqual([{ id: "prj_1", stage: 9_000 }]);
});

test("jobs, log entries and notifications of an older release keep their sentences as reasons", () => {
	const before = migrations.findIndex(({ tag }) => tag.includes("job_notes"));
	const database = openAt(before);
	database.exec(`
		insert into users (id, email, first_name, last_name, country, status, password_hash, created_at, updated_at)
			values ('usr_1', 'a@example.com', 'A', 'B', 'Kenya', 'active', '', 0, 0);
		insert into orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping, total, contact, created_at)
			values ('ord_1', 'usr_1', 'k', '', 'paid', 'KES', 1, 0, 0, 0, 1, '{}', 0);
		insert into order_lines (id, order_id, position, product_id, kind, name, quantity, unit_amount, amount, details)
			values ('lin_1', 'ord_1', 0, 'p', 'hardware', 'Router', 1, 1, 1, '{}'), ('lin_2', 'ord_1', 1, 'p', 'hardware', 'Router', 1, 1, 1, '{}');
		insert into jobs (id, order_id, order_line_id, user_id, kind, state, payload, next_at, message, created_at, updated_at)
			values ('job_1', 'ord_1', 'lin_1', 'usr_1', 'ship_hardware', 'failed', '{}', 0, 'We could not send it.', 0, 0),
				('job_2', 'ord_1', 'lin_2', 'usr_1', 'ship_hardware', 'queued', '{}', 0, null, 0, 0)`);
	const params = (stored: object) => JSON.stringify(stored);
	const entry = database.prepare(
		"insert into activity_log (id, user_id, actor, kind, message, params, created_at) values (?, 'usr_1', 'system', ?, '', ?, 0)",
	);
	const voided = { about: "line", name: "a.com", credit: { amount: 1, currency: "KES" } };
	const dns = { domain: "a.com", change: "added" };
	entry.run("act_1", "job.void", params({ ...voided, why: "The registry refused a.com." }));
	entry.run("act_2", "job.failed", params({ message: "We could not send it." }));
	entry.run("act_3", "job.failed", params({ text: "Failed." }));
	entry.run("act_4", "dns.changed", params({ ...dns, record: "A www 203.0.113.9" }));
	entry.run("act_5", "dns.changed", params({ domain: "a.com", added: 2, removed: 0 }));
	const stopped = { orderId: "ord_1", name: "Router", task: null };
	database
		.prepare(
			"insert into notifications (id, user_id, kind, title, body, params, created_at) values ('ntf_1', 'usr_1', 'job.failed', '', '', ?, 0)",
		)
		.run(params({ ...stopped, message: "We could not send it." }));
	migrate(database, migrations.slice(before));
	const stored = (sql: string) =>
		database
			.prepare(sql)
			.all()
			.map((row) => JSON.parse(String(Object.values(row)[0])));
	const reason = { code: "text", text: "We could not send it." };
	expect(stored("select note from jobs order by id")).toEqual([{ reason, credit: null }, null]);
	const entries = stored("select params from activity_log order by id");
	expect(entries).toEqual([
		{ ...voided, reason: { code: "text", text: "The registry refused a.com." } },
		{ reason },
		{ text: "Failed." },
		{ ...dns, record: { text: "A www 203.0.113.9" } },
		{ domain: "a.com", added: 2, removed: 0 },
	]);
	const shown = (kind: string, index: number) => activityText({ kind, params: entries[index], message: "" }, kenya);
	expect(shown("job.void", 0)).toContain("The registry refused a.com. We added Ksh 0.01 to your credit.");
	expect(shown("job.failed", 2)).toBe("Failed.");
	expect(shown("dns.changed", 3)).toBe("Added A www 203.0.113.9 to the DNS records of a.com.");
	expect(stored("select params from notifications")).toEqual([{ ...stopped, reason }]);
});

test("renewals of an older release keep their plan and expiry", () => {
	const before = migrations.findIndex(({ tag }) => tag.includes("order_line_links"));
	const database = openAt(before);
	database.exec(`
		insert into users (id, email, first_name, last_name, country, status, password_hash, created_at, updated_at)
			values ('usr_1', 'a@example.com', 'A', 'B', 'Kenya', 'active', '', 0, 0);
		insert into hosting_plans (id, user_id, product_id, name, type, status, resources, features, price, currency, term_months, created_at, updated_at)
			values ('hst_1', 'usr_1', 'web-starter', 'Starter', 'web', 'active', '{}', '[]', 1, 'KES', 12, 0, 0);
		insert into orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping, total, contact, created_at)
			values ('ord_1', 'usr_1', 'k', '', 'paid', 'KES', 1, 0, 0, 0, 1, '{}', 0)`);
	const insert = database.prepare(`
		insert into order_lines (id, order_id, position, product_id, kind, name, quantity, unit_amount, amount, details)
			values (?, 'ord_1', ?, 'web-starter', 'hosting_renewal', 'Starter', 1, 1, 1, ?)`);
	insert.run("lin_1", 0, JSON.stringify({ planId: "hst_1", currentExpiry: 5_000, months: 12 }));
	insert.run("lin_2", 1, JSON.stringify({ planId: "hst_deleted", currentExpiry: 6_000 }));
	insert.run("lin_3", 2, JSON.stringify({ years: 1 }));
	migrate(database, migrations.slice(before));
	expect(database.prepare("select plan_id, current_expiry from order_lines order by position").all()).toEqual([
		{ plan_id: "hst_1", current_expiry: 5_000 },
		{ plan_id: null, current_expiry: 6_000 },
		{ plan_id: null, current_expiry: null },
	]);
});

test("a free domain no longer counts as paid for its plan, unless its registration was refused", () => {
	const before = migrations.findIndex(({ tag }) => tag.includes("free_domain_paid"));
	const database = openAt(before);
	database.exec(`
		insert into users (id, email, first_name, last_name, country, status, password_hash, created_at, updated_at)
			values ('usr_1', 'a@example.com', 'A', 'B', 'Kenya', 'active', '', 0, 0)`);
	const price = 1_000_000;
	/** An order of a plan for a year with a free domain of 200,000. Returns what the plan counts as paid with. */
	const order = (
		id: string,
		{
			discount = 0,
			reduced = false,
			paid = null,
			state = "done",
			message = null,
			now = price,
			renewed = false,
		}: Partial<{
			discount: number;
			reduced: boolean;
			paid: number | null;
			state: string;
			message: string | null;
			now: number;
			renewed: boolean;
		}>,
	) => {
		const plan = `hst_${id}`;
		database.exec(`
			insert into orders (id, user_id, idempotency_key, request_hash, state, currency, subtotal, discount, tax, shipping, total, contact, created_at)
				values ('${id}', 'usr_1', '${id}', '', 'paid', 'KES', ${price}, ${discount}, 0, 0, 1, '{}', 0)`);
		const line = database.prepare(`
			insert into order_lines (id, order_id, position, product_id, kind, name, domain, quantity, unit_amount, amount, details, plan_id)
				values (?, '${id}', ?, ?, ?, '', ?, 1, ?, ?, ?, ?)`);
		const details = JSON.stringify({ term: "annual", hosting: { price }, ...(reduced && { freeDomain: 200_000 }) });
		line.run(`${id}_1`, 0, "domain", "registration", `${id}.com`, 200_000, 200_000, "{}", null);
		line.run(`${id}_2`, 1, "shared-starter", "plan", null, 9, 9, JSON.stringify({ term: "annual" }), null);
		line.run(`${id}_3`, 2, "shared-business", "plan", null, price, price, details, null);
		line.run(`${id}_4`, 3, "free-domain", "free_domain", `${id}.com`, -200_000, -200_000, "{}", null);
		database.exec(`
			insert into hosting_plans (id, user_id, product_id, name, type, status, resources, features, price, currency, term_months, paid, order_line_id, created_at, updated_at)
				values ('${plan}', 'usr_1', 'shared-business', 'Business', 'web', 'active', '{}', '[]', ${now}, 'KES', 12, ${paid}, '${id}_3', 0, 0)`);
		line.run(`${id}_5`, 4, "shared-business", "hosting_renewal", null, 1, 1, "{}", plan);
		const job = database.prepare(`
			insert into jobs (id, order_id, order_line_id, user_id, kind, payload, state, message, next_at, created_at, updated_at)
				values (?, '${id}', ?, 'usr_1', ?, '{}', ?, ?, 0, 0, 0)`);
		job.run(`${id}_job`, `${id}_1`, "register_domain", state, message);
		if (renewed) job.run(`${id}_renewal`, `${id}_5`, "renew_hosting", "done", null);
	};
	order("given", {});
	order("discounted", { discount: 250_000, paid: 750_000 });
	order("reduced", { reduced: true, paid: 800_000 });
	order("refused", { message: "Someone else registered it." });
	order("restored", { reduced: true, paid: 800_000, message: "Someone else registered it." });
	order("waiting", { state: "queued" });
	order("larger", { now: 1_500_000, paid: 1_500_000 });
	order("smaller", { now: 400_000, paid: 400_000 });
	order("renewed", { renewed: true });
	migrate(database, migrations.slice(before));
	const plans = database.prepare("select id, paid from hosting_plans").all();
	expect(Object.fromEntries(plans.map(({ id, paid }) => [String(id).slice(4), paid]))).toEqual({
		given: 800_000,
		discounted: 600_000,
		reduced: 800_000,
		refused: null,
		restored: 1_000_000,
		waiting: 800_000,
		larger: 1_300_000,
		smaller: 400_000,
		renewed: null,
	});
	const lines = database.prepare("select id, details from order_lines where id like '%_3' or id like '%_2'").all();
	const details = Object.fromEntries(lines.map(({ id, details }) => [id, JSON.parse(String(details))]));
	expect(details.given_3).toEqual({ term: "annual", hosting: { price }, freeDomain: 200_000 });
	expect(details.refused_3).toEqual({ term: "annual", hosting: { price } });
	expect(details.given_2).toEqual({ term: "annual" });
});

/**
 * A database at an older state. A copy of one that moves forward from test to test, because applying all migrations again for
 * each of them takes most of the time.
 */
function openAt(applied: number): DatabaseSync {
	if (applied < base.applied) {
		base.database.close();
		Object.assign(base, { database: openMigrated([]), applied: 0 });
	}
	migrate(base.database, migrations.slice(base.applied, applied));
	base.applied = applied;
	const file = path.join(folder, "copy.sqlite");
	rmSync(file, { force: true });
	base.database.exec(`vacuum into '${file}'`);
	const database = new DatabaseSync(file);
	database.exec("pragma foreign_keys = on; pragma journal_mode = memory; pragma synchronous = off");
	return database;
}

/** The columns of every table, named as in the schema. */
function columnsOf(database: DatabaseSync): Map<string, Set<string>> {
	const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
	return new Map(
		tables.map(({ name }) => {
			const columns = database.prepare(`pragma table_info(${name})`).all() as { name: string }[];
			return [camelCase(name), new Set(columns.map((column) => camelCase(column.name)))];
		}),
	);
}

/** Inserts the seed, limited to those columns. Returns the inserted rows. */
function fill(database: DatabaseSync, columns: Map<string, Set<string>>): Record<string, Row[]> {
	const known = cut(seed, columns);
	for (const statement of toSql(known)) {
		// A row refused by a constraint must fail the test.
		database.exec(statement.replace("insert or ignore", "insert"));
	}
	return rowsOf(database, known);
}

/** The rows, limited to the given tables and columns. */
function cut<T extends { readonly [Table in keyof T]: readonly object[] }>(
	tables: T,
	columns: Map<string, Set<string>>,
): T {
	const rowsByTable: [string, readonly object[]][] = Object.entries(tables);
	return Object.fromEntries(
		rowsByTable.flatMap(([table, rows]) => {
			const names = columns.get(table);
			if (!names) return [];
			return [[table, rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => names.has(key))))]];
		}),
	) as object as T;
}

/** The database's rows, with the columns of the given rows. */
function rowsOf(database: DatabaseSync, like: object): Record<string, Row[]> {
	return Object.fromEntries(
		Object.entries(like as Record<string, Row[]>).map(([table, rows]) => {
			const columns = Object.keys(Object.assign({}, ...rows));
			if (columns.length === 0) return [table, []];
			const list = columns.map(snakeCase).join(", ");
			const found = database.prepare(`select ${list} from ${snakeCase(table)} order by 1, 2`).all() as Row[];
			return [
				table,
				found.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [camelCase(key), value]))),
			];
		}),
	);
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
