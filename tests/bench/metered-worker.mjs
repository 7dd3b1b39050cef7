/**
 * Source of a module for workerd that wraps the built Worker. It moves the Worker's time and records its database work.
 * The database is SQLite in a Durable Object of this module, as in D1, because miniflare's D1 takes 2.5 ms of CPU for each
 * call, most of it to convert the call to HTTP and JSON and back.
 * - `POST /__bench/clock?now=MS` sets the time, which then advances at normal speed. Until the first call every handler
 *   fails, so a Worker that was restarted never runs with the wrong time.
 * - `POST /__bench/idle` returns how long no queue and no cron has been running (ms).
 * - `POST /__bench/database` creates the database's file.
 * - `POST /__bench/take` returns the batches since the last call. A single statement counts as a batch.
 * @param {string} main file name of the built module
 */
export const meteredWorker = (main) => `
import { AsyncLocalStorage } from "node:async_hooks";
import { DurableObject } from "cloudflare:workers";
import worker from "./${main}";
export * from "./${main}";

const RealDate = Date;
let offset = null;
class MovedDate extends RealDate {
	constructor(...parts) {
		if (parts.length === 0) super(RealDate.now() + offset);
		else super(...parts);
	}
	static now() {
		return RealDate.now() + offset;
	}
}
globalThis.Date = MovedDate;

let batches = [];
let runs = 0;
let running = 0;
let idleSince = RealDate.now();

function timed(run) {
	if (offset === null) throw new Error("The bench has not set the time yet");
	return run();
}

async function counted(run) {
	running += 1;
	try {
		return await timed(run);
	} finally {
		running -= 1;
		idleSince = RealDate.now();
	}
}

/** One D1 database. Runs a batch in one transaction. */
export class BenchDatabase extends DurableObject {
	batch(statements) {
		const { storage } = this.ctx;
		return storage.transactionSync(() =>
			statements.map(({ sql, values }) => {
				const start = performance.now();
				const cursor = storage.sql.exec(sql, ...values);
				const results = cursor.toArray();
				const duration = performance.now() - start;
				const meta = { duration, rows_read: cursor.rowsRead, rows_written: cursor.rowsWritten };
				return { success: true, results, meta };
			}),
		);
	}
}

const databaseOf = (env) => env.BENCH_DATABASE.get(env.BENCH_DATABASE.idFromName("only"));

/** The label and the number of what is running. */
const runOf = new AsyncLocalStorage();

function asRun(label, work) {
	runs += 1;
	// Another number after a restart, because each start has its own offset.
	return runOf.run({ label, run: offset + " " + runs }, work);
}

/** The bindings stay the same object, as on Cloudflare: the Worker checks its configuration once for each. */
let bindings;
const metered = (env) => (bindings ??= meteredBindings(env));

/** Records rows read, rows written and the time in the database (ms) of every batch. */
function meteredBindings(env) {
	async function batch(statements) {
		const { label, run } = runOf.getStore();
		let results;
		try {
			// Each request needs a stub of its own.
			results = await databaseOf(env).batch(statements.map(({ sql, values }) => ({ sql, values })));
		} catch (error) {
			throw new Error("D1_ERROR: " + error.message);
		}
		const sum = (field) => results.reduce((total, { meta }) => total + meta[field], 0);
		const durations = results.map(({ meta }) => meta.duration);
		const slowest = durations.indexOf(Math.max(...durations));
		const held = sum("duration");
		batches.push({ label, run, read: sum("rows_read"), written: sum("rows_written"), held, sql: statements[slowest].sql });
		return results;
	}
	const one = async (statement) => (await batch([statement]))[0];
	const prepare = (sql, values = []) => {
		const statement = {
			sql,
			values,
			bind: (...bound) => prepare(sql, bound.map((value) => (typeof value === "boolean" ? Number(value) : value))),
			all: () => one(statement),
			run: () => one(statement),
			raw: async () => (await one(statement)).results.map((found) => Object.values(found)),
			first: async (column) => {
				const [found] = (await one(statement)).results;
				return found === undefined ? null : column === undefined ? found : found[column];
			},
		};
		return statement;
	};
	return { ...env, DB: { batch, prepare: (sql) => prepare(sql) } };
}

export default {
	async fetch(request, env, ctx) {
		const url = new URL(request.url);
		if (url.pathname === "/__bench/clock") {
			offset = Number(url.searchParams.get("now")) - RealDate.now();
			return new Response();
		}
		if (url.pathname === "/__bench/database") {
			await databaseOf(env).batch([]);
			return new Response();
		}
		if (url.pathname === "/__bench/idle") return Response.json(running > 0 ? 0 : RealDate.now() - idleSince);
		if (url.pathname === "/__bench/take") {
			const taken = batches;
			batches = [];
			return Response.json(taken);
		}
		return timed(() => asRun("page", () => worker.fetch(request, metered(env), ctx)));
	},
	queue: (batch, env, ctx) => counted(() => asRun(batch.queue, () => worker.queue(batch, metered(env), ctx))),
	scheduled: (event, env, ctx) => counted(() => asRun(event.cron, () => worker.scheduled(event, metered(env), ctx))),
};
`;

/** The binding of `BenchDatabase`, for `openShop`. */
export const meteredObjects = { BENCH_DATABASE: { className: "BenchDatabase", useSQLite: true } };
