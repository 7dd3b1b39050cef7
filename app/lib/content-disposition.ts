/**
 * `Content-Disposition` of a download (RFC 6266): a plain name for old clients and the real one in UTF-8. Whatever the
 * name holds, the value is a valid header.
 */
export function attachment(name: string): string {
	const plain = name.normalize("NFKD").replace(/[^\x20-\x7e]|["\\%;]/g, "_");
	return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** `attr-char` of RFC 8187 stays, everything else is percent-encoded. */
const encodeExtended = (text: string): string =>
	encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replace(
		/['()*]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
