/** Part of a file, in bytes from its start. */
export interface ByteRange {
	readonly offset: number;
	readonly length: number;
}

/**
 * Parses a `Range` header for a file of `size` bytes (RFC 9110, section 14). Returns null to send the whole file: if the
 * header is missing or malformed, names another unit, or asks for several ranges.
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
