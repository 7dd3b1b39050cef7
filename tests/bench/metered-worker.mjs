/**
 * Source of a module for workerd that wraps the built Worker. It moves the Worker's time and records its database work:
 * - `POST /__bench/clock?now=MS` sets the time, which then advances at normal speed. Until the first call every handler
 *   fails, so a Worker that was restarted never runs with the wrong time.
 * - `POST /__bench/idle` returns how long no queue and no cron has been running (ms).
 * - `POST /__bench/take` returns the batches since the last call. A single statement counts as a batch.
 * @param {string} main file name of the built module
 */
export const meteredWorker = (main) => `
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

/** Records rows read, rows written and the time in the database (ms) of every batch. */
function metered(env, label) {
	const database = env.DB;
	runs += 1;
	const run = runs;
	async function batch(statements) {
		const results = await database.batch(statements.map(({ inner }) => inner));
		const sum = (field) => results.reduce((total, { meta }) => total + (meta[field] ?? 0), 0);
		const durations = results.map(({ meta }) => meta.duration ?? 0);
		const held = sum("duration");
		const read = sum("rows_read");
		const slowest = durations.indexOf(Math.max(...durations));
		batches.push({ label, run, read, written: sum("rows_written"), held, sql: statements[slowest].sql });
		return results;
	}
	// As a batch, because only that returns the rows read.
	const one = async (statement) => (await batch([statement]))[0];
	const wrap = (sql, inner) => {
		const statement = {
			sql,
			inner,
			bind: (...values) => wrap(sql, inner.bind(...values)),
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
	return { ...env, DB: { batch, prepare: (sql) => wrap(sql, database.prepare(sql)) } };
}

export default {
	async fetch(request, env, ctx) {
		const url = new URL(request.url);
		if (url.pathname === "/__bench/clock") {
			offset = Number(url.searchParams.get("now")) - RealDate.now();
			return new Response();
		}
		if (url.pathname === "/__bench/idle") return Response.json(running > 0 ? 0 : RealDate.now() - idleSince);
		if (url.pathname === "/__bench/take") {
			const taken = batches;
			batches = [];
			return Response.json(taken);
		}
		return timed(() => worker.fetch(request, metered(env, "page"), ctx));
	},
	queue: (batch, env, ctx) => counted(() => worker.queue(batch, metered(env, batch.queue), ctx)),
	scheduled: (event, env, ctx) => counted(() => worker.scheduled(event, metered(env, event.cron), ctx)),
};
`;
