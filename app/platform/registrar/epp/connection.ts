// The bridge runs this file and framing.ts in Node without a build, so the import has the extension.
import { createFrameDecoder, encodeFrame } from "./framing.ts";

/** An open connection to a registry's server. One exchange at a time. */
export interface EppConnection {
	/** What the server sent first. */
	readonly greeting: string;
	/** Sends a document and returns the answer. @throws if the connection ends first, when the command may have been done */
	exchange(document: string): Promise<string>;
	close(): Promise<void>;
}

/** The two directions of a TLS connection. */
export interface ByteStreams {
	readonly readable: ReadableStream<Uint8Array>;
	readonly writable: WritableStream<Uint8Array>;
	close(): Promise<unknown>;
}

/** Exchanges frames over a TLS connection (RFC 5734). @throws if the server sends no greeting in time */
export async function connectOver(streams: ByteStreams, timeoutMs: number): Promise<EppConnection> {
	const reader = streams.readable.getReader();
	const writer = streams.writable.getWriter();
	const decoder = createFrameDecoder();
	const documents: string[] = [];

	async function receive(): Promise<string> {
		for (;;) {
			const document = documents.shift();
			if (document !== undefined) return document;
			const { value, done } = await reader.read();
			if (done) throw new Error(`The registry closed the connection${decoder.isMidFrame() ? " in mid-frame" : ""}`);
			documents.push(...decoder.push(value));
		}
	}

	async function close(): Promise<void> {
		await Promise.allSettled([streams.close(), reader.cancel(), writer.abort()]);
	}

	/** An answer that is late must not be taken for that of the next command, so a timeout ends the connection. */
	async function inTime<Result>(work: Promise<Result>): Promise<Result> {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const timeout = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(new Error(`The registry did not answer in ${timeoutMs} ms`)), timeoutMs);
		});
		try {
			return await Promise.race([work, timeout]);
		} catch (error) {
			void close();
			throw error;
		} finally {
			clearTimeout(timer);
		}
	}

	return {
		greeting: await inTime(receive()),
		exchange: (document) => inTime(writer.write(encodeFrame(document)).then(receive)),
		close,
	};
}
