/** Returns the first `length` bytes (fewer if the stream is shorter) and a stream of all its bytes. */
export async function readFirstBytes(
	stream: ReadableStream<Uint8Array>,
	length: number,
): Promise<{ head: Uint8Array; all: ReadableStream<Uint8Array> }> {
	const reader = stream.getReader();
	const chunks: Uint8Array[] = [];
	let size = 0;
	while (size < length) {
		const { done, value } = await reader.read();
		if (done) break;
		chunks.push(value);
		size += value.byteLength;
	}
	const head = new Uint8Array(size);
	chunks.reduce((offset, chunk) => {
		head.set(chunk, offset);
		return offset + chunk.byteLength;
	}, 0);
	const all = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const chunk = chunks.shift() ?? (await reader.read()).value;
			if (chunk) controller.enqueue(chunk);
			else controller.close();
		},
		cancel: (reason) => reader.cancel(reason),
	});
	return { head: head.subarray(0, length), all };
}
