import { joinBytes } from "./bytes";

/** An uploaded file whose bytes have not been read yet. */
export interface IncomingFile {
	/** The client's name for it. Not validated. */
	readonly name: string;
	/** Bytes, calculated from `Content-Length`. */
	readonly size: number;
	readonly body: ReadableStream<Uint8Array>;
}

/** The file of a form with a single field. Null if the request has none. */
export async function incomingFile({ body, headers }: Request): Promise<IncomingFile | null> {
	return body && singleFile(body, headers.get("Content-Type") ?? "", Number(headers.get("Content-Length")));
}

/** Bytes. */
const maxHeaderBytes = 8 * 1024;

/**
 * Streams the only part of a `multipart/form-data` body, because `request.formData()` would hold the whole file in
 * memory. The size follows from the length of the body, because only the closing boundary comes after the file. Null for
 * any other body.
 */
async function singleFile(
	body: ReadableStream<Uint8Array>,
	contentType: string,
	contentLength: number,
): Promise<IncomingFile | null> {
	const boundary = contentType.match(/^multipart\/form-data;.*\bboundary="?([\w'()+,\-./:=?]{1,70})"?/i)?.[1];
	if (!boundary) return null;
	const reader = body.getReader();
	const head = await readHead(reader);
	const opening = `--${boundary}\r\n`;
	if (!head?.headers.startsWith(opening)) return null;
	const disposition = head.headers.match(/^content-disposition:.*$/im)?.[0] ?? "";
	const name = disposition.match(/;\s*filename="((?:[^"\\]|\\.)*)"/i)?.[1];
	const closing = `\r\n--${boundary}--\r\n`;
	const size = contentLength - head.length - closing.length;
	if (name === undefined || size < 0) return null;
	return { name: unescaped(name), size, body: withoutEnd(reader, head.rest, size, closing) };
}

/** Browsers percent-encode quotes and line breaks, other programs use a backslash. */
const unescaped = (name: string) =>
	name
		.replace(/%0D|%0A/gi, "\n")
		.replace(/%22/g, '"')
		.replace(/\\(.)/g, "$1");

async function readHead(reader: ReadableStreamDefaultReader<Uint8Array>) {
	let bytes: Uint8Array = new Uint8Array();
	while (bytes.length < maxHeaderBytes) {
		const { done, value } = await reader.read();
		if (done) return null;
		bytes = joinBytes(bytes, value);
		// Latin-1 has one character per byte, so positions are byte offsets.
		const end = new TextDecoder("latin1").decode(bytes.subarray(0, maxHeaderBytes)).indexOf("\r\n\r\n");
		if (end === -1) continue;
		const length = end + 4;
		return { headers: new TextDecoder().decode(bytes.subarray(0, end)), length, rest: bytes.subarray(length) };
	}
	return null;
}

function withoutEnd(
	reader: ReadableStreamDefaultReader<Uint8Array>,
	first: Uint8Array,
	size: number,
	closing: string,
): ReadableStream<Uint8Array> {
	let left = size;
	let end: Uint8Array = new Uint8Array();
	const give = (chunk: Uint8Array, controller: ReadableStreamDefaultController<Uint8Array>) => {
		const mine = chunk.subarray(0, left);
		left -= mine.length;
		end = joinBytes(end, chunk.subarray(mine.length));
		if (end.length > closing.length) throw new TypeError("The form goes on after its end");
		if (mine.length > 0) controller.enqueue(mine);
		return mine.length > 0;
	};
	return new ReadableStream({
		start(controller) {
			give(first, controller);
		},
		async pull(controller) {
			for (;;) {
				const { done, value } = await reader.read();
				if (!done && !give(value, controller)) continue;
				if (!done) return;
				if (left > 0 || new TextDecoder("latin1").decode(end) !== closing) throw new TypeError("The form broke off");
				controller.close();
				return;
			}
		},
		cancel: (reason) => reader.cancel(reason),
	});
}
