import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { createStoredFiles } from "~/features/files/stored-files.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import type { IncomingFile } from "~/lib/multipart";
import type { FileStore } from "~/platform/files/file-store";
import { createTicketFilesRepo } from "./ticket-files.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly store: FileStore;
}

interface Place {
	readonly ticketId: string;
	/** The message that the file belongs to. */
	readonly messageId: string;
	/** Default: a new id. The same id is stored once. */
	readonly id?: string;
}

export type TicketFiles = ReturnType<typeof createTicketFiles>;

/** The files of tickets. Each belongs to a message. Callers check who may add one. */
export function createTicketFiles({ db, clock, store }: Dependencies) {
	const repo = createTicketFilesRepo(db);
	const files = createStoredFiles({ db, clock, store, folder: "tickets/", task: "stray ticket files", rows: repo });

	return {
		listOwn: (owner: Owner, ticketId: string) => repo.listOwn(owner, ticketId, clock()),
		list: (session: StaffSession, ticketId: string) => repo.list(session, ticketId, clock()),

		/** Stores a file. @param recorded what to commit with it, from its name */
		add: (
			upload: IncomingFile | null,
			{ ticketId, messageId, id }: Place,
			recorded: (name: string) => Change = () => change(),
		) =>
			files.add(upload, {
				...(id !== undefined && { id }),
				reserve: (file) => repo.reserve(ticketId, file, clock()),
				stored: (fileId, name) => change(recorded(name), repo.markStored(fileId, messageId)),
			}),

		/** Whether there is a file with the id, or its upload has started. */
		has: async (id: string): Promise<boolean> => (await repo.listExisting([id])).length > 0,

		/** Null if there is no such file, or the ticket is not the owner's. */
		async openOwn(owner: Owner, ticketId: string, id: string, range: string | null = null) {
			const row = await repo.findOwn(owner, ticketId, id, clock());
			return row ? files.read(row, range) : null;
		},

		/** For staff. Null if there is no such file. */
		async open(session: StaffSession, ticketId: string, id: string, range: string | null = null) {
			const row = await repo.find(session, ticketId, id, clock());
			return row ? files.read(row, range) : null;
		},

		/**
		 * Deletes a file for good. Returns false if it is gone. @param recorded what to commit with it. If the bytes can't be
		 * deleted now, the nightly sweep does it, because nothing leads to them any more.
		 */
		async remove(ticketId: string, id: string, recorded: Change): Promise<boolean> {
			const { state } = await db.commit(change(recorded, repo.deleteStored(ticketId, id)), clock());
			if (state !== "ok") return false;
			await files.delete([id]).catch((error) => logger.warn("upload_left_to_sweep", { fileId: id, error }));
			return true;
		},

		/** Deletes unfinished uploads. */
		async sweep(): Promise<void> {
			const rows = await repo.listExpired(clock() - HOUR, 100);
			await files.delete(rows.map(({ id }) => id));
		},

		/** Deletes bytes without a row, as those of deleted tickets. */
		sweepOrphans: files.sweepOrphans,
	};
}
