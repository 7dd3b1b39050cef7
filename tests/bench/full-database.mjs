import { globSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

const DAY = 86_400_000;

/** Rows of a provider with 250,000 domains. */
export const fullSize = {
	users: 50_000,
	domains: 250_000,
	hosting_plans: 100_000,
	invoices: 500_000,
	activity_log: 3_000_000,
};

/**
 * Fills the local D1 of `state`, migrated and seeded, with `sizes`. Writes the file directly, so no Worker may have it
 * open. Every row is a copy of a seeded one, so new columns need no change here.
 * @param {number} now ms since the epoch, UTC: expiry dates are spread evenly over the time after it
 */
export function fillDatabase(state, now, sizes = fullSize) {
	const database = openFile(state);
	database.exec(
		"PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -400000",
	);
	const indexes = database
		.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
		.all();
	// Building an index once is much faster than keeping it up to date for each row.
	for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
	for (const [table, { count, from, columns }] of Object.entries(tables(now, sizes))) {
		insert(database, table, series(count), from, columns);
	}
	database.exec(renewals(now));
	for (const [table, { from, columns }] of Object.entries(renewalTables)) {
		insert(database, table, "renewals", from, columns);
	}
	insert(database, "notifications", reminded(now), "kind = 'domain.expiring'", reminders(now));
	for (const { sql } of indexes) database.exec(sql);
	database.exec("PRAGMA optimize = 0x10002; PRAGMA wal_checkpoint(TRUNCATE)");
	const problems = database.prepare("PRAGMA foreign_key_check").all();
	database.close();
	if (problems.length > 0) throw new Error(`${problems.length} rows refer to rows that do not exist`);
}

/** Opens the database's file. Safe beside a running Worker if it only reads. */
export function openFile(state, options = {}) {
	return new DatabaseSync(meteredFile(state) ?? d1File(state), options);
}

/** Moves the local D1 to where the metered Worker has its database, which must have been created. */
export function moveToMetered(state) {
	const target = meteredFile(state);
	for (const end of ["-wal", "-shm"]) rmSync(`${target}${end}`, { force: true });
	renameSync(d1File(state), target);
}

/** Whether the state has been opened with the metered Worker before. */
export const isMetered = (state) => meteredFile(state) !== undefined;

const d1File = (state) => findFile(state, "d1/*");
const meteredFile = (state) => findFile(state, "do/*-BenchDatabase");
const findFile = (state, folder) =>
	globSync(path.join(state, "v3", folder, "*.sqlite")).find((name) => !name.endsWith("metadata.sqlite"));

/**
 * Inserts copies of a row of the table, one for each row of `source`. In `columns`, `n` is the copy's number, from 0.
 * @param {string | null} from WHERE clause that finds the row to copy. Null: `columns` has all that are needed
 */
export function insert(database, table, source, from, columns) {
	const row = from === null ? columns : database.prepare(`SELECT * FROM ${table} WHERE ${from} LIMIT 1`).get();
	if (!row) throw new Error(`The seed has no row of ${table} where ${from}`);
	const names = Object.keys(row);
	const unknown = Object.keys(columns).filter((name) => !(name in row));
	if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(", ")}`);
	const values = names.map((name) => columns[name] ?? literal(row[name]));
	database.exec("BEGIN");
	database.exec(`INSERT INTO ${table} (${names.join(", ")}) SELECT ${values.join(", ")} FROM ${source}`);
	database.exec("COMMIT");
}

export const series = (count) =>
	`(WITH RECURSIVE series(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM series WHERE n < ${count - 1}) SELECT n FROM series)`;

function literal(value) {
	if (value === null) return "NULL";
	return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** As long as the ids of `createId`, because ids are most of what a row takes. */
export const rowId = (prefix, n = "n") => `'${prefix}_full' || printf('%013d', ${n})`;

/** A pseudo-random number from 0 to `below`, the same for the same `n`: Knuth's multiplicative hash. */
export const spread = (below, n = "n") =>
	`CAST(((${n}) * 2654435761 & 4294967295) / 4294967296.0 * (${below}) AS INTEGER)`;

/** SQL of each table's rows. */
function tables(now, { users, domains, hosting_plans: plans, invoices, activity_log: activities }) {
	const services = domains + plans;
	const owner = rowId("usr", `n % ${users}`);
	const year = 365 * DAY;
	// 94 of 100 domains are active; 3 are expired and 2 in redemption for up to 29 days; 1 was released.
	const standing = "n % 100";
	// Cards of every fifth customer have paid the renewals of the next days.
	const hasCard = "n % 5 = 0";
	const renewed = (end, days, term) =>
		`(${end} + CASE WHEN ${hasCard} AND ${end} <= ${days * DAY} THEN ${term} ELSE 0 END)`;
	const renews = "n % 10 < 6";
	const domainEnd = `${now} + CASE WHEN ${standing} < 94 AND ${renews} THEN ${renewed(spread(year), 7, year)}
		WHEN ${standing} < 94 THEN ${spread(year)}
		WHEN ${standing} < 97 THEN -${spread(29 * DAY)}
		WHEN ${standing} < 99 THEN -${31 * DAY} - ${spread(30 * DAY)}
		ELSE -${200 * DAY} END`;
	const monthly = "n % 10 < 3";
	const planEnd = `${now} + CASE WHEN ${monthly} THEN ${renewed(spread(30 * DAY), 3, 30 * DAY)}
		ELSE ${renewed(spread(year), 3, year)} END`;
	// Services in turn, the newest invoice first.
	const service = `n % ${services}`;
	const round = `n / ${services}`;
	const isDomain = `${service} < ${domains}`;
	const planNumber = `${service} - ${domains}`;
	const invoiceOwner = rowId("usr", `(CASE WHEN ${isDomain} THEN ${service} ELSE ${planNumber} END) % ${users}`);
	const paidAt = `${now} - ${spread(year, service)} - ${round} * ${year}`;
	const domainName = (n) =>
		`'page-' || (${n}) || CASE (${n}) % 5 WHEN 0 THEN '.com' WHEN 1 THEN '.africa' ELSE '.co.ke' END`;
	const tld = "CASE n % 5 WHEN 0 THEN 'com' WHEN 1 THEN 'africa' ELSE 'co.ke' END";
	return {
		users: {
			count: users,
			from: "status = 'active'",
			columns: {
				id: rowId("usr"),
				email: "'customer' || n || '@bench.example'",
				currency: "'KES'",
				created_at: `${now} - ${spread(2 * year)}`,
			},
		},
		payment_cards: {
			count: Math.floor(users / 5),
			from: "true",
			columns: {
				id: rowId("crd"),
				user_id: rowId("usr", "n * 5"),
				token: rowId("tok"),
				fingerprint: rowId("fgp"),
				renewals_at: `${now - year}`,
				removed_at: "NULL",
			},
		},
		domains: {
			count: domains,
			from: "status = 'active'",
			columns: {
				id: rowId("dom"),
				user_id: owner,
				name: domainName("n"),
				tld,
				status: `CASE WHEN ${standing} < 94 THEN 'active' WHEN ${standing} < 97 THEN 'expired'
					WHEN ${standing} < 99 THEN 'redemption' ELSE 'released' END`,
				order_line_id: "NULL",
				registry_id: rowId("obj"),
				auto_renew: renews,
				expires_at: domainEnd,
				registered_at: `${now - 2 * year}`,
				created_at: `${now - 2 * year}`,
			},
		},
		sandbox_registry: {
			count: domains,
			from: "state = 'registered'",
			columns: { name: domainName("n"), object_id: rowId("obj"), expires_at: domainEnd },
		},
		// As the nightly comparison expects them.
		sandbox_zones: {
			count: domains,
			from: null,
			columns: {
				name: domainName("n"),
				version: "1",
				rrsets: `(SELECT json_group_array(json_object('name', host || ${domainName("n")} || '.', 'type', 'A', 'ttl', ttl,
					'values', json_array(value))) FROM (SELECT '' AS host UNION ALL VALUES ('host-1.'), ('host-2.'), ('host-3.')),
					(SELECT ttl, value FROM dns_records WHERE type = 'A' LIMIT 1))`,
				owner_id: rowId("dom"),
				owner_since: `${now - 2 * year}`,
				created_at: `${now - 2 * year}`,
			},
		},
		// The nights before have compared all zones.
		compared_versions: {
			count: domains,
			from: null,
			columns: {
				task: "'comparison of zones'",
				domain_id: rowId("dom"),
				listed: "'1'",
				checked: "'1'",
				checked_at: `${now} - ${DAY}`,
			},
		},
		dns_records: {
			count: domains * 4,
			from: "type = 'A'",
			columns: {
				id: rowId("dns"),
				domain_id: rowId("dom", "n / 4"),
				name: "CASE n % 4 WHEN 0 THEN '@' ELSE 'host-' || (n % 4) END",
			},
		},
		hosting_plans: {
			count: plans,
			from: "status = 'active'",
			columns: {
				id: rowId("hst"),
				user_id: owner,
				status: "CASE WHEN n % 100 < 92 THEN 'active' ELSE 'terminated' END",
				domain: "NULL",
				domain_proven_at: "NULL",
				order_line_id: "NULL",
				product_id: "'plan-starter'",
				name: "'Starter'",
				price: `CASE WHEN ${monthly} THEN 100000 ELSE 1000000 END`,
				currency: "'KES'",
				term_months: `CASE WHEN ${monthly} THEN 1 ELSE 12 END`,
				expires_at: planEnd,
				cancelled_at: "NULL",
				change_order_id: "NULL",
			},
		},
		sandbox_panel_accounts: { count: plans, from: "true", columns: { account: rowId("hst") } },
		orders: {
			count: invoices,
			from: "true",
			columns: {
				id: rowId("ord"),
				user_id: invoiceOwner,
				idempotency_key: rowId("key"),
				state: "'fulfilled'",
				created_at: paidAt,
				paid_at: paidAt,
				fulfilled_at: paidAt,
			},
		},
		order_lines: {
			count: invoices,
			from: "true",
			columns: {
				id: rowId("lin"),
				order_id: rowId("ord"),
				kind: `CASE WHEN ${isDomain} THEN 'renewal' ELSE 'hosting_renewal' END`,
				domain: `CASE WHEN ${isDomain} THEN ${domainName(service)} END`,
				plan_id: `CASE WHEN NOT ${isDomain} THEN ${rowId("hst", planNumber)} END`,
			},
		},
		jobs: {
			count: invoices,
			from: "true",
			columns: {
				id: rowId("job"),
				order_id: rowId("ord"),
				order_line_id: rowId("lin"),
				user_id: invoiceOwner,
				kind: `CASE WHEN ${isDomain} THEN 'renew_domain' ELSE 'renew_hosting' END`,
				state: "'done'",
				next_at: paidAt,
				created_at: paidAt,
				updated_at: paidAt,
			},
		},
		invoices: {
			count: invoices,
			from: "state = 'paid'",
			columns: {
				id: rowId("inv"),
				number: "'B' || printf('%011d', n)",
				order_id: rowId("ord"),
				user_id: invoiceOwner,
				issued_at: paidAt,
				due_at: paidAt,
				paid_at: paidAt,
			},
		},
		invoice_lines: {
			count: invoices,
			from: "true",
			columns: { id: rowId("ivl"), invoice_id: rowId("inv"), position: "0" },
		},
		payments: {
			count: invoices,
			from: "state = 'succeeded'",
			columns: {
				id: rowId("pay"),
				invoice_id: rowId("inv"),
				user_id: invoiceOwner,
				provider_ref: rowId("ref"),
				callback_token: rowId("cbt"),
				receipt: rowId("rcp"),
				created_at: paidAt,
				expires_at: paidAt,
				settled_at: paidAt,
				next_check_at: "NULL",
			},
		},
		ledger_entries: {
			count: invoices,
			from: "kind = 'payment'",
			columns: {
				id: rowId("led"),
				user_id: invoiceOwner,
				invoice_id: rowId("inv"),
				payment_id: rowId("pay"),
				receipt: rowId("rcp"),
				created_at: paidAt,
			},
		},
		activity_log: {
			count: activities,
			from: "true",
			columns: { id: rowId("act"), user_id: owner, created_at: `${now} - ${spread(2 * year)}` },
		},
		notifications: {
			count: Math.floor(activities / 6),
			from: "true",
			columns: {
				id: rowId("ntf"),
				user_id: owner,
				project_id: "NULL",
				dedupe_key: "NULL",
				read_at: `CASE WHEN n % 10 < 7 THEN ${now} END`,
				created_at: `${now} - ${spread(2 * year)}`,
			},
		},
	};
}

/** A table of the renewals whose invoices were issued before `now` and are open, as on every day of a running shop. */
const renewals = (now) => `CREATE TEMP TABLE renewals AS SELECT row_number() OVER () - 1 AS n, * FROM (
	SELECT user_id, id AS domain_id, NULL AS plan_id, name AS domain, 'domain' AS thing, expires_at,
		expires_at - ${30 * DAY} AS issued FROM domains
		WHERE id LIKE 'dom_full%' AND status = 'active' AND auto_renew = 1 AND expires_at > ${now}
	UNION ALL
	SELECT user_id, NULL, id, NULL, 'plan', expires_at,
		expires_at - CASE WHEN term_months >= 12 THEN ${30 * DAY} ELSE ${7 * DAY} END FROM hosting_plans
		WHERE id LIKE 'hst_full%' AND status = 'active' AND expires_at > ${now}
	) WHERE issued <= ${now}`;

/** The domains whose holder was reminded of the expiry before `now`. */
const reminded = (
	now,
) => `(SELECT row_number() OVER () - 1 AS n, user_id, id AS domain_id, expires_at, status FROM domains
	WHERE id LIKE 'dom_full%' AND status IN ('active', 'expired') AND expires_at > ${now - 75 * DAY}
		AND expires_at <= ${now} + CASE WHEN status = 'expired' THEN ${-3 * DAY} WHEN auto_renew THEN ${7 * DAY} ELSE ${60 * DAY} END)`;

/** Their notifications. */
const reminders = (now) => ({
	id: rowId("ntf_due"),
	user_id: "user_id",
	dedupe_key: "'domain.expiring:' || domain_id || ':' || expires_at || ':' || status",
	read_at: "NULL",
	created_at: `${now - DAY}`,
});

/** Minor units of Kenyan shillings. */
const amounts = { currency: "'KES'", subtotal: "138889", discount: "0", tax: "11111", shipping: "0", total: "150000" };

const renewalTables = {
	orders: {
		from: "true",
		columns: {
			...amounts,
			id: rowId("ord_due"),
			user_id: "user_id",
			idempotency_key: "'renewal:' || coalesce(domain_id, plan_id) || ':' || expires_at",
			state: "'pending_payment'",
			promo_code: "NULL",
			created_at: "issued",
			paid_at: "NULL",
			fulfilled_at: "NULL",
			cancelled_at: "NULL",
		},
	},
	order_lines: {
		from: "true",
		columns: {
			id: rowId("lin_due"),
			order_id: rowId("ord_due"),
			position: "0",
			product_id: "CASE thing WHEN 'domain' THEN 'domain-renewal' ELSE 'plan-starter' END",
			kind: "CASE thing WHEN 'domain' THEN 'renewal' ELSE 'hosting_renewal' END",
			domain: "domain",
			plan_id: "plan_id",
			current_expiry: "expires_at",
			renewed_domain_id: "domain_id",
			renewed_plan_id: "plan_id",
			renewed_expiry: "expires_at",
			quantity: "1",
			details: "'{}'",
		},
	},
	invoices: {
		from: "state = 'paid'",
		columns: {
			...amounts,
			id: rowId("inv_due"),
			number: "'R' || printf('%011d', n)",
			order_id: rowId("ord_due"),
			user_id: "user_id",
			state: "'open'",
			credit_used: "0",
			issued_at: "issued",
			due_at: "expires_at",
			paid_at: "NULL",
		},
	},
	invoice_lines: {
		from: "true",
		columns: { id: rowId("ivl_due"), invoice_id: rowId("inv_due"), position: "0" },
	},
	outbox: {
		from: null,
		columns: {
			id: rowId("out_due"),
			state: "'sent'",
			attempts: "1",
			kind: "'renewal.invoice-' || thing",
			payload: "json_object('id', coalesce(domain_id, plan_id), 'expiresAt', expires_at)",
			user_id: "user_id",
			dedupe_key: "'renewal.invoice-' || thing || ':' || coalesce(domain_id, plan_id) || ':' || expires_at",
			created_at: "issued",
			next_at: "issued",
			sent_at: "issued",
		},
	},
};
