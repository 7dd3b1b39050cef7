import { createHash } from "node:crypto";
import { median } from "./statistics.mjs";
import { newVisitor } from "./visitor.mjs";

/** Rows of a large account and of a typical one. */
const large = {
	domains: 400,
	hosting_plans: 50,
	projects: 50,
	invoices: 400,
	notifications: 1_000,
	activity_log: 10_000,
};
const small = { domains: 5, hosting_plans: 5, projects: 5, invoices: 5, notifications: 5, activity_log: 5 };

/** Child tables: parent table, foreign key, and rows per parent. */
const children = { dns_records: ["domains", "domain_id", 8], invoice_lines: ["invoices", "invoice_id", 3] };

const warmUp = 5;
const rounds = 25;

/** Pages of the portal. `open` returns the id of the row to open. */
const addresses = (open) => [
	"/dashboard",
	"/dashboard/domains",
	`/dashboard/domains?open=${open("domains")}`,
	"/dashboard/domains?q=page&sort=-expires",
	`/dashboard/domains/${open("domains")}/dns`,
	"/dashboard/hosting",
	"/dashboard/projects",
	`/dashboard/projects?open=${open("projects")}`,
	"/dashboard/invoices",
	`/dashboard/invoices/${open("invoices")}`,
	"/dashboard/notifications",
	"/dashboard/search?q=page",
	"/dashboard/account-settings/activity",
];

/** Median time in ms of each page for a large and a small account. Rounds alternate between both. */
export async function scaleTimes(origin, database) {
	const accounts = [await fill(database, "small", small), await fill(database, "large", large)];
	await database.prepare("ANALYZE").run();
	const results = [];
	for (const [index, pattern] of addresses((table) => table).entries()) {
		const times = accounts.map(() => []);
		for (let round = -warmUp; round < rounds; round += 1) {
			for (const [account, { cookie, first }] of accounts.entries()) {
				const took = await get(origin + addresses((table) => first[table])[index], cookie);
				if (round >= 0) times[account].push(took);
			}
		}
		const [few, many] = times.map(median);
		results.push({ page: pattern, few, many, ratio: many / few });
	}
	return results;
}

/** Creates a customer with `counts` rows per table, each a copy of a seeded row. */
async function fill(database, name, counts) {
	const userId = `usr_bench${name}`;
	await clone(database, "users", 1, () => ({ id: userId, email: `${name}@bench.example` }));
	const first = {};
	for (const [table, count] of Object.entries(counts)) {
		const idOf = (index) => `${table.slice(0, 3)}_${name}${String(index).padStart(6, "0")}`;
		first[table] = idOf(0);
		await clone(database, table, count, (index, row) => ({
			id: idOf(index),
			user_id: userId,
			...(table === "domains" && { name: `page-${index}-${name}.ke`, order_line_id: null }),
			...(table === "hosting_plans" && { order_line_id: null }),
			...(table === "invoices" && { number: `B${name[0]}${String(index).padStart(8, "0")}`, order_id: null }),
			...(table === "notifications" && { dedupe_key: null }),
			...("created_at" in row && { created_at: row.created_at - index * 60_000 }),
			...("issued_at" in row && { issued_at: row.issued_at - index * 60_000 }),
		}));
		for (const [child, [parent, column, each]] of Object.entries(children)) {
			if (parent !== table) continue;
			await clone(database, child, count * each, (index) => ({
				id: `${child.slice(0, 3)}_${name}${index}`,
				[column]: idOf(Math.floor(index / each)),
				...(child === "dns_records" && { name: `host-${index % each}` }),
				...(child === "invoice_lines" && { position: index % each }),
			}));
		}
	}
	return { first, cookie: await signIn(database, userId, name) };
}

/** Copies the table's first row `count` times, with the columns that `change` returns for each copy. */
async function clone(database, table, count, change) {
	const row = await database.prepare(`SELECT * FROM ${table} LIMIT 1`).first();
	const columns = Object.keys(row);
	const insert = database.prepare(
		`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
	);
	for (let start = 0; start < count; start += 500) {
		const rows = Array.from({ length: Math.min(500, count - start) }, (_, offset) => {
			const copy = { ...row, ...change(start + offset, row) };
			return insert.bind(...columns.map((column) => copy[column]));
		});
		await database.batch(rows);
	}
}

async function signIn(database, userId, name) {
	const token = name.padEnd(43, "x");
	const now = Date.now();
	const until = now + 3_600_000;
	await database
		.prepare(
			"INSERT INTO sessions (id, user_id, token_hash, remembered, user_agent, place, created_at, seen_at, idle_expires_at, expires_at) VALUES (?, ?, ?, 0, '', '', ?, ?, ?, ?)",
		)
		.bind(`ses_${name}`, userId, createHash("sha256").update(token).digest("hex"), now, now, until, until)
		.run();
	return `session=${token}`;
}

async function get(url, cookie) {
	const start = performance.now();
	const response = await fetch(url, { headers: newVisitor(cookie), redirect: "manual" });
	await response.arrayBuffer();
	const took = performance.now() - start;
	if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
	const trips = response.headers.get("Server-Timing");
	if (/d1;desc="(?!1 )/.test(trips ?? "")) throw new Error(`${url} took ${trips}`);
	return took;
}
