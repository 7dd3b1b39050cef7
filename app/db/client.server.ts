import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { HOUR, SECOND } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { RetryLater } from "~/lib/retry-later";
import { firstShard } from "~/lib/shards";
import { batchOf, type Change, type Committed, customersIn, isByStaff } from "./change.server";
import { assertDistinctColumns } from "./distinct-columns";
import { insertSelect } from "./insert-select";
import { SavedRead, savedQuery } from "./saved-query.server";
import { users, writeReceipts } from "./schema";

export type Statement = BatchItem<"sqlite">;
type Rows<Q> = Q extends { _: { result: infer R } } ? R : never;

/** D1 errors after which the same statements can be retried (Cloudflare's documentation, "Debug D1"). */
const retryable =
	/Network connection lost|storage caused object to be reset|reset because its code was updated|Cannot resolve D1 DB due to transient issue|Internal error while starting up D1 DB storage/i;

const maxAttempts = 4;

/** D1 did not answer. The request itself may be correct. Becomes a 503. */
export class DatabaseUnavailable extends Error {
	override name = "DatabaseUnavailable";
}

/** A guarded statement changed nothing, so the whole batch was undone. */
class NothingChanged extends Error {
	override name = "NothingChanged";
}

/** The account was merged into another one after its rows were read, so nothing was written. */
class AccountMerged extends Error {
	override name = "AccountMerged";
}

/**
 * Work of the shop read its customer just before the account was merged into another one. Nothing was written. Tried again,
 * it finds the account that has everything now.
 */
export class CustomerMoved extends RetryLater {
	override name = "CustomerMoved";
	constructor() {
		super("The account was merged into another one in this moment", 2 * SECOND);
	}
}

export interface Database {
	/** Builds statements. Running one directly costs a separate round trip. */
	readonly orm: DrizzleD1Database;
	/** Which of the databases this is: customers who are stored here have its number in their id. */
	readonly shard: number;
	/**
	 * Reads. All reads that start in the same turn of the event loop are sent as one batch, so parallel loaders cost one
	 * round trip together. In a join, alias columns that share a name (`` sql`…`.as("order_id") ``).
	 * @throws TypeError for two columns with the same name
	 */
	read<Q extends Statement>(query: Q | SavedRead<Q>): Promise<Rows<Q>>;
	/**
	 * Writes a change, all of it or nothing, then sends its events. Safe to retry: the batch carries a receipt, so a batch
	 * whose response was lost is recognised and not applied twice.
	 * @param now ms since the epoch, UTC
	 * @throws DatabaseUnavailable when D1 does not answer
	 * @throws CustomerMoved if it names a customer whose account was merged. For staff, the change is stale instead.
	 */
	commit(change: Change, now: number): Promise<Committed>;
	/** Sets the function that sends the events of each commit. It gets the ids of their outbox rows. */
	onCommitted(send: (eventIds: readonly string[]) => void): void;
	/** Round trips so far, for tests. */
	readonly roundTrips: number;
	/** Whether D1 failed to answer during this request. Then an error is a 503, not a bug. */
	readonly unavailable: boolean;
}

/** The receipt of a batch, and the one that fails unless the statement before it has changed a row. */
const receiptOf = savedQuery((orm, { id, now }: { readonly id: string; readonly now: number }) =>
	orm.insert(writeReceipts).values({ id, changed: 1, createdAt: now }),
);
const receiptOfChange = savedQuery((orm, { id, now }: { readonly id: string; readonly now: number }) =>
	// Null if that statement changed nothing. The column is NOT NULL, so the batch then fails.
	orm.insert(writeReceipts).values({ id, changed: sql<number>`nullif(changes(), 0)`, createdAt: now }),
);

interface Waiting {
	query: Statement;
	resolve(value: unknown): void;
	reject(reason: unknown): void;
}

/**
 * Batches the reads of one turn of the event loop. Sends each write as one transaction, retried if necessary.
 * @param sessionHash of the request, so that the activity log can name a member of the account
 */
