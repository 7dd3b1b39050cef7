import {
	and,
	desc,
	eq,
	getTableColumns,
	gt,
	gte,
	inArray,
	isNotNull,
	isNull,
	lt,
	lte,
	notInArray,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { outbox } from "~/db/schema";
import { HOUR } from "~/lib/durations";
import { derivedId } from "~/lib/ids";

/** `payload`: JSON text. Read by the consumer, so that a row with invalid JSON can still become a dead letter. */
const columns = { ...getTableColumns(outbox), payload: sql<string>`${outbox.payload}` };

type Stored = typeof outbox.$inferSelect;
export type OutboxRow = Omit<Stored, "payload"> & { readonly payload: string };

/** How long after its time a row is late (ms). The queue of slow kinds takes longer. */
interface Grace {
	readonly graceMs: number;
	readonly slowGraceMs: number;
	readonly slowKinds: readonly string[];
}

/** In front of the reason of a discarded event. */
const discarded = "Discarded: ";

/** Most rows of each group in one sweep. The next sweep, a minute later, sends the rest. */
const sweepSize = 500;

/** Claims, retries and dead letters of the outbox. */
export function createOutboxRepo(db: Database) {
	const { orm } = db;
	/** Whether this delivery still holds its claim. A later claim has a higher number of attempts. */
	const claimedBy = (row: OutboxRow): SQL | undefined =>
		and(eq(outbox.id, row.id), eq(outbox.state, "sending"), eq(outbox.attempts, row.attempts));

	/** As JSON, because D1 binds at most 100 values. */
	const among = (ids: readonly string[]) =>
		inArray(outbox.id, sql`(select value from json_each(${JSON.stringify(ids)}))`);

	const finish = async (row: OutboxRow, values: Partial<Omit<Stored, "payload">>): Promise<boolean> => {
		const changed = await orm
			.update(outbox)
			.set({ ...values, leaseUntil: null })
			.where(claimedBy(row))
			.returning({ id: outbox.id });
		return changed.length > 0;
	};

	return {
		/** Claims a due row for one delivery. Undefined if it is not due, claimed by another delivery or finished. */
		async claim(id: string, now: number, leaseUntil: number): Promise<OutboxRow | undefined> {
			const free = or(
				and(eq(outbox.state, "new"), lte(outbox.nextAt, now)),
				and(eq(outbox.state, "sending"), lte(outbox.leaseUntil, now)),
			);
			const [row] = await orm
				.update(outbox)
				.set({ state: "sending", leaseUntil, attempts: sql`${outbox.attempts} + 1` })
				.where(and(eq(outbox.id, id), free))
				.returning(columns);
			return row;
		},

		async find(ids: readonly string[]): Promise<OutboxRow[]> {
			return db.read(orm.select(columns).from(outbox).where(among(ids)));
		},

		markSent(row: OutboxRow, now: number, providerId: string | undefined, note: string | undefined) {
			return finish(row, { state: "sent", sentAt: now, providerId: providerId ?? null, lastError: note ?? null });
		},

		/** Stale if another delivery has claimed the row. */
		markDead: (row: OutboxRow, reason: string) =>
			guarded(orm.update(outbox).set({ state: "dead", lastError: reason, leaseUntil: null }).where(claimedBy(row))),

		release(row: OutboxRow, nextAt: number, reason: string, attempts = row.attempts) {
			return finish(row, { state: "new", nextAt, lastError: reason, attempts });
		},

		/** Ends a row that no delivery holds. Stale if one does. */
		markUnclaimedDead(id: string, reason: string, now: number) {
			const unclaimed = or(eq(outbox.state, "new"), and(eq(outbox.state, "sending"), lte(outbox.leaseUntil, now)));
			return guarded(
				orm
					.update(outbox)
					.set({ state: "dead", leaseUntil: null, lastError: sql`coalesce(${outbox.lastError}, ${reason})` })
					.where(and(eq(outbox.id, id), unclaimed)),
			);
		},

		/** Makes dead letters due again. Stale if none of them is dead. */
		revive: (ids: readonly string[], now: number): Change =>
			guarded(
				orm
					.update(outbox)
					.set({ state: "new", attempts: 0, nextAt: now, leaseUntil: null })
					.where(and(among(ids), eq(outbox.state, "dead"))),
			),

		/** The other dead letters of a kind, the oldest first. */
		deadOf: (kind: string, limit: number) =>
			db.read(
				orm
					.select({ id: outbox.id })
					.from(outbox)
					// The range makes SQLite use the index with the time.
					.where(and(eq(outbox.state, "dead"), gt(outbox.nextAt, 0), eq(outbox.kind, kind)))
					.orderBy(outbox.nextAt)
					.limit(limit),
			),

		/** Ends a dead letter without delivering it. Stale if it is not dead. */
		discard: (id: string, reason: string, now: number): Change =>
			guarded(
				orm
					.update(outbox)
					.set({ state: "sent", sentAt: now, lastError: `${discarded}${reason}` })
					.where(and(eq(outbox.id, id), eq(outbox.state, "dead"))),
			),

		/** Ends a dead letter, and older ones of the same work. Stale if it is not dead. @param note why */
		finish({ id, kind, payload, createdAt }: OutboxRow, note: string, now: number): Change {
			const isOlder = and(
				// The range makes SQLite use the index with the time.
				...[eq(outbox.state, "dead"), gt(outbox.nextAt, 0), eq(outbox.kind, kind)],
				...[sql`${outbox.payload} = ${payload}`, lte(outbox.createdAt, createdAt)],
			);
			const finished = { state: "sent", sentAt: now, lastError: note } as const;
			return change(
				guarded(
					orm
						.update(outbox)
						.set(finished)
						.where(and(eq(outbox.id, id), eq(outbox.state, "dead"))),
				),
				write(orm.update(outbox).set(finished).where(isOlder)),
			);
		},

		/** Ends dead letters by their keys. */
		endDead: (keys: readonly string[], now: number): Change =>
			write(
				orm
					.update(outbox)
					.set({ state: "sent", sentAt: now, lastError: "Replaced by a newer event" })
					.where(
						and(
							inArray(outbox.dedupeKey, sql`(select value from json_each(${JSON.stringify(keys)}))`),
							eq(outbox.state, "dead"),
						),
					),
			),

		/** Stale if it was not discarded. */
		restore: (id: string): Change =>
			guarded(
				orm
					.update(outbox)
					.set({ state: "dead", sentAt: null, lastError: sql`substr(${outbox.lastError}, ${discarded.length + 1})` })
					.where(
						and(
							eq(outbox.id, id),
							eq(outbox.state, "sent"),
							sql`substr(${outbox.lastError}, 1, ${discarded.length}) = ${discarded}`,
						),
					),
			),

		/** Stores a message without a row as a dead letter, once per message. */
		recordInvalidMessage(key: string, body: string, reason: string, now: number) {
			const id = derivedId("out", "poison", key);
			const row = orm
				.insert(outbox)
				.values({
					id,
					kind: "poison",
					payload: { body },
					dedupeKey: `poison:${key}`,
					state: "dead",
					nextAt: now,
					lastError: reason,
					createdAt: now,
				})
				.onConflictDoNothing();
			return { id, recorded: write(row) };
		},

		/**
		 * Takes the rows that the queue should have delivered: due since `graceMs`, or claimed by a delivery that never ended.
		 * Rows of slow kinds are due since `slowGraceMs`, unless they were delivered and postponed, because those are in no
		 * queue. Other sweeps skip a row until `untilNextSweep`.
		 */
		async takeOverdue(now: number, { graceMs, slowGraceMs, slowKinds }: Grace, untilNextSweep: number) {
			const notJustSent = or(isNull(outbox.leaseUntil), lte(outbox.leaseUntil, now));
			const overdue = (kinds: SQL, afterMs: number) => {
				const where = and(
					// True for every claimed row too. Without this range, SQLite reads the whole table if its statistics were made
					// while all rows were sent.
					inArray(outbox.state, ["new", "sending"]),
					lte(outbox.nextAt, now),
					kinds,
					or(
						and(eq(outbox.state, "new"), lte(outbox.nextAt, now - afterMs), notJustSent),
						and(eq(outbox.state, "sending"), lte(outbox.leaseUntil, now)),
					),
				);
				return orm.select({ id: outbox.id }).from(outbox).where(where).orderBy(outbox.nextAt).limit(sweepSize);
			};
			const isSlow = inArray(outbox.kind, [...slowKinds]);
			// Apart, so that thousands of late scheduled items do not keep back an email or a registration.
			const usual = overdue(notInArray(outbox.kind, [...slowKinds]), graceMs);
			const postponed = overdue(sql`${isSlow} and ${isNotNull(outbox.lastError)}`, graceMs);
			const slow = overdue(isSlow, slowGraceMs);
			return orm
				.update(outbox)
				.set({ state: "new", leaseUntil: untilNextSweep })
				.where(or(...[usual, postponed, slow].map((rows) => inArray(outbox.id, rows))))
				.returning({ id: outbox.id, kind: outbox.kind });
		},

		/**
		 * `waiting`: emails that failed at least twice and wait for the next attempt. `sent`: emails that were due after
		 * `since` and are sent. Both among a few hundred events.
		 */
		async emailsAround(now: number, since: number): Promise<{ waiting: number; sent: number }> {
			const count = async (state: Stored["state"], from: number, until: number, isCounted: SQL) => {
				const some = orm
					.select({ kind: outbox.kind, attempts: outbox.attempts })
					.from(outbox)
					.where(and(eq(outbox.state, state), gt(outbox.nextAt, from), lte(outbox.nextAt, until)))
					.orderBy(desc(outbox.nextAt))
					.limit(sweepSize)
					.as("some");
				const emails = orm.select({ count: sql<number>`count(*)` }).from(some);
				const [row] = await db.read(emails.where(sql`${some.kind} like 'mail.%' and ${isCounted}`));
				return row?.count ?? 0;
			};
			const [waiting, sent] = await Promise.all([
				count("new", since, now + 2 * HOUR, sql`attempts >= 2`),
				count("sent", since, now, sql`true`),
			]);
			return { waiting, sent };
		},

		/** Counts late rows and dead letters, up to `limit` of each. */
		async health(
			now: number,
			{ graceMs, slowGraceMs, slowKinds }: Grace,
			limit: number,
		): Promise<{ due: number; dead: number }> {
			const isLate = or(lt(outbox.nextAt, now - slowGraceMs), notInArray(outbox.kind, [...slowKinds]));
			const late = and(inArray(outbox.state, ["new", "sending"]), lt(outbox.nextAt, now - graceMs), isLate);
			const count = async (where: SQL | undefined): Promise<number> => {
				const first = orm.select({ id: outbox.id }).from(outbox).where(where).limit(limit).as("first_rows");
				return (await db.read(orm.select({ count: sql<number>`count(*)` }).from(first)))[0]?.count ?? 0;
			};
			// The range makes SQLite use the index, also if its statistics were made while all rows were sent.
			const isDead = and(eq(outbox.state, "dead"), gte(outbox.nextAt, 0));
			const [due, dead] = await Promise.all([count(late), count(isDead)]);
			return { due, dead };
		},
	};
}
