/** Part of a file, in bytes from its start. */
export interface ByteRange {
	readonly offset: number;
	readonly length: number;
}

/**
 * What a `Range` header asks of a file of `size` bytes (RFC 9110, section 14). Null: answer with the whole file, as for
 * every header that is malformed, names another unit, or asks for several parts at once.
 */
export function byteRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
	const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
	const [, from = "", to = ""] = match ?? [];
	if (from === "" && to === "") return null;
	if (from === "") {
		const length = Math.min(Number(to), size);
		return length === 0 ? "unsatisfiable" : { offset: size - length, length };
	}
	const offset = Number(from);
	const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
	if (to !== "" && Number(to) < offset) return null;
	return offset >= size ? "unsatisfiable" : { offset, length: last - offset + 1 };
}
