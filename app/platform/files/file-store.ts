import type { ByteRange } from "~/lib/byte-range";

/** The upload had more or fewer bytes than announced. */
export class WrongLength extends Error {
	override name = "WrongLength";
}

export interface StoredFile {
	readonly body: ReadableStream<Uint8Array>;
	/** Bytes. */
	readonly size: number;
	/** Changes with each write of the file. */
	readonly version: string;
}

export interface ListedKey {
	readonly key: string;
	/** Milliseconds. */
	readonly storedAt: number;
}

/** The file store. Keys never contain customer input. */
export interface FileStore {
	/** Streams `size` bytes into the store. @throws WrongLength or ServiceUnavailable. Nothing is stored then. */
	put(key: string, body: ReadableStream<Uint8Array>, size: number): Promise<void>;
	/** Reads a file or a part of it. Null if there is no such file. @throws ServiceUnavailable */
	get(key: string, part?: ByteRange): Promise<StoredFile | null>;
	/**
	 * Writes a small file if it has not changed since it was read. `version`: of the file that was read, or null if there was
	 * none. Returns false if another write came first. @throws ServiceUnavailable
	 */
	replace(key: string, content: Uint8Array, version: string | null): Promise<boolean>;
	/** Ignores keys that don't exist. @throws ServiceUnavailable */
	delete(keys: readonly string[]): Promise<void>;
	/**
	 * Keys in order, at most 500 at a time. `after`: a key, which `next` has for the next page, also days later.
	 * @throws ServiceUnavailable
	 */
	list(prefix: string, after?: string): Promise<{ keys: readonly ListedKey[]; next: string | undefined }>;
}
