import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { full as budget } from "../tests/bench/budgets.mjs";
import { fakeMailProvider } from "../tests/bench/fake-mail-provider.mjs";
import { remindBefore, signInEveryone } from "../tests/bench/full-customers.mjs";
import { fillDatabase, fullSize, isMetered, moveToMetered } from "../tests/bench/full-database.mjs";
import { meteredObjects, meteredWorker } from "../tests/bench/metered-worker.mjs";
import { simulateDays } from "../tests/bench/month.mjs";
import { median } from "../tests/bench/statistics.mjs";
import { build } from "./build.mjs";
import { migrate, seed } from "./database.mjs";
import { freePort } from "./port.mjs";
import { step, stop } from "./say.mjs";
import { localSecrets } from "./secrets.mjs";
import { openDatabase, openShop } from "./shop.mjs";
import { heading, row } from "./table.mjs";

const DAY = 86_400_000;
const megabyte = 1_000_000;

const defaults = { days: 30, size: 1, payments: 240 };

/**
 * Simulates days of crons and customers on a database of full size.
 * @param {string[]} words `--days=3`, `--size=0.1` (share of the full size), `--payments=240` (by customers each day),
 *   `--state=DIR` (keeps the shop there, and goes on with the next day if the folder has one)
 * @returns the lines of what is over its budget, of all days
 */
export async function benchFull(words) {
	const { days, size, payments, state: kept } = readOptions(words);
	build();
	const secrets = localSecrets();
	const state = kept ?? mkdtempSync(path.join(tmpdir(), "kikoa-bench-full-"));
	if (!kept) process.once("exit", () => rmSync(state, { recursive: true, force: true }));
	const saved = readProgress(state);
	const progress = saved ?? {
		from: Math.ceil(Date.now() / DAY) * DAY,
		done: 0,
		slowest: [],
		grown: 0,
		orders: 0,
		over: [],
	};
	if (!saved) await fillForMonth(state, progress, { size, secrets });
	const mail = fakeMailProvider(path.join(state, "emails.txt"));
	const shop = await openFull(state, { secrets, outbound: mail.outbound });
	console.log(
		`\n${days} days on ${cpus().length} cores. Customers pay ${payments} invoices a day, and cards are charged. Growth is calculated for ${budget.orders} orders a day.`,
	);
	saveProgress(state, { ...progress, isRunning: true });
	await simulateDays(shop, {
		state,
		from: progress.from,
		first: progress.done + 1,
		days,
		payments,
		mail,
		report(day) {
			progress.done = day.day;
			progress.slowest.push(Math.max(...day.pages));
			progress.grown += sum(grownByTable(day));
			progress.orders += day.orders;
			const overBudget = printDay(day);
			for (const line of overBudget) console.log(`  Over budget: ${line}`);
			progress.over.push(...overBudget.map((line) => `day ${day.day}: ${line}`));
		},
	});
	await shop.close();
	saveProgress(state, progress);
	const slowest = median(progress.slowest);
	console.log(
		`\nSlowest dashboard of a day, median of ${progress.done} days: ${slowest.toFixed(0)} ms (budget ${budget.page})`,
	);
	const growth = inMegabytes(forBudget(progress.grown, progress.orders));
	console.log(`Growth of ${progress.done} days: ${growth} for ${budget.orders} orders (budget ${limit})`);
	return [
		...progress.over,
		...(slowest > budget.page ? [`slowest dashboard: ${slowest.toFixed(0)} ms`] : []),
		...(forBudget(progress.grown, progress.orders) > budget.growth ? [`growth: ${growth}`] : []),
	];
}

const sum = (byTable) => [...byTable.values()].reduce((all, bytes) => all + bytes, 0);
const inMegabytes = (bytes) => `${(bytes / megabyte).toFixed(2)} MB`;
const limit = inMegabytes(budget.growth);

/**
 * Bytes of a day with as many orders as the budget has. What an order causes comes on its own day and in the weeks after
 * it, such as reminders and a suspension. So only the growth of a whole month belongs to that month's orders.
 */
const forBudget = (bytes, orders) => (bytes * budget.orders) / Math.max(1, orders);

/** Bytes by which each table grew in a day, as if customers had paid all orders that no card was charged for. */
function grownByTable({ grownByCrons, grownByPayments, orders, charged, paid }) {
	const perPayment = Math.max(0, orders - charged) / Math.max(1, paid);
	const byTable = new Map();
	const add = (rows, factor) => {
		for (const { table, bytes } of rows) byTable.set(table, (byTable.get(table) ?? 0) + bytes * factor);
	};
	add(grownByCrons, 1);
	add(grownByPayments, perPayment);
	return byTable;
}

const progressFile = (state) => path.join(state, "progress.json");

const saveProgress = (state, progress) => writeFileSync(progressFile(state), JSON.stringify(progress));

/** Null if the folder has no shop yet. A day can't be repeated, because its work is in the database. */
function readProgress(state) {
	if (!existsSync(progressFile(state))) return null;
	const { isRunning, ...progress } = JSON.parse(readFileSync(progressFile(state), "utf8"));
	if (isRunning) stop(`The shop in ${state} was stopped in the middle of a day. Delete the folder and start again.`);
	return progress;
}

