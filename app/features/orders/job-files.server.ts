import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { createStoredFiles } from "~/features/files/stored-files.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import type { Result } from "~/lib/result";
import type { FileStore } from "~/platform/files/file-store";
import { createJobFilesRepo } from "./job-files.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly store: FileStore;
}

export type JobFiles = ReturnType<typeof createJobFiles>;

/**
 * Proofs of work that staff did by hand, such as a registration certificate or a bank slip. They are kept as long as the
 * job, which belongs to the order's records. Callers check who may add one.
 */
export function createJobFiles({ db, clock, store }: Dependencies) {
	const repo = createJobFilesRepo(db);
	const files = createStoredFiles({ db, clock, store, folder: "jobs/", task: "stray job files", rows: repo });

	return {
		/** Stores a file. @param recorded what to commit with it, from its name */
		add: (jobId: string, file: File, recorded: (name: string) => Change): Promise<Result<{ id: string }>> =>
			files.add(
				{ name: file.name, size: file.size, body: file.stream() },
				{
					reserve: (row) => repo.reserve(jobId, row, clock()),
					stored: (id, name) => change(recorded(name), repo.markStored(id)),
				},
			),

		/** For staff. Null if there is no such file. */
		async open(session: StaffSession, jobId: string, id: string, range: string | null = null) {
			const row = await repo.find(session, jobId, id, clock());
			return row ? files.read(row, range) : null;
		},

		/** Deletes unfinished uploads. */
		async sweep(): Promise<void> {
			const rows = await repo.listExpired(clock() - HOUR, 100);
			await files.delete(rows.map(({ id }) => id));
		},

		/** Deletes bytes without a row. */
		sweepOrphans: files.sweepOrphans,
	};
}
