import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { jobFiles } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { StaffSession } from "~/features/staff/staff";

/** Files of one job. */
const mostFiles = 10;

interface NewFile {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly size: number;
}

/** The files of jobs: their rows, not their bytes. */
export function createJobFilesRepo(db: Database) {
	const { orm } = db;
	return {
		async find(session: StaffSession, jobId: string, id: string, now: number) {
			const { name, type, size } = jobFiles;
			const [found] = await db.read(
				orm
					.select({ id: jobFiles.id, name, type, size })
					.from(jobFiles)
					.where(
						and(
							staffMay(session, "services.view", now),
							eq(jobFiles.id, id),
							eq(jobFiles.jobId, jobId),
							eq(jobFiles.state, "stored"),
						),
					),
			);
			return found;
		},

		/** Stale if the job has many files. */
		reserve(jobId: string, file: NewFile, now: number) {
			const row = { ...file, jobId, state: "reserved", createdAt: now } as const;
			const count = sql`(select count(*) from ${jobFiles} where ${jobFiles.jobId} = ${jobId})`;
			return guarded(insertSelect(db, jobFiles, row, sql`where ${count} < ${mostFiles}`));
		},

		/** Stale if the reservation was cleaned up in the meantime. */
		markStored: (id: string) =>
			guarded(
				orm
					.update(jobFiles)
					.set({ state: "stored" })
					.where(and(eq(jobFiles.id, id), eq(jobFiles.state, "reserved"))),
			),

		delete: (ids: readonly string[]) => write(orm.delete(jobFiles).where(inArray(jobFiles.id, [...ids]))),

		/** Uploads that were never finished. */
		listExpired: (before: number, limit: number) =>
			db.read(
				orm
					.select({ id: jobFiles.id })
					.from(jobFiles)
					// Written like the index's condition, so that SQLite uses the index.
					.where(and(sql`${jobFiles.state} = 'reserved'`, lt(jobFiles.createdAt, before)))
					.limit(limit),
			),

		/** The ids among these that have a row. */
		listExisting: (ids: readonly string[]) =>
			db.read(
				orm
					.select({ id: jobFiles.id })
					.from(jobFiles)
					.where(sql`${jobFiles.id} in (select value from json_each(${JSON.stringify(ids)}))`),
			),
	};
}
