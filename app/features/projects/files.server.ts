import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Activity } from "~/features/activity/activity.server";
import { byteRange } from "~/lib/byte-range";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { createId } from "~/lib/ids";
import type { IncomingFile } from "~/lib/multipart";
import { peek } from "~/lib/peek";
import { fail, ok, type Result } from "~/lib/result";
import type { FileStore } from "~/platform/files/file-store";
import { fileName, fileUndoFor, headBytes, kindOf, mostBytes, tooLarge } from "./file-rules";
import { createFilesRepo } from "./files.repo.server";
import { undoFor } from "./project";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly store: FileStore;
}

const folder = "projects/";
const keyOf = (id: string) => folder + id;

const refused = (kind: "invalid" | "too_large" | "conflict", message: string) =>
	fail(kind, message, { fields: { file: message } });

/** The files of a customer's own projects. */
export function createFiles({ db, clock, activity, store }: Dependencies) {
	const repo = createFilesRepo(db);
	const missing = "This file is no longer there.";
	const entry = (kind: string, text: string, id: string) => ({
		kind: `project.${kind}`,
		message: repo.sentence(text, id),
		subjectId: id,
	});
	const cutoffs = () => {
		const now = clock();
		return { reserved: now - HOUR, removed: now - fileUndoFor, removedProject: now - undoFor };
	};

	async function discard(ids: readonly string[]): Promise<void> {
		if (ids.length === 0) return;
		// Bytes first: a row without bytes is found again, bytes without a row hardly.
		await store.delete(ids.map(keyOf));
		await db.write([repo.forget(ids)]);
	}

	return {
		list: (owner: Owner, projectId: string) => repo.list(owner, projectId, clock()),

		/**
		 * Keeps a file: its row is reserved, its bytes are streamed, the row is marked. Whatever breaks in between is
		 * cleaned up here, or by the sweep when this process ended.
		 */
		async add(owner: Owner, projectId: string, upload: IncomingFile | null): Promise<Result<{ id: string }>> {
			const name = fileName(upload?.name ?? "");
			if (!upload || name === null || upload.size === 0)
				return refused("invalid", "Choose a file that is not empty and has a name such as brief.pdf.");
			if (upload.size > mostBytes) return refused("too_large", tooLarge);
			const { head, all } = await peek(upload.body, headBytes);
			const type = kindOf(name, head);
			if (type === null)
				return refused("invalid", "Files of this kind are not taken, or the content is not what the name says.");

			const now = clock();
			const id = createId("fil", now);
			const written = await db.attempt([
				repo.reserve(owner, projectId, { id, name, type, size: upload.size }, now),
				db.mustChange(),
			]);
			if (!written)
				return refused(
					"conflict",
					"There is no room for this file: delete others, or wait ten minutes after deleting.",
				);
			try {
				await store.put(keyOf(id), all, upload.size);
			} catch (error) {
				await discard([id]).catch((cause) => console.warn("an upload is left to the sweep", cause));
				if (error instanceof Error && error.name === "WrongLength")
					return refused("invalid", "The upload broke off. Choose the file again.");
				throw error;
			}
			const done = await activity.carryOut(
				owner,
				[repo.markStored(id)],
				entry("file_added", "Uploaded ", id),
				"The upload took too long. Choose the file again.",
			);
			if (!done.ok) await store.delete([keyOf(id)]);
			return done.ok ? ok({ id }) : done;
		},

		/** Null for a file that is not the owner's, or not there. `range`: the header, where only a part is wanted. */
		async open(owner: Owner, projectId: string, id: string, range: string | null = null) {
			const [row] = await repo.find(owner, projectId, id, clock());
			if (!row) return null;
			const { name, type, size } = row;
			const part = byteRange(range, size);
			if (part === "unsatisfiable") return { name, type, size, part, body: null };
			const stored = await store.get(keyOf(row.id), part ?? undefined);
			return stored && { name, type, size, part, body: stored.body };
		},

		remove: (owner: Owner, id: string) =>
			activity.carryOut(owner, [repo.remove(owner, id, clock())], entry("file_removed", "Deleted ", id), missing),

		restore: (owner: Owner, id: string) =>
			activity.carryOut(
				owner,
				[repo.restore(owner, id, clock() - fileUndoFor, clock())],
				entry("file_restored", "Brought back ", id),
				missing,
			),

		/** Ends what was begun and never finished, and what was deleted and can't be undone any more. */
		async sweep(): Promise<void> {
			const rows = await repo.doomed(cutoffs(), 100);
			await discard(rows.map(({ id }) => id));
		},

		/** Deletes bytes that no row knows, and deleted projects once their files are gone. */
		async sweepStrays(): Promise<void> {
			await db.write(repo.dropRemoved(cutoffs()));
			for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
				const page = await store.list(folder, cursor);
				cursor = page.next;
				// Younger ones may be on their way in.
				const old = page.keys.filter(({ storedAt }) => storedAt < clock() - DAY).map(({ key }) => key);
				const known = new Set(
					(await repo.known(old.map((key) => key.slice(folder.length)))).map(({ id }) => keyOf(id)),
				);
				await store.delete(old.filter((key) => !known.has(key)));
			}
		},
	};
}
