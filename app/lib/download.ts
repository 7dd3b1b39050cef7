import type { ByteRange } from "./byte-range";
import { attachment } from "./content-disposition";

interface Downloaded {
	readonly name: string;
	readonly type: string;
}

/** Headers for a private file: download instead of display, never cache, and run no script if a browser displays it. */
export const downloadHeaders = ({ name, type }: Downloaded): Record<string, string> => ({
	"Content-Type": type,
	"Content-Disposition": attachment(name),
	"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
	"X-Content-Type-Options": "nosniff",
	"Cache-Control": "private, no-store",
});

export const download = (body: BodyInit, file: Downloaded): Response =>
	new Response(body, { headers: downloadHeaders(file) });

/** A stored file, or a part of it. */
interface OpenedFile extends Downloaded {
	/** Bytes. */
	readonly size: number;
	readonly part: ByteRange | "unsatisfiable" | null;
	readonly body: ReadableStream<Uint8Array> | null;
}

/** The `Range` header of a download, unless it is for another file than this one. Files never change, so the id is the ETag. */
export function rangeOf({ headers }: Request, fileId: string): string | null {
	const ifRange = headers.get("If-Range");
	return ifRange === null || ifRange === etagOf(fileId) ? headers.get("Range") : null;
}

/** Downloads a file as an attachment, so that it never renders as one of our pages. Supports resuming with `Range`. */
export function downloadFile({ body, name, part, size, type }: OpenedFile, fileId: string): Response {
	const headers = new Headers({ ...downloadHeaders({ name, type }), "Accept-Ranges": "bytes" });
	if (part === "unsatisfiable") {
		headers.delete("Content-Type");
		headers.set("Content-Range", `bytes */${size}`);
		return new Response(null, { status: 416, headers });
	}
	headers.set("ETag", etagOf(fileId));
	headers.set("Content-Length", String(part?.length ?? size));
	if (!part) return new Response(body, { headers });
	headers.set("Content-Range", `bytes ${part.offset}-${part.offset + part.length - 1}/${size}`);
	return new Response(body, { status: 206, headers });
}

const etagOf = (fileId: string) => `"${fileId}"`;
