import { type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { byteRange } from "~/lib/byte-range";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { readFirstBytes } from "~/lib/first-bytes";
import { createId } from "~/lib/ids";
import type { IncomingFile } from "~/lib/multipart";
import { fail, ok, type Result } from "~/lib/result";
import type { FileStore } from "~/platform/files/file-store";
import { commitOwn } from "./commit-own.server";
import { fileName, fileTooLarge, fileUndoPeriodMs, headBytes, kindOf, maxFileBytes } from "./file-rules";
import { createFilesRepo } from "./files.repo.server";
import { undoPeriodMs } from "./project";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly store: FileStore;
}

const folder = "projects/";
const keyOf = (id: string) => folder + id;

const refused = (kind: "invalid" | "too_large" | "conflict", message: string) =>
	fail(kind, message, { fields: { file: message } });

/** The files of a customer's own projects. */
export function createFiles({ db, clock, store }: Dependencies) {
	const repo = createFilesRepo(db);

	const entry = (kind: "file_added" | "file_removed" | "file_restored", owner: Owner, id: string) =>
		log({ kind: `project.${kind}`, actor: "customer", params: repo.nameExpressions(id), owner, subjectId: id });

	const changeFile = (changed: Change): Promise<Result<null>> =>
		commitOwn(db, changed, clock(), "This file no longer exists.");

	const cutoffs = () => {
		const now = clock();
		return { reserved: now - HOUR, removed: now - fileUndoPeriodMs, removedProject: now - undoPeriodMs };
	};

	async function deleteFiles(ids: readonly string[]): Promise<void> {
		if (ids.length === 0) return;
		// Bytes first, because the next run finds a row without bytes, but not bytes without a row.
		await store.delete(ids.map(keyOf));
		await db.commit(repo.delete(ids), clock());
	}

	return {
		list: (owner: Owner, projectId: string) => repo.list(owner, projectId, clock()),

		/**
		 * Stores a file: reserves its row, streams its bytes, marks the row as stored. A failure in between is cleaned up
		 * here, or by `sweep` if this process ended.
		 */
		async add(owner: Owner, projectId: string, upload: IncomingFile | null): Promise<Result<{ id: string }>> {
			const name = fileName(upload?.name ?? "");
			if (!upload || name === null || upload.size === 0)
				return refused("invalid", "Choose a file that is not empty and has a name such as brief.pdf.");
			if (upload.size > maxFileBytes) return refused("too_large", fileTooLarge);
			const { head, all } = await readFirstBytes(upload.body, headBytes);
			const type = kindOf(name, head);
			if (type === null)
				return refused("invalid", "We don't accept files of this type, or the content does not match the name.");

			const now = clock();
			const id = createId("fil", now);
			const reserved = await db.commit(repo.reserve(owner, projectId, { id, name, type, size: upload.size }, now), now);
			if (reserved.state !== "ok")
				return refused(
					"conflict",
					"There is not enough space for this file. Delete other files and try again after ten minutes.",
				);
			try {
				await store.put(keyOf(id), all, upload.size);
			} catch (error) {
				await deleteFiles([id]).catch((cause) => console.warn("the sweep will clean up an upload", cause));
				if (error instanceof Error && error.name === "WrongLength")
					return refused("invalid", "The upload was interrupted. Choose the file again.");
				throw error;
			}
			const stored = change(repo.markStored(id), entry("file_added", owner, id));
			const saved = await commitOwn(db, stored, clock(), "The upload took too long. Choose the file again.");
			if (!saved.ok) await store.delete([keyOf(id)]);
			return saved.ok ? ok({ id }) : saved;
		},

		/** Null if the file does not exist or is not the owner's. `range`: the `Range` header, for a part of the file. */
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
			changeFile(change(repo.remove(owner, id, clock()), entry("file_removed", owner, id))),

		restore: (owner: Owner, id: string) =>
			changeFile(
				change(repo.restore(owner, id, clock() - fileUndoPeriodMs, clock()), entry("file_restored", owner, id)),
			),

		/** Deletes unfinished uploads, and removed files that can no longer be restored. */
		async sweep(): Promise<void> {
			const rows = await repo.listExpired(cutoffs(), 100);
			await deleteFiles(rows.map(({ id }) => id));
		},

		/** Deletes bytes without a row, and removed projects once their files are gone. */
		async sweepOrphans(): Promise<void> {
			await db.commit(repo.deleteRemoved(cutoffs()), clock());
			for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
				const page = await store.list(folder, cursor);
				cursor = page.next;
				// Newer bytes may belong to an upload in progress.
				const old = page.keys.filter(({ storedAt }) => storedAt < clock() - DAY).map(({ key }) => key);
				const existing = new Set(
					(await repo.listExisting(old.map((key) => key.slice(folder.length)))).map(({ id }) => keyOf(id)),
				);
				await store.delete(old.filter((key) => !existing.has(key)));
			}
		},
	};
}
