import type { AroundStatements } from "./outside-world";

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
		try {
			return around(!list.every(isRead), () => storage.transactionSync(work));
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
