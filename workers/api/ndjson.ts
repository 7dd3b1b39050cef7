/**
 * Streams one JSON document per line as soon as it is available (https://github.com/ndjson/ndjson-spec). Calls `stop` if
 * the client disconnects.
 */
export function ndjson(values: AsyncIterable<unknown>, stop: () => void): Response {
	const encoder = new TextEncoder();
	const iterator = values[Symbol.asyncIterator]();
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await iterator.next();
				if (done) return controller.close();
				controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
			},
			async cancel() {
				stop();
				await iterator.return?.();
			},
		},
		{ highWaterMark: 0 },
	);
	return new Response(body, { headers: { "Content-Type": "application/x-ndjson; charset=utf-8" } });
}
