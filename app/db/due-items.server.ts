import { inArray, sql } from "drizzle-orm";
import type { Clock } from "~/lib/clock";
import { timeBudget } from "~/lib/time-budget";
import type { EventKind } from "~/registry";
import { type Change, change, type EventItem, emitAll } from "./change.server";
import type { Database } from "./client.server";
import { outbox } from "./schema";

/** Rows per page. Each page with new items is one commit. */
const usualPageSize = 250;

/** Where to find items that are due, and the event for each. */
export interface DueItems<Row, K extends EventKind> {
	readonly kind: K;
	/** Up to `limit` rows after this one, in the order of an index. Fewer are the last page. */
	page(after: Row | null, limit: number): Promise<readonly Row[]>;
	/** The event of a row. Its key makes sure that a row is queued once. Null if nothing is due. */
	event(row: Row): EventItem<K> | null;
	/** Committed together with the events of these rows. */
	also?(rows: readonly Row[]): Change;
}

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** For tests. */
	readonly pageSize?: number;
	readonly isOver?: () => boolean;
}

/**
 * Queues an event for each item that has none yet, page by page until there are no more rows or the time of the run is
 * over. The next run then continues, because it skips what is queued. Returns the number of new events.
 */
export async function queueDueItems<Row, K extends EventKind>(
	{ db, clock, pageSize = usualPageSize, isOver = timeBudget() }: Dependencies,
	sources: readonly DueItems<Row, K>[],
): Promise<number> {
	return queuePages(sources, { pageSize, isOver }, (source, rows) => queueNew({ db, clock }, source, rows));
}

/** Queues page by page, until there are no more rows or the time is over. Returns the sum of what `queue` returns. */
export async function queuePages<Row, Source extends Pick<DueItems<Row, EventKind>, "page">>(
	sources: readonly (Source & Pick<DueItems<Row, EventKind>, "page">)[],
	{ pageSize = usualPageSize, isOver }: { readonly pageSize?: number; readonly isOver: () => boolean },
	queue: (source: Source, rows: readonly Row[]) => Promise<number>,
): Promise<number> {
	let queued = 0;
	for (const source of sources) {
		let after: Row | null = null;
		do {
			const rows: readonly Row[] = await source.page(after, pageSize);
			after = rows.length < pageSize ? null : (rows.at(-1) ?? null);
			queued += await queue(source, rows);
		} while (after !== null && !isOver());
		if (isOver()) break;
	}
	return queued;
}

/** Queues an event for each of these rows that has none yet. Returns the number of new events. */
export async function queueNew<Row, K extends EventKind>(
	{ db, clock }: Pick<Dependencies, "db" | "clock">,
	{ kind, event, also }: Pick<DueItems<Row, K>, "kind" | "event" | "also">,
	rows: readonly Row[],
): Promise<number> {
	const due = rows.flatMap((row) => {
		const item = event(row);
		return item ? [{ row, item, key: `${kind}:${item.once}` }] : [];
	});
	if (due.length === 0) return 0;
	const keys = JSON.stringify(due.map(({ key }) => key));
	const known = await db.read(
		db.orm
			.select({ key: outbox.dedupeKey })
			.from(outbox)
			.where(inArray(outbox.dedupeKey, sql`(select value from json_each(${keys}))`)),
	);
	const queued = new Set(known.map(({ key }) => key));
	const fresh = due.filter(({ key }) => !queued.has(key));
	if (fresh.length === 0) return 0;
	const events = emitAll(
		kind,
		fresh.map(({ item }) => item),
	);
	await db.commit(change(events, also?.(fresh.map(({ row }) => row))), clock());
	return fresh.length;
}