function readOptions(words) {
	const options = { ...defaults };
	for (const word of words) {
		if (word.startsWith("--state=")) {
			options.state = path.resolve(word.slice("--state=".length));
			mkdirSync(options.state, { recursive: true });
			continue;
		}
		const [, name, value] = word.match(/^--(\w+)=(\d*\.?\d+)$/) ?? [];
		if (!(name in defaults)) stop(`Can't read ${word}. Use --days=3, --size=0.1, --payments=240 or --state=DIR.`);
		options[name] = Number(value);
	}
	return options;
}

async function fillForMonth(state, { from, over }, { size, secrets }) {
	const start = performance.now();
	const { domains, activity_log: logRows } = await fill(state, { from, size, secrets });
	await signInEveryone(state, from, secrets);
	await remindBefore(state, from);
	const seconds = (performance.now() - start) / 1_000;
	console.log(`  ${domains} domains, ${logRows} log rows, in ${seconds.toFixed(0)} s`);
	if (seconds > budget.fillSeconds) over.push(`filling the database: ${seconds.toFixed(0)} s`);
}

/**
 * Fills a new local database and returns how many rows of each kind it has.
 * @param {number} from ms since the epoch: services expire from then on. `size`: share of the full size
 */
export async function fill(state, { from, size, secrets }) {
	step(`Filling a database with ${size * fullSize.domains} domains`);
	const { database, close } = await openDatabase(state);
	await migrate(database);
	await seed(database, secrets);
	await close();
	const sizes = Object.fromEntries(Object.entries(fullSize).map(([table, rows]) => [table, Math.round(rows * size)]));
	fillDatabase(state, from, sizes);
	return sizes;
}

/** Opens the metered Worker on a filled database. It still has to be told the time (metered-worker.mjs). */
export async function openFull(state, { secrets, outbound }) {
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	const vars = { ...secrets, APP_ORIGIN: origin, MAILER: "http", RESEND_API_KEY: "bench" };
	const open = () => openShop({ port, state, wrap: meteredWorker, durableObjects: meteredObjects, outbound, vars });
	if (isMetered(state)) return open();
	const first = await open();
	await fetch(`${origin}/__bench/database`, { method: "POST" });
	await first.close();
	moveToMetered(state);
	return open();
}

/** Prints the figures of a day. Returns what is over its budget. */
function printDay(day) {
	// Times mean little while other programs use the cores.
	const load = loadavg()[0].toFixed(1);
	console.log(
		`\nDay ${day.day} (${day.seconds.toFixed(0)} s, ${day.kills} kills, load ${load} on ${cpus().length} cores)`,
	);
	return [...printDuties(day), ...printDatabaseWork(day), ...printCustomers(day)];
}

function printDuties({ duties, late, mistakes }) {
	heading("Duties", ["", "due", "done"]);
	for (const { name, done, left } of duties) row(name, done + left, done);
	const missed = duties.filter(({ left }) => left > 0).map(({ name, left }) => `${name}: ${left} not done`);
	const wrong = Object.entries(mistakes).filter(([, count]) => count > 0);
	const over = late > 0 ? [`the day's work ended ${Math.ceil(late / 60_000)} min after midnight`] : [];
	return [...missed, ...over, ...wrong.map(([name, count]) => `${name}: ${count}`)];
}

function printDatabaseWork({ batches }) {
	const over = [];
	heading("Database", ["", "runs", "rows/run", "most rows", "budget", "longest ms", "budget"]);
	for (const [label, runs] of byRun(batches)) {
		const rows = runs.map(({ read }) => read);
		const [most, longest] = [Math.max(...rows), Math.max(...runs.map(({ held }) => held))];
		const mean = rows.reduce((sum, one) => sum + one, 0) / rows.length;
		row(label, runs.length, mean.toFixed(0), most, budget.rows[label] ?? "", longest.toFixed(0), budget.held);
		if (most > budget.rows[label]) over.push(`rows of ${label}: ${most}`);
	}
	const { held, label, sql } = batches.reduce((worst, one) => (one.held > worst.held ? one : worst));
	const statement = sql.replace(/\s+/g, " ").slice(0, 160);
	if (held > budget.held) over.push(`database held for ${held.toFixed(0)} ms by ${label}: ${statement}`);
	return over;
}

function printCustomers(day) {
	const { pages, failed, paid, charged, orders } = day;
	heading("Customers", ["", "dashboards", "median ms", "slowest ms", "paid", "charged", "orders"]);
	row("", pages.length, median(pages).toFixed(0), Math.max(...pages).toFixed(0), paid, charged, orders);
	const byTable = grownByTable(day);
	const largest = [...byTable].sort(([, a], [, b]) => b - a).slice(0, 8);
	const tables = largest.map(([table, bytes]) => `${table} ${inMegabytes(forBudget(bytes, orders))}`);
	const growth = inMegabytes(forBudget(sum(byTable), orders));
	console.log(`  Growth: ${growth} for ${budget.orders} orders: ${tables.join(", ")}`);
	return failed.map((answer) => `a dashboard answered ${answer}`);
}

/** Rows read and the longest batch of each run, by label. */
function byRun(batches) {
	const labels = new Map();
	for (const { label, run, read, held } of batches) {
		const runs = labels.get(label) ?? new Map();
		const known = runs.get(run) ?? { read: 0, held: 0 };
		labels.set(label, runs.set(run, { read: known.read + read, held: Math.max(known.held, held) }));
	}
	return [...labels].sort().map(([label, runs]) => [label, [...runs.values()]]);
}
