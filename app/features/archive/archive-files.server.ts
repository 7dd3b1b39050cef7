import { gunzip, gzip, readText } from "~/lib/gzip";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import type { FileStore } from "~/platform/files/file-store";
import type { ArchivedKind } from "./archive";

/** A row of the archive, one line of a file. */
export interface ArchivedRow {
	readonly id: string;
}

/** How often to read a file again that another delivery has changed in the meantime. */
const maxAttempts = 3;

const customerFolder = (userId: string) => `archive/${userId}/`;
const kindFolder = (userId: string, kind: ArchivedKind) => `${customerFolder(userId)}${kind}/`;

/** The file of a customer's month. */
export const monthKey = (userId: string, kind: ArchivedKind, month: string) =>
	`${kindFolder(userId, kind)}${month}.ndjson`;

/** The text of a customer's email, until its event moves to a file by day. */
export const emailKey = (userId: string, id: string) => `${customerFolder(userId)}emails/${id}.json.gz`;

/** Files of rows that are not listed for customers, by day (UTC). README.md has the rule that deletes them. */
export function dayFolder(kind: "events" | "webhooks", time: number): string {
	const day = new Date(time).toISOString().slice(0, 10);
	return `archive/days/${kind}/${day.slice(0, 7)}/${day.slice(8)}/`;
}

/** @param first of its rows, so that a repeated run writes the same file */
export const dayKey = (folder: string, first: string): string => `${folder}${first}.ndjson.gz`;

const isCompressed = (key: string) => key.endsWith(".gz");

/** The files of the archive: one row per line, as JSON (https://github.com/ndjson/ndjson-spec). `.gz` is compressed. */
export function createArchiveFiles(store: FileStore) {
	async function read(key: string): Promise<{ rows: ArchivedRow[]; version: string | null }> {
		const file = await store.get(key);
		if (!file) return { rows: [], version: null };
		const body = isCompressed(key) ? gunzip(file.body) : file.body;
		const text = await readText(body).catch((cause) => {
			throw new ServiceUnavailable("The file store stopped in the middle of a file", { cause });
		});
		const lines = text.split("\n").filter((line) => line !== "");
		return { rows: lines.map((line) => JSON.parse(line) as ArchivedRow), version: file.version };
	}

	return {
		/** The rows of a file. Empty if there is no file. @throws ServiceUnavailable */
		rows: async (key: string) => (await read(key)).rows,

		/**
		 * Adds rows to a file, or replaces those with the same id, so a repeated call changes nothing. When it returns, they
		 * are stored. @throws ServiceUnavailable
		 */
		async add(key: string, rows: readonly ArchivedRow[]): Promise<void> {
			for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
				const { rows: stored, version } = await read(key);
				const all = new Map([...stored, ...rows].map((row) => [row.id, row]));
				if (await store.replace(key, await encode(key, all.values()), version)) return;
			}
			throw new ServiceUnavailable("Others keep writing the same file");
		},

		/** The files of a folder of a day, which fit one page of the list. @throws ServiceUnavailable */
		ofDay: async (folder: string) => (await store.list(folder)).keys.map(({ key }) => key),

		/** The customer's archived months, newest first. @throws ServiceUnavailable */
		async months(userId: string, kind: ArchivedKind): Promise<string[]> {
			const folder = kindFolder(userId, kind);
			// One page of the list has room for 40 years.
			const { keys } = await store.list(folder);
			return keys.map(({ key }) => key.slice(folder.length, -".ndjson".length)).toReversed();
		},

		delete: (key: string) => store.delete([key]),

		/** Deletes everything of a customer. @throws ServiceUnavailable */
		async deleteAll(userId: string): Promise<void> {
			for (let more = true; more; ) {
				const { keys, next } = await store.list(customerFolder(userId));
				await store.delete(keys.map(({ key }) => key));
				more = next !== undefined;
			}
		},
	};
}

async function encode(key: string, rows: Iterable<ArchivedRow>): Promise<Uint8Array> {
	const lines = [...rows].map((row) => `${JSON.stringify(row)}\n`);
	const plain = new TextEncoder().encode(lines.join(""));
	return isCompressed(key) ? gzip(plain) : plain;
}
