import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export interface ZipEntry {
	readonly name: string;
	/** Compressed already, such as a picture: stored as it is. */
	readonly stored?: boolean;
	/** Its parts, asked for when their turn comes. */
	readonly parts: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A ZIP file that is made while it is read: one part of one file is in memory at a time. */
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
