import { audit, type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import { done, type Outcome } from "~/features/outbox/outbox";
import { isRole, may, type Permission } from "~/features/staff/permissions";
import type { StaffActor, StaffMember, StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { derivedId } from "~/lib/ids";
import { decodeCursor, type Page, pageSize, toPage } from "~/lib/page";
import { type Failure, fail, failField, ok, type Result } from "~/lib/result";
import { sha256Hex } from "~/lib/sha256";
import { timeBudget } from "~/lib/time-budget";
import {
	type BulkInput,
	type BulkRowState,
	type BulkSubject,
	changePermissions,
	type PreviewedRow,
	type ServiceChange,
} from "./bulk-action";
import { createBulkActionsRepo, rowKey } from "./bulk-actions.repo.server";
import { reasonedChanges } from "./bulk-texts";

/**
 * Makes the change of one row. Fails with `unavailable` or `rate_limited` if a later attempt may succeed, with another kind
 * if not.
 * @param settled the row's result and a message, for the same commit
 */
export type ChangeRow = (
	actor: StaffActor,
	to: ServiceChange,
	row: { readonly id: string; readonly version: number },
	input: BulkInput,
	settled: (message: string | null) => Change,
) => Promise<Result<unknown>>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** How each kind of row is changed. */
	readonly changeRows: Readonly<Record<BulkSubject, ChangeRow>>;
	readonly outbox: { readonly endDead: (keys: readonly string[]) => Change };
}

export interface StartBulkAction {
	readonly subject: BulkSubject;
	readonly change: ServiceChange;
	/** As they are now. Those that are refused are stored with the reason. */
	readonly rows: readonly PreviewedRow[];
	readonly input: BulkInput;
	/** `previewMark` of the rows that the person saw. */
	readonly seen: string;
	/** The same for each copy of the form. */
	readonly key: string;
	/** The bulk action whose refused and failed rows are tried again. */
	readonly retryOf: string | null;
}

interface RowPlace {
	readonly bulkId: string;
	readonly position: number;
}

export type BulkActions = ReturnType<typeof createBulkActions>;

/** What a preview has shown. Another one, if a row or what happens to it has changed. */
export const previewMark = (to: ServiceChange, rows: readonly PreviewedRow[]): string =>
	sha256Hex(JSON.stringify([to, rows.map(({ id, version, refusal }) => [id, version, refusal].join()).toSorted()]));

const mayStill = ({ roles, change: to }: { readonly roles: string | null; readonly change: ServiceChange }): boolean =>
	may((roles ?? "").split(",").filter(isRole), changePermissions[to]);

/**
 * Changes of many domains or plans that staff have previewed and started. Each row is changed by an event of its own,
 * in one commit with its result and its entry in the audit log.
 */
export function createBulkActions({ db, clock, changeRows, outbox }: Dependencies) {
	const repo = createBulkActionsRepo(db);

	async function refuse(place: RowPlace, message: string): Promise<Outcome> {
		// Stale if another delivery has settled it.
		await db.commit(repo.settle(place, "refused", message), clock());
		return done;
	}

	/** Later attempts may succeed. The reason has no name in it, so that rows with the same one are one dead letter. */
	async function retryLater(place: RowPlace, { kind, message, retryAfter }: Failure): Promise<Outcome> {
		await db.commit(repo.note(place, message), clock());
		const reason = kind === "unavailable" ? "A service does not answer" : "Too many changes of the same domain";
		return { state: "failed", reason, ...(retryAfter !== undefined && { after: retryAfter * SECOND }) };
	}

	return {
		/**
		 * Stores the action and queues its rows after the commit. Returns its id. The same form sent again starts nothing
		 * more. Conflict if the rows are not those of the preview.
		 */
		async start(
			session: StaffSession,
			member: Pick<StaffMember, "id">,
			action: StartBulkAction,
		): Promise<Result<string>> {
			const { subject, change: to, rows, input, seen, key } = action;
			const now = clock();
			const id = derivedId("blk", member.id, key);
			const known = await repo.find(session, id, now);
			if (known) return ok(id);
			if (seen !== previewMark(to, rows))
				return fail("conflict", "Something has changed since this page was loaded. Check what happens now.", {
					code: "changed_meanwhile",
				});
			const count = rows.filter(({ refusal }) => refusal === null).length;
			if (count === 0) return fail("invalid", "This would change nothing.");
			if (input.until != null && input.until <= now) return failField("until", "Choose a later day.");
			const permission: Permission = changePermissions[to];
			const tried = action.retryOf === null ? undefined : await repo.find(session, action.retryOf, now);
			const retryOf = tried?.change === to ? tried.id : null;
			const dead = retryOf === null ? [] : (await repo.failed(retryOf)).map((place) => `bulk.row:${rowKey(place)}`);
			const { reason } = input;
			const started = change(
				audit(session, permission, {
					kind: "bulk.started",
					subject: { type: "bulk", id },
					params: { change: to, subject, count },
					...(reason !== undefined && reasonedChanges.includes(to) && { reason }),
				}),
				repo.add(session, permission, { id, subject, change: to, input, retryOf, rows }, now),
				dead.length > 0 && outbox.endDead(dead),
				emit({ kind: "bulk.start", payload: { bulkId: id } }),
			);
			const { state } = await db.commit(started, now);
			return state === "stale" ? fail("not_found", "You can't do this any more.") : ok(id);
		},

		/** Queues an event for each row that waits. Repeating it queues nothing twice. */
		async queueRows({ bulkId }: { readonly bulkId: string }): Promise<Outcome> {
			const isOver = timeBudget();
			await queueDueItems({ db, clock, isOver }, [
				{
					kind: "bulk.row",
					page: (last: RowPlace | null, limit) => repo.waiting(bulkId, last?.position ?? -1, limit),
					event: (place) => ({ payload: place, once: rowKey(place) }),
				},
			]);
			return isOver() ? { state: "postponed", reason: "Many rows", until: clock() } : done;
		},

		/** Changes one row. Does nothing if another delivery has settled it, or if the action was stopped or deleted. */
		async runRow(place: RowPlace): Promise<Outcome> {
			const row = await repo.row(place.bulkId, place.position);
			if (!row || row.state === "done" || row.state === "refused") return done;
			const { change: to, input, staffId, staffName, place: from, requestId } = row;
			const lost = `${staffName} may not do this any more.`;
			if (!mayStill(row)) return refuse(place, lost);
			const actor = { staffId, place: from, requestId };
			const settled = (message: string | null) => repo.settle(place, "done", message);
			const changed = await changeRows[row.subject](actor, to, row, input, settled);
			if (changed.ok) return done;
			const { error } = changed;
			if (error.kind === "unavailable" || error.kind === "rate_limited") return retryLater(place, error);
			// The commit also fails if the person has just lost the permission.
			const after = await repo.row(place.bulkId, place.position);
			return refuse(place, after && !mayStill(after) ? lost : error.message);
		},

		/** Change: the row's event has become a dead letter. */
		rowFailed: (place: RowPlace, reason: string): Change => repo.fail(place, reason),

		/** Refuses the rows that wait. Returns how many there were. */
		async stop(session: StaffSession, id: string, by: string): Promise<Result<number>> {
			const now = clock();
			const found = await repo.find(session, id, now);
			if (!found) return fail("not_found", "There is no such bulk action.");
			const { subject, change: to, waiting: count } = found;
			const stopped = change(
				audit(session, "services.change", {
					kind: "bulk.stopped",
					subject: { type: "bulk", id },
					params: { change: to, subject, count },
				}),
				repo.stop(id, `${by} stopped the bulk action before this row.`),
			);
			const { state } = await db.commit(stopped, now);
			return state === "ok" ? ok(count) : fail("conflict", "No row waits any more.");
		},

		async list(session: StaffSession, after: string | undefined) {
			const rows = await repo.list(session, decodeCursor(after), clock());
			return toPage(rows, ({ createdAt, id }) => [createdAt, id]);
		},

		/** An action with a page of its rows. Null without the permission. One round trip. */
		async find(
			session: StaffSession,
			id: string,
			{ state, after }: { readonly state?: BulkRowState | undefined; readonly after?: string | undefined },
		) {
			const now = clock();
			const position = Number(decodeCursor(after)?.[0] ?? -1);
			const [action, rows, retries] = await Promise.all([
				repo.find(session, id, now),
				repo.rows(session, id, state, Number.isInteger(position) ? position : -1, now),
				repo.retries(session, id, now),
			]);
			const page: Page<(typeof rows)[number]> = toPage(rows, (row) => [row.position, String(row.position)], pageSize);
			return action ? { action, page, retries } : null;
		},
	};
}
