import type { ByteRange } from "~/lib/byte-range";

/** The bytes that came were fewer or more than were announced. */
export class WrongLength extends Error {
	override name = "WrongLength";
}

export interface StoredFile {
	readonly body: ReadableStream<Uint8Array>;
	/** Bytes. */
	readonly size: number;
}

export interface ListedKey {
	readonly key: string;
	/** Milliseconds. */
	readonly storedAt: number;
}

/** The port to where files lie. Keys are ours: nothing a customer typed is part of one. */
export interface FileStore {
	/** Streams `size` bytes into the store. @throws WrongLength, ServiceUnavailable; nothing is kept then. */
	put(key: string, body: ReadableStream<Uint8Array>, size: number): Promise<void>;
	/** All of a file or a part of it; null when there is no such file. @throws ServiceUnavailable */
	get(key: string, part?: ByteRange): Promise<StoredFile | null>;
	/** Keys that do not exist are passed over. @throws ServiceUnavailable */
	delete(keys: readonly string[]): Promise<void>;
	/** In the order of their keys, some hundreds at a time. @throws ServiceUnavailable */
	list(prefix: string, cursor?: string): Promise<{ keys: readonly ListedKey[]; next: string | undefined }>;
}
