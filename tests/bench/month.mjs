import { createHash } from "node:crypto";
import { isDue, readCrons } from "../../scripts/clock.mjs";
import { load } from "../../scripts/database.mjs";
import { openFile } from "./full-database.mjs";
import { quantile } from "./statistics.mjs";
import { newVisitor } from "./visitor.mjs";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Customers who browse and pay. */
const visitors = 40;

/**
 * Runs the crons of `days` days while customers open their dashboards and pay invoices, and kills the Worker twice a day.
 * @param {object} shop the metered Worker (metered-worker.mjs) on a full database
 * @param {{ state: string, from: number, days: number, report: (day: object) => void }} options `from`: ms since the
 *   epoch, UTC, at midnight
 * @returns one entry per day: what was left undone, rows read per cron run, longest time of one batch in the database
 *   (ms), times of the dashboard (ms), bytes that the database grew
 */
export async function simulateDays(shop, { state, from, days, report }) {
	const { reminderDue } = await load("app/features/domains/lifecycle.ts");
	const file = openFile(state, { readOnly: false });
	file.exec("PRAGMA busy_timeout = 20000");
	const customers = signedIn(file, from);
	const results = [];
	for (let day = 0; day < days; day += 1) {
		const start = from + day * DAY;
		const grown = -size(file);
		const batches = [];
		const pages = [];
		const killed = new Set([randomHour(), randomHour()]);
		let paid = 0;
		for (let hour = 0; hour < 24; hour += 1) {
			for (const cron of readCrons().filter((line) => line !== "* * * * *")) {
				const minute = Number(cron.split(" ")[0]);
				const at = start + hour * HOUR + minute * MINUTE;
				if (!isDue(cron, new Date(at))) continue;
				await setTime(shop, at);
				const run = shop.runCron(cron).catch(() => undefined);
				if (killed.delete(hour)) {
					await sleep(Math.random() * 2 * SECOND);
					shop.kill();
					await setTime(shop, at + MINUTE);
				} else {
					pages.push(...(await browse(shop, customers, run)));
				}
				await run;
			}
			paid += await payOne(shop, customers, file);
			await settle(shop, file, start + hour * HOUR + 30 * MINUTE);
			batches.push(...(await take(shop)));
		}
		const end = start + 23 * HOUR + 7 * MINUTE;
		const result = {
			day: day + 1,
			left: undone(file, end, start + 2 * HOUR + 23 * MINUTE, reminderDue),
			done: doneSince(file, start),
			read: sumBy(batches, "read"),
			calls: countBy(batches),
			longest: Math.max(...batches.map(({ held }) => held)),
			slowest: Math.max(...pages),
			usual: quantile(pages, 0.5),
			paid,
			grown: grown + size(file),
		};
		report(result);
		results.push(result);
	}
	file.close();
	return results;
}

const randomHour = () => Math.floor(Math.random() * 24);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function post(shop, path) {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await fetch(`${shop.origin}${path}`, { method: "POST" });
		} catch (error) {
			// Miniflare takes a moment to start another workerd after a kill.
			if (attempt === 100) throw error;
			await sleep(200);
		}
	}
}

const setTime = (shop, now) => post(shop, `/__bench/clock?now=${now}`);
const take = async (shop) => (await post(shop, "/__bench/take")).json();

/** Runs the cron of each minute until no event is due. */
async function settle(shop, file, from) {
	const open = file.prepare("SELECT count(*) AS count FROM outbox WHERE state IN ('new', 'sending') AND next_at <= ?");
	let left = -1;
	let still = 0;
	for (let minute = 0; minute < 25; minute += 1) {
		const now = from + minute * MINUTE;
		await setTime(shop, now);
		await shop.runCron("* * * * *").catch(() => undefined);
		for (let wait = 0; wait < 100; wait += 1) {
			const { count } = open.get(now);
			if (count === 0) return;
			still = count === left ? still + 1 : 0;
			left = count;
			// Nothing moves: the queue lost its messages, and the sweep of a later minute sends them again.
			if (still > 10) break;
			await sleep(100);
		}
	}
}

/** Opens dashboards until the cron ends, at least five. Returns the time of each in ms. */
async function browse({ origin }, customers, run) {
	let running = true;
	run.finally(() => {
		running = false;
	});
	const times = [];
	for (let index = 0; running || index < 5; index += 1) {
		const { cookie } = customers[Math.floor(Math.random() * customers.length)];
		const start = performance.now();
		const response = await fetch(`${origin}/dashboard`, { headers: newVisitor(cookie), redirect: "manual" });
		await response.arrayBuffer();
		if (response.status !== 200) throw new Error(`The dashboard answered ${response.status}`);
		times.push(performance.now() - start);
	}
	return times;
}

