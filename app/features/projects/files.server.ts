import { type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { createTaskPosition } from "~/db/task-position.server";
import { byteRange } from "~/lib/byte-range";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { readFirstBytes } from "~/lib/first-bytes";
import { createId } from "~/lib/ids";
import { logger } from "~/lib/log.server";
import type { IncomingFile } from "~/lib/multipart";
import { fail, ok, type Result } from "~/lib/result";
import { timeBudget, untilNone } from "~/lib/time-budget";
import type { FileStore, ListedKey } from "~/platform/files/file-store";
import { commitOwn } from "./commit-own.server";
import { fileName, fileTooLarge, fileUndoPeriodMs, headBytes, kindOf, maxFileBytes } from "./file-rules";
import { createFilesRepo } from "./files.repo.server";
import { undoPeriodMs } from "./project";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly store: FileStore;
}

/** The row of a stored file. */
interface StoredFile {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	/** Bytes. */
	readonly size: number;
}

const folder = "projects/";
const keyOf = (id: string) => folder + id;

/** Pages of 500 keys. Each makes one call of D1, and all tasks of a run may make 1,000. */
const maxPages = 200;

const refused = (kind: "invalid" | "too_large" | "conflict", message: string) =>
	fail(kind, message, { fields: { file: message } });

/** The files of a customer's own projects. */
export function createFiles({ db, clock, store }: Dependencies) {
	const repo = createFilesRepo(db);
	const position = createTaskPosition(db, "stray files");

	const entry = (kind: "file_added" | "file_removed" | "file_restored", owner: Owner, id: string) => {
		const by = { actor: "customer", owner, subjectId: id } as const;
		const params = repo.nameExpressions(id);
		return kind === "file_added"
			? log({ kind: "project.file_added", params: { ...params, by: null }, ...by })
			: log({ kind: `project.${kind}`, params, ...by });
	};

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

	async function deleteOrphans(keys: readonly ListedKey[]): Promise<void> {
		// Newer bytes may belong to an upload in progress.
		const old = keys.filter(({ storedAt }) => storedAt < clock() - DAY).map(({ key }) => key);
		if (old.length === 0) return;
		const rows = await repo.listExisting(old.map((key) => key.slice(folder.length)));
		const existing = new Set(rows.map(({ id }) => keyOf(id)));
		await store.delete(old.filter((key) => !existing.has(key)));
	}

	async function read({ id, name, type, size }: StoredFile, range: string | null) {
		const part = byteRange(range, size);
		if (part === "unsatisfiable") return { name, type, size, part, body: null };
		const stored = await store.get(keyOf(id), part ?? undefined);
		return stored && { name, type, size, part, body: stored.body };
	}

	return {
		list: (owner: Owner, projectId: string) => repo.list(owner, projectId, clock()),

		/**
		 * Stores a file: reserves its row, streams its bytes, marks the row as stored. A failure in between is cleaned up
		 * here, or by `sweep` if this process ended.
		 * @param recorded what to commit with it, from its id and name
		 */
		async add(
			owner: Owner,
			projectId: string,
			upload: IncomingFile | null,
			recorded: (id: string, name: string) => Change = (id) => entry("file_added", owner, id),
		): Promise<Result<{ id: string }>> {
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
				await deleteFiles([id]).catch((cause) => logger.warn("upload_left_to_sweep", { fileId: id, error: cause }));
				if (error instanceof Error && error.name === "WrongLength")
					return refused("invalid", "The upload was interrupted. Choose the file again.");
				throw error;
			}
			const stored = change(recorded(id, name), repo.markStored(id));
			const saved = await commitOwn(db, stored, clock(), "The upload took too long. Choose the file again.");
			if (!saved.ok) await store.delete([keyOf(id)]);
			return saved.ok ? ok({ id }) : saved;
		},

		/** Null if the file does not exist or is not the owner's. `range`: the `Range` header, for a part of the file. */
		async open(owner: Owner, projectId: string, id: string, range: string | null = null) {
			const [row] = await repo.find(owner, projectId, id, clock());
			return row ? read(row, range) : null;
		},

		/** The bytes of a file whose row the caller has found. Null if they are gone. */
		read,

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

		/** Deletes tasks, posts and projects that can no longer be restored. Projects once their files are gone. */
		async deleteRemoved(): Promise<void> {
			const before = cutoffs();
			for (const deleteSlice of [repo.deleteTasks, repo.deletePosts, repo.deleteProjects])
				await untilNone(() => deleteSlice(before));
		},

		/** Deletes bytes without a row. A run that ends early is continued by the next one. */
		async sweepOrphans(isOver = timeBudget()): Promise<void> {
			const stored = await position.read();
			let after = stored ?? undefined;
			let pages = 0;
			do {
				const page = await store.list(folder, after);
				await deleteOrphans(page.keys);
				after = page.next;
				pages += 1;
			} while (after !== undefined && pages < maxPages && !isOver());
			if (after !== undefined) await db.commit(position.save(after, clock()), clock());
			else if (stored !== null) await db.commit(position.clear(), clock());
		},
	};
}
