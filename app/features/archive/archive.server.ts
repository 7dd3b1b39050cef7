import { change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueNew } from "~/db/due-items.server";
import { createTaskPosition } from "~/db/task-position.server";
import { done, type EventRow, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR, SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { decodeCursor, type Page, toPage } from "~/lib/page";
import { parseJson } from "~/lib/read-json";
import { ok, type Result } from "~/lib/result";
import { ServiceUnavailable, whenAvailable } from "~/lib/service-unavailable.server";
import { timeBudget } from "~/lib/time-budget";
import { withTimeout } from "~/lib/with-timeout";
import type { FileStore } from "~/platform/files/file-store";
import { type ArchivedKind, type ArchivedPage, archivedBefore, archivedKinds, monthRange } from "./archive";
import { type ArchivedActivity, type ArchivedNotification, createArchiveRepo } from "./archive.repo.server";
import { type ArchivedRow, createArchiveFiles, dayFolder, dayKey, emailKey, monthKey } from "./archive-files.server";

interface ArchivedRows {
	readonly activity: ArchivedActivity;
	readonly notifications: ArchivedNotification;
}

/**
 * How long these rows stay in the database, in milliseconds. Sent events: longer than a queue can hold a message (14
 * days), so that a late duplicate still finds its row, and than an item stays due for the task that finds it.
 */
const retention = { sentEvents: 30 * DAY, webhookBodies: 90 * DAY } as const;

/** Rows that the search for old months reads first. It reads more while all of them are old. */
const firstWindow = 16;
const largestWindow = 2_000;

/** Each window makes up to three calls of D1. A run may make 1,000, also for the files by day. */
const maxWindows = 150;

/**
 * A run starts no new window after so many items: 50,000 months are due at the start of a month, and renewals have the same
 * queue. They then wait for a minute or two. The next run, an hour later, continues.
 */
const maxItems = 2_000;

/** Most rows of a month in memory. A month with more is written in several steps. */
const monthSize = 5_000;

/** Rows that one statement deletes. */
const sliceSize = 500;

/** Rows of one file by day. */
const daySize = 1_000;

/** For each kind of file by day. Compressing more would use up the CPU time of the run. */
const dayTimeMs = 5 * SECOND;

/** How long a customer waits for the file store. */
const timeoutMs = 5 * SECOND;

/** The same for a list of newer entries, which only wants to know whether to offer older ones. */
const checkTimeoutMs = SECOND;

const isEmail = (kind: string): boolean => kind.startsWith("mail.");

const unavailable = "We can't load your older entries right now. Please try again in a minute.";

/** Old rows, which move from the database to files. See docs/decisions/2026-11-22-retention.md. */
export function createArchive({ db, clock, store }: { db: Database; clock: Clock; store: FileStore }) {
	const repo = createArchiveRepo(db);
	const files = createArchiveFiles(store);
	const webhookPosition = createTaskPosition(db, "webhook bodies");

	/** Moves rows of a month. Returns whether there may be more. */
	async function moveRows(userId: string, kind: ArchivedKind, month: string): Promise<boolean> {
		const [rows, closed] = await Promise.all([
			repo.listMonth(kind, userId, monthRange(month), monthSize),
			repo.isClosed(userId),
		]);
		const key = monthKey(userId, kind, month);
		// Even without rows: an earlier run may have failed after it wrote the file.
		if (closed) await files.delete(key);
		if (rows.length === 0) return false;
		if (!closed) {
			await files.add(key, rows);
			// If the account was closed while the file was written, its archive may be deleted already.
			if (await repo.isClosed(userId)) await files.delete(key);
		}
		const ids = rows.map(({ id }) => id);
		for (let start = 0; start < ids.length; start += sliceSize)
			await db.commit(repo.delete(kind, ids.slice(start, start + sliceSize)), clock());
		return rows.length === monthSize;
	}

	/**
	 * Deletes events that a file of the day has already, because a run failed after it wrote the file. If the first of them
	 * was deleted in the meantime, or a late one came before it, the others would be written to a second file.
	 */
	async function deleteArchived(folder: string): Promise<void> {
		for (const key of await files.ofDay(folder)) {
			const ids = (await files.rows(key)).map(({ id }) => id);
			await db.commit(repo.deleteSent(ids), clock());
		}
	}

	/** @throws ServiceUnavailable also if the file store takes too long */
	const inTime = <T>(work: Promise<T>, ms = timeoutMs): Promise<T> =>
		withTimeout(work, ms).catch((cause) => {
			if (cause instanceof Error && cause.name === "TimeoutError")
				throw new ServiceUnavailable("The file store takes too long", { cause });
			throw cause;
		});

	return {
		/** Queues an item for each customer's month that is old enough. Returns the number of new items. */
		async queueDue(isOver = timeBudget(), limit = maxItems): Promise<number> {
			const before = archivedBefore(clock());
			let queued = 0;
			let windows = 0;
			for (const kind of archivedKinds) {
				let [after, size] = [0, firstWindow];
				while (!isOver() && windows < maxWindows && queued < limit) {
					windows += 1;
					const months = await repo.listOldMonths(kind, after, size, before);
					if (months.length === 0) break;
					queued += await queueNew(
						{ db, clock },
						{
							kind: "archive.month",
							event: ({ userId, month }) => ({ payload: { userId, month }, once: `${userId}:${month}` }),
						},
						months,
					);
					after = Math.max(...months.map(({ last }) => last));
					const old = months.reduce((sum, { rows }) => sum + rows, 0);
					if (old === size) size = Math.min(size * 4, largestWindow);
				}
			}
			return queued;
		},

		/** Moves a customer's month to the archive. Each row is deleted only after its file is stored. */
		async moveMonth(
			{ userId, month }: { readonly userId: string; readonly month: string },
			{ createdAt }: Pick<EventRow, "createdAt">,
		): Promise<Outcome> {
			try {
				for (const kind of archivedKinds) while (await moveRows(userId, kind, month));
				return done;
			} catch (error) {
				// No one waits for it. After a day, the usual retries end in an email to staff.
				if (!(error instanceof ServiceUnavailable) || clock() - createdAt > DAY) throw error;
				return { state: "postponed", reason: error.message, until: clock() + HOUR };
			}
		},

		/** Moves the archived months of an account to another one's, after a merge. A repeated call continues. */
		async moveToAccount({ from, into }: { readonly from: string; readonly into: string }): Promise<void> {
			for (const kind of archivedKinds)
				for (const month of await files.months(from, kind)) {
					const key = monthKey(from, kind, month);
					await files.add(monthKey(into, kind, month), await files.rows(key));
					await files.delete(key);
				}
		},

		/** Moves sent events to files by day, without their personal data: their payloads and the texts of emails. */
		async moveSentEvents(): Promise<void> {
			const isOver = timeBudget(dayTimeMs);
			const before = clock() - retention.sentEvents;
			let day: string | undefined;
			while (!isOver()) {
				const rows = await repo.listSent(before, daySize);
				const [first] = rows;
				if (!first) return;
				const folder = dayFolder("events", first.nextAt);
				if (folder !== day) {
					day = folder;
					await deleteArchived(folder);
					continue;
				}
				const moved = rows.filter(({ nextAt }) => dayFolder("events", nextAt) === folder);
				const archived = moved.map(({ payload, dedupeKey, leaseUntil, ...row }) => ({ ...row, ids: idsOf(payload) }));
				await store.delete(
					moved.flatMap(({ kind, userId, id }) => (isEmail(kind) && userId !== null ? emailKey(userId, id) : [])),
				);
				await files.add(dayKey(folder, first.id), archived);
				await db.commit(repo.deleteSent(moved.map(({ id }) => id)), clock());
			}
		},

		/** Moves the bodies of webhook messages to files by day. */
		async moveWebhookBodies(): Promise<void> {
			const isOver = timeBudget(dayTimeMs);
			const now = clock();
			let after = Number((await webhookPosition.read()) ?? 0);
			while (!isOver()) {
				const rows = await repo.listWebhooks(after, daySize);
				const [first] = rows;
				if (!first) return;
				const folder = dayFolder("webhooks", first.receivedAt);
				const others = rows.findIndex(
					({ receivedAt }) =>
						receivedAt >= now - retention.webhookBodies || dayFolder("webhooks", receivedAt) !== folder,
				);
				const moved = rows.slice(0, others === -1 ? undefined : others);
				const last = moved.at(-1)?.number;
				if (last === undefined) return;
				const full = moved
					.filter(({ body }) => body !== "")
					.map(({ number, ...row }) => ({ id: `${row.provider}:${row.dedupeKey}`, ...row }));
				if (full.length > 0) await files.add(dayKey(folder, `${first.number}`), full);
				await db.commit(change(repo.emptyWebhooks(after, last), webhookPosition.save(`${last}`, now)), now);
				after = last;
			}
		},

		/** Deletes the archive of a customer, for a closed account. @throws ServiceUnavailable */
		deleteAll: (userId: string): Promise<void> => files.deleteAll(userId),

		/**
		 * Whether the customer has archived rows. Asks the file store only if the account is old enough. Also true if the
		 * file store does not answer: the page of older entries then says so.
		 */
		async hasOlder({ id, createdAt }: { readonly id: string; readonly createdAt: number }, kind: ArchivedKind) {
			if (createdAt >= archivedBefore(clock())) return false;
			try {
				return (await inTime(files.months(id, kind), checkTimeoutMs)).length > 0;
			} catch (error) {
				if (!(error instanceof ServiceUnavailable)) throw error;
				logger.warn("archive_file_unreadable", { error });
				return true;
			}
		},

		/** The customer's rows of an archived month, newest first. */
		page<Kind extends ArchivedKind>(
			userId: string,
			kind: Kind,
			{ month: wanted, after }: { readonly month: string; readonly after?: string | undefined },
		): Promise<Result<ArchivedPage<ArchivedRows[Kind]>>> {
			return whenAvailable(unavailable, async () => {
				const months = await inTime(files.months(userId, kind));
				const month = wanted === "newest" ? (months[0] ?? null) : wanted;
				const known = month !== null && months.includes(month);
				const rows = known ? await inTime(files.rows(monthKey(userId, kind, month))) : [];
				return ok({ months, month, ...newestFirst(rows as ArchivedRows[Kind][], after) });
			});
		},

		/** Whether the archive can be read now. */
		check: (userId: string): Promise<Result<null>> =>
			whenAvailable(unavailable, async () => {
				await inTime(Promise.all(archivedKinds.map((kind) => files.months(userId, kind))));
				return ok(null);
			}),

		/** All archived rows of a customer, for the download of their data. Has one month in memory. */
		async *all(userId: string, kind: ArchivedKind): AsyncGenerator<ArchivedRow> {
			for (const month of await files.months(userId, kind)) yield* await files.rows(monthKey(userId, kind, month));
		},
	};
}

export type Archive = ReturnType<typeof createArchive>;

/** The ids in a payload. Other values may be an email address or the place of a sign-in. */
const idsOf = (payload: string) =>
	Object.fromEntries(Object.entries(Object(parseJson(payload))).filter(([name]) => /(?:^id|Id)$/.test(name)));

function newestFirst<Row extends ArchivedActivity | ArchivedNotification>(
	rows: readonly Row[],
	after: string | undefined,
): Page<Row> {
	const sorted = rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
	const cursor = decodeCursor(after);
	const later = cursor
		? sorted.filter(({ createdAt, id }) => createdAt < Number(cursor[0]) || (createdAt === cursor[0] && id < cursor[1]))
		: sorted;
	return toPage(later, (row) => [row.createdAt, row.id]);
}
