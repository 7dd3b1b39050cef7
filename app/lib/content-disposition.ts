/**
 * `Content-Disposition` of a download (RFC 6266): an ASCII name for old clients and the real one in UTF-8. The value is
 * a valid header for any name.
 */
export function attachment(name: string): string {
	const plain = name.normalize("NFKD").replace(/[^\x20-\x7e]|["\\%;]/g, "_");
	return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** Percent-encodes everything except `attr-char` (RFC 8187). */
const encodeExtended = (text: string): string =>
	encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replace(
		/['()*]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
