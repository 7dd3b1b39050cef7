// Imports nothing, because the bridge runs in Node without a build.

/** Answers of registries have a few kilobytes. */
export const largestFrame = 256 * 1024;

/** Bytes of the length before each frame, which the length includes (RFC 5734, section 4). */
const lengthBytes = 4;

/** A frame: its length, and the document as UTF-8. */
export function encodeFrame(xml: string): Uint8Array {
	const content = new TextEncoder().encode(xml);
	const frame = new Uint8Array(lengthBytes + content.length);
	new DataView(frame.buffer).setUint32(0, frame.length);
	frame.set(content, lengthBytes);
	return frame;
}

/** Takes documents out of the bytes of a connection. */
export function createFrameDecoder(maxBytes: number = largestFrame) {
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let buffered = new Uint8Array();
	return {
		/** The documents that are complete now. @throws if the bytes can't be frames, or a frame is too large */
		push(bytes: Uint8Array): string[] {
			const joined = new Uint8Array(buffered.length + bytes.length);
			joined.set(buffered);
			joined.set(bytes, buffered.length);
			buffered = joined;
			const documents: string[] = [];
			while (buffered.length >= lengthBytes) {
				const length = new DataView(buffered.buffer, buffered.byteOffset).getUint32(0);
				if (length <= lengthBytes || length > maxBytes) throw new Error(`A frame can't have ${length} bytes`);
				if (buffered.length < length) break;
				documents.push(decoder.decode(buffered.subarray(lengthBytes, length)));
				buffered = buffered.subarray(length);
			}
			return documents;
		},
		/** Whether a frame has begun and not ended. */
		isMidFrame: (): boolean => buffered.length > 0,
	};
}
