import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { createTaskPosition, type TaskName } from "~/db/task-position.server";
import { byteRange } from "~/lib/byte-range";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { readFirstBytes } from "~/lib/first-bytes";
import { createId } from "~/lib/ids";
import { logger } from "~/lib/log.server";
import type { IncomingFile } from "~/lib/multipart";
import { fail, ok, type Result } from "~/lib/result";
import { timeBudget } from "~/lib/time-budget";
import type { FileStore, ListedKey } from "~/platform/files/file-store";
import { fileName, fileTooLarge, headBytes, kindOf, maxFileBytes } from "./file-rules";

/** The row of a stored file. */
interface StoredFile {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	/** Bytes. */
	readonly size: number;
}

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly store: FileStore;
	/** The start of the keys, with a slash. The rest is the row's id. */
	readonly folder: string;
	readonly task: TaskName;
	/** The table with a row for each file. */
	readonly rows: {
		delete(ids: readonly string[]): Change;
		/** The ids among these that have a row. */
		listExisting(ids: readonly string[]): Promise<readonly { readonly id: string }[]>;
	};
}

/** The rows of a new file. */
interface NewRows {
	/** Reserves the file's bytes from a quota. Stale if too few are left. */
	reserve(file: StoredFile): Change;
	/** Marks the row as stored, with what belongs to it. Stale if the reservation was cleaned up. */
	stored(id: string, name: string): Change;
	/** Default: a new id. */
	readonly id?: string;
}

/** Pages of 500 keys. Each makes one call of D1, and all tasks of a run may make 1,000. */
const maxPages = 200;

const refused = (kind: "invalid" | "too_large" | "conflict", message: string) =>
	fail(kind, message, { fields: { file: message } });

/** Files of one table: the bytes in the file store, and their way there. */
export function createStoredFiles({ db, clock, store, folder, task, rows }: Dependencies) {
	const position = createTaskPosition(db, task);
	const keyOf = (id: string) => folder + id;

	async function deleteFiles(ids: readonly string[]): Promise<void> {
		if (ids.length === 0) return;
		// Bytes first, because the next run finds a row without bytes, but not bytes without a row.
		await store.delete(ids.map(keyOf));
		await db.commit(rows.delete(ids), clock());
	}

	async function deleteOrphans(keys: readonly ListedKey[]): Promise<void> {
		// Newer bytes may belong to an upload in progress.
		const old = keys.filter(({ storedAt }) => storedAt < clock() - DAY).map(({ key }) => key);
		if (old.length === 0) return;
		const found = await rows.listExisting(old.map((key) => key.slice(folder.length)));
		const existing = new Set(found.map(({ id }) => keyOf(id)));
		await store.delete(old.filter((key) => !existing.has(key)));
	}

	return {
		/**
		 * Stores a file: reserves its row, streams its bytes, marks the row as stored. A failure in between is cleaned up
		 * here, or by a sweep of the reserved rows if this process ended.
		 */
		async add(
			upload: IncomingFile | null,
			{ reserve, stored, id = createId("fil", clock()) }: NewRows,
		): Promise<Result<{ id: string }>> {
			const name = fileName(upload?.name ?? "");
			if (!upload || name === null || upload.size === 0)
				return refused("invalid", "Choose a file that is not empty and has a name such as brief.pdf.");
			if (upload.size > maxFileBytes) return refused("too_large", fileTooLarge);
			const { head, all } = await readFirstBytes(upload.body, headBytes);
			const type = kindOf(name, head);
			if (type === null)
				return refused("invalid", "We don't accept files of this type, or the content does not match the name.");

			const reserved = await db.commit(reserve({ id, name, type, size: upload.size }), clock());
			if (reserved.state === "duplicate") return ok({ id });
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
			const { state } = await db.commit(stored(id, name), clock());
			if (state === "ok") return ok({ id });
			await store.delete([keyOf(id)]);
			return fail("not_found", "The upload took too long. Choose the file again.");
		},

		/**
		 * The bytes of a file whose row the caller has found. Null if they are gone. `range`: the `Range` header, for a part
		 * of the file.
		 */
		async read({ id, name, type, size }: StoredFile, range: string | null = null) {
			const part = byteRange(range, size);
			if (part === "unsatisfiable") return { name, type, size, part, body: null };
			const stored = await store.get(keyOf(id), part ?? undefined);
			return stored && { name, type, size, part, body: stored.body };
		},

		/** The bytes and the rows. */
		delete: deleteFiles,

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