/** One customer pays an open invoice with M-Pesa. Returns the number of paid invoices. */
async function payOne({ origin }, customers, file) {
	const open = file.prepare("SELECT id FROM invoices WHERE user_id = ? AND state = 'open' LIMIT 1");
	for (const { id, cookie } of customers.toSorted(() => Math.random() - 0.5)) {
		const invoice = open.get(id);
		if (!invoice) continue;
		const send = (path, fields) =>
			fetch(`${origin}${path}`, {
				method: "POST",
				headers: { Origin: origin, ...newVisitor(cookie) },
				body: new URLSearchParams(fields),
				redirect: "manual",
			});
		const started = await send(`/pay/${invoice.id}`, { method: "mpesa", phone: "0712345678" });
		if (started.status !== 303) return 0;
		const attempt = file
			.prepare(
				"SELECT provider_ref FROM payments WHERE invoice_id = ? AND provider_ref IS NOT NULL ORDER BY created_at DESC",
			)
			.get(invoice.id);
		if (!attempt) return 0;
		await send(`/sandbox/phone/${attempt.provider_ref}`, { answer: "approve" });
		return 1;
	}
	return 0;
}

/** Creates a session for each of the first customers. */
function signedIn(file, now) {
	const insert = file.prepare(
		`INSERT INTO sessions (id, user_id, token_hash, remembered, user_agent, place, created_at, seen_at, idle_expires_at,
			expires_at) VALUES (?, ?, ?, 0, '', '', ?, ?, ?, ?)`,
	);
	const users = file.prepare("SELECT id FROM users WHERE id LIKE 'usr_full%' LIMIT ?").all(visitors);
	return users.map(({ id }, index) => {
		const token = `month${index}`.padEnd(43, "x");
		const until = now + 365 * DAY;
		insert.run(`ses_month${index}`, id, createHash("sha256").update(token).digest("hex"), now, now, until, until);
		return { id, cookie: `session=${token}` };
	});
}

/** Counts overdue work at `now` (ms) by name. Uses separate queries, so that it does not repeat a mistake of the product. */
function undone(file, now, remindedAt, reminderDue) {
	const count = (sql, ...values) => file.prepare(`SELECT count(*) AS count FROM ${sql}`).get(...values).count;
	const active = "JOIN users u ON u.id = t.user_id AND u.status = 'active'";
	const hourAgo = now - HOUR;
	const near = file
		.prepare(
			`SELECT t.id, t.tld, t.auto_renew, t.expires_at FROM domains t ${active} WHERE t.status IN ('active', 'expired')
				AND t.expires_at BETWEEN ? AND ?`,
		)
		.all(remindedAt - 77 * DAY, remindedAt + 60 * DAY);
	const sent = file.prepare("SELECT 1 FROM outbox WHERE dedupe_key = ?");
	const reminders = near.filter((row) => {
		const { id, tld, auto_renew: autoRenew, expires_at: expiresAt } = row;
		const day = reminderDue({ tld, autoRenew: autoRenew === 1, expiresAt }, remindedAt);
		return day !== null && !sent.get(`mail.expiry-reminder:${id}:${expiresAt}:${day}`);
	}).length;
	return {
		reminders,
		"renewal invoices of domains": count(
			`domains t ${active} WHERE t.status = 'active' AND t.auto_renew = 1 AND t.expires_at > ? AND t.expires_at <= ?
				AND NOT EXISTS (SELECT 1 FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.user_id = t.user_id
					AND l.kind = 'renewal' AND l.domain = t.name AND o.created_at > t.expires_at - ?)`,
			now,
			hourAgo + 30 * DAY,
			60 * DAY,
		),
		"renewal invoices of plans": count(
			`hosting_plans t ${active} WHERE t.status = 'active' AND t.cancelled_at IS NULL AND t.expires_at > ?
				AND t.expires_at <= ? + CASE WHEN t.term_months >= 12 THEN ? ELSE ? END
				AND NOT EXISTS (SELECT 1 FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.plan_id = t.id
					AND o.created_at > t.expires_at - ?)`,
			now,
			hourAgo,
			30 * DAY,
			7 * DAY,
			60 * DAY,
		),
		expired: count("domains WHERE status = 'active' AND expires_at <= ?", hourAgo),
		"in redemption": count(
			"domains WHERE status = 'expired' AND expires_at <= ? - CASE WHEN tld LIKE '%ke' THEN 80 ELSE 30 END * ?",
			hourAgo,
			DAY,
		),
		released: count(
			"domains WHERE status = 'redemption' AND expires_at <= ? - CASE WHEN tld LIKE '%ke' THEN 90 ELSE 65 END * ?",
			hourAgo,
			DAY,
		),
		"twice invoiced": count(
			`(SELECT l.domain, l.plan_id, l.current_expiry FROM order_lines l WHERE l.current_expiry IS NOT NULL
				GROUP BY 1, 2, 3 HAVING count(*) > 1)`,
		),
		"dead letters": count("outbox WHERE state = 'dead'"),
	};
}

function doneSince(file, start) {
	const rows = file
		.prepare("SELECT kind, count(*) AS count FROM outbox WHERE created_at >= ? GROUP BY kind ORDER BY kind")
		.all(start);
	return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** Bytes in use. */
function size(file) {
	const pragma = (name) => Object.values(file.prepare(`PRAGMA ${name}`).get())[0];
	return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}

function sumBy(batches, field) {
	const sums = {};
	for (const batch of batches) sums[batch.label] = (sums[batch.label] ?? 0) + batch[field];
	return sums;
}

function countBy(batches) {
	const counts = {};
	for (const { label } of batches) counts[label] = (counts[label] ?? 0) + 1;
	return counts;
}