export function createDatabase(d1: D1Database, shard = firstShard, sessionHash: string | null = null): Database {
	const orm = drizzle(d1);
	let waiting: Waiting[] = [];
	let roundTrips = 0;
	let unavailable = false;
	let send: (eventIds: readonly string[]) => void = () => {};

	function giveUp(text: string): never {
		unavailable = true;
		throw new DatabaseUnavailable(text);
	}

	async function batch(statements: readonly Statement[]): Promise<unknown[]> {
		roundTrips += 1;
		return (await orm.batch(statements as [Statement, ...Statement[]])) as unknown[];
	}

	async function withRetry<T>(run: (attempt: number) => Promise<T>): Promise<T> {
		for (let attempt = 1; ; attempt += 1) {
			try {
				return await run(attempt);
			} catch (error) {
				const text = errorText(error);
				if (/overloaded|timed? ?out/i.test(text)) giveUp(text);
				if (!retryable.test(text)) throw error;
				if (attempt === maxAttempts) giveUp(text);
				await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 10));
			}
		}
	}

	async function flush(): Promise<void> {
		const turn = waiting;
		waiting = [];
		try {
			const results = await withRetry(() => batch(turn.map((entry) => entry.query)));
			turn.forEach((entry, index) => {
				entry.resolve(results[index]);
			});
		} catch (error) {
			for (const entry of turn) entry.reject(error);
		}
	}

	async function write(statements: readonly Statement[]): Promise<void> {
		const receipt = createId("op");
		const first = receiptOf({ id: receipt, now: Date.now() }).on(orm, d1);
		return withRetry(async (attempt) => {
			try {
				await batch([first, ...statements]);
			} catch (error) {
				if (attempt > 1 && violates(error, "write_receipts.id")) return;
				const text = errorText(error);
				if (/NOT NULL constraint failed: write_receipts\.changed/i.test(text)) throw new NothingChanged();
				if (/NOT NULL constraint failed: write_receipts\.created_at/i.test(text)) throw new AccountMerged();
				throw error;
			}
		});
	}

	async function commit(change: Change, now: number): Promise<Committed> {
		const { statements, eventIds, uniqueKeys } = batchOf(change, { orm, mustChange, sessionHash }, now);
		const customers = customersIn(change);
		try {
			await write(customers.length > 0 ? [noneMerged(customers), ...statements] : statements);
		} catch (error) {
			if (error instanceof NothingChanged) return { state: "stale" };
			if (error instanceof AccountMerged) {
				if (isByStaff(change)) return { state: "stale" };
				throw new CustomerMoved();
			}
			const key = uniqueKeys.find((candidate) => violates(error, candidate));
			if (key) return { state: "duplicate", key };
			throw error;
		}
		if (eventIds.length > 0) send(eventIds);
		return { state: "ok" };
	}

	/** Fails if one of these accounts was merged into another one: the time of a receipt can't be null. */
	function noneMerged(customers: readonly string[]): Statement {
		const among = sql`(select value from json_each(${JSON.stringify(customers)}))`;
		const merged = sql`from ${users} where ${users.id} in ${among} and ${users.mergedInto} is not null limit 1`;
		return insertSelect({ orm }, writeReceipts, { id: createId("op"), changed: 1, createdAt: sql`null` }, merged);
	}

	const mustChange = (): Statement => receiptOfChange({ id: createId("op"), now: Date.now() }).on(orm, d1);

	return {
		orm,
		shard,
		commit,
		onCommitted(listener) {
			send = listener;
		},
		get roundTrips() {
			return roundTrips;
		},
		get unavailable() {
			return unavailable;
		},
		read(query) {
			const isSaved = query instanceof SavedRead;
			if (!isSaved) assertDistinctColumns(query);
			const statement = isSaved ? query.on(orm, d1) : query;
			return new Promise((resolve, reject) => {
				// A macrotask, so that loaders which start a few microtasks apart still share the batch.
				if (waiting.length === 0) setTimeout(flush, 0);
				waiting.push({ query: statement, resolve: resolve as Waiting["resolve"], reject });
			});
		},
	};
}

/** How long receipts are stored (ms). No batch is retried for that long. */
export const receiptLifetime = HOUR;

/** Whether the error is a violated unique key. `column` as in SQLite's message: `users.email`. */
function violates(error: unknown, column: string): boolean {
	return new RegExp(`UNIQUE constraint failed: .*${column.replace(".", "\\.")}`, "i").test(errorText(error));
}

function errorText(error: unknown): string {
	const parts: string[] = [];
	for (let current: unknown = error; current instanceof Error; current = current.cause) parts.push(current.message);
	return parts.join(" <- ");
}
