import { type D1Migration, runInDurableObject } from "cloudflare:test";
import { DurableObject, env, withEnv } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import type { AroundStatements } from "./outside-world";
import { replaceMethod } from "./replace-method";

const bindings = env as unknown as { LOCAL_D1: DurableObjectNamespace<LocalD1>; TEST_MIGRATIONS: D1Migration[] };

/** The object that stores `env.DB`. */
const database = () => bindings.LOCAL_D1.getByName("DB");

/** Answers statements from outside the object, such as those of the Worker that a test sends a request to. */
export class LocalD1 extends DurableObject {
	answer(url: string, body: string): string {
		return answer(this.ctx.storage, url, body);
	}
}

/** What D1's client needs of a server. */
type Server = (url: string, body: string) => string | Promise<string>;

const D1Client = env.DB.constructor as new (server: {
	fetch(url: string, init: { body: string }): Promise<unknown>;
}) => D1Database;

const clientOf = (server: Server): D1Database =>
	new D1Client({
		async fetch(url, { body }) {
			const text = await server(url, body);
			return { ok: true, status: 200, headers: new Headers(), text: async () => text };
		},
	});

/** The storage of `env.DB`, for work that runs in its object. */
const near = new AsyncLocalStorage<DurableObjectStorage>();

/** Runs in the object that stores `env.DB`, where a statement is a call of a function. */
export const nearDatabase = <T>(run: () => Promise<T>): Promise<T> =>
	runInDurableObject(database(), (_, { storage }) => near.run(storage, run));

/**
 * `env.DB` of all tests: the client of D1 in workerd, on SQLite in a Durable Object, as in D1. Miniflare's server between
 * them takes about ten times as long, because it sends each call through two more Workers.
 */
export const localD1 = clientOf((url, body) => answerHere(url, body) ?? database().answer(url, body));
env.DB = localD1;

function answerHere(url: string, body: string): string | undefined {
	const storage = near.getStore();
	try {
		return storage && answer(storage, url, body);
	} catch (error) {
		// An answer to other work woke this work up, outside the object.
		if (/Cannot perform I\/O on behalf of a different/.test(String(error))) return undefined;
		throw error;
	}
}

/** D1 on the SQLite of the Durable Object in which it is called. */
export const memoryD1 = (storage: DurableObjectStorage, around?: AroundStatements): D1Database =>
	clientOf((url, body) => answer(storage, url, body, around));

/** Runs with the storage of a new Durable Object that has our tables. */
export async function withMemory<T>(run: (storage: DurableObjectStorage) => Promise<T>): Promise<T> {
	const wait = globalThis.setTimeout;
	// A database handle waits for the end of the turn with a timer, which takes longer than its statements here.
	const atOnce = (work: () => void, ms?: number) => (ms ? wait(work, ms) : setImmediate(work));
	const restore = replaceMethod(globalThis, "setTimeout", atOnce as never);
	return runInDurableObject(bindings.LOCAL_D1.getByName(crypto.randomUUID()), async (_, { storage }) => {
		for (const { queries } of bindings.TEST_MIGRATIONS) for (const query of queries) storage.sql.exec(query);
		return run(storage);
	}).finally(restore);
}

/** Runs thousands of statements with an empty database in memory as `env.DB`. */
export const inMemory = <T>(run: () => Promise<T>): Promise<T> =>
	withMemory((storage) => withEnv({ ...env, DB: memoryD1(storage) }, run) as Promise<T>);

interface Query {
	readonly sql: string;
	/** Bytes are an array of numbers. */
	readonly params?: readonly (string | number | null | number[])[];
}

const isRead = ({ sql }: Query): boolean => /^\s*(select|with|explain)\b/i.test(sql);

/** Answers a request of D1's client as D1 does. Its statements are one transaction. */
function answer(
	storage: DurableObjectStorage,
	url: string,
	body: string,
	around: AroundStatements = (_, run) => run(),
): string {
	const queries = [JSON.parse(body) as Query | Query[]].flat();
	const asObjects = !url.includes("ROWS_AND_COLUMNS");
	let failure: unknown;
	const onlyReads = queries.every(isRead);
	const runAll = () => {
		try {
			return queries.map((query) => runOne(storage.sql, query, asObjects));
		} catch (error) {
			failure = error;
			throw error;
		}
	};
	try {
		return JSON.stringify(around(!onlyReads, () => (onlyReads ? runAll() : storage.transactionSync(runAll))));
	} catch (error) {
		if (failure === undefined) throw error;
		return JSON.stringify({ success: false, error: (failure as Error).message });
	}
}

function runOne(sql: SqlStorage, query: Query, asObjects: boolean) {
	const before = isRead(query) ? undefined : changesIn(sql);
	const values = (query.params ?? []).map((value) => (Array.isArray(value) ? new Uint8Array(value).buffer : value));
	const cursor = sql.exec(query.sql, ...values);
	const columns = cursor.columnNames;
	const rows = [...cursor.raw()].map((row) =>
		row.map((value) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value)),
	);
	const results = asObjects
		? rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])))
		: { columns, rows };
	const changes = before === undefined ? 0 : changesIn(sql) - before;
	const meta = { duration: 0, changes, rows_read: cursor.rowsRead, rows_written: cursor.rowsWritten };
	return { success: true, results, meta };
}

const changesIn = (sql: SqlStorage): number => Number(sql.exec("select total_changes() as changes").one().changes);
