/** The bytes of both, one after the other. */
export function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
	const joined = new Uint8Array(first.length + second.length);
	joined.set(first);
	joined.set(second, first.length);
	return joined;
}
