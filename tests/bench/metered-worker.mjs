/**
 * Source of a module for workerd that wraps the built Worker. It moves the Worker's time and records its database work:
 * - `POST /__bench/clock?now=MS` sets the time, which then advances at normal speed. Until the first call every handler
 *   fails, so a Worker that was restarted never runs with the wrong time.
 * - `POST /__bench/take` returns the batches since the last call.
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

function timed(run) {
	if (offset === null) throw new Error("The bench has not set the time yet");
	return run();
}

/** Records rows read, rows written and the time in the database (ms) of every batch. */
function metered(env, label) {
	const database = env.DB;
	const DB = new Proxy(database, {
		get(target, name) {
			if (name !== "batch") return typeof target[name] === "function" ? target[name].bind(target) : target[name];
			return async (statements) => {
				const results = await target.batch(statements);
				const sum = (field) => results.reduce((total, { meta }) => total + (meta[field] ?? 0), 0);
				batches.push({ label, statements: statements.length, read: sum("rows_read"), written: sum("rows_written"), held: sum("duration") });
				return results;
			};
		},
	});
	return { ...env, DB };
}

export default {
	async fetch(request, env, ctx) {
		const url = new URL(request.url);
		if (url.pathname === "/__bench/clock") {
			offset = Number(url.searchParams.get("now")) - RealDate.now();
			return new Response();
		}
		if (url.pathname === "/__bench/take") {
			const taken = batches;
			batches = [];
			return Response.json(taken);
		}
		return timed(() => worker.fetch(request, metered(env, "page"), ctx));
	},
	queue: (batch, env, ctx) => timed(() => worker.queue(batch, metered(env, batch.queue), ctx)),
	scheduled: (event, env, ctx) => timed(() => worker.scheduled(event, metered(env, event.cron), ctx)),
};
`;
