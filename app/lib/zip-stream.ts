import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export interface ZipEntry {
	readonly name: string;
	/** Stored without compression, for files that are already compressed. */
	readonly stored?: boolean;
	/** Called when it is this file's turn. */
	readonly parts: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Creates a ZIP file while it is read. Only one part of one file is in memory at a time. */
export function zipStream(entries: readonly ZipEntry[]): ReadableStream<Uint8Array> {
	async function* produce(): AsyncGenerator<Uint8Array> {
		const ready: Uint8Array[] = [];
		const zip = new Zip((error, chunk) => {
			if (error) throw error;
			ready.push(chunk);
		});
		for (const { name, stored, parts } of entries) {
			const file = stored ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
			zip.add(file);
			for await (const part of parts()) {
				file.push(part);
				yield* ready.splice(0);
			}
			file.push(new Uint8Array(), true);
			yield* ready.splice(0);
		}
		zip.end();
		yield* ready.splice(0);
	}
	const chunks = produce();
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await chunks.next();
			if (done) controller.close();
			else controller.enqueue(value);
		},
		async cancel() {
			await chunks.return(undefined);
		},
	});
}
