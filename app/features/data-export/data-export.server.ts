import { type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner, SensitiveOwner } from "~/db/owner";
import { tooMany } from "~/features/accounts/account-limits";
import { archivedKinds } from "~/features/archive/archive";
import type { Archive } from "~/features/archive/archive.server";
import type { Projects } from "~/features/projects/projects.server";
import type { TicketFiles } from "~/features/tickets/ticket-files.server";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { fail, ok, type Result } from "~/lib/result";
import { type ZipEntry, zipStream } from "~/lib/zip-stream";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { exportsPerDay } from "./data-export";
import { createDataExportRepo } from "./data-export.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly archive: Pick<Archive, "all" | "check">;
	readonly files: Pick<Projects["files"], "open">;
	readonly ticketFiles: Pick<TicketFiles, "openOwn">;
	/** The brand's name, for the file name. */
	readonly name: string;
}

type ExportedFile = { readonly id: string; readonly name: string } & (
	| { readonly projectId: string }
	| { readonly ticketId: string }
);

interface DownloadedData {
	readonly fileName: string;
	/** A ZIP file. */
	readonly stream: ReadableStream<Uint8Array>;
}

export type DataExport = ReturnType<typeof createDataExport>;

/** Lets customers download all their data. */
export function createDataExport({ db, clock, rateLimiter, archive, files, ticketFiles, name }: Dependencies) {
	const repo = createDataExportRepo(db);

	/** Stored without compression, because most files are media, which are already compressed. */
	const fileEntry = (owner: Owner, exported: ExportedFile): ZipEntry => ({
		name: `files/${exported.id}-${exported.name}`,
		stored: true,
		async *parts() {
			const { id } = exported;
			const file =
				"projectId" in exported
					? await files.open(owner, exported.projectId, id)
					: await ticketFiles.openOwn(owner, exported.ticketId, id);
			if (file?.body) yield* file.body;
		},
	});

	/** Rows of a table that are in the archive. */
	function archivedRows(userId: string, table: string): AsyncIterable<Row> | undefined {
		const kind = archivedKinds.find((kind) => kind === table);
		return kind && archive.all(userId, kind);
	}

	async function download(id: string, owner: SensitiveOwner, logged: Change): Promise<Result<DownloadedData>> {
		const readable = await archive.check(id);
		if (!readable.ok) return readable;
		const allowance = await rateLimiter.take(["data-export", id], { limit: exportsPerDay, windowMs: DAY });
		if (!allowance.allowed) return tooMany(allowance.retryAfter);
		const now = clock();
		if ((await db.commit(logged, now)).state !== "ok") return fail("not_found", "There is no such account.");
		const { tables, files: storedFiles } = await repo.read(owner, now);
		const fileName = `${name.toLowerCase()}-data-${new Date(now).toISOString().slice(0, 10)}.zip`;
		return ok({
			fileName,
			stream: zipStream([
				readme(
					tables.map(({ name }) => name),
					now,
				),
				...tables.map((table) => toEntry(table, archivedRows(id, table.name))),
				...storedFiles.map((file) => fileEntry(owner, file)),
			]),
		});
	}

	return {
		download: ({ id }: { readonly id: string }, owner: ConfirmedOwner) =>
			download(id, owner, log({ kind: "data.exported", actor: "customer", params: {}, owner })),

		/** @param recorded the entry of the audit log. The customer sees the download in their activity, too. */
		downloadByStaff: (userId: string, recorded: Change) =>
			download(
				userId,
				{ userId },
				change(recorded, log({ kind: "data.exported", actor: "staff", params: {}, owner: { userId } })),
			),
	};
}

const utf8 = (text: string) => new TextEncoder().encode(text);

interface Row {
	readonly id?: unknown;
}

interface Table {
	readonly name: string;
	readonly rows: readonly Row[];
}

const toEntry = ({ name, rows }: Table, archived?: AsyncIterable<Row>): ZipEntry => ({
	name: `${name}.json`,
	async *parts() {
		yield utf8("[");
		let separator = "\n";
		for await (const row of withArchived(rows, archived)) {
			yield utf8(`${separator}${JSON.stringify(row, null, 2)}`);
			separator = ",\n";
		}
		yield utf8("\n]\n");
	},
});

/** A row may have been archived after it was read, so it can be in both. */
async function* withArchived(rows: readonly Row[], archived: AsyncIterable<Row> | undefined): AsyncGenerator<Row> {
	yield* rows;
	if (!archived) return;
	const read = new Set(rows.map(({ id }) => id));
	for await (const row of archived) if (!read.has(row.id)) yield row;
}

const readme = (names: readonly string[], now: number): ZipEntry => ({
	name: "README.txt",
	parts: () => [
		utf8(
			[
				`The data that we store about you, on ${new Date(now).toISOString()}.`,
				"",
				"Each file is a JSON list. Times are milliseconds since 1 January 1970, UTC. Amounts are in cents.",
				"For your security, passwords, authenticator app keys and tokens are not included.",
				"",
				...names.map((name) => `${name}.json`),
				"",
			].join("\n"),
		),
	],
});
