/** The text of a stream, which is UTF-8. */
export const readText = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text();

/** The types of the platform and of the DOM differ in what it accepts. */
export const gunzip = (stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> =>
	stream.pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>);

export async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
	const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream("gzip"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}
