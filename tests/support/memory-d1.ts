import { type D1Migration, runInDurableObject } from "cloudflare:test";
import { env, withEnv } from "cloudflare:workers";
import type { AroundStatements } from "./outside-world";
import { replaceMethod } from "./replace-method";

/** Values that a statement binds, as SQLite in a Durable Object takes them. D1 also takes booleans. */
type Bound = ArrayBuffer | string | number | null;

interface Prepared {
	readonly sql: string;
	readonly values: readonly Bound[];
}

const isRead = ({ sql }: Prepared): boolean => /^\s*(select|with|explain)\b/i.test(sql);

/**
 * D1 on the SQLite of the Durable Object in which it is called. It has the same engine, without the conversion of each call
 * to HTTP and JSON, which takes most of the time of miniflare's D1. A batch is one transaction.
 */
export function memoryD1(storage: DurableObjectStorage, around: AroundStatements = (_, run) => run()): D1Database {
	const { sql } = storage;
	const statements = new WeakMap<object, Prepared>();

	function runOne({ sql: text, values }: Prepared) {
		const cursor = sql.exec(text, ...values);
		const results = cursor.toArray();
		return { success: true, results, meta: { rows_read: cursor.rowsRead, rows_written: cursor.rowsWritten } };
	}

	function run<T>(list: readonly Prepared[], work: () => T): T {
		const onlyReads = list.every(isRead);
		try {
			return around(!onlyReads, () => (onlyReads ? work() : storage.transactionSync(work)));
		} catch (error) {
			throw new Error(`D1_ERROR: ${error}`, { cause: error });
		}
	}

	function prepare(text: string, values: readonly Bound[] = []): D1PreparedStatement {
		const prepared = { sql: text, values };
		const all = async () => run([prepared], () => runOne(prepared));
		const statement = {
			bind: (...bound: unknown[]) =>
				prepare(
					text,
					bound.map((value) => (typeof value === "boolean" ? Number(value) : (value as Bound))),
				),
			all,
			run: all,
			raw: async () => run([prepared], () => [...sql.exec(text, ...values).raw()]),
			first: async (column?: string) => {
				const [found] = run([prepared], () => runOne(prepared)).results;
				if (found === undefined) return null;
				return column === undefined ? found : found[column];
			},
		} as unknown as D1PreparedStatement;
		statements.set(statement, prepared);
		return statement;
	}

	return {
		prepare: (text: string) => prepare(text),
		batch: async (list: D1PreparedStatement[]) => {
			const prepared = list.map((statement) => statements.get(statement) as Prepared);
			return run(prepared, () => prepared.map(runOne));
		},
		exec: async (text: string) => run([{ sql: text, values: [] }], () => sql.exec(text)),
	} as unknown as D1Database;
}

/** Runs with the storage of a new Durable Object that has our tables. */
export async function withMemory<T>(run: (storage: DurableObjectStorage) => Promise<T>): Promise<T> {
	const { TEST_MIGRATIONS } = env as unknown as { TEST_MIGRATIONS: D1Migration[] };
	const wait = globalThis.setTimeout;
	// A database handle waits for the end of the turn with a timer, which takes longer than its statements here.
	const atOnce = (work: () => void, ms?: number) => (ms ? wait(work, ms) : setImmediate(work));
	const restore = replaceMethod(globalThis, "setTimeout", atOnce as never);
	return runInDurableObject(env.ACCESS_TOKENS.getByName(crypto.randomUUID()), async (_, { storage }) => {
		for (const { queries } of TEST_MIGRATIONS) for (const query of queries) storage.sql.exec(query);
		return run(storage);
	}).finally(restore);
}

/** Runs thousands of statements with an empty database in memory as `env.DB`. */
export const inMemory = <T>(run: () => Promise<T>): Promise<T> =>
	withMemory((storage) => withEnv({ ...env, DB: memoryD1(storage) }, run) as Promise<T>);
