import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import type { Owner } from "~/db/owner";
import { projectFiles, projectPosts, projects, projectTasks, ticketFiles } from "~/db/schema";
import { accountQuotaBytes } from "~/features/files/file-rules";
import { ownProject, ownProjectIds, projectName } from "./own-project.repo.server";

interface NewFile {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly size: number;
}

/** Rows with times before these are cleaned up. In ms. */
interface FileCutoffs {
	readonly reserved: number;
	readonly removed: number;
	readonly removedProject: number;
}

/** In the list of a project. */
export const maxFiles = 200;

/** Rows that one statement deletes. */
const sliceSize = 500;

/** Smaller, because each project takes its tasks and posts with it. */
const projectSliceSize = 20;

/** The files of a customer's own projects: their rows, not their bytes. */
export function createFilesRepo(db: Database) {
	const ownFile = (owner: Owner, id: string, now: number) =>
		and(
			eq(projectFiles.id, id),
			eq(projectFiles.state, "stored"),
			inArray(projectFiles.projectId, ownProjectIds(db, owner, now)),
		);
	const expiredProjects = (cutoffs: FileCutoffs) => lt(projects.removedAt, cutoffs.removedProject);

	const deleteSlice = async (
		table: typeof projectTasks | typeof projectPosts | typeof projects,
		where: SQL | undefined,
		limit = sliceSize,
	): Promise<number> =>
		(
			await db.orm
				.delete(table)
				.where(inArray(table.id, db.orm.select({ id: table.id }).from(table).where(where).limit(limit)))
		).meta.changes;

	return {
		/** Newest first. */
		list: (owner: Owner, projectId: string, now: number) =>
			db.read(
				db.orm
					.select({
						id: projectFiles.id,
						name: projectFiles.name,
						size: projectFiles.size,
						createdAt: projectFiles.createdAt,
					})
					.from(projectFiles)
					.where(
						and(
							eq(projectFiles.projectId, projectId),
							inArray(projectFiles.projectId, ownProjectIds(db, owner, now)),
							eq(projectFiles.state, "stored"),
							isNull(projectFiles.removedAt),
						),
					)
					.orderBy(desc(projectFiles.createdAt), desc(projectFiles.id))
					.limit(maxFiles),
			),

		find: (owner: Owner, projectId: string, id: string, now: number) =>
			db.read(
				db.orm
					.select({
						id: projectFiles.id,
						name: projectFiles.name,
						type: projectFiles.type,
						size: projectFiles.size,
					})
					.from(projectFiles)
					.where(and(ownFile(owner, id, now), eq(projectFiles.projectId, projectId), isNull(projectFiles.removedAt))),
			),

		/** Reserves the file's bytes from the quota. Stale if too few are left. */
		reserve(owner: Owner, projectId: string, { id, name, type, size }: NewFile, now: number) {
			const sum = (table: typeof projectFiles | typeof ticketFiles) =>
				sql`(select coalesce(sum(${table.size}), 0) from ${table} where ${table.userId} = ${projects.userId})`;
			const file = { id, projectId, userId: sql`${projects.userId}`, name, type, size, createdAt: now } as const;
			const project = sql`from ${projects} where ${ownProject(owner, now, projectId)} and ${sum(projectFiles)} + ${sum(ticketFiles)} + ${size} <= ${accountQuotaBytes}`;
			return guarded(insertSelect(db, projectFiles, { ...file, state: "reserved" }, project));
		},

		/** Stale if the reservation was cleaned up in the meantime. */
		markStored: (id: string) =>
			guarded(
				db.orm
					.update(projectFiles)
					.set({ state: "stored" })
					.where(and(eq(projectFiles.id, id), eq(projectFiles.state, "reserved"))),
			),

		delete: (ids: readonly string[]) => write(db.orm.delete(projectFiles).where(inArray(projectFiles.id, [...ids]))),

		remove: (owner: Owner, id: string, now: number) =>
			guarded(
				db.orm
					.update(projectFiles)
					.set({ removedAt: now })
					.where(and(ownFile(owner, id, now), isNull(projectFiles.removedAt))),
			),

		restore: (owner: Owner, id: string, since: number, now: number) =>
			guarded(
				db.orm
					.update(projectFiles)
					.set({ removedAt: null })
					.where(and(ownFile(owner, id, now), isNotNull(projectFiles.removedAt), gt(projectFiles.removedAt, since))),
			),

		/** Parameters of a log entry: expressions for the names of the file and its project. */
		nameExpressions(id: string) {
			const of = (column: SQLiteColumn) =>
				sql`(select ${column} from ${projectFiles} where ${projectFiles.id} = ${id})`;
			return { file: of(projectFiles.name), project: projectName(of(projectFiles.projectId)) };
		},

		/** Files whose bytes can be deleted: never finished, removed, or of a removed project. */
		listExpired: (cutoffs: FileCutoffs, limit: number) =>
			db.read(
				db.orm
					.select({ id: projectFiles.id })
					.from(projectFiles)
					.where(
						or(
							// Written like the index's condition, so that SQLite uses the index.
							and(sql`${projectFiles.state} = 'reserved'`, lt(projectFiles.createdAt, cutoffs.reserved)),
							lt(projectFiles.removedAt, cutoffs.removed),
							inArray(
								projectFiles.projectId,
								db.orm.select({ id: projects.id }).from(projects).where(expiredProjects(cutoffs)),
							),
						),
					)
					.limit(limit),
			),

		/** The ids among these that have a row. */
		listExisting: (ids: readonly string[]) =>
			db.read(
				db.orm
					.select({ id: projectFiles.id })
					.from(projectFiles)
					.where(sql`${projectFiles.id} in (select value from json_each(${JSON.stringify(ids)}))`),
			),

		/** Deletes a slice of the tasks that can no longer be restored. Returns their number, like the next two. */
		deleteTasks: (cutoffs: FileCutoffs) =>
			deleteSlice(projectTasks, lt(projectTasks.removedAt, cutoffs.removedProject)),

		deletePosts: (cutoffs: FileCutoffs) =>
			deleteSlice(projectPosts, lt(projectPosts.removedAt, cutoffs.removedProject)),

		/** Only projects whose files are gone, because the bytes of a file are found by its row. */
		deleteProjects(cutoffs: FileCutoffs) {
			const files = db.orm
				.select({ id: projectFiles.id })
				.from(projectFiles)
				.where(eq(projectFiles.projectId, projects.id));
			return deleteSlice(projects, and(expiredProjects(cutoffs), notExists(files)), projectSliceSize);
		},
	};
}
