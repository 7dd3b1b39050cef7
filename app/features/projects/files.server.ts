import { type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { fileUndoPeriodMs } from "~/features/files/file-rules";
import { createStoredFiles } from "~/features/files/stored-files.server";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import type { IncomingFile } from "~/lib/multipart";
import type { Result } from "~/lib/result";
import { untilNone } from "~/lib/time-budget";
import type { FileStore } from "~/platform/files/file-store";
import { commitOwn } from "./commit-own.server";
import { createFilesRepo } from "./files.repo.server";
import { undoPeriodMs } from "./project";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly store: FileStore;
}

/** The files of a customer's own projects. */
export function createFiles({ db, clock, store }: Dependencies) {
	const repo = createFilesRepo(db);
	const stored = createStoredFiles({ db, clock, store, folder: "projects/", task: "stray files", rows: repo });

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

	return {
		list: (owner: Owner, projectId: string) => repo.list(owner, projectId, clock()),

		/** Stores a file. @param recorded what to commit with it, from its id and name */
		add: (
			owner: Owner,
			projectId: string,
			upload: IncomingFile | null,
			recorded: (id: string, name: string) => Change = (id) => entry("file_added", owner, id),
		): Promise<Result<{ id: string }>> =>
			stored.add(upload, {
				reserve: (file) => repo.reserve(owner, projectId, file, clock()),
				stored: (id, name) => change(recorded(id, name), repo.markStored(id)),
			}),

		/** Null if the file does not exist or is not the owner's. `range`: the `Range` header, for a part of the file. */
		async open(owner: Owner, projectId: string, id: string, range: string | null = null) {
			const [row] = await repo.find(owner, projectId, id, clock());
			return row ? stored.read(row, range) : null;
		},

		/** The bytes of a file whose row the caller has found. Null if they are gone. */
		read: stored.read,

		remove: (owner: Owner, id: string) =>
			changeFile(change(repo.remove(owner, id, clock()), entry("file_removed", owner, id))),

		restore: (owner: Owner, id: string) =>
			changeFile(
				change(repo.restore(owner, id, clock() - fileUndoPeriodMs, clock()), entry("file_restored", owner, id)),
			),

		/** Deletes unfinished uploads, and removed files that can no longer be restored. */
		async sweep(): Promise<void> {
			const rows = await repo.listExpired(cutoffs(), 100);
			await stored.delete(rows.map(({ id }) => id));
		},

		/** Deletes tasks, posts and projects that can no longer be restored. Projects once their files are gone. */
		async deleteRemoved(): Promise<void> {
			const before = cutoffs();
			for (const deleteSlice of [repo.deleteTasks, repo.deletePosts, repo.deleteProjects])
				await untilNone(() => deleteSlice(before));
		},

		/** Deletes bytes without a row. A run that ends early is continued by the next one. */
		sweepOrphans: stored.sweepOrphans,
	};
}
